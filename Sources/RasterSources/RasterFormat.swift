import TileModel

/// A file format of rasters, recognised by the first bytes of a file.
///
/// A new one is a case here with its description, and a `RasterFile` that `open` finds.
package enum RasterFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png = "PNG"
  /// JPEG.
  case jpeg = "JPEG"
  /// WebP.
  case webp = "WebP"
  /// High Efficiency Image File Format with HEVC, also of a brand that does not say which codec.
  case heic = "HEIC"
  /// AV1 Image File Format.
  case avif = "AVIF"
  /// TIFF, BigTIFF and GeoTIFF.
  case tiff = "TIFF"
  /// JPEG 2000, as a JP2 file or as a bare codestream.
  case jpeg2000 = "JPEG 2000"

  /// Properties of a format.
  private struct Description {
    let signatures: [ByteSignature]
    let extensions: [String]
    let mediaType: String
    let hasNumberedBands: Bool

    init(_ tile: TileFormatDescription) {
      self.init([tile.signature], tile.extensions, tile.mediaTypes[0])
    }

    init(
      _ signatures: [ByteSignature], _ extensions: [String], _ mediaType: String,
      hasNumberedBands: Bool = false
    ) {
      (self.signatures, self.extensions, self.mediaType) = (signatures, extensions, mediaType)
      self.hasNumberedBands = hasNumberedBands
    }
  }

  private var description: Description {
    switch self {
    case .png: Description(.png)
    case .jpeg: Description(.jpeg)
    case .webp: Description(.webp)
    case .heic:
      Description(
        ["hei", "hev", "mif1", "msf1"].map { ByteSignature(box: "ftyp", brand: $0) },
        ["heic", "heif"], "image/heic")
    case .avif: Description([ByteSignature(box: "ftyp", brand: "avi")], ["avif"], "image/avif")
    case .tiff:
      // Both byte orders of TIFF (42) and BigTIFF (43).
      Description(
        ["II*\0", "MM\0*", "II+\0", "MM\0+"].map { ByteSignature(Array($0.utf8)) },
        ["tif", "tiff"], "image/tiff", hasNumberedBands: true)
    case .jpeg2000:
      // The box with which every JP2 file begins, and the first two markers of a codestream.
      Description(
        [
          ByteSignature([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
          ByteSignature([0xFF, 0x4F, 0xFF, 0x51]),
        ], ["jp2", "j2k"], "image/jp2", hasNumberedBands: true)
    }
  }

  package static let signatureLength =
    allCases.flatMap(\.description.signatures).map(\.length).max() ?? 0

  package static let supported: [RasterFormat] = allCases

  package static let names = allCases.map(\.rawValue).alternatives

  package init?(leadingBytes bytes: [UInt8]) {
    let format = Self.allCases.first { $0.description.signatures.contains { $0.begins(bytes) } }
    guard let format else { return nil }
    self = format
  }

  /// In lower case without a dot.
  package var extensions: [String] { description.extensions }

  /// Prefix of media types that count.
  package var mediaType: String { description.mediaType }

  package var hasNumberedBands: Bool { description.hasNumberedBands }
}
