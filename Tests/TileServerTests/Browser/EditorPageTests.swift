import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// A person's actions on the page of `georeference --edit`, by clicks and drags alone.
///
/// Without Chromium or the collection of real files these tests are skipped.
@Suite(
  "The editor in a browser", .serialized, .enabled(if: Browser.isInstalled && TestData.isAvailable))
struct EditorPageTests {
  private static let mall = "floorplans/indoor_loc_site1"

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A floor of a real mall in a folder of its own.
  private func copyFloor(_ floor: String) throws -> String {
    try folder.write(TestData.bytes("\(Self.mall)/\(floor)/floor_image.png"), as: "plan.png")
    return folder.path("plan.png")
  }

  private func open(_ plan: String, _ more: [String]) throws -> Browser {
    try Browser(opening: ["georeference", plan] + more + ["--edit"], of: folder)
  }

  /// Turns the wheel over a pane until a position in it is seen at a zoom, and returns where that is.
  private func bring(
    _ position: [Double], on pane: String, zoom: Double, _ browser: Browser
  ) throws -> (x: Double, y: Double) {
    for _ in 0..<60 {
      let found = try browser.value(
        """
        (() => {
          const pane = editor.\(pane);
          const { left, top, width, height } = pane.stage.getBoundingClientRect();
          const { x, y } = pane.screenOfPosition(\(position));
          return [x, y, left, top, width, height, pane.view.zoom];
        })()
        """)
      let numbers = try #require(found as? [Double])
      let (x, y, left, top) = (numbers[0], numbers[1], numbers[2], numbers[3])
      let (width, height) = (numbers[4], numbers[5])
      let isSeen = (20...(width - 20)).contains(x) && (60...(height - 60)).contains(y)
      if isSeen, numbers[6] >= zoom { return (left + x, top + y) }
      let over = isSeen ? (left + x, top + y) : (left + width / 2, top + height / 2)
      try browser.mouse(
        "mouseWheel", x: over.0, y: over.1, more: ["deltaX": 0, "deltaY": isSeen ? -430 : 430])
      try browser.waitUntilIdle()
    }
    throw Browser.Failure(message: "the position was never seen")
  }

  private func drag(
    _ from: (x: Double, y: Double), to: (x: Double, y: Double), _ browser: Browser
  ) throws {
    try browser.mouse("mousePressed", x: from.x, y: from.y, more: ["clickCount": 1])
    for step in 1...4 {
      let share = Double(step) / 4
      try browser.mouse(
        "mouseMoved", x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share,
        more: ["buttons": 1])
    }
    try browser.mouse("mouseReleased", x: to.x, y: to.y, more: ["clickCount": 1])
    try browser.waitUntilIdle()
  }

  /// The corners of an image by a saved file, in EPSG:3857.
  private func corners(of placement: Placement, _ plan: String, _ size: PixelSize) throws
    -> [MercatorPoint]
  {
    let resolved = try GeoreferenceResolver.resolve(placement, imagePath: plan, size: size)
    return [(0, 0), (size.width, 0), (size.width, size.height), (0, size.height)].map { x, y in
      resolved.georeference.mercator(of: PixelPoint(x: Double(x), y: Double(y)))
    }
  }

