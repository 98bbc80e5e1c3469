import Foundation
import Testing
import TilePyramidTesting

/// A person's actions on the page of `building edit`, by clicks and keys alone.
@Suite("The editor of a building in a browser", .serialized, .enabled(if: Browser.isInstalled))
struct BuildingPageTests {
  private func press(_ selector: String, _ browser: Browser) throws {
    _ = try browser.value("document.querySelector(`\(selector)`).scrollIntoView()")
    try browser.click(selector)
    try browser.waitUntilIdle()
  }

  @Test(
    "Six floors are aligned and an outline is drawn by clicks, and a build agrees with the page")
  func alignment() throws {
    let building = try DrawnBuilding()
    let server = try ServeProcess(
      arguments: ["building", "edit", building.manifest, "--port", "0"])
    let browser = try Browser(width: 1280, height: 800)
    try browser.reduceMotion()
    try browser.visit(server.address)
    #expect(
      browser.requestedAddresses.filter { $0.contains("/plan/") && $0.hasSuffix(".json") }.count
        <= 2,
      "tiles are made of floors that are shown alone")
    #expect(try browser.value("document.querySelectorAll('#shared li').length") as? Int == 0)
    _ = try browser.value(
      "(() => { const s = document.getElementById('other'); s.value = 1; s.dispatchEvent(new Event('change')); })()"
    )
    for floor in [0, 2, 3, 4, 5] {
      try press("input[name=floor][value='\(floor)']", browser)
      try press("#like", browser)
    }
    let items =
      "[...document.querySelectorAll('#shared li')].map(e => [e.textContent, e.className])"
    let shared = try #require(try browser.value(items) as? [[String]])
    #expect(shared.count == 3 && shared.allSatisfy { $0[1] == "agrees" }, "\(shared)")
    // A floor that is moved by hand agrees no more, until that is undone.
    try press("input[name=mode][value=hand]", browser)
    _ = try browser.value("editor.map.stage.focus()")
    try browser.press("ArrowRight")
    try browser.waitUntilIdle()
    let moved = try #require(try browser.value(items) as? [[String]])
    #expect(moved.allSatisfy { $0[1] == "differs" && $0[0].contains("L4") }, "\(moved)")
    for _ in 0..<2 { try press("#undo", browser) }
    #expect(try browser.value("editor.state.mode") as? String == "align")
    try press("#outline-draw", browser)
    let corners = [(10.0, 12.0), (150, 12), (150, 140), (60, 100)]
    for corner in corners { try browser.click(at: try browser.screen(corner.0, corner.1)) }
    try press("#save", browser)
    #expect(try said(browser)?.hasPrefix("The outline is not closed") == true)
    #expect(try building.read() == building.text)
    try browser.click(at: try browser.screen(corners[0].0, corners[0].1))
    let drawn = try #require(try browser.value("editor.state.outline") as? [[Double]])
    #expect(drawn.count == 4)
    #expect(try browser.value("editor.outline.isOpen") as? Bool == false)
    for (corner, found) in zip(corners, drawn) {
      #expect(abs(corner.0 - found[0]) <= 0.5 && abs(corner.1 - found[1]) <= 0.5)
    }
    try press("#save", browser)
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
    _ = try browser.screenshot()
    try browser.resize(width: 390, height: 844, scale: 2)
    try browser.waitUntilIdle()
    _ = try browser.screenshot()
    #expect(server.stop(SIGTERM).status == 0)

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

