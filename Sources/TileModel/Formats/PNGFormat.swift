extension TileFormatDescription {
  /// PNG (W3C PNG, section 5.2).
  public static let png = TileFormatDescription(
    format: .png, title: "PNG", name: "png", extensions: ["png"], mediaTypes: ["image/png"],
    holdsAlpha: true, journalNumber: 1,
    signature: ByteSignature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
}
