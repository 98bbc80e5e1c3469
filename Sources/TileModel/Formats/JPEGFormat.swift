extension TileFormatDescription {
  /// JPEG (ITU-T T.81): SOI, and the first byte of the marker that follows.
  public static let jpeg = TileFormatDescription(
    format: .jpeg, title: "JPEG", name: "jpeg", extensions: ["jpg", "jpeg"],
    mediaTypes: ["image/jpeg", "image/jpg"], holdsAlpha: false, journalNumber: 2,
    signature: ByteSignature([0xFF, 0xD8, 0xFF]))
}
