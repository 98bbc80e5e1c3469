public import Georeferencing
package import RasterSources
public import TileImaging
public import TileModel

/// The making of a level from the level below it.
public enum OverviewResampling: String, Hashable, Sendable, CaseIterable {
  /// The exact mean of the deepest level's samples, weighted by alpha.
  case average
  /// The deepest level's sample nearest the centre; nothing is mixed.
  case nearest
  /// A darker child's colour where that keeps thin lines visible, within a bound on the mean.
  case darken
  /// A child's colour that keeps thin lines visible, darker or lighter than what is beside them, within a
  /// bound on the mean.
  case keep

  package var picksColors: Bool { self == .darken || self == .keep }
}

/// The measure of light in which means of samples are taken.
public enum OverviewLight: String, Hashable, Sendable, CaseIterable {
  /// In samples as they are, which are about even steps to the eye.
  case srgb
  /// In linear light, as the eye mixes what it cannot tell apart.
  case linear
}

/// The choices of a caller about which tiles to make and how.
public struct PyramidOptions: Hashable, Sendable {
  /// The size of every tile.
  public var tileSize = TileSize.standard
  /// Makes tiles of 512 samples beside those of 256, each of the area of the tile of the same address.
  public var makesRetinaTiles = false
  /// The shallowest level, or `nil` for the deepest level at which the image is at most one tile
  /// wide and high.
  public var minimumZoom: Int?
  /// The deepest level, or `nil` to derive it from the image's resolution.
  public var maximumZoom: Int?
  /// The level of a resolution between two levels.
  public var zoomRounding = ZoomRounding.up
  /// The kernel that resamples the image for the deepest level.
  public var resampling = Resampling.cubic
  /// The making of the other levels.
  public var overviewResampling = OverviewResampling.average
  /// The light in which means are taken: those of ``OverviewResampling/average``, and of an image that is
  /// reduced by two or more.
  public var overviewLight = OverviewLight.srgb
  /// The part of the image that is used: the inside of all areas; all of it when there is none.
  public var clips: [ClipArea] = []
  /// Writes tiles that are fully transparent for every address of each level's bounding rectangle.
  public var keepsEmptyTiles = false
  package var sampleKind = SampleKind.colors
  /// The largest number of tiles a plan may have.
  public var maximumTileCount = 10_000_000

  package var overviewName: String {
    overviewResampling.rawValue + (overviewLight == .linear ? "-linear" : "")
  }

  /// Creates the defaults.
  public init() {}
}
