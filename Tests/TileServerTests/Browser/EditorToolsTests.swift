import Foundation
import Testing
import TileImaging
import TilePyramidTesting

/// The tools of the editor's page on a plan that a test draws: what pointers, keys and fields do.
@Suite("The tools of the editor in a browser", .serialized, .enabled(if: Browser.isInstalled))
struct EditorToolsTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let desktop = (width: 1300, height: 850)
  private static let phone = (width: 390, height: 844)

  /// A page that places a white plan of 600 x 400 pixels with a black rectangle from (200, 100) to (400, 300).
  private func open(_ size: (width: Int, height: Int) = desktop) throws -> Browser {
    var image = RGBAImage(
      width: 600, height: 400, samples: [UInt8](repeating: 255, count: 4 * 600 * 400))
    for y in 100..<300 {
      for x in 200..<400 {
        let at = 4 * (y * 600 + x)
        image.samples.replaceSubrange(at..<(at + 3), with: [0, 0, 0])
      }
    }
    try folder.write(PNGTileEncoder(effort: .fast).encode(image), as: "plan.png")
    return try Browser(
      opening: ["georeference", folder.path("plan.png"), "--at", "47.37,8.54", "--edit"],
      width: size.width, height: size.height, of: folder)
  }

  /// Types into a field and leaves it.
  private func type(_ text: String, into field: String, _ browser: Browser) throws {
    _ = try browser.value(
      "(() => { const e = document.getElementById('\(field)'); e.scrollIntoView(); e.focus(); e.select(); })()"
    )
    try browser.insert(text)
    _ = try browser.value("document.activeElement.blur()")
    try browser.waitUntilIdle()
  }

  private func text(_ selector: String, _ browser: Browser) throws -> String {
    try #require(try browser.value("document.querySelector('\(selector)').textContent") as? String)
  }

  @Test(
    "A click near a corner that is drawn takes the corner; with Alt, or far away, its own place")
  func corners() throws {
    let browser = try open()
    try browser.choose("points")
    func expectTaken(_ x: Double, _ y: Double, within tolerance: Double) throws {
      let found = try #require(try browser.value("editor.pending.plan") as? [Double])
      #expect(hypot(found[0] - x, found[1] - y) < tolerance, "\(found) for \(x), \(y)")
    }
    for corner in [(200.0, 100.0), (400, 100), (400, 300), (200, 300)] {
      let at = try browser.screen(corner.0, corner.1)
      try browser.click(at: (at.x + 4, at.y - 3))
      try expectTaken(corner.0, corner.1, within: 0.3)
    }
    // The loupe shows the place that is taken, between the rectangle and the ground.
    #expect(try browser.value("editor.plan.aim.isCorner") as? Bool == true)
    let quarters = try browser.value(
      """
      (() => {
        const { canvas } = editor.plan.loupe;
        const side = canvas.width;
        const { data } = canvas.getContext("2d").getImageData(0, 0, side, side);
        const at = (x, y) => data[4 * ((side / 2 + y) * side + side / 2 + x)];
        return [canvas.hidden ? 1 : 0, at(20, -20), at(-20, 20), at(-20, -20), at(20, 20)];
      })()
      """)
    // The corner below left is the last one: the rectangle is above to the right.
    #expect(quarters as? [Int] == [0, 0, 255, 255, 255])
    let corner = try browser.screen(200, 100)
    let pixels = try #require(
      try browser.value("editor.plan.across / editor.plan.view.scale") as? Double)
    try browser.click(at: (corner.x + 4, corner.y - 3), modifiers: 1)
    try expectTaken(200 + 4 * pixels, 100 - 3 * pixels, within: 1e-3)
    try browser.click(at: (corner.x + 14, corner.y - 14))
    try expectTaken(200 + 14 * pixels, 100 - 14 * pixels, within: 1e-3)
    _ = try browser.value("document.getElementById('snaps').click()")
    try browser.click(at: (corner.x + 4, corner.y - 3))
    try expectTaken(200 + 4 * pixels, 100 - 3 * pixels, within: 1e-3)
    try expectRivals(browser)
    browser.end()
  }

  /// The two corners of a wall are told apart, and how near they are.
  private func expectRivals(_ browser: Browser) throws {
    // Samples of a wall 8 wide whose outer corner is at 20, 20 and whose inner one is at 28, 28.
    let found = try browser.value(
      """
      [[18, 19], [29, 30]].flatMap(([x, y]) => {
        const grey = Float32Array.from({ length: 61 * 61 }, (_, index) => {
          const [column, row] = [index % 61, Math.floor(index / 61)];
          return Math.min(column, row) >= 20 && Math.min(column, row) < 28 ? 0 : 255;
        });
        const found = Corners.nearest(grey, 61, { x, y }, 12);
        return [found.x, found.y, found.rival];
      })
      """)
    let numbers = try #require(found as? [Double])
    let diagonal = 8 * 2.0.squareRoot()
    for (number, expected) in zip(numbers, [20, 20, diagonal, 28, 28, diagonal]) {
      #expect(abs(number - expected) < 0.5, "\(numbers)")
    }
    let isNone =
      "Corners.nearest(new Float32Array(3721).fill(200), 61, { x: 30, y: 30 }, 12) === null"
    #expect(try browser.value(isNone) as? Bool == true)
  }

  @Test("A place beside the plan is refused with words, and Escape takes back half a pair")
  func refusal() throws {
    let browser = try open()
    try browser.choose("points")
    try browser.click(at: try browser.screen(300, 440))
    #expect(try browser.value("editor.pending.plan === null") as? Bool == true)
    #expect(try text("#plan-stage .said", browser).contains("outside the plan"))
    try browser.click(at: try browser.screen(50, 350))
    #expect(try browser.value("editor.pending.plan === null") as? Bool == false)
    #expect(try text("#plan-stage .said", browser).isEmpty)
    try browser.type(key: "Escape")
    try browser.waitUntilIdle()
    #expect(try browser.value("editor.pending.plan === null") as? Bool == true)
    // A click on its box switches a point off.
    let isOn = try browser.value(
      """
      (() => {
        editor.change({ points: [{ place: [1, 2, 950000, 6000000], name: "", on: true }] });
        document.querySelector("#rows input[type=checkbox]").click();
        return editor.state.points[0].on;
      })()
      """)
    #expect(isOn as? Bool == false)
    browser.end()
  }

  /// Measures a second wall, down the plan, and keeps the outline of the rectangle for other floors.
  private func keepOutline(_ browser: Browser) throws {
    #expect(try browser.text("hint")?.hasPrefix("A wall is measured.") == true)
    _ = try browser.value("document.getElementById('measure').click()")
    try browser.click(at: try browser.screen(200, 100))
    try browser.click(at: try browser.screen(200, 300))
    #expect(try browser.value("document.getElementById('length').value") as? String == "")
    try type("10 m", into: "length", browser)
    let note = try browser.value("editor.note") as? String
    #expect(note?.contains("columns are now 100.00 % as wide, rows 80.0") == true, "\(note ?? "")")
    _ = try browser.value(
      """
      editor.change({ outline: [[200, 100], [400, 100], [400, 300], [200, 300]] });
      document.getElementById('outline-keep').click();
      """)
    let file = URL(fileURLWithPath: folder.path("plan-outline.geojson"))
    try browser.waitUntilIdle("editor.beneath?.outlines.length === 1")
    let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let feature = (document?["features"] as? [[String: Any]])?.first
    let geometry = feature?["geometry"] as? [String: Any]
    let ring = try #require((geometry?["coordinates"] as? [[[Double]]])?.first)
    #expect(ring.count == 5 && ring[0] == ring[4])
    // Degrees of WGS 84 at 47.37° north: 75,529 m to the east, 111,178 m to the north.
    #expect(abs((ring[1][0] - ring[0][0]) * 75_529 - 12.5) < 0.02)
    #expect(abs((ring[1][1] - ring[2][1]) * 111_178 - 10) < 0.02)
    #expect(try browser.value("editor.state.outline.length") as? Int == 4)
    // The page began again with what could be undone, and with what holds.
    #expect(try browser.value("editor.holds.scale") as? Bool == true)
    _ = try browser.value("editor.undo()")
    #expect(try browser.value("editor.state.outline.length") as? Int == 0)
    _ = try browser.value("editor.redo()")
  }

  @Test(
    "Two measured points are drawn with their line, and the length between them scales the plan")
  func measuring() throws {
    let browser = try open()
    _ = try browser.value("document.getElementById('measure').click()")
    try browser.click(at: try browser.screen(200, 100))
    try browser.click(at: try browser.screen(400, 100))
    for pane in ["plan", "map"] {
      // A quarter of the way the line is drawn, in the blue of the points; the label is in the middle.
      let colour = try browser.value(
        """
        (() => {
          const pane = editor.\(pane);
          const at = (pixel) => (pane.isPlan ? pane.screenOfPosition(pixel)
            : pane.screenOfPosition(Affine.apply(editor.state.hand, pixel)));
          const [from, to] = [at([200, 100]), at([400, 100])];
          const marks = pane.drawing.marks;
          return [...marks.getImageData(from.x + (to.x - from.x) / 4, from.y, 1, 1).data];
        })()
        """)
      #expect(colour as? [Int] == [10, 98, 208, 255], "\(pane)")
    }
    try type("12,5 m", into: "length", browser)
    let metres = try browser.value("Affine.metresPerPixel(editor.state.hand, editor.middle)")
    // 12.5 m over 200 pixels.
    #expect(abs(try #require(metres as? Double) / 0.0625 - 1) < 2e-3)
    #expect(try browser.value("editor.measure.isActive") as? Bool == false)
    try keepOutline(browser)
    browser.end()
  }

  @Test("Fields take and state what can be meant, and say beside them what they cannot take")
  func fields() throws {
    let browser = try open()
    let bearing = "Affine.bearing(editor.state.hand, editor.middle)"
    let metres = "Affine.metresPerPixel(editor.state.hand, editor.middle)"
    let latitude = "latitudeOf(worldOf(Affine.apply(editor.state.hand, editor.middle)).y)"
    let taken: [(field: String, text: String, expression: String, value: Double)] = [
      ("bearing", "23,5", bearing, 23.5), ("bearing", "12°30'", bearing, 12.5),
      ("metres", "0,05", metres, 0.05), ("metres", "4 cm", metres, 0.04),
      // 1 : 200 at 254 dots per inch is 2 cm a pixel.
      ("dpi", "254", metres, 0.04), ("scale", "1:200", metres, 0.02),
      ("scale", "1:1,000", metres, 0.1), ("middle", "47,25; 8,5", latitude, 47.25),
      ("middle", "47°30'0\"N 8°30'0\"E", latitude, 47.5),
      ("middle", "https://www.openstreetmap.org/#map=19/47.125/8.5", latitude, 47.125),
    ]
    for (field, text, expression, value) in taken {
      try type(text, into: field, browser)
      let found = try #require(try browser.value(expression) as? Double)
      #expect(abs(found - value) < 1e-6, "\(field): \(text)")
      let isInvalid = try browser.value("document.getElementById('\(field)').ariaInvalid")
      #expect(isInvalid as? String != "true", "\(field): \(text)")
    }
    let before = try browser.value("editor.state.hand") as? [Double]
    for (field, wrong, words) in [
      ("bearing", "foo", "“foo” is no number"), ("metres", "1:200", "is no number"),
      ("metres", "0", "more than 0"), ("metres", "1,200", "1.200 or 1200"),
      ("scale", "1:x", "“x” is no number"), ("middle", "147.3, 8.5", "latitude comes first"),
      ("middle", "47.3", "is no position"), ("goto", "nowhere", "is no position"),
    ] {
      try type(wrong, into: field, browser)
      #expect(try text("#\(field)-fault", browser).contains(words), "\(field): \(wrong)")
      let field = "document.getElementById('\(field)')"
      #expect(try browser.value("\(field).ariaInvalid") as? String == "true")
      #expect(try browser.value("\(field).value") as? String == wrong, "it is there to be mended")
    }
    #expect(try browser.value("editor.state.hand") as? [Double] == before)
    let said = try browser.value("[12.345, 1, 0.9994, 0.0123, 0.0032, 0].map(Typed.length)")
    #expect(said as? [String] == ["12.3 m", "1 m", "99.9 cm", "1.23 cm", "3.2 mm", "0 mm"])
    browser.end()
  }

  @Test("The handle that rotates goes in steps of 15 degrees with Shift alone")
  func steps() throws {
    let browser = try open()
    func rotate(modifiers: Int) throws -> Double {
      let found = try browser.value(
        """
        (() => {
          const { left, top } = editor.map.stage.getBoundingClientRect();
          const handles = editor.map.handles.list(editor.state.hand);
          const { at } = handles[8];
          return [left + at.x, top + at.y];
        })()
        """)
      let at = try #require(found as? [Double])
      try browser.mouse("mousePressed", x: at[0], y: at[1], more: ["clickCount": 1])
      for step in [20.0, 45] {
        try browser.mouse(
          "mouseMoved", x: at[0] + step, y: at[1] + step / 9,
          more: ["buttons": 1, "modifiers": modifiers])
      }
      try browser.mouse("mouseReleased", x: at[0] + 45, y: at[1] + 5, more: ["clickCount": 1])
      try browser.waitUntilIdle()
      let bearing = try browser.value("Affine.bearing(editor.state.hand, editor.middle)")
      return try #require(bearing as? Double)
    }
    let free = try rotate(modifiers: 0)
    #expect(abs(free / 15 - (free / 15).rounded()) > 0.01, "\(free)")
    let stepped = try rotate(modifiers: 8)
    #expect(stepped > free && abs(stepped / 15 - (stepped / 15).rounded()) < 1e-6, "\(stepped)")
    browser.end()
  }

  @Test("On a phone two fingers on the plan turn it, and handles stay on the map at any zoom")
  func phone() throws {
    let browser = try open(Self.phone)
    let middle = try browser.value(
      "(() => { const b = editor.map.stage.getBoundingClientRect(); return [b.width / 2, b.top + b.height / 2]; })()"
    )
    let centre = try #require(middle as? [Double])
    func fingers(_ degrees: Double, _ distance: Double) -> [(x: Double, y: Double)] {
      let (dx, dy) = (distance * cos(degrees * .pi / 180), distance * sin(degrees * .pi / 180))
      return [(centre[0] - dx, centre[1] - dy), (centre[0] + dx, centre[1] + dy)]
    }
    try browser.touch("touchStart", fingers(0, 30))
    for step in 1...20 { try browser.touch("touchMove", fingers(2 * Double(step), 30)) }
    try browser.touch("touchEnd", [])
    try browser.waitUntilIdle()
    let bearing = try browser.value("Affine.bearing(editor.state.hand, editor.middle)")
    #expect(abs(try #require(bearing as? Double) - 40) < 0.5)
    #expect(try browser.value("editor.past.length") as? Int == 1, "one step to undo")
    let before = try browser.value("editor.state.hand") as? [Double]
    try browser.touch("touchStart", fingers(0, 30))
    for step in 1...20 { try browser.touch("touchMove", fingers(0, 30 + 5 * Double(step))) }
    try browser.touch("touchEnd", [])
    try browser.waitUntilIdle()
    #expect(try browser.value("editor.state.hand") as? [Double] == before, "a pinch zooms the map")
    for _ in 0..<4 {
      let isWithin = try browser.value(
        """
        editor.map.handles.shown(editor.state.hand).every(({ at: { x, y } }) => (
          x >= 20 && y >= 40 && x <= editor.map.view.width - 20 && y <= editor.map.view.height - 20))
        """)
      #expect(isWithin as? Bool == true)
      _ = try browser.value("document.getElementById('map-in').click()")
      try browser.waitUntilIdle()
    }
    browser.end()
  }
}
