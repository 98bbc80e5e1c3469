import Foundation
import Testing
import TileModel
import TilePyramidTesting

/// The library's script, which no package of Debian has: the one that a variable names.
private let mapLibreLibrary = ProcessInfo.processInfo.environment["TILEPYRAMID_MAPLIBRE"]

/// The code generated for MapLibre GL JS, in MapLibre itself, with tiles over the server.
///
/// The variable `TILEPYRAMID_MAPLIBRE` names its `maplibre-gl.js`, of version 4 or later.
@Suite(
  "MapLibre over the server", .serialized,
  .enabled(if: Browser.isInstalled && mapLibreLibrary != nil, "TILEPYRAMID_MAPLIBRE is not set"))
struct MapLibreTests {
  @Test(
    "A MapLibre marker on a known corner is on that corner to one pixel, with style or script",
    arguments: [16, 22], [false, true])
  func marker(zoom: Int, usesStyle: Bool) throws {
    let corner = (x: (1 << zoom) * 5 / 9 | 1, y: (1 << zoom) * 3 / 8 | 1)
    let sample = try SampleSite()
    let path = try sample.writeMBTiles(
      "tiles.mbtiles", SampleSite.square(zoom: zoom, corner: corner))
    let server = try ServeProcess(path, ["--absent", "204"])
    let files = try sample.clientFiles(
      "maplibre", for: path, tilesAt: "\(server.address){z}/{x}/{y}.png")
    let script = try #require(files.first { $0.pathExtension == "js" })
    let style = try #require(files.first { $0.pathExtension == "json" })
    let styleText = String(decoding: try Data(contentsOf: style), as: UTF8.self)
    let middle = try SampleSite.middle(zoom: zoom, corner: corner)
    let name = script.deletingPathExtension().lastPathComponent
    // MapLibre counts zooms in cells of 512 pixels.
    let html = """
      <!doctype html><meta charset="utf-8">
      <link rel="icon" href="data:,">
      <script src="\(URL(fileURLWithPath: mapLibreLibrary ?? "").absoluteString)"></script>
      <script src="\(script.absoluteString)"></script>
      <style>html, body, #map { height: 100%; margin: 0 } .mark { background: #000; width: 10px;
        height: 10px; position: absolute; top: 0; left: 0 }</style>
      <div id="map"></div>
      <script>
      const place = [\(middle.longitude), \(middle.latitude)];
      const empty = { version: 8, sources: {}, layers: [] };
      const map = new maplibregl.Map({ container: 'map', attributionControl: false, fadeDuration: 0,
        style: \(usesStyle) ? \(styleText) : empty, center: place, zoom: \(zoom - 1) });
      map.on('error', (event) => console.error(String(event.error)));
      map.on('load', () => {
        map.panBy([90, -50], { animate: false });
        if (!\(usesStyle)) \(name).addTo(map);
        const element = Object.assign(document.createElement('div'), { className: 'mark' });
        new maplibregl.Marker({ element }).setLngLat(place).addTo(map);
        map.once('idle', () => { document.documentElement.dataset.state = 'idle'; });
      });
      </script>
      """
    let file = sample.folder.path("maplibre.html")
    try Data(html.utf8).write(to: URL(fileURLWithPath: file))
    let browser = try Browser(width: 800, height: 600, drawsWebGL: true)
    try browser.visit(URL(fileURLWithPath: file).absoluteString)
    expectMarkOnCorner(try browser.screenshot())
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
    let asked = Set(browser.requestedAddresses.filter { $0.hasPrefix(server.address) })
    // The script knows which tiles exist; a style can only name bounds.
    if !usesStyle { #expect(asked.count == 4, "\(asked)") }
    #expect(server.stop(SIGTERM).status == 0)
  }
}
