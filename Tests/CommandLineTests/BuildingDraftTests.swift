import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Drafts of manifests")
struct BuildingDraftTests {
  @Test("A manifest is drafted for a folder, is not replaced unasked, and builds once completed")
  func draft() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("plans")
    try workspace.write(AlignedPlan.raster, as: "plans/museum_L0.png")
    try workspace.write(AlignedPlan.raster, as: "plans/museum_L1.png")
    let result = try workspace.succeed("building init plans")
    #expect(
      result.output == """
        wrote plans/building.yml, 2 floors
        place 2 floors: tilepyramid building edit plans/building.yml
        build it: tilepyramid build plans/building.yml -o tiles

        """)
    let bytes = try workspace.bytes("plans/building.yml")
    try workspace.fail("building init plans", saying: "the file exists")
    #expect(try workspace.bytes("plans/building.yml") == bytes)
    try workspace.fail("build plans/building.yml -o out", saying: "floor L0 has no georeference")
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing("\nfloors:", with: "\n\(SampleBuilding.corners)\nfloors:")
    try workspace.write(text.utf8, as: "plans/building.yml")
    let planned = try workspace.run("build plans --dry-run")
    #expect(planned.output.hasPrefix("building    Plans, 2 floors"), "\(planned.errors)")
    let built = try workspace.succeed("build plans -o out")
    #expect(built.output.hasPrefix("out: 2 floors, 10 tiles"))
    try workspace.succeed("verify out --against plans")
    try workspace.fail("building init plans -o x.txt")
    try workspace.fail("building init gone", with: 3)
  }

  @Test("Names give floors their levels from the draft to the client's code, mezzanines too")
  func levelsOfNames() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("plans")
    for name in ["mi_-1", "mi_G", "mi_M", "mi_1"] {
      try workspace.write(AlignedPlan.raster, as: "plans/\(name).png")
    }
    try workspace.succeed("building init plans")
    let text = try workspace.text("plans/building.yml")
      .replacing("\nfloors:", with: "\n\(SampleBuilding.corners)\nfloors:")
    // The draft's levels, and those that ids give without them.
    let bare = text.split(separator: "\n").filter { !$0.hasPrefix("    level:") }
    for (name, text) in [("stated", text), ("read", bare.joined(separator: "\n"))] {
      try workspace.write(text.utf8, as: "plans/building.yml")
      try workspace.succeed("build plans/building.yml -o \(name)")
      let document = try BuildingDocument(decoding: workspace.bytes("\(name)/building.json"))
      #expect(document.definition.floors.map(\.floor.id) == ["-1", "G", "M", "1"])
      #expect(
        document.definition.floors.map { $0.floor.level?.description } == ["-1", "0", "0.5", "1"])
      #expect(document.definition.entranceFloor?.floor.id == "G")
      let versions = try ["-1", "M"].map { id in
        try workspace.text("\(name)/\(id).layer.json")
          .contains("\"formatVersion\": 3")
      }
      #expect(versions == [false, true])
    }
    try workspace.succeed([
      "layers", "stated", "--client", "swift", "--name", "Mall 2", "-o", "code", "--url",
      "https://example.com/{floor}/{z}/{x}/{y}.png",
    ])
    let list = try workspace.text("code/Mall2Floor.swift")
    for line in ["case minus1 = \"-1\"", "case floor1 = \"1\"", "level: Double?", ".m: 0.5"] {
      #expect(list.contains(line), "\(line)")
    }
    _ = try workspace.bytes("code/Mall2Floor1Tiles.swift")
  }
}
