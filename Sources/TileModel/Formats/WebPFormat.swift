extension TileFormatDescription {
  /// WebP (RFC 9649, section 2.4).
  public static let webp = TileFormatDescription(
    format: .webp, title: "WebP", name: "webp", extensions: ["webp"], mediaTypes: ["image/webp"],
    holdsAlpha: true, journalNumber: 3, signature: ByteSignature(riff: "WEBP"))
}
