public import TileImaging
public import TileModel
package import TileStorage

/// How the tiles of a pyramid become files.
public struct PyramidEncoding: Hashable, Sendable {
  /// For tiles whose samples are all opaque.
  public var opaque: TileEncoding
  /// For all other tiles.
  public var other: TileEncoding
  /// How hard tiles are compressed.
  public var effort: EncodingEffort
  /// How heights become colours; `nil` for an image of colours.
  public var elevation: Elevation?

  /// How heights become colours.
  public typealias Elevation = LayerDefinition.Elevation

  /// Encodes all tiles alike.
  public init(_ encoding: TileEncoding, effort: EncodingEffort) {
    (opaque, other, self.effort) = (encoding, encoding, effort)
  }

  /// Encodes opaque tiles as JPEG and all others as PNG, which keeps their transparency.
  ///
  /// - Parameters:
  ///   - quality: The quality of the JPEG tiles, 1 to 100.
  ///   - effort: How hard tiles are compressed.
  /// - Returns: The encoding of both.
  public static func hybrid(quality: Int, effort: EncodingEffort) -> PyramidEncoding {
    var encoding = PyramidEncoding(.png, effort: effort)
    encoding.opaque = .jpeg(quality: quality, background: .white)
    return encoding
  }

  /// Whether tiles are of two formats.
  public var isHybrid: Bool { opaque.format != other.format }

  /// What the formats are called together, as in `LayerDefinition.formatName`.
  public var formatName: String {
    isHybrid ? LayerDefinition.hybridName : opaque.format.rawValue
  }

  /// Which tiles have another format than the others of a hybrid pyramid; empty for one format.
  package func formatCoverage(of record: PyramidRecord) -> [TileFormat: TileCoverage] {
    isHybrid ? [opaque.format: record.coverage(of: opaque.format)] : [:]
  }

  /// Whether every tile decodes to the samples of its file.
  var isLossless: Bool { opaque.isLossless && other.isLossless }

  /// Whether every tile decodes to the samples that were rendered.
  var keepsSamples: Bool { isLossless && elevation?.isIdentity ?? true }
}
