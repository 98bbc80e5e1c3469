import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

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
    "A marker placed on a known corner sits on that corner to one pixel", arguments: [16, 18, 22])
  func marker(zoom: Int) throws {
    let corner = (x: (1 << zoom) * 5 / 9 | 1, y: (1 << zoom) * 3 / 8 | 1)
    let sample = try SampleSite()
    let path = try sample.writeMBTiles(
      "tiles.mbtiles", SampleSite.square(zoom: zoom, corner: corner))
    let server = try ServeProcess(path)
    let script = try sample.leafletScript(for: path, tilesAt: "\(server.address){z}/{x}/{y}.png")
    let middle = try SampleSite.middle(zoom: zoom, corner: corner)
    // The marker is off the middle of the screen, so that its place depends on the projection.
    let html = """
      <!doctype html><meta charset="utf-8">
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="file:///usr/share/javascript/leaflet/leaflet.css">
      <script src="file://\(leafletLibrary)"></script>
      <script src="\(script.file)"></script>
      <style>html, body, #map { height: 100%; margin: 0 } .mark { background: #000 }</style>
      <div id="map"></div>
      <script>
      const map = L.map('map', { zoomControl: false, attributionControl: false, fadeAnimation: false,
        zoomAnimation: false });
      map.setView([\(middle.latitude), \(middle.longitude)], \(zoom));
      map.panBy([90, -50], { animate: false });
      const tiles = \(script.name).createLayer();
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
    let image = try browser.screenshot()
    func color(_ x: Int, _ y: Int) -> [UInt8] {
      let start = 4 * (y * image.width + x)
      return Array(image.samples[start..<(start + 4)])
    }
    // The edges between the colours, found well away from the marker.
    let column = try #require(
      (200..<500).first {
        color($0, 300) == SampleSite.colors[0] && color($0 + 1, 300) == SampleSite.colors[1]
      })
    let row = try #require(
      (250..<500).first {
        color(250, $0) == SampleSite.colors[0] && color(250, $0 + 1) == SampleSite.colors[2]
      })
    let black: [UInt8] = [0, 0, 0, 255]
    let dark = (0..<image.height).flatMap { y in
      (0..<image.width).compactMap { x in color(x, y) == black ? (x: x, y: y) : nil }
    }
    let (left, right) = (dark.map(\.x).min() ?? 0, dark.map(\.x).max() ?? 0)
    let (top, bottom) = (dark.map(\.y).min() ?? 0, dark.map(\.y).max() ?? 0)
    #expect(right - left == 9 && bottom - top == 9)
    #expect(abs(Double(left + right + 1) / 2 - Double(column + 1)) <= 1)
    #expect(abs(Double(top + bottom + 1) / 2 - Double(row + 1)) <= 1)
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
    // Tiles around the four that exist are in sight, and were not asked for.
    let asked = Set(browser.requestedAddresses.filter { $0.hasPrefix(server.address) })
    #expect(asked.count == 4, "\(asked)")
    #expect(server.stop(SIGTERM).status == 0)
  }
}

extension SampleSite {
  /// Generates the script for Leaflet as a user does: where it is, and the global that it defines.
  fileprivate func leafletScript(
    for store: String, tilesAt url: String
  ) throws -> (file: String, name: String) {
    let program = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    let result = try CommandProbe(executable: program, directory: folder.url)
      .run(["layers", store, "--client", "leaflet", "--url", url, "-o", "client"])
    #expect(result.end == .exit(0), "\(result.errors)")
    let file = folder.url.appendingPathComponent(
      result.output.trimmingCharacters(in: .whitespacesAndNewlines))
    return (file.absoluteString, file.deletingPathExtension().lastPathComponent)
  }
}
