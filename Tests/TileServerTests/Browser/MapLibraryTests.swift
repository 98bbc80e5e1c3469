import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// Expects that a black mark of 10 × 10 pixels is, to a pixel, where the four colours of a square meet.
///
/// The corner is around 90 pixels west and 50 south of the middle of a page of 800 × 600.
func expectMarkOnCorner(_ image: RGBAImage, sourceLocation: SourceLocation = #_sourceLocation) {
  func color(_ x: Int, _ y: Int) -> [UInt8] { image.pixel(x, y) }
  /// The first position of a range from which one colour is followed by another, with at most one pixel
  /// of both between them.
  func edge(
    in range: Range<Int>, from first: [UInt8], to second: [UInt8], _ color: (Int) -> [UInt8]
  ) -> Double? {
    for location in range where color(location) == first {
      if color(location + 1) == second { return Double(location + 1) }
      if color(location + 1) != first, color(location + 2) == second {
        return Double(location) + 1.5
      }
    }
    return nil
  }
  let colors = SampleSite.colors
  // The edges between the colours, found well away from the marker.
  let column = edge(in: 200..<500, from: colors[0], to: colors[1]) { color($0, 300) }
  let row = edge(in: 250..<500, from: colors[0], to: colors[2]) { color(250, $0) }
  guard let column, let row else {
    Issue.record("no corner is seen", sourceLocation: sourceLocation)
    return
  }
  let black: [UInt8] = [0, 0, 0, 255]
  let dark = (0..<image.height).flatMap { y in
    (0..<image.width).compactMap { x in color(x, y) == black ? (x: x, y: y) : nil }
  }
  let (left, right) = (dark.map(\.x).min() ?? 0, dark.map(\.x).max() ?? 0)
  let (top, bottom) = (dark.map(\.y).min() ?? 0, dark.map(\.y).max() ?? 0)
  #expect((8...10).contains(right - left) && (8...10).contains(bottom - top))
  #expect(abs(Double(left + right + 1) / 2 - column) <= 1, sourceLocation: sourceLocation)
  #expect(abs(Double(top + bottom + 1) / 2 - row) <= 1, sourceLocation: sourceLocation)
}

extension RGBAImage {
  /// The samples of a pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(samples[(4 * (y * width + x))...].prefix(4)) }
}

extension SampleSite {
  /// Generates files for a client as a user does.
  func clientFiles(_ client: String, for store: String, tilesAt url: String) throws -> [URL] {
    let program = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    let result = try CommandProbe(executable: program, directory: folder.url).run([
      "layers", store, "--client", client, "--module", "script", "--url", url, "-o", "client",
    ])
    #expect(result.end == .exit(0), "\(result.errors)")
    return result.output.split(separator: "\n").map {
      folder.url.appendingPathComponent(String($0))
    }
  }
}

/// The script that Debian's package installs.
private let leafletLibrary = "/usr/share/javascript/leaflet/leaflet.js"

/// The layer that is generated for Leaflet, in Leaflet itself, with tiles over the server.
///
/// Debian has the library as `libjs-leaflet`.
@Suite(
  "Leaflet over the server", .serialized,
  .enabled(if: Browser.isInstalled && FileManager.default.fileExists(atPath: leafletLibrary)))
struct LeafletTests {
  @Test(
    "A Leaflet marker on a known corner is on that corner to one pixel", arguments: [16, 18, 22])
  func marker(zoom: Int) throws {
    let corner = (x: (1 << zoom) * 5 / 9 | 1, y: (1 << zoom) * 3 / 8 | 1)
    let sample = try SampleSite()
    let path = try sample.writeMBTiles(
      "tiles.mbtiles", SampleSite.square(zoom: zoom, corner: corner))
    let server = try ServeProcess(path)
    let client = try sample.clientFiles(
      "leaflet", for: path, tilesAt: "\(server.address){z}/{x}/{y}.png")
    let script = try #require(client.first)
    let middle = try SampleSite.middle(zoom: zoom, corner: corner)
    // The marker is off the middle of the screen, so that its place depends on the projection.
    let html = """
      <!doctype html><meta charset="utf-8">
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="file:///usr/share/javascript/leaflet/leaflet.css">
      <script src="file://\(leafletLibrary)"></script>
      <script src="\(script.absoluteString)"></script>
      <style>html, body, #map { height: 100%; margin: 0 } .mark { background: #000 }</style>
      <div id="map"></div>
      <script>
      const map = L.map('map', { zoomControl: false, attributionControl: false, fadeAnimation: false,
        zoomAnimation: false });
      map.setView([\(middle.latitude), \(middle.longitude)], \(zoom));
      map.panBy([90, -50], { animate: false });
      const tiles = \(script.deletingPathExtension().lastPathComponent).createLayer();
      tiles.on('load', () => { document.documentElement.dataset.state = 'idle'; });
      tiles.addTo(map);
      L.marker([\(middle.latitude), \(middle.longitude)], { icon: L.divIcon({
        className: 'mark', iconSize: [10, 10], iconAnchor: [5, 5] }) }).addTo(map);
      </script>
      """
    let file = sample.folder.path("leaflet.html")
    try Data(html.utf8).write(to: URL(fileURLWithPath: file))
    let browser = try Browser(width: 800, height: 600)
    try browser.visit(URL(fileURLWithPath: file).absoluteString)
    expectMarkOnCorner(try browser.screenshot())
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
    // Tiles around the four that exist are in sight, and were not asked for.
    let asked = Set(browser.requestedAddresses.filter { $0.hasPrefix(server.address) })
    #expect(asked.count == 4, "\(asked)")
    #expect(server.stop(SIGTERM).status == 0)
  }
}

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
