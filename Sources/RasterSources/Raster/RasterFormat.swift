import TileModel

/// A file format of rasters, recognised by the first bytes of a file.
public enum RasterFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png = "PNG"
  /// JPEG.
  case jpeg = "JPEG"
  /// WebP.
  case webp = "WebP"
  /// TIFF, BigTIFF and GeoTIFF.
  case tiff = "TIFF"
  /// JPEG 2000, as a JP2 file or as a bare codestream.
  case jpeg2000 = "JPEG 2000"

  /// The number of leading bytes that ``init(leadingBytes:)`` needs at most.
  package static let signatureLength = TileFormat.signatureLength

  /// The formats that this version reads.
  public static let supported: [RasterFormat] = allCases

  /// Tells the format of a file from its first 12 bytes, or fewer when the file is shorter.
  public init?(leadingBytes bytes: [UInt8]) {
    switch TileFormat(signatureOf: bytes) {
    case .png?: self = .png
    case .jpeg?: self = .jpeg
    case .webp?: self = .webp
    default:
      if Self.tiffSignatures.contains(where: { bytes.starts(with: $0) }) {
        self = .tiff
      } else if Self.jpeg2000Signatures.contains(where: { bytes.starts(with: $0) }) {
        self = .jpeg2000
      } else {
        return nil
      }
    }
  }

  /// Whether bands are chosen by their numbers, and their numbers stretched whatever their depth.
  var hasNumberedBands: Bool { self == .tiff || self == .jpeg2000 }

  /// The box with which every JP2 file begins, and the first two markers of a codestream.
  private static let jpeg2000Signatures: [[UInt8]] = [
    [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], [0xFF, 0x4F, 0xFF, 0x51],
  ]

  /// Both byte orders of TIFF (42) and BigTIFF (43).
  private static let tiffSignatures: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
  ]
}
