/// An image for absent tiles, for clients that take no answer for an error.
enum TransparentImage {
  /// One transparent pixel as a PNG file (grey and alpha of 8 bits).
  static let base64 =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII="
}
