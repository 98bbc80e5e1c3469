import Foundation
import Testing
import TilePyramidTesting

/// A person's actions on the page of `building edit`, by clicks and keys alone.
@Suite("The editor of a building in a browser", .serialized, .enabled(if: Browser.isInstalled))
struct BuildingPageTests {
  /// Shows floors beside the second one.
  private func compare(_ browser: Browser) throws {
    _ = try browser.value(
      "(() => { const s = document.getElementById('other'); s.value = 1; s.dispatchEvent(new Event('change')); })()"
    )
  }

  /// The texts and kinds of the points that floors share.
  private func shared(_ browser: Browser) throws -> [[String]] {
    let found = try browser.value(
      "[...document.querySelectorAll('#shared li')].map(e => [e.textContent, e.className])")
    return try #require(found as? [[String]])
  }

  @Test(
    "Six floors are aligned and an outline is drawn by clicks, and a build agrees with the page")
  func alignment() throws {
    let building = try DrawnBuilding()
    let browser = try Browser(
      opening: ["building", "edit", building.manifest], width: 1280, height: 800, of: building)
    #expect(
      browser.requestedAddresses.filter { $0.contains("/plan/") && $0.hasSuffix(".json") }.count
        <= 2, "tiles are made of floors that are shown alone")
    #expect(try browser.value("document.querySelectorAll('#shared li').length") as? Int == 0)
    try compare(browser)
    for floor in [0, 2, 3, 4, 5] {
      try browser.press("input[name=floor][value='\(floor)']")
      try browser.press("#like")
    }
    let shared = try shared(browser)
    #expect(shared.count == 3 && shared.allSatisfy { $0[1] == "agrees" }, "\(shared)")
    // A floor that is moved by hand agrees no more, until that is undone.
    try browser.press("input[name=mode][value=hand]")
    _ = try browser.value("editor.map.stage.focus()")
    try browser.type(key: "ArrowRight")
    try browser.waitUntilIdle()
    let moved = try self.shared(browser)
    #expect(moved.allSatisfy { $0[1] == "differs" && $0[0].contains("L4") }, "\(moved)")
    for _ in 0..<2 { try browser.press("#undo") }
    #expect(try browser.value("editor.state.mode") as? String == "align")
    try browser.press("#outline-draw")
    let corners = [(10.0, 12.0), (150, 12), (150, 140), (60, 100)]
    for corner in corners { try browser.click(at: try browser.screen(corner.0, corner.1)) }
    try browser.press("#save")
    #expect(try browser.text("saved")?.hasPrefix("The outline is not closed") == true)
    #expect(try building.read() == building.text)
    try browser.click(at: try browser.screen(corners[0].0, corners[0].1))
    let drawn = try #require(try browser.value("editor.state.outline") as? [[Double]])
    #expect(drawn.count == 4)
    #expect(try browser.value("editor.outline.isOpen") as? Bool == false)
    for (corner, found) in zip(corners, drawn) {
      #expect(abs(corner.0 - found[0]) <= 0.5 && abs(corner.1 - found[1]) <= 0.5)
    }
    try browser.press("#save")
    browser.end()

    let text = try building.read()
    let added = text.split(separator: "\n").filter { !building.text.contains($0) }
    #expect(added.filter { $0 == "    align: L0" }.count == 5 && added.count == 6, "\(added)")
    #expect(building.text.split(separator: "\n").allSatisfy { text.contains($0) })
    let probe = CommandProbe(
      executable: try #require(CommandProbe.builtExecutable(named: "tilepyramid")),
      directory: building.folder.url)
    let plan = try probe.run(["build", building.manifest, "--output", "tiles", "--dry-run"])
    #expect(plan.end == .exit(0), "\(plan.errors)")
    for item in shared { #expect(plan.output.contains(item[0]), "\(item[0]) in \(plan.output)") }
  }

