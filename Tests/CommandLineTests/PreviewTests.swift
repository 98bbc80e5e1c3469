import Foundation
import Testing
import TilePyramidTesting

@Suite("Previews")
struct PreviewTests {
  @Test("The page is put beside the tiles, and goes with them when they are replaced")
  func beside() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let build = ["build", "plan.png", "-o", "out"] + AlignedPlan.placement
    let first = try workspace.run(build + ["--preview", "--name", "A </title> plan"])
    #expect(first.end == .exit(0), "\(first.errors)")
    let files = AlignedPlan.tiles.map { "out/\($0).png" } + ["out/layer.json", "plan.png"]
    #expect(workspace.directory.listing == (files + ["out/preview.html"]).sorted())
    let page = String(decoding: try workspace.bytes("out/preview.html"), as: UTF8.self)
    #expect(page.contains("<title>A &lt;/title&gt; plan</title>"))
    #expect(page.contains(#/"tiles":"\{z\}\/\{x\}\/\{y\}\.png\?v=[0-9a-f]{16}"/#))
    #expect(try workspace.run(build).end == .exit(2))
    #expect(try workspace.run(build + ["--overwrite", "--preview"]).end == .exit(0))
    #expect(workspace.directory.listing == (files + ["out/preview.html"]).sorted())
    #expect(try workspace.run(build + ["--overwrite"]).end == .exit(0))
    #expect(workspace.directory.listing == files.sorted())
  }

  @Test("The page finds tiles by their names on the disk, whatever URL clients are given")
  func names() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      [
        "build", "plan.png", "-o", "out", "--preview", "--floor", "É 2", "--scheme", "tms",
        "--path", "L{floor}_{z}_{x}_{y}.png", "--url", "https://www.example.com/{z}/{x}/{y}.png",
      ] + AlignedPlan.placement)
    #expect(result.end == .exit(0), "\(result.errors)")
    let page = String(decoding: try workspace.bytes("out/preview.html"), as: UTF8.self)
    #expect(
      page.contains(
        #/"tiles":"L%C3%89%202_\{z\}_\{x\}_\{y\}\.png\?v=[0-9a-f]{16}","tms":true/#))
    #expect(!page.contains("www.example.com"))
  }

  @Test("An MBTiles file has no preview, which is said with the way to see it")
  func database() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      ["build", "plan.png", "-o", "out.mbtiles", "--preview"] + AlignedPlan.placement)
    #expect(result.end == .exit(2))
    #expect(result.errors.contains("tilepyramid serve out.mbtiles"), "\(result.errors)")
    #expect(workspace.entries == ["plan.png"])
  }

  @Test("A building has one page for all floors, which finds tiles by their names on the disk")
  func building() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    func write(_ store: String) throws {
      try workspace.write(
        """
        name: A </title> house
        bounds: [\(AlignedPlan.bounds)]
        \(store)
        url: https://www.example.com/{floor}/{z}/{x}/{y}.png
        floors:
          - {id: L1, name: Upstairs, image: plan.png}
          - {id: L0, image: plan.png}
        """.utf8, as: "b.yml")
    }
    try write("path: tiles/{floor}_{z}_{x}_{y}.{ext}")
    let build = ["build", "b.yml", "-o", "out"]
    let result = try workspace.run(build + ["--preview"])
    #expect(result.end == .exit(0), "\(result.errors)")
    let pages = workspace.directory.listing.filter { $0.hasSuffix(".html") }
    #expect(pages == ["out/preview.html"])
    let page = String(decoding: try workspace.bytes("out/preview.html"), as: UTF8.self)
    #expect(page.contains("<title>A &lt;/title&gt; house</title>"))
    let lower = try #require(page.range(of: #""tiles":"tiles/L0_{z}_{x}_{y}.png?v="#))
    let upper = try #require(page.range(of: #""tiles":"tiles/L1_{z}_{x}_{y}.png?v="#))
    #expect(lower.lowerBound < upper.lowerBound)
    #expect(page.contains(#""label":"Upstairs""#) && !page.contains("www.example.com"))
    #expect(try workspace.run(build + ["--overwrite"]).end == .exit(0))
    #expect(!workspace.directory.listing.contains("out/preview.html"))
    try write("store: mbtiles")
    let refused = try workspace.run(build + ["--preview", "--overwrite"])
    #expect(refused.end == .exit(2))
    #expect(refused.errors.contains("tilepyramid serve out"), "\(refused.errors)")
  }
}
