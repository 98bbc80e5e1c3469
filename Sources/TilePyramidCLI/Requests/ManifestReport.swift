import BuildingManifest
import Georeferencing
import RasterSources
import TileModel
import TilePyramid

/// The facts about the manifest of a building, for `info`.
struct ManifestReport: Encodable {
  struct Floor: Encodable {
    var name: String
    var level: String
    var image: String
    /// The names in the manifest; `nil` for a floor of one image.
    var images: [String]?
    var page: Int?
    var placement: GeoreferenceFacts?
  }

  struct GeoreferenceFacts: Encodable {
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
  var floors: [String: Floor]
  var problem: String?
  var warnings: [String] = []
  private var floorLines: [String]

  private enum CodingKeys: CodingKey {
    case kind, path, name, store, floors, problem, warnings
  }

  init(path: String) throws {
    let manifest = try BuildingManifest(path: path)
    (self.path, name, store) = (path, manifest.name, manifest.store.rawValue)
    floors = Dictionary(
      uniqueKeysWithValues: manifest.floors.map { floor in
        let fact = Floor(
          name: floor.name, level: "\(floor.level)", image: floor.image,
          images: floor.parts.isEmpty ? nil : floor.parts.map(\.path),
          page: floor.settings.vector.page)
        return (floor.id, fact)
      })
    floorLines = manifest.floors.flatMap { floor in
      [
        "", "floor \(floor.id), level \(floor.level): \(floor.name)",
        "  image     \(floor.imageText)",
      ]
    }
    do {
      let building = try GeoreferencedBuilding(manifest)
      try add(building)
      try building.checkAgreement()
    } catch let error as ManifestError {
      problem = error.report.description
    } catch let error as FloorFailure {
      problem = error.report.description
    }
  }

  private mutating func add(_ building: GeoreferencedBuilding) throws {
    floorLines = []
    for georeferenced in building.floors {
      let plan: PyramidPlan
      do {
        var options = georeferenced.floor.settings.options
        // A plan that a build would refuse for its size is still reported.
        options.maximumTileCount = .max
        plan = try PyramidPlan(
          for: georeferenced.raster, georeference: georeferenced.resolved.georeference,
          options: options)
      } catch {
        throw FloorFailure(
          floor: georeferenced.floor.id, image: georeferenced.floor.image, cause: error)
      }
      floors[georeferenced.floor.id]?.placement = GeoreferenceFacts(
        width: plan.size.width, height: plan.size.height, summary: georeferenced.resolved.summary,
        bounds: plan.bounds.edges,
        nativeZoom: plan.nativeZoom, zooms: plan.levels.map(\.zoom), tiles: plan.tileCount)
      floorLines += FloorText.lines(of: georeferenced, plan)
      warnings += georeferenced.resolved.warnings.map { "floor \(georeferenced.floor.id): \($0)" }
    }
  }

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
