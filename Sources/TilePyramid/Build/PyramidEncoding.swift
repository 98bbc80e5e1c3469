public import TileImaging
public import TileModel
package import TileStorage

/// The encoding of a pyramid's tiles.
public struct PyramidEncoding: Hashable, Sendable {
  /// For tiles whose samples are all opaque.
  public var opaque: TileEncoding
  /// For all other tiles.
  public var other: TileEncoding
  /// The effort of compression.
  public var effort: EncodingEffort
  /// The encoding of heights; `nil` for an image of colours.
  public var elevation: Elevation?

  /// The encoding of heights.
  public typealias Elevation = LayerDefinition.Elevation

  /// Encodes all tiles alike.
  public init(_ encoding: TileEncoding, effort: EncodingEffort) {
    (opaque, other, self.effort) = (encoding, encoding, effort)
  }

  /// Encodes opaque tiles as JPEG and all others as PNG, which keeps their transparency.
  ///
  /// - Parameters:
  ///   - quality: The quality of the JPEG tiles, 1 to 100.
  ///   - effort: The effort of compression.
  /// - Returns: The encoding of both.
  public static func hybrid(quality: Int, effort: EncodingEffort) -> PyramidEncoding {
    var encoding = PyramidEncoding(.png, effort: effort)
    encoding.opaque = .jpeg(quality: quality, background: .white)
    return encoding
  }

  /// Whether tiles are of two formats.
  public var isHybrid: Bool { opaque.format != other.format }

  /// The name of the formats, as in `LayerDefinition.formatName`.
  public var formatName: String {
    isHybrid ? LayerDefinition.hybridName : opaque.format.rawValue
  }

  /// The tiles of the rarer format in a hybrid pyramid; empty for one format.
  package func formatCoverage(of record: PyramidRecord) -> [TileFormat: TileCoverage] {
    isHybrid ? [opaque.format: record.coverage(of: opaque.format)] : [:]
  }

  var isLossless: Bool { opaque.isLossless && other.isLossless }

  var keepsSamples: Bool { isLossless && elevation?.isIdentity ?? true }
}
