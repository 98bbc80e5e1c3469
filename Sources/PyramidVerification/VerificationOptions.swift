package import Georeferencing
public import Mosaics
public import RasterSources
public import TileModel
import TileStorage

/// Images that tiles are compared with.
public struct VerificationSource: Sendable {
  package var raster: any RasterSource
  package var georeference: Georeference
  package var clips: [ClipArea]
  /// The folder for a temporary copy of the image that can be read in any order.
  package var scratch: ScratchDirectory

  package init(
    raster: any RasterSource, georeference: Georeference, clips: [ClipArea] = [],
    scratch: ScratchDirectory
  ) {
    self.raster = raster
    self.georeference = georeference
    self.clips = clips
    self.scratch = scratch
  }

  /// Opens and georeferences images, as a build does.
  ///
  /// - Parameters:
  ///   - images: One image, or several as one picture.
  ///   - scratch: The folder for a temporary copy that can be read in any order.
  /// - Throws: `FailureReport`, `RasterError` or `GeoreferenceError`.
  public init(
    _ images: SourceImages, scratch: ScratchDirectory = VerificationOptions().scratch
  ) throws {
    let image = try images.georeferenced(threads: 1) { _, _ in }
    self.init(
      raster: image.raster, georeference: image.resolved.georeference, clips: image.resolved.clips,
      scratch: scratch)
  }
}

package struct FloorSource: Sendable {
  package var floor: LayerDefinition.Floor
  package var source: VerificationSource

  package init(_ floor: LayerDefinition.Floor, source: VerificationSource) {
    self.floor = floor
    self.source = source
  }
}

/// The choices of a caller about what is verified.
public struct VerificationOptions: Sendable {
  /// The rules that are checked where they apply.
  public var rules = VerificationRule.all + VerificationRule.ofBuildings
  /// The consumer whose rules are checked in addition.
  public var profile: VerificationProfile?
  /// The threads that decode.
  public var threads = 1
  /// A layer definition in place of that of the store, at any path; not for buildings.
  public var layerFile: String?
  /// The scheme of rows in the names of a directory without a layer definition.
  ///
  /// `nil` to take it from files beside the tiles, else from the north.
  public var scheme: TileScheme?
  /// The image that the deepest zoom is compared with; not for buildings.
  public var source: VerificationSource?
  /// The floors of the manifest that a building is compared with.
  package var floors: [FloorSource]?
  /// True to compare all tiles of the deepest zoom with it, instead of at most 256.
  public var comparesEveryTile = false
  /// The shift against the source, in their samples, that is only a note for tiles without a stated method.
  public var shiftTolerance = 0.0
  /// The most findings of one rule that the report names; all are counted.
  public var findingLimit = 20

  /// About as many overviews of each zoom judge the others, and as many are in the memory of each thread.
  package var overviewLimit = 4096

  /// The folder for temporary files about very many tiles.
  public var scratch = ScratchDirectory(path: FileSystem.temporaryFolder)

  /// Creates the defaults.
  public init() {}

  private static let comparedLimit = 256

  func comparedNumbers(of count: Int) -> [Int] {
    let compared = comparesEveryTile ? count : min(count, Self.comparedLimit)
    return (0..<compared).map { $0 * count / compared }
  }
}
