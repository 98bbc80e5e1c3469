import Foundation
import Testing
import TileModel
import TileStorage

@Suite("BuildingDocument")
struct BuildingDocumentTests {
  private static let hotel = BuildingDefinition(
    name: "Hôtel \"A\"", attribution: "<b>©</b>",
    floors: [
      .init(.init(id: "B1", level: -1, name: "Cellar"), layer: "B1.layer.json"),
      .init(.init(id: "L0", level: 0), layer: "L0.layer.json"),
      .init(.init(id: "roof"), layer: "tiles/roof.layer.json"),
    ])

  @Test("Decoding what was encoded gives the same value, and other readers see it too")
  func roundTrip() throws {
    let bytes = try BuildingDocument(Self.hotel).encoded()
    #expect(try BuildingDocument(decoding: bytes).definition == Self.hotel)
    #expect(BuildingDocument.carriesMark(bytes))
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: [String: Any]])
    let building = try #require(root["tilepyramid"]?["building"] as? [String: Any])
    #expect(building["name"] as? String == Self.hotel.name)
    #expect((building["floors"] as? [Any])?.count == 3)
  }

  @Test("The floor shown first is level 0, else the lowest above it, else the first")
  func entrance() {
    #expect(Self.hotel.entranceFloor?.floor.id == "L0")
    var building = Self.hotel
    building.floors[1].floor.level = 4
    building.floors[2].floor.level = 2
    #expect(building.entranceFloor?.floor.id == "roof")
    building.floors = Array(building.floors.prefix(1))
    #expect(building.entranceFloor?.floor.id == "B1")
  }

  @Test(
    "What is not a building is refused with its place",
    arguments: [
      ("{", "not JSON"), ("{}", "tilepyramid"),
      (#"{"tilepyramid":{"formatVersion":2,"building":{}}}"#, "formatVersion"),
      (#"{"tilepyramid":{"formatVersion":1}}"#, "building"),
      (#"{"tilepyramid":{"formatVersion":1,"building":{"floors":[1]}}}"#, "floors[0]"),
      (
        #"{"tilepyramid":{"formatVersion":1,"building":{"name":"a","description":null,"attribution":null,"floors":[{"id":"a","level":null,"name":"a","layer":"../a"}]}}}"#,
        "floors[0].layer"
      ),
      (
        #"{"tilepyramid":{"formatVersion":1,"building":{"name":"a","description":null,"attribution":null,"floors":[{"id":"a","level":null,"name":"a","layer":"a"},{"id":"a","level":null,"name":"a","layer":"b"}]}}}"#,
        "floors[1].id"
      ),
    ])
  func refused(text: String, place: String) {
    let error = #expect(throws: LayerDocumentError.self) {
      _ = try BuildingDocument(decoding: Array(text.utf8))
    }
    let report = error.map { "\($0.report(at: "building.json"))" } ?? ""
    #expect(report.contains(place), "\(report)")
  }
}
