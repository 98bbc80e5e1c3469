import Foundation
import PyramidVerification
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

/// A building with one thing wrong.
struct PlantedBuildingFault: CustomTestStringConvertible, Sendable {
  let rule: String
  let name: String
  /// The floor that the finding must name; `nil` for the building itself.
  let floor: String?
  let make: @Sendable () throws -> SampleBuilding

  var testDescription: String { "\(rule): \(name)" }

  init(
    _ rule: String, _ name: String, floor: String? = nil, of kind: SampleBuilding.Kind = .folders,
    _ change: @escaping @Sendable (SampleBuilding) throws -> Void
  ) {
    (self.rule, self.name, self.floor) = (rule, name, floor)
    make = {
      let building = try SampleBuilding(kind)
      try change(building)
      return building
    }
  }

  static let all: [PlantedBuildingFault] = [
    PlantedBuildingFault("building.readable", "cut short") {
      try $0.place("{\"tilepyramid\"".utf8, at: "building.json")
    },
    PlantedBuildingFault("building.readable", "a newer version") {
      try $0.place(
        #"{"tilepyramid":{"formatVersion":9,"building":{}}}"#.utf8, at: "building.json")
    },
    PlantedBuildingFault("building.floors", "none") { try $0.redefine { $0.floors = [] } },
    PlantedBuildingFault("building.missing", "no tiles", floor: "L0") { try $0.remove("L0") },
    PlantedBuildingFault("building.missing", "no layer definition", floor: "L0") {
      try $0.remove("L0.layer.json")
    },
    PlantedBuildingFault("building.missing", "no database", floor: "L0", of: .databases) {
      try $0.remove("L0.mbtiles")
    },
    PlantedBuildingFault("building.missing", "a link that leads elsewhere", floor: "L0") {
      try $0.remove("L0")
      try FileManager.default.createSymbolicLink(
        atPath: $0.path + "/L0", withDestinationPath: "L1")
    },
    PlantedBuildingFault("building.missing", "a definition that is no JSON", floor: "L1") {
      try $0.place("{".utf8, at: "L1.layer.json")
    },
    PlantedBuildingFault("building.definition", "another level", floor: "L1") {
      try $0.redefine { $0.floors[2].floor.level = 7 }
    },
    PlantedBuildingFault("building.definition", "another name", floor: "L1") {
      try $0.redefine { $0.floors[2].floor.name = "Attic" }
    },
    PlantedBuildingFault("building.definition", "two floors exchanged", floor: "L1") {
      try $0.redefine {
        $0.floors[1].layer = "L1.layer.json"
        $0.floors[2].layer = "L0.layer.json"
      }
    },
    PlantedBuildingFault("building.definition", "a floor of another building", floor: "L1") {
      let other = try SampleBuilding(name: "Other", highest: SampleTiles.flat.get())
      try $0.take("L1", from: other)
      try $0.take("L1.layer.json", from: other)
    },
    PlantedBuildingFault(
      "building.definition", "a database of another building", floor: "L1", of: .databases
    ) {
      let other = try SampleBuilding(.databases, name: "Other", highest: SampleTiles.flat.get())
      try $0.take("L1.mbtiles", from: other)
      try $0.take("L1.layer.json", from: other)
    },
    PlantedBuildingFault("building.definition", "a definition without floor", floor: "L0") {
      try $0.redefine(floor: "L0") { $0.floor = nil }
    },
    PlantedBuildingFault("building.order", "from the highest to the lowest", floor: "L0") {
      try $0.redefine { $0.floors.reverse() }
    },
    PlantedBuildingFault("building.unlisted", "a floor that is not listed", floor: "L0") {
      try $0.redefine { $0.floors.remove(at: 1) }
    },
    PlantedBuildingFault(
      "building.unlisted", "a database that is not listed", floor: "L0", of: .databases
    ) {
      try $0.redefine { $0.floors.remove(at: 1) }
    },
    PlantedBuildingFault("building.stray", "at the root") {
      try $0.place("note".utf8, at: "notes.txt")
    },
    PlantedBuildingFault("building.stray", "among the tiles") {
      try $0.place("note".utf8, at: "L0/6/40/20.png.bak")
    },
    PlantedBuildingFault("building.stray", "among flat names", of: .flatNames) {
      try $0.place("note".utf8, at: "all/L7_6_40_20.png")
    },
    // A fault of one floor is found there, and the floor is named.
    PlantedBuildingFault("tile.decodes", "tiles emptied", floor: "L1") {
      for name in ["6/40/20", "6/41/20", "5/20/10"] { try $0.place([], at: "L1/\(name).png") }
    },
    PlantedBuildingFault("tiles.none", "all tiles removed", floor: "L1") {
      for zoom in 4...6 { try $0.remove("L1/\(zoom)") }
    },
    PlantedBuildingFault(
      "tiles.missing", "a tile of flat names removed", floor: "L1", of: .flatNames
    ) {
      try $0.remove("all/L1_6_40_20.png")
    },
    PlantedBuildingFault("definition.digest", "another digest in a definition", floor: "L1") {
      try $0.redefine(floor: "L1") { $0.digest = ContentDigest(low: 1, high: 2) }
      // Like a tool that knows nothing of tiles.
      try $0.redefine { $0.floors[2].digest = ContentDigest(low: 1, high: 2) }
    },
    PlantedBuildingFault("building.definition", "another digest than in a definition", floor: "L1")
    {
      try $0.redefine(floor: "L1") { $0.digest = ContentDigest(low: 1, high: 2) }
    },
  ]
}
