extension TileFormatDescription {
  /// AVIF (AV1 Image File Format, section 6): a still image, by the major brand of its first box.
  public static let avif = TileFormatDescription(
    format: .avif, title: "AVIF", name: "avif", extensions: ["avif"], mediaTypes: ["image/avif"],
    holdsAlpha: true, journalNumber: 4, signature: ByteSignature(box: "ftyp", brand: "avif"))
}
