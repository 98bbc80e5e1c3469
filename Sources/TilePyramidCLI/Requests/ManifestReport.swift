import BuildingManifest
import RasterSources
import TileModel
import TilePyramid

/// What is known of the manifest of a building: for `info`.
struct ManifestReport: Encodable {
  struct Floor: Encodable {
    var name: String
    /// The level as text.
    var level: String
    var image: String
    /// The page of a PDF.
    var page: Int?
    /// What is known only once all floors have a place.
    var placement: Place?
  }

  struct Place: Encodable {
    var width: Int
    var height: Int
    var summary: String
    /// West, south, east, north in degrees.
    var bounds: [Double]
    var nativeZoom: Double
    var zooms: [Int]
    var tiles: Int
  }

  var kind = "manifest"
  var path: String
  var name: String
  var store: String
  /// The floors by identifier.
  var floors: [String: Floor]
  /// Why the floors have no place, or cannot be built as they are.
  var problem: String?
  var warnings: [String] = []
  /// The lines about the floors.
  private var floorLines: [String]

  private enum CodingKeys: CodingKey {
    case kind, path, name, store, floors, problem, warnings
  }

  /// Reads the manifest and, where that is possible, places every image.
  ///
  /// - Throws: `ManifestError` when the manifest itself cannot be used.
  init(path: String) throws {
    let manifest = try BuildingManifest(path: path)
    (self.path, name, store) = (path, manifest.name, manifest.store.rawValue)
    floors = Dictionary(
      uniqueKeysWithValues: manifest.floors.map { floor in
        let fact = Floor(
          name: floor.name, level: "\(floor.level)", image: floor.image, page: floor.vector.page)
        return (floor.id, fact)
      })
    floorLines = manifest.floors.flatMap { floor in
      ["", "floor \(floor.id), level \(floor.level): \(floor.name)", "  image     \(floor.image)"]
    }
    do {
      let building = try PlacedBuilding(manifest)
      try place(building)
      try building.checkAgreement()
    } catch let error as ManifestError {
      problem = error.report.description
    } catch let error as FloorFailure {
      problem = error.report.description
    }
  }

  private mutating func place(_ building: PlacedBuilding) throws {
    floorLines = []
    for placed in building.floors {
      let plan: PyramidPlan
      do {
        var options = placed.floor.options
        // What a build would refuse for its size is still of interest here.
        options.maximumTileCount = .max
        plan = try PyramidPlan(
          for: placed.raster, georeference: placed.placement.georeference, options: options)
      } catch {
        throw FloorFailure(floor: placed.floor.id, image: placed.floor.image, cause: error)
      }
      let bounds = plan.bounds
      floors[placed.floor.id]?.placement = Place(
        width: plan.size.width, height: plan.size.height, summary: placed.placement.summary,
        bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
        nativeZoom: plan.nativeZoom, zooms: plan.levels.map(\.zoom), tiles: plan.tileCount)
      floorLines += FloorText.lines(of: placed, plan)
      warnings += placed.placement.warnings.map { "floor \(placed.floor.id): \($0)" }
    }
  }

  /// The report as lines of text.
  var text: String {
    var lines = [
      "manifest    \(path)", "name        \(name)", "floors      \(floors.count)",
      "store       \(store)",
    ]
    lines += warnings.map { "warning     \($0)" }
    lines = (lines + floorLines).map(\.displayLine)
    // It has lines of its own, which are fit to be shown.
    if let problem { lines += ["", "problem     \(problem)"] }
    return lines.joined(separator: "\n")
  }
}
