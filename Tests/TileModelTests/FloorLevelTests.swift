import Testing
import TileModel

@Suite("FloorLevel")
struct FloorLevelTests {
  @Test("Text is read and written exactly")
  func text() throws {
    let cases: [(String, Int, String)] = [
      ("0", 0, "0"), ("-1", -2, "-1"), ("0.5", 1, "0.5"), ("-0.5", -1, "-0.5"), (".5", 1, "0.5"),
      ("1.0", 2, "1"), ("+2.50", 5, "2.5"), ("-1.5", -3, "-1.5"), ("1000", 2000, "1000"),
      ("-1000", -2000, "-1000"), ("-0", 0, "0"),
    ]
    for (text, halves, written) in cases {
      let level = try #require(FloorLevel(text), "\(text)")
      #expect(level.halves == halves && level.description == written, "\(text)")
      #expect(level.storeys == Double(halves) / 2 && level.isHalf == (halves % 2 != 0))
    }
    for text in [
      "", "one", "0.25", "0.500001", "1000.5", "-1001", "0x1", "1e2", "nan", "inf", "1,5", " 1",
      "-",
      "0.5000000000000000000001", "٣",
    ] {
      #expect(FloorLevel(text) == nil, "\(text)")
    }
  }

  @Test("Numbers that are no level are refused, and levels are in order")
  func numbers() throws {
    #expect(FloorLevel(exactly: 0.5) == FloorLevel(halves: 1))
    for number in [0.25, .nan, .infinity, 1e300, 1000.5, -1000.5] {
      #expect(FloorLevel(exactly: number) == nil, "\(number)")
    }
    #expect(FloorLevel(halves: 2001) == nil && FloorLevel(halves: -2001) == nil)
    let levels = [1, -2, 2, -1, 0].compactMap { FloorLevel(halves: $0) }
    #expect(levels.sorted().map(\.description) == ["-1", "-0.5", "0", "0.5", "1"])
  }

  @Test("A half level raises the versions of the documents, and makes an entrance")
  func versions() throws {
    let mezzanine = try #require(FloorLevel("0.5"))
    var building = BuildingDefinition(
      name: "House",
      floors: [
        .init(.init(id: "B", level: -1), layer: "b"), .init(.init(id: "1", level: 1), layer: "1"),
      ])
    #expect(building.formatVersion == 1 && building.floorsOfOneLevel == nil)
    building.floors.append(.init(.init(id: "M", level: mezzanine), layer: "m"))
    #expect(building.formatVersion == 2)
    #expect(building.entranceFloor?.floor.id == "M")
    building.floors.append(.init(.init(id: "N", level: mezzanine), layer: "n"))
    #expect(building.floorsOfOneLevel?.first.floor.id == "M")
    #expect(building.floorsOfOneLevel?.second.floor.id == "N")
  }
}
