import Foundation
import PreviewPage
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

/// A person's views and actions on the page.
///
/// Without Chromium these tests are skipped.
@Suite("The page in a browser", .serialized, .enabled(if: Browser.isInstalled))
struct BrowserTests {
  private static let floors: [LayerDefinition.Floor] = [
    .init(id: "B1", level: -1, name: "Basement"), .init(id: "L0", level: 0, name: "Ground floor"),
    .init(id: "L1", level: 1, name: "First floor"),
  ]

  /// Writes the page of a building or folder beside its documents.
  private func writePage(of path: String) throws -> String {
    func definition(_ name: String) throws -> LayerDefinition {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
      return try LayerDefinitionDocument(decoding: [UInt8](bytes)).definition
    }
    var building: BuildingDefinition?
    var layers = ["layer.json"]
    if let bytes = FileManager.default.contents(atPath: path + "/" + BuildingDocument.fileName) {
      let found = try BuildingDocument(decoding: [UInt8](bytes)).definition
      layers = found.floors.map(\.layer)
      building = found
    }
    let html = try MapPage.html(for: try layers.map(definition), building: building)
    let page = URL(fileURLWithPath: path + "/" + MapPage.fileName)
    try Data(html.utf8).write(to: page)
    return page.absoluteString
  }

  /// Expects the four colours of a square, turned, around a position, which is the corner of four
  /// pixels, at a distance in pixels.
  private func expectSquare(
    _ image: RGBAImage, shift: Int = 0, atX x: Int, y: Int, distance: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (index, (dx, dy)) in [(-1, -1), (0, -1), (-1, 0), (0, 0)].enumerated() {
      let column = x + dx + (dx < 0 ? -distance : distance)
      let row = y + dy + (dy < 0 ? -distance : distance)
      #expect(
        image.pixel(column, row) == SampleSite.colors[(index + shift) % 4],
        "at \(column), \(row)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "The page opens, changes floors and shows native pixels, from the disk and served",
    arguments: [false, true])
  func floors(isServed: Bool) throws {
    let sample = try SampleSite()
    let path = try sample.writeBuilding("house", floors: Self.floors)
    let server = isServed ? try ServeProcess(path) : nil
    let address = try server?.address ?? writePage(of: path)
    let browser = try Browser(width: 800, height: 600)
    try browser.visit(address)
    #expect(try browser.value("document.title") as? String == "Ground floor – House")
    expectSquare(try browser.screenshot(), shift: 1, atX: 400, y: 300, distance: 60)
    for (index, floor) in Self.floors.enumerated() {
      try browser.press("#floors input[value=\(floor.id)]")
      #expect(try browser.text("subtitle") == floor.name)
      expectSquare(try browser.screenshot(), shift: index, atX: 400, y: 300, distance: 60)
    }
    try browser.press("#native")
    #expect(try browser.value("document.documentElement.dataset.level") as? String == "18")
    expectSquare(try browser.screenshot(), shift: 2, atX: 400, y: 300)
    try browser.waitUntilIdle("location.hash.startsWith('#18/') && location.hash.endsWith('/L1')")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
    // Nothing was asked for but the page and tiles that exist.
    let base = server?.address ?? "file://\(path)/"
    let tiles = try SampleSite.square().map(\.0)
    let known = Set(Self.floors.flatMap { floor in tiles.map { "\(base)\(floor.id)/\($0).png" } })
    for request in browser.requestedAddresses
    where !request.hasPrefix("data:") && request != "about:blank" {
      let plain = request.prefix { $0 != "?" && $0 != "#" }
      #expect(known.contains(String(plain)) || plain == address, "\(request)")
    }
    if let server { #expect(server.stop(SIGTERM).status == 0) }
  }

  @Test(
    "Native pixels are the tiles' own at every zoom and density",
    arguments: [(18, 1.0), (18, 2), (18, 1.5), (30, 1), (30, 3), (2, 1)])
  func native(zoom: Int, scale: Double) throws {
    let corner = zoom == 2 ? (x: 3, y: 1) : (x: (1 << zoom) * 5 / 9 | 1, y: (1 << zoom) * 3 / 8 | 1)
    let sample = try SampleSite()
    let path = try sample.writeFolder("tiles", SampleSite.square(zoom: zoom, corner: corner))
    let browser = try Browser(width: 800, height: 600, scale: scale)
    try browser.visit(try writePage(of: path))
    try browser.press("#native")
    #expect(try browser.value("document.documentElement.dataset.level") as? String == "\(zoom)")
    let image = try browser.screenshot()
    #expect(image.width == Int(800 * scale))
    expectSquare(image, atX: image.width / 2, y: image.height / 2)
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test(
    "Dragging moves the map by what the pointer moves; wheel, keys and pinch zoom about a point")
  func gestures() throws {
    let sample = try SampleSite()
    let address = try writePage(of: sample.writeFolder("tiles", SampleSite.square()))
    let middle = try SampleSite.middle()
    let browser = try Browser(width: 800, height: 600)
    let location = "\(middle.latitude)/\(middle.longitude)"
    try browser.visit("\(address)#18/\(location)")
    expectSquare(try browser.screenshot(), atX: 400, y: 300)
    try browser.mouse("mousePressed", x: 300, y: 300, more: ["clickCount": 1])
    for step in 1...10 {
      try browser.mouse(
        "mouseMoved", x: 300 + 7 * Double(step), y: 300 - 3 * Double(step), more: ["buttons": 1])
    }
    // A rest before the release leaves no momentum.
    _ = try browser.value("new Promise((done) => setTimeout(done, 150))")
    try browser.mouse("mouseReleased", x: 370, y: 270, more: ["clickCount": 1])
    try browser.waitUntilIdle()
    expectSquare(try browser.screenshot(), atX: 470, y: 270)
    try browser.mouse("mouseWheel", x: 470, y: 270, more: ["deltaX": 0, "deltaY": -240])
    try browser.waitUntilIdle("location.hash.startsWith('#18.84/')")
    // Half a pixel of rounding on either side of an edge.
    expectSquare(try browser.screenshot(), atX: 470, y: 270, distance: 1)
    try browser.type(key: "-")
    try browser.waitUntilIdle("location.hash.startsWith('#17.84/')")
    try browser.visit("\(address)#17/\(location)")
    try browser.touch("touchStart", [(350, 300), (450, 300)])
    for step in 1...10 {
      let spread = 5 * Double(step)
      try browser.touch("touchMove", [(350 - spread, 300), (450 + spread, 300)])
    }
    try browser.touch("touchEnd", [])
    try browser.waitUntilIdle("location.hash.startsWith('#18/')")
    expectSquare(try browser.screenshot(), atX: 400, y: 300, distance: 1)
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test("A control point sits on its corner to a pixel, and marks appear only when asked for")
  func marks() throws {
    let sample = try SampleSite()
    let address = try writePage(of: sample.writeFolder("tiles", SampleSite.square()))
    let browser = try Browser(width: 800, height: 600)
    let middle = try SampleSite.middle()
    let location = "#18/\(middle.latitude)/\(middle.longitude)"
    try browser.visit(address + location + "&points&outline&borders")
    let image = try browser.screenshot()
    func color(_ x: Int, _ y: Int) -> [UInt8] { Array(image.pixel(x, y).prefix(3)) }
    // White in the middle and a ring around it, whose middle is where the four pixels meet.
    #expect(color(400, 300) == [255, 255, 255] && color(399, 299) == [255, 255, 255])
    for (x, y) in [(396, 300), (403, 300), (400, 296), (400, 303)] {
      #expect(color(x, y) == [217, 72, 15], "at \(x), \(y)")
    }
    // The border of the south-eastern tile begins with its first pixel.
    #expect(color(400, 500) == [194, 24, 139])
    #expect(color(399, 500) == Array(SampleSite.colors[2].prefix(3)))
    try browser.visit(address + location)
    expectSquare(try browser.screenshot(), atX: 400, y: 300)
    try browser.click("#panel-button")
    for box in ["outline", "points", "borders"] {
      try browser.click("#\(box)")
      try browser.waitUntilIdle("location.hash.includes('\(box)')")
    }
    #expect(try browser.screenshot().pixel(399, 299) == [255, 255, 255, 255])
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test("The background shows through: blank, dark or checkered, and more with less opacity")
  func ground() throws {
    let sample = try SampleSite()
    let address = try writePage(of: sample.writeFolder("tiles", SampleSite.square()))
    let browser = try Browser(width: 800, height: 600)
    func color(_ state: String, _ x: Int, _ y: Int) throws -> [UInt8] {
      try browser.visit("\(address)#&\(state)")
      return try Array(browser.screenshot().pixel(x, y).prefix(3))
    }
    #expect(try color("ground=blank", 40, 300) == [0xF1, 0xF3, 0xF5])
    #expect(try color("ground=dark", 40, 300) == [0x14, 0x18, 0x1D])
    #expect(
      [[0xD3, 0xD8, 0xDE], [0xF7, 0xF8, 0xF9]].contains(try color("ground=checkered", 40, 300)))
    let half = try color("ground=dark&opacity=0.5", 380, 280)
    for (found, (top, ground)) in zip(half, zip(SampleSite.colors[0], [0x14, 0x18, 0x1D])) {
      #expect(abs(Int(found) - (Int(top) + ground) / 2) <= 1)
    }
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test("A tile that cannot be loaded is reported, and tried again when asked for")
  func brokenTile() throws {
    let sample = try SampleSite()
    let tiles = try SampleSite.square()
    let path = try sample.writeFolder("tiles", tiles)
    let address = try writePage(of: path)
    let broken = "\(path)/\(tiles[4].0).png"
    try Data("no image".utf8).write(to: URL(fileURLWithPath: broken))
    let middle = try SampleSite.middle()
    let browser = try Browser(width: 800, height: 600)
    try browser.visit("\(address)#18/\(middle.latitude)/\(middle.longitude)")
    let notice = "document.getElementById('notice').innerText"
    #expect((try browser.value(notice) as? String)?.contains("1 tile could not be loaded") == true)
    try Data(tiles[4].1).write(to: URL(fileURLWithPath: broken))
    try browser.click("#retry")
    try browser.waitUntilIdle(
      "document.documentElement.dataset.failed === '0' && document.getElementById('notice').hidden")
    expectSquare(try browser.screenshot(), atX: 400, y: 300)
  }

  @Test("The script's arithmetic and coverage are those of the library", arguments: 0..<3)
  func arithmetic(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var coverage = TileCoverage.Builder()
    for _ in 0..<80 {
      let x = Int.random(in: 5000..<5040, using: &generator)
      let y = Int.random(in: 3000..<3030, using: &generator)
      if let tile = TileCoordinate(zoom: 14, x: x, y: y) { coverage.insert(tile) }
    }
    let definition = LayerDefinition(
      name: "Drawn", bounds: .init(west: -69.7, south: 70, east: -69.3, north: 70.3),
      coverage: coverage.coverage)
    let page = try MapPage([.init(definition, tiles: try TileTemplate("{z}/{x}/{y}.png"))])
    let sample = try SampleSite()
    let file = sample.folder.path("page.html")
    try Data(page.html.utf8).write(to: URL(fileURLWithPath: file))
    let browser = try Browser(width: 300, height: 300)
    // Far away, so that no tile is asked for.
    try browser.visit(URL(fileURLWithPath: file).absoluteString)
    let found = try browser.value(
      """
      (() => {
        const data = JSON.parse(document.getElementById('page-data').textContent);
        const layer = new Layer(data.layers[0], 0);
        const all = [];
        for (let y = 2998; y < 3032; y += 1)
          for (let x = 4998; x < 5042; x += 1) if (layer.has(14, x, y)) all.push(`14/${x}/${y}`);
        return all;
      })()
      """)
    #expect(found as? [String] == definition.coverage.tiles.map(\.description))
    for _ in 0..<20 {
      let position = GeographicCoordinate(
        latitude: Double.random(in: -85...85, using: &generator),
        longitude: Double.random(in: -180..<180, using: &generator))
      let point = WebMercator.project(position)
      let x = point.x / WebMercator.extent + 0.5
      let y = 0.5 - point.y / WebMercator.extent
      let numbers = try #require(
        try browser.value(
          "[worldX(\(position.longitude)), worldY(\(position.latitude)), longitudeOf(\(x)), latitudeOf(\(y))]"
        ) as? [Double])
      // A few roundings of numbers around one and around a hundred.
      #expect(abs(numbers[0] - x) < 1e-14 && abs(numbers[1] - y) < 1e-14)
      #expect(abs(numbers[2] - position.longitude) < 1e-12)
      #expect(abs(numbers[3] - position.latitude) < 1e-12)
    }
  }
}
