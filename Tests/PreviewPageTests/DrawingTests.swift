import Foundation
import Testing
import TilePyramidTesting

@Suite("Edges of tiles on the page")
struct DrawingTests {
  private static let node = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(
    separator: ":"
  )
  .map { "\($0)/node" }.first(where: FileManager.default.isExecutableFile)

  @Test(
    "Each tile edge is the whole pixel nearest to its position, and tiles are as wide as native ones",
    .enabled(if: node != nil, "node is not installed"))
  func edges() throws {
    let folder = try TemporaryDirectory()
    var page = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { page.deleteLastPathComponent() }
    page.appendPathComponent("Sources/PreviewPage/Page")
    let sources = try ["mercator.js", "drawing.js"].map {
      try String(contentsOf: page.appendingPathComponent($0), encoding: .utf8)
    }
    let main = """
      const canvas = { getContext: () => ({ canvas: { width: 1001, height: 701 } }) };
      let farthest = 0, native = 0, seams = 0, count = 0;
      let seed = 7;
      const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
      for (let index = 0; index < 4000; index += 1) {
        const zoom = index % 2 ? 17 : 15 + 4 * random();
        const ratio = [1, 1.5, 2, 3][index % 4];
        const view = {
          zoom, scale: 256 * 2 ** zoom, x: 0.2 + 0.6 * random(), y: 0.2 + 0.6 * random(),
        };
        const drawing = new Drawing(canvas, canvas, view, {});
        drawing.ratio = ratio;
        const level = Math.round(zoom);
        const grid = drawing.grid({ levelFor: () => level });
        const across = 2 ** level;
        let last = null;
        for (const tile of grid.tiles()) {
          const place = (tile.x / across - view.x) * view.scale * ratio + 1001 / 2;
          farthest = Math.max(farthest, Math.abs(tile.left - place));
          if (Number.isInteger(grid.size)) {
            if (tile.right - tile.left !== grid.size) native += 1;
            if (tile.bottom - tile.top !== grid.size) native += 1;
          }
          if (last && last.y === tile.y && last.right !== tile.left) seams += 1;
          last = tile;
          count += 1;
        }
      }
      console.log(farthest <= 0.5 + 1e-6, native, seams, count > 10000);

      """
    let script = folder.url.appendingPathComponent("edges.js")
    try Data((sources + [main]).joined(separator: "\n").utf8).write(to: script)
    let outcome = try CommandProbe(
      executable: URL(fileURLWithPath: try #require(Self.node)), directory: folder.url
    ).run([script.path])
    #expect(outcome.end == .exit(0), "\(outcome.errors)")
    #expect(outcome.output == "true 0 0 true\n")
  }
}
