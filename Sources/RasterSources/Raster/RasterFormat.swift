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
      guard Self.tiffSignatures.contains(where: { bytes.starts(with: $0) }) else { return nil }
      self = .tiff
    }
  }

  /// Both byte orders of TIFF (42) and BigTIFF (43).
  private static let tiffSignatures: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
  ]
}