  @Test(
    "By a floor leaves a placed floor where it is when the two share no points, and what is told of floors"
  )
  func byFloor() throws {
    let two = DrawnBuilding.points.prefix(2).map { name, east, south in
      let pixel = DrawnBuilding.pixel(east, south, DrawnBuilding.floors[3])
      return "\(name): [\(pixel.x), \(pixel.y)]"
    }
    let building = try DrawnBuilding([
      "L1": "bounds: [8.539, 47.369, 8.541, 47.371]",
      "L2": "points: {\(two.joined(separator: ", "))}",
    ])
    let browser = try Browser(
      opening: ["building", "edit", building.manifest], width: 1280, height: 800, of: building)
    // A window of another size shows the whole plan again, unless somebody has moved it.
    let zoom = "editor.map.view.zoom"
    try browser.resize(width: 900, height: 600)
    try browser.waitUntilIdle()
    let framed = try #require(try browser.value(zoom) as? Double)
    #expect(try browser.value("editor.map.isFramed") as? Bool == true)
    _ = try browser.value("editor.map.view.moveTo({ ...editor.map.framing, zoom: \(framed + 1) })")
    try browser.resize(width: 1280, height: 800)
    try browser.waitUntilIdle()
    #expect(try browser.value(zoom) as? Double == framed + 1)

    try browser.press("input[name=floor][value='2']")
    let before = try browser.value("JSON.stringify(editor.state)") as? String
    try browser.press("input[name=mode][value=align]")
    #expect(try browser.value("JSON.stringify(editor.state)") as? String == before)
    #expect(try browser.text("floor-note")?.hasPrefix("Not placed by ") == true)
    // Only where it is asked for is the floor put like the other one.
    try browser.press("#like")
    #expect(try browser.value("JSON.stringify(editor.state)") as? String != before)

    // Points that place a floor are no check of it.
    try browser.press("input[name=floor][value='3']")
    try compare(browser)
    try browser.press("#like")
    let items = try shared(browser)
    #expect(items.count == 2 && items.allSatisfy { $0[0].hasSuffix(", which placed it") })
    #expect(items.allSatisfy { $0[1] == "placing" }, "\(items)")
    try browser.press("#save")
    #expect(try browser.text("saved")?.hasSuffix("Not placed yet: B1, L3, L4.") == true)
    #expect(try browser.isHidden("building") == true)
    browser.end()
  }

  @Test(
    "Reloading shows what was saved, leaving unsaved work asks, and work is saved under another name"
  )
  func saving() throws {
    let building = try DrawnBuilding()
    let browser = try Browser(
      opening: ["building", "edit", building.manifest], width: 1280, height: 800, of: building)
    let other = try Browser(width: 1280, height: 800)
    try other.reduceMotion()
    try other.visit(browser.address)
    func move(_ floor: Int, _ browser: Browser) throws {
      try browser.press("input[name=floor][value='\(floor)']")
      try browser.press("input[name=mode][value=hand]")
      _ = try browser.value("editor.map.stage.focus()")
      for _ in 0..<3 { try browser.type(key: "ArrowRight") }
      try browser.waitUntilIdle()
    }
    func wests(_ browser: Browser) throws -> [Double] {
      try #require(try browser.value("editor.states.map(({ hand }) => hand[0])") as? [Double])
    }
    try move(2, browser)
    let moved = try wests(browser)
    #expect(try browser.reload(leaving: false) == ["beforeunload"])
    #expect(try wests(browser) == moved)
    try browser.press("#save")
    #expect(try browser.reload(leaving: true).isEmpty)
    try browser.waitUntilIdle()
    // Degrees are written to tenths of a millimetre.
    #expect(zip(moved, try wests(browser)).allSatisfy { abs($0 - $1) < 1e-3 })
    try move(3, browser)
    try browser.press("#save")
    let text = try building.read()
    #expect(text.split(separator: "\n").count { $0.hasPrefix("    corners:") } == 2)

    // The other page began before all this.
    try move(4, other)
    try other.press("#save")
    #expect(try building.read() == text)
    #expect(try other.text("saved")?.contains("the file has changed") == true)
    #expect(try other.isHidden("elsewhere") == false)
    try other.press("#save-as")
    #expect(try building.read() == text)
    let copy = try String(contentsOfFile: building.folder.path("building-2.yml"), encoding: .utf8)
    #expect(copy.split(separator: "\n").count { $0.hasPrefix("    corners:") } == 1)
    #expect(try other.reload(leaving: true).isEmpty)
    try other.waitUntilIdle()
    #expect(try other.value("document.title") as? String == "Place building-2.yml")
    #expect(other.complaints.count == 2 && other.complaints.allSatisfy { $0.contains("409") })
    browser.end()
  }
}
