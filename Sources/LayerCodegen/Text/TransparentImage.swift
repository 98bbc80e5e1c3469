/// An image for tiles that do not exist, for clients that take no for an error.
enum TransparentImage {
  /// One transparent pixel as a PNG file (grey and alpha of 8 bits).
  static let base64 =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII="
}
