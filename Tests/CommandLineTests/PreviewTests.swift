import Foundation
import Testing
import TilePyramidTesting

@Suite("Previews")
struct PreviewTests {
  @Test("The page is put beside the tiles, and goes with them when they are replaced")
  func beside() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let build = AlignedPlan.build(to: "out")
    try workspace.succeed(build + ["--preview", "--name", "A </title> plan"])
    let files = AlignedPlan.tiles.map { "out/\($0).png" } + ["out/layer.json", "plan.png"]
    #expect(workspace.directory.listing == (files + ["out/preview.html"]).sorted())
    let page = try workspace.text("out/preview.html")
    #expect(page.contains("<title>A &lt;/title&gt; plan</title>"))
    #expect(page.contains(#/"tiles":"\{z\}\/\{x\}\/\{y\}\.png\?v=[0-9a-f]{16}"/#))
    try workspace.fail(build)
    try workspace.succeed(build + ["--overwrite", "--preview"])
    #expect(workspace.directory.listing == (files + ["out/preview.html"]).sorted())
    try workspace.succeed(build + ["--overwrite"])
    #expect(workspace.directory.listing == files.sorted())
  }

  @Test("The page finds tiles by their names on the disk, whatever URL clients are given")
  func names() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.succeed(
      AlignedPlan.build(
        to: "out", "--preview", "--floor", "É 2", "--scheme", "tms", "--path",
        "L{floor}_{z}_{x}_{y}.png", "--url", "https://www.example.com/{z}/{x}/{y}.png"))
    let page = try workspace.text("out/preview.html")
    #expect(
      page.contains(
        #/"tiles":"L%C3%89%202_\{z\}_\{x\}_\{y\}\.png\?v=[0-9a-f]{16}","tms":true/#))
    #expect(!page.contains("www.example.com"))
  }

  @Test("An MBTiles file has no preview, which is said with the way to see it")
  func database() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.fail(
      AlignedPlan.build(to: "out.mbtiles", "--preview"), saying: "tilepyramid serve out.mbtiles")
  }

  @Test("A building has one page for all floors, which finds tiles by their names on the disk")
  func building() throws {
    let workspace = try Workspace(AlignedPlan.raster)
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
    try workspace.succeed(build + ["--preview"])
    let pages = workspace.directory.listing.filter { $0.hasSuffix(".html") }
    #expect(pages == ["out/preview.html"])
    let page = try workspace.text("out/preview.html")
    #expect(page.contains("<title>A &lt;/title&gt; house</title>"))
    let lower = try #require(page.range(of: #""tiles":"tiles/L0_{z}_{x}_{y}.png?v="#))
    let upper = try #require(page.range(of: #""tiles":"tiles/L1_{z}_{x}_{y}.png?v="#))
    #expect(lower.lowerBound < upper.lowerBound)
    #expect(page.contains(#""label":"Upstairs""#) && !page.contains("www.example.com"))
    try workspace.succeed(build + ["--overwrite"])
    #expect(!workspace.directory.listing.contains("out/preview.html"))
    try write("store: mbtiles")
    try workspace.fail(build + ["--preview", "--overwrite"], saying: "tilepyramid serve out")
  }
}