  private func said(_ browser: Browser) throws -> String? {
    try browser.value("document.getElementById('saved').textContent") as? String
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
    let server = try ServeProcess(
      arguments: ["building", "edit", building.manifest, "--port", "0"])
    let browser = try Browser(width: 1280, height: 800)
    try browser.visit(server.address)
    // A window of another size shows the whole plan again, unless somebody has moved it.
    let zoom = "editor.map.view.zoom"
    try browser.resize(width: 900, height: 600)
    try browser.waitUntilIdle()
    let framed = try #require(try browser.value(zoom) as? Double)
    #expect(try browser.value("editor.map.isFramed") as? Bool == true)
    _ = try browser.value(
      "editor.map.view.moveTo({ ...editor.map.framing, zoom: \(framed + 1) })")
    try browser.resize(width: 1280, height: 800)
    try browser.waitUntilIdle()
    #expect(try browser.value(zoom) as? Double == framed + 1)

    try press("input[name=floor][value='2']", browser)
    let before = try browser.value("JSON.stringify(editor.state)") as? String
    try press("input[name=mode][value=align]", browser)
    #expect(try browser.value("JSON.stringify(editor.state)") as? String == before)
    let note = try browser.value("document.getElementById('floor-note').textContent") as? String
    #expect(note?.hasPrefix("Not placed by ") == true, "\(note ?? "")")
    // Only where it is asked for is the floor put like the other one.
    try press("#like", browser)
    #expect(try browser.value("JSON.stringify(editor.state)") as? String != before)

    // Points that place a floor are no check of it.
    try press("input[name=floor][value='3']", browser)
    _ = try browser.value(
      "(() => { const s = document.getElementById('other'); s.value = 1; s.dispatchEvent(new Event('change')); })()"
    )
    try press("#like", browser)
    let shared =
      "[...document.querySelectorAll('#shared li')].map(e => [e.textContent, e.className])"
    let items = try #require(try browser.value(shared) as? [[String]])
    #expect(items.count == 2 && items.allSatisfy { $0[0].hasSuffix(", which placed it") })
    #expect(items.allSatisfy { $0[1] == "placing" }, "\(items)")
    try press("#save", browser)
    #expect(try said(browser)?.hasSuffix("Not placed yet: B1, L3, L4.") == true)
    #expect(try browser.value("document.getElementById('building').hidden") as? Bool == true)
    #expect(server.stop(SIGTERM).status == 0)
  }

  @Test(
    "Reloading shows what was saved, leaving unsaved work asks, and work is saved under another name"
  )
  func saving() throws {
    let building = try DrawnBuilding()
    let server = try ServeProcess(
      arguments: ["building", "edit", building.manifest, "--port", "0"])
    let (browser, other) = (
      try Browser(width: 1280, height: 800), try Browser(width: 1280, height: 800)
    )
    for browser in [browser, other] {
      try browser.reduceMotion()
      try browser.visit(server.address)
    }
    func move(_ floor: Int, _ browser: Browser) throws {
      try press("input[name=floor][value='\(floor)']", browser)
      try press("input[name=mode][value=hand]", browser)
      _ = try browser.value("editor.map.stage.focus()")
      for _ in 0..<3 { try browser.press("ArrowRight") }
      try browser.waitUntilIdle()
    }
    func wests(_ browser: Browser) throws -> [Double] {
      try #require(try browser.value("editor.states.map(({ hand }) => hand[0])") as? [Double])
    }
    try move(2, browser)
    let moved = try wests(browser)
    #expect(try browser.reload(leaving: false) == ["beforeunload"])
    #expect(try wests(browser) == moved)
    try press("#save", browser)
    #expect(try browser.reload(leaving: true).isEmpty)
    try browser.waitUntilIdle()
    // Degrees are written to tenths of a millimetre.
    #expect(zip(moved, try wests(browser)).allSatisfy { abs($0 - $1) < 1e-3 })
    try move(3, browser)
    try press("#save", browser)
    let text = try building.read()
    #expect(text.split(separator: "\n").count { $0.hasPrefix("    corners:") } == 2)

    // The other page began before all this.
    try move(4, other)
    try press("#save", other)
    #expect(try building.read() == text)
    let status = try other.value("document.getElementById('saved').textContent") as? String
    #expect(status?.contains("the file has changed") == true)
    #expect(try other.value("document.getElementById('elsewhere').hidden") as? Bool == false)
    _ = try other.screenshot()
    try press("#save-as", other)
    #expect(try building.read() == text)
    let copy = try String(contentsOfFile: building.folder.path("building-2.yml"), encoding: .utf8)
    #expect(copy.split(separator: "\n").count { $0.hasPrefix("    corners:") } == 1)
    #expect(try other.reload(leaving: true).isEmpty)
    try other.waitUntilIdle()
    #expect(try other.value("document.title") as? String == "Place building-2.yml")
    #expect(other.complaints.count == 2 && other.complaints.allSatisfy { $0.contains("409") })
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
    #expect(server.stop(SIGTERM).status == 0)
  }
}
