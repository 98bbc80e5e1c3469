import Foundation
import Testing
import TileModel
import TilePyramidTesting

/// Maps beneath plans and tiles, as a browser draws them.
@Suite("Maps beneath in a browser", .serialized, .enabled(if: Browser.isInstalled))
struct BeneathTests {
  /// The position of parts of the sides of the fixture's tile.
  private func place(_ x: Double, _ y: Double) throws -> GeographicCoordinate {
    let (zoom, column, row) = VectorFixture.tile
    let side = Double(1 << zoom)
    return WebMercator.unproject(
      MercatorPoint(
        x: ((Double(column) + x) / side - 0.5) * WebMercator.extent,
        y: (0.5 - (Double(row) + y) / side) * WebMercator.extent))
  }

  /// The colours that a canvas has at places of the map, read at once.
  private func colours(
    _ places: [GeographicCoordinate], canvas: String, view: String, _ browser: Browser
  ) throws -> [[Int]]? {
    let degrees = places.map { [$0.longitude, $0.latitude] }
    return try browser.value(
      """
      (() => {
        const view = \(view);
        const { width, height } = \(canvas);
        const { data } = \(canvas).getContext("2d").getImageData(0, 0, width, height);
        return \(degrees).map(([longitude, latitude]) => {
          const { x, y } = view.screenOf(worldX(longitude), worldY(latitude));
          const at = 4 * (Math.round(y) * width + Math.round(x));
          return [...data.slice(at, at + 4)];
        });
      })()
      """) as? [[Int]]
  }

  private static let building = [221, 214, 206, 255]
  private static let water = [195, 220, 236, 255]

  @Test(
    "Vector tiles are drawn, credited and snapped to, and what is not saved outlasts adding one")
  func vectors() throws {
    let building = try DrawnBuilding()
    let path = try VectorFixture.write(into: building.folder)
    let browser = try Browser(opening: ["building", "edit", building.manifest], of: building)
    #expect(try browser.isHidden("ways") == false)
    _ = try browser.value("editor.rotateTo(17)")
    _ = try browser.value(
      "(() => { document.getElementById('add').value = '\(path)'; document.getElementById('add-button').click(); })()"
    )
    try browser.waitUntilIdle("editor.page.backgrounds.length === 1")
    try browser.waitUntilIdle()
    let bearing = try browser.value("Affine.bearing(editor.state.hand, editor.middle)")
    #expect(abs(try #require(bearing as? Double) - 17) < 1e-6)
    #expect(try browser.isHidden("ways") == true)
    let middle = try place(0.5, 0.5)
    _ = try browser.value(
      "editor.map.view.moveTo({ x: worldX(\(middle.longitude)), y: worldY(\(middle.latitude)), zoom: 15 })"
    )
    try browser.waitUntilIdle()
    let expected = [
      (0.5, 0.5, Self.building), (0.3, 0.7, Self.building), (0.05, 0.5, Self.water),
      (0.2, 0.5, [0, 0, 0, 0]), (1.1, 0.5, [0, 0, 0, 0]),
    ]
    let drawn = try colours(
      expected.map { try place($0.0, $0.1) }, canvas: "editor.map.drawing.tiles.canvas",
      view: "editor.map.view", browser)
    #expect(drawn == expected.map(\.2))
    #expect(try browser.text("credits") == "© OpenStreetMap")
    let corner = try place(0.25, 0.25)
    let snapped = try browser.value(
      """
      (() => {
        const { view } = editor.map;
        const { x, y } = view.screenOf(worldX(\(corner.longitude)), worldY(\(corner.latitude)));
        const found = worldOf(editor.map.corner({ x: x + 4, y: y - 3 }, 8));
        return [longitudeOf(found.x), latitudeOf(found.y)];
      })()
      """)
    let found = try #require(snapped as? [Double])
    // A 4096th of the tile is 0.4 m there.
    #expect(abs(found[0] - corner.longitude) < 1e-7 && abs(found[1] - corner.latitude) < 1e-7)
    browser.end()
  }

  @Test("Tiles of a URL come from its origin, and are told no more than the page's")
  func url() throws {
    let site = try SampleSite()
    let tiles = try ServeProcess(
      site.writeFolder("tiles", SampleSite.square()), ["--absent", "204"])
    let building = try DrawnBuilding()
    let middle = try SampleSite.middle()
    let url = "\(tiles.address){z}/{x}/{y}.png © Somebody"
    let browser = try Browser(opening: ["building", "edit", building.manifest, url], of: building)
    _ = try browser.value(
      "editor.map.view.moveTo({ x: worldX(\(middle.longitude)), y: worldY(\(middle.latitude)), zoom: 18 })"
    )
    try browser.waitUntilIdle()
    let drawn = try browser.value(
      "[...editor.map.cache.images].filter(([key, { state }]) => key.startsWith('1000/') && state === 'ready').length"
    )
    #expect(drawn as? Int == 4, "the four tiles that there are")
    #expect(try browser.text("credits") == "© Somebody")
    let referrers = browser.events.filter { $0.method == "Network.requestWillBeSent" }
      .compactMap { $0.parameters["request"] as? [String: Any] }
      .filter { ($0["url"] as? String)?.hasPrefix(tiles.address) == true }
      .map { ($0["headers"] as? [String: Any])?["Referer"] as? String }
    let origin = browser.address.split(separator: "/").prefix(2).joined(separator: "//") + "/"
    #expect(!referrers.isEmpty && referrers.allSatisfy { $0 == origin }, "\(referrers)")
    browser.end()
    #expect(tiles.stop(SIGTERM).status == 0)
  }

  @Test("Served tiles lie over what is named to be beneath them")
  func served() throws {
    let site = try SampleSite()
    let city = try VectorFixture.write(into: site.folder)
    // The squares meet at the middle of the building's western edge.
    let (_, column, row) = VectorFixture.tile
    let tiles = try SampleSite.square(corner: (column * 16 + 4, row * 16 + 8))
    let browser = try Browser(
      opening: ["serve", site.writeFolder("tiles", tiles), "--background", city], width: 800,
      height: 600, of: site)
    let edge = try place(0.25, 0.5)
    try browser.visit("\(browser.address)#17/\(edge.latitude)/\(edge.longitude)")
    let view = """
      Object.assign(new View(() => {}), { width: innerWidth, height: innerHeight, zoom: 17,
        x: worldX(\(edge.longitude)), y: worldY(\(edge.latitude)) })
      """
    let found = try colours(
      [try place(0.3, 0.5), try place(0.2, 0.5)], canvas: "document.getElementById('ground')",
      view: view, browser)
    #expect(found == [Self.building, [0, 0, 0, 0]])
    #expect(try browser.text("attribution") == "© OpenStreetMap")
    try browser.click("#panel-button")
    try browser.press("#beneath")
    #expect(try browser.isHidden("ground") == true)
    #expect(try browser.isHidden("attribution") == true)
    browser.end()
  }
}
