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
      .init(
        .init(id: "L0", level: 0), layer: "L0.layer.json",
        digest: ContentDigest(low: 1, high: 2)),
      .init(.init(id: "roof"), layer: "tiles/roof.layer.json"),
    ])

  @Test("Decoding an encoded building gives the same value, and other readers see it too")
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

  @Test("A floor between two storeys makes a version that older readers refuse, no other does")
  func halfLevels() throws {
    let plain = String(decoding: try BuildingDocument(Self.hotel).encoded(), as: UTF8.self)
    #expect(plain.contains("\"formatVersion\": 1"))
    var building = Self.hotel
    building.floors[2].floor.level = FloorLevel("0.5")
    let bytes = try BuildingDocument(building).encoded()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"formatVersion\": 2") && text.contains("\"level\": 0.5,"))
    #expect(try BuildingDocument(decoding: bytes).definition == building)
    // Other writers may state the same number in other ways.
    let decimal = text.replacing("\"level\": 0.5", with: "\"level\": 5e-1")
    #expect(try BuildingDocument(decoding: Array(decimal.utf8)).definition == building)
  }

  @Test("Two floors of one level are refused with the names of both, read or written")
  func equalLevels() throws {
    var building = Self.hotel
    building.floors[2].floor.level = 0
    let error = #expect(throws: LayerDocumentError.self) {
      try BuildingDocument(building).encoded()
    }
    let report = try #require(error).report(at: "building.json")
    #expect(report.found == "the floors L0 and roof, both of level 0")
    let text = String(decoding: try BuildingDocument(Self.hotel).encoded(), as: UTF8.self)
    let equal = text.replacing("\"level\": null", with: "\"level\": -1.0")
    let read = #expect(throws: LayerDocumentError.self) {
      try BuildingDocument(decoding: Array(equal.utf8))
    }
    #expect(try #require(read).report(at: "b").found?.contains("B1 and roof") == true)
  }

  /// A building in two variants.
  private static let gallery = BuildingDefinition(
    name: "Gallery",
    floors: ["L0", "L1"].enumerated().flatMap { level, id in
      ["light", "dark"].map { name in
        let layer = name == "light" ? id : "\(id)-\(name)"
        return .init(
          .init(id: layer, level: FloorLevel("\(level)"), variant: .init(name: name, floor: id)),
          layer: "\(layer).layer.json")
      }
    })

  @Test("Variants come back in their order, and readers that know none see each floor once")
  func variants() throws {
    let bytes = try BuildingDocument(Self.gallery).encoded()
    #expect(try BuildingDocument(decoding: bytes).definition == Self.gallery)
    #expect(Self.gallery.variants == ["light", "dark"])
    #expect(Self.gallery.storeys.map(\.floor.id) == ["L0", "L1"])
    #expect(Self.gallery.floor("L1", inVariant: "dark")?.layer == "L1-dark.layer.json")
    #expect(Self.gallery.floor("L1", inVariant: "sepia") == nil)
    #expect(Self.gallery.entranceFloor?.floor.id == "L0")
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: [String: Any]])
    #expect(root["tilepyramid"]?["formatVersion"] as? Int == 1)
    let building = try #require(root["tilepyramid"]?["building"] as? [String: Any])
    let floors = try #require(building["floors"] as? [[String: Any]])
    #expect(floors.map { $0["id"] as? String } == ["L0", "L1"])
    let text = String(decoding: bytes, as: UTF8.self)
    for (old, new) in [
      ("\"floor\": \"L1\"", "\"floor\": \"L9\""), ("\"name\": \"dark\"", "\"name\": \"Dark\""),
      ("\"id\": \"L1-dark\"", "\"id\": \"L1\""),
    ] {
      #expect(throws: LayerDocumentError.self, "\(new)") {
        try BuildingDocument(decoding: Array(text.replacing(old, with: new).utf8))
      }
    }
  }

  @Test("The floor shown first is level 0, else the lowest above it, else the highest or the first")
  func entrance() {
    #expect(Self.hotel.entranceFloor?.floor.id == "L0")
    var building = Self.hotel
    building.floors[1].floor.level = 4
    building.floors[2].floor.level = 2
    #expect(building.entranceFloor?.floor.id == "roof")
    for index in building.floors.indices {
      building.floors[index].floor.level = FloorLevel(halves: -6 + 2 * index)
    }
    #expect(building.entranceFloor?.floor.id == building.floors.last?.floor.id)
    for index in building.floors.indices { building.floors[index].floor.level = nil }
    #expect(building.entranceFloor?.floor.id == "B1")
    building.floors = Array(building.floors.prefix(1))
    #expect(building.entranceFloor?.floor.id == "B1")
  }

  @Test(
    "A document that is no building is refused with its key",
    arguments: [
      ("{", "not JSON"), ("{}", "tilepyramid"),
      (#"{"tilepyramid":{"formatVersion":3,"building":{}}}"#, "formatVersion"),
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
  func refused(text: String, location: String) {
    let error = #expect(throws: LayerDocumentError.self) {
      _ = try BuildingDocument(decoding: Array(text.utf8))
    }
    let report = error.map { "\($0.report(at: "building.json"))" } ?? ""
    #expect(report.contains(location), "\(report)")
  }
}
