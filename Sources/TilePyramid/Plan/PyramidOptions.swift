public import Georeferencing
import RasterSources
public import TileImaging
public import TileModel

/// How a level is made from the level below it.
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

  /// Whether colours are picked from the level below rather than mixed of the deepest.
  var picksColors: Bool { self == .darken || self == .keep }
}

/// In which measure of light the means of samples are taken.
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
  /// Whether tiles of 512 samples are made beside those of 256, each of the area of the tile of the same
  /// address.
  ///
  /// Those of a zoom have the samples of the zoom below it, so that the deepest zoom has none.
  public var makesRetinaTiles = false
  /// The shallowest level, or `nil` for the deepest level at which the image is at most one tile
  /// wide and high.
  public var minimumZoom: Int?
  /// The deepest level, or `nil` to derive it from the image's resolution.
  public var maximumZoom: Int?
  /// Which level a resolution between two levels gets.
  public var zoomRounding = ZoomRounding.up
  /// How the deepest level is resampled from the image.
  public var resampling = Resampling.cubic
  /// How the other levels are made.
  public var overviewResampling = OverviewResampling.average
  /// In which light the means of ``OverviewResampling/average`` are taken, and those of the image where it is
  /// reduced by two or more for the deepest level.
  public var overviewLight = OverviewLight.srgb
  /// What is used of the image: the inside of all areas; all of it when there is none.
  public var clips: [ClipArea] = []
  /// Whether tiles that would be fully transparent are written for every address of each level's
  /// bounding rectangle.
  public var keepsEmptyTiles = false
  /// What the samples of the image are, as its encoding says.
  var sampleKind = SampleKind.colors
  /// The largest number of tiles a plan may have.
  public var maximumTileCount = 10_000_000

  /// How overviews are made, as layer definitions state it.
  package var overviewName: String {
    overviewResampling.rawValue + (overviewLight == .linear ? "-linear" : "")
  }

  /// Creates the defaults.
  public init() {}
}