  @Test("Control points of QGIS that are clicked place a real plan as their file does")
  func points() throws {
    let plan = try copyFloor("F1")
    // Measured with a few decimetres of error, so that the fit is no interpolation.
    let rows = [
      (13_366_609.876, 3_541_394.161, 31.37, 42.81), (13_366_848.326, 3_541_463.883, 745.2, 101.55),
      (13_366_891.239, 3_541_309.309, 700.9, 560.12),
      (13_366_696.201, 3_541_256.68, 120.44, 500.01),
      (13_366_762.209, 3_541_356.726, 402.5, 300.25),
    ]
    let text = rows.reduce("#CRS: EPSG:3857\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n") {
      $0 + "\($1.0),\($1.1),\($1.2),-\($1.3),1,0,0,0\n"
    }
    let given = folder.path("qgis.points")
    try folder.write(text.utf8, as: "qgis.points")
    let browser = try open(plan, ["--at", "30.2925,120.0752"])
    try browser.choose("points")
    // However low its pane is, all of the plan is shown.
    try browser.resize(width: 390, height: 640, scale: 2)
    try browser.waitUntilIdle()
    #expect(try browser.value("editor.plan.isFramed") as? Bool == true)
    try browser.resize(width: 1300, height: 850)
    try browser.waitUntilIdle()
    for (index, row) in rows.enumerated() {
      // The last one is placed beside its place, towards the middle of the pane, and dragged there.
      let isLast = index == rows.count - 1
      let onPlan = try bring([row.2, row.3], on: "plan", zoom: 7, browser)
      let first = (x: onPlan.x + (isLast ? (onPlan.x > 240 ? -60 : 60) : 0), y: onPlan.y)
      try browser.click(at: first)
      try browser.click(at: try bring([row.0, row.1], on: "map", zoom: 25, browser))
      if isLast { try drag(first, to: onPlan, browser) }
    }
    #expect(try browser.value("editor.state.points.length") as? Int == rows.count)
    try browser.click("#save")
    try browser.waitUntilIdle()
    let size = PixelSize(width: 800, height: 588)
    let expected = try corners(of: .controlPointFile(path: given, kind: nil), plan, size)
    let saved = folder.path("plan.png.points")
    let found = try corners(of: .controlPointFile(path: saved, kind: nil), plan, size)
    for (one, other) in zip(expected, found) {
      // A pixel is 0.347 m on the map.
      #expect(hypot(one.x - other.x, one.y - other.y) / 0.347 < 0.05)
    }
    #expect(
      try browser.text("command")
        == "tilepyramid build \(plan) --gcp-file \(saved) --transform affine --output tiles")
    // On a phone, lines of the command end within no option.
    try browser.resize(width: 390, height: 844, scale: 2)
    try browser.waitUntilIdle()
    let lines = try browser.value(
      "[...document.querySelectorAll('#command span')].map((e) => e.getClientRects().length)")
    #expect(lines as? [Int] == [1, 1, 1])
    browser.end()
  }

  @Test("One button lays floors of a real mall onto their outlines", arguments: ["B1", "F1"])
  func outline(floor: String) throws {
    let plan = try copyFloor(floor)
    let browser = try open(plan, [TestData.path("\(Self.mall)/\(floor)/geojson_map.json")])
    try browser.click("#outline-fit")
    try browser.waitUntilIdle()
    let hand = try #require(try browser.value("editor.state.hand") as? [Double])
    let size = try #require(try browser.value("editor.size") as? [Double])
    let text = try TestData.bytes("\(Self.mall)/corners_derived.json")
    let root = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    let floors = try #require(root?["floors"] as? [String: [String: Any]])
    let bounds = try #require(floors[floor]?["bbox_3857"] as? [Double])
    for (x, y, east, north) in [
      (0, 0, bounds[0], bounds[3]), (size[0], 0, bounds[2], bounds[3]),
      (size[0], size[1], bounds[2], bounds[1]), (0, size[1], bounds[0], bounds[1]),
    ] {
      let found = (hand[0] + hand[2] * x + hand[4] * y, hand[1] + hand[3] * x + hand[5] * y)
      let metres = hypot(found.0 - east, found.1 - north) * cos(30.293 * .pi / 180)
      #expect(metres < 1, "\(metres) m")
    }
    browser.end()
  }

  @Test("The plan follows its handles and the arrow keys, what is typed stays, and all is undone")
  func handles() throws {
    let plan = try copyFloor("F1")
    let browser = try open(
      plan, ["--at", "30.2925,120.0752", "--outline", "10,20 700,20.5 700,500"])
    #expect(
      try browser.value("editor.state.outline") as? [[Double]]
        == [[10, 20], [700, 20.5], [700, 500]])
    func hand() throws -> [Double] {
      try #require(try browser.value("editor.state.hand") as? [Double])
    }
    func handle(_ index: Int) throws -> (x: Double, y: Double) {
      let found = try browser.value(
        """
        (() => {
          const { left, top } = editor.map.stage.getBoundingClientRect();
          const { at } = editor.map.handles.list(editor.state.hand)[\(index)];
          return [left + at.x, top + at.y];
        })()
        """)
      let numbers = try #require(found as? [Double])
      return (numbers[0], numbers[1])
    }
    let start = try hand()
    let (corner, opposite) = (try handle(0), try handle(2))
    let middle = ((corner.x + opposite.x) / 2, (corner.y + opposite.y) / 2)
    try drag(middle, to: (middle.0 + 30, middle.1 - 20), browser)
    let moved = try handle(0)
    #expect(abs(moved.x - corner.x - 30) < 0.01 && abs(moved.y - corner.y + 20) < 0.01)
    // The corner follows the pointer, and the opposite one stays.
    let fixed = try handle(0)
    let grip = try handle(2)
    try drag(
      grip, to: (fixed.x + 0.8 * (grip.x - fixed.x), fixed.y + 0.8 * (grip.y - fixed.y)), browser)
    let scaled = try hand()
    #expect(abs(scaled[2] / start[2] - 0.8) < 1e-6)
    let stays = try handle(0)
    #expect(abs(stays.x - fixed.x) < 0.01 && abs(stays.y - fixed.y) < 0.01)
    _ = try browser.value("editor.map.stage.focus()")
    try browser.type(key: "ArrowRight")
    try browser.waitUntilIdle()
    #expect(abs(try hand()[0] - scaled[0] - scaled[2]) < 1e-6)
    _ = try browser.value("editor.rotateTo(30)")
    let rotated = try hand()
    #expect(abs(rotated[2] - scaled[2] * cos(.pi / 6)) < 1e-6)
    #expect(abs(rotated[3] - scaled[5] * sin(.pi / 6)) < 1e-6)
    // A typed bearing holds against the handle that rotates.
    let circle = try handle(8)
    try drag(circle, to: (circle.x + 60, circle.y + 20), browser)
    #expect(try hand() == rotated)
    for _ in 0..<10 { _ = try browser.value("editor.undo()") }
    #expect(try hand() == start)
    browser.end()
  }
}
