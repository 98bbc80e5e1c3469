import Foundation
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Buildings")
struct BuildingTests {
  @Test("A folder holds the floors' tiles and definitions, and building.json lists the floors")
  func folder() throws {
    let workspace = try SampleBuilding.workspace()
    let result = try workspace.succeed("build b.yml -o out")
    #expect(result.output.hasPrefix("out: 3 floors, 15 tiles, zooms 15-16, "), "\(result.output)")
    let floors = ["B1", "L0", "L1"]
    let tiles = floors.flatMap { floor in AlignedPlan.tiles.map { "out/\(floor)/\($0).png" } }
    let documents = floors.map { "out/\($0).layer.json" } + ["out/building.json"]
    #expect(workspace.directory.listing == (tiles + documents + SampleBuilding.inputs).sorted())
    #expect(workspace.scratch.entries.isEmpty)

    let document = try BuildingDocument(decoding: workspace.bytes("out/building.json"))
    #expect(document.definition.name == "Museum")
    #expect(document.definition.attribution == "© Us")
    #expect(document.definition.floors.map(\.floor.id) == floors)
    #expect(document.definition.floors.map(\.floor.level) == [-1, 0, 1])
    #expect(document.definition.floors.map(\.layer) == floors.map { "\($0).layer.json" })
    let layer = try LayerDefinitionDocument(decoding: workspace.bytes("out/L1.layer.json"))
    #expect(layer.definition.name == "Museum, Upstairs")
    #expect(layer.definition.floor == LayerDefinition.Floor(id: "L1", level: 1, name: "Upstairs"))
    #expect(layer.definition.urlTemplate?.text == "L1/{z}/{x}/{y}.png")
    #expect(layer.definition.outline.count == 4)
    // A floor's tiles are those of its image built alone.
    try workspace.run("build a.png -o alone", AlignedPlan.placement)
    for tile in AlignedPlan.tiles {
      #expect(
        try workspace.bytes("out/L1/\(tile).png") == workspace.bytes("alone/\(tile).png"), "\(tile)"
      )
    }
  }

  @Test("Hard links join equal tiles of different floors", arguments: [true, false])
  func hardLinks(byOption: Bool) throws {
    let workspace = try SampleBuilding.workspace(byOption ? "" : "hard-links: true")
    try workspace.succeed(
      "build b.yml -o out", (byOption ? ["--hard-links"] : []), printing: "15 tiles in 10 files")
    for tile in AlignedPlan.tiles {
      let counts = try ["B1", "L0", "L1"].map { floor in
        let path = workspace.directory.path("out/\(floor)/\(tile).png")
        return try FileManager.default.attributesOfItem(atPath: path)[.referenceCount] as? Int
      }
      #expect(counts == [1, 2, 2], "\(tile)")
    }
  }

  @Test(
    "The bytes are the same for any number of threads and any memory", arguments: [true, false])
  func determinism(isMBTiles: Bool) throws {
    let workspace = try SampleBuilding.workspace(
      isMBTiles ? "store: mbtiles" : "path: f/{floor}_{z}_{x}_{y}.{ext}")
    try workspace.write(RotatedPlan.raster, as: "t.png")
    let manifest = try workspace.text("b.yml")
    let rotated = """
        - {id: T, level: 3, image: t.png, anchor: [47.36565, 8.54585], metres-per-pixel: 0.1,
           bearing: 23}

      """
    try workspace.write((manifest + rotated).utf8, as: "b.yml")
    var outputs: [[String: [UInt8]]] = []
    for options in [
      "--threads 1", "--threads 2", "--threads 4", "--threads 4 --memory-limit 130M",
    ] {
      try workspace.succeed("build b.yml -o out --overwrite \(options)")
      outputs.append(try workspace.files(in: "out"))
    }
    #expect(outputs[0].count > 8)
    #expect(outputs.allSatisfy { $0 == outputs[0] })
  }

  @Test("A copy rotated by 90 degrees matches the floor that it is aligned with")
  func alignedPicture() throws {
    let workspace = try Workspace()
    let plan = RGBAImage(RotatedPlan.raster)
    try workspace.write(RotatedPlan.raster, as: "a.png")
    // Column x of the rotated copy is row (height - 1 - x) of the plan.
    let (width, height) = (plan.width, plan.height)
    var samples = [UInt8](repeating: 0, count: 4 * width * height)
    for y in 0..<width {
      for x in 0..<height {
        for channel in 0..<4 {
          samples[4 * (y * height + x) + channel] =
            plan.samples[4 * ((height - 1 - x) * width + y) + channel]
        }
      }
    }
    try PNGFileWriter.write(
      RGBAImage(width: height, height: width, samples: samples),
      to: workspace.directory.path("b.png"), compression: .fast)
    func rotated(_ x: Int, _ y: Int) -> String { "[\(height - y), \(x)]" }
    try workspace.write(
      """
      name: M
      floors:
        - id: L0
          image: a.png
          anchor: [47.36565, 8.54585]
          metres-per-pixel: 0.1
          bearing: 23
          points: {lift: [50, 60], stairs: [500, 70], column: [300, 400]}
        - id: L1
          image: b.png
          align: L0
          points: {column: \(rotated(300, 400)), lift: \(rotated(50, 60)), stairs: \(rotated(500, 70))}
      """.utf8, as: "b.yml")
    try workspace.succeed(
      "build b.yml -o out", printing: "shared      3 points, at most 0.000 m apart")
    // Two points agree with any mistake in them.
    let text = try workspace.text("b.yml")
    try workspace.write(text.replacing("stairs: [500, 70], ", with: "").utf8, as: "two.yml")
    try workspace.succeed(
      "build two.yml -o two --dry-run", printing: "shared      2 points, without another to check",
      "between L0 and L1, which placed it\n")
    let floors = try ["L0", "L1"].map { floor in
      try workspace.files(in: "out").filter { $0.key.hasPrefix("\(floor)/") }
    }
    #expect(floors[0].count == floors[1].count)
    for (name, bytes) in floors[0] {
      let other = try #require(floors[1]["L1" + name.dropFirst(2)], "\(name)")
      let comparison = try #require(
        ImageComparison(
          of: TileDecoder.decode(bytes), and: TileDecoder.decode(other), in: .premultiplied))
      // The same samples in another order of summation, at places that differ by nanometres.
      #expect(comparison.maximum <= 2, "\(name): \(comparison)")
    }
  }

  @Test("A single image's definition has its outline and its control points")
  func outline() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.write(
      "name,px,py,lat,lng\nlift,0,0,47.366,8.545\nstairs,600,450,47.3655,8.546\n".utf8,
      as: "g.csv")
    try workspace.succeed("build plan.png -o out --gcp-file g.csv")
    let layer = try LayerDefinitionDocument(decoding: workspace.bytes("out/layer.json")).definition
    #expect(layer.controlPoints.map(\.name) == ["lift", "stairs"])
    #expect(layer.controlPoints[0].position.latitude == 47.366)
    #expect(layer.outline.count == 4)
    // The first and third corners are those of the control points, to a millimetre.
    #expect(abs(layer.outline[0].latitude - 47.366) < 1e-8)
    #expect(abs(layer.outline[0].longitude - 8.545) < 1e-8)
    #expect(abs(layer.outline[2].latitude - 47.3655) < 1e-8)
    #expect(abs(layer.outline[2].longitude - 8.546) < 1e-8)
  }
}
