public import Georeferencing
public import RasterSources
public import TileModel
import TileStorage

/// An image that tiles are compared with.
public struct VerificationSource: Sendable {
  /// The image.
  public var raster: any RasterSource
  /// Where it is.
  public var georeference: Georeference
  /// What was used of it: the inside of all these areas.
  public var clips: [ClipArea]
  /// Where a copy of it that can be read in any order is kept meanwhile.
  public var scratch: ScratchDirectory

  /// Creates a description.
  public init(
    raster: any RasterSource, georeference: Georeference, clips: [ClipArea] = [],
    scratch: ScratchDirectory
  ) {
    self.raster = raster
    self.georeference = georeference
    self.clips = clips
    self.scratch = scratch
  }
}

/// A floor as the manifest of its building states it.
public struct FloorSource: Sendable {
  /// The storey.
  public var floor: LayerDefinition.Floor
  /// The image, where the manifest places it.
  public var source: VerificationSource

  /// Creates a description.
  public init(_ floor: LayerDefinition.Floor, source: VerificationSource) {
    self.floor = floor
    self.source = source
  }
}

/// The choices of a caller about what is verified.
public struct VerificationOptions: Sendable {
  /// The rules that are checked, as far as they are about what is verified.
  public var rules = VerificationRule.all + VerificationRule.ofBuildings
  /// The consumer whose rules are checked besides.
  public var profile: VerificationProfile?
  /// The threads that decode.
  public var threads = 1
  /// A layer definition that counts instead of that of the store, wherever it is; not for buildings.
  public var layerFile: String?
  /// How rows are counted in the names of a directory without a layer definition; `nil` to tell by
  /// what is beside the tiles, else from the north.
  public var scheme: TileScheme?
  /// The image that the deepest zoom is compared with; not for buildings.
  public var source: VerificationSource?
  /// Whether all tiles of the deepest zoom are compared with it, instead of at most 256.
  public var comparesEveryTile = false
  /// By how many of their samples tiles whose making is not stated may be beside the source, which is a note then.
  public var shiftTolerance = 0.0
  /// The most findings of one rule that the report names; all are counted.
  public var findingLimit = 20

  /// About how many overviews of each zoom the others are judged by, and how many each thread holds in
  /// memory.
  package var overviewLimit = 4096

  /// Where what is kept of each of very many tiles goes meanwhile.
  public var scratch = ScratchDirectory(path: FileSystem.temporaryFolder)

  /// Creates the defaults.
  public init() {}

  /// The most tiles that are compared with a source unless all are asked for.
  private static let comparedLimit = 256

  func comparedNumbers(of count: Int) -> [Int] {
    let compared = comparesEveryTile ? count : min(count, Self.comparedLimit)
    return (0..<compared).map { $0 * count / compared }
  }
}
