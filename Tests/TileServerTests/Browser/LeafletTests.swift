import Foundation
import Testing
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
