import BuildingManifest
import Foundation
import Georeferencing
import PlanEditor
import RasterSources
import Synchronization
import Testing
import TileModel
import TilePyramidTesting
import TileServer

@Suite("Saving from pages that began at different times")
struct SavingTests {
  /// A state by hand in which the plan is so many metres of EPSG:3857 east of the building's west.
  private static func moved(_ metres: Double) -> [String: Any] {
    let (x, y) = (950_600 + metres, 6_002_700.0)
    return [
      "mode": "hand", "kind": NSNull(), "points": [Any](), "hand": [x, y, 1, 0, 0, -1],
      "outline": [Any](),
    ]
  }

  /// The west of a floor in EPSG:3857 as the manifest states it.
  private func west(_ id: String, _ path: String) throws -> Double? {
    let floor = try BuildingManifest(path: path).floors.first { $0.id == id }
    guard case .stated(.corners(let corners)) = floor?.placement.way else { return nil }
    return WebMercator.project(corners.topLeft).x
  }

  private func isAt(_ found: Double?, _ metres: Double) -> Bool {
    found.map { abs($0 - 950_600 - metres) < 0.001 } ?? false
  }

  @Test("A page that is loaded again shows what was saved, and saving it undoes nothing")
  func reload() throws {
    let building = try DrawnBuilding()
    let session = try building.session()
    var page = try SessionPage(session)
    #expect(try page.save([0: Self.moved(0)]).status == 200)
    // The same page goes on, in either order with reloading.
    #expect(try page.save([0: Self.moved(0), 2: Self.moved(2)]).status == 200)
    var later = try SessionPage(session)
    let hand = try #require(try later.state(2)["hand"] as? [Double])
    #expect(abs(hand[0] - 950_602) < 0.001)
    #expect(try later.save([3: Self.moved(3)]).status == 200)
    var last = try SessionPage(session)
    #expect(try last.save([0: Self.moved(10)]).status == 200)
    for (id, metres) in [("B1", 10.0), ("L1", 2), ("L2", 3)] {
      #expect(try isAt(west(id, building.manifest), metres), "\(id)")
    }
    // Undone on the page that began before all this, it would be: which is refused.
    #expect(try page.save([:]).status == 409)
    #expect(try isAt(west("B1", building.manifest), 10))
  }

  @Test(
    "Of two tabs the later one is refused, told what to do, and its work saved under another name")
  func twoTabs() throws {
    let building = try DrawnBuilding()
    let session = try building.session()
    var (first, second) = (try SessionPage(session), try SessionPage(session))
    #expect(try first.save([0: Self.moved(1)]).status == 200)
    let text = try building.read()
    let refused = try second.save([2: Self.moved(2)])
    #expect(refused.status == 409 && refused.members["elsewhere"] as? String == "building-2.yml")
    #expect(
      (refused.members["error"] as? String)?.contains("next: save under another name") == true)
    #expect(try building.read() == text)
    // The older page is still told the places of floors.
    let fit = session.response(
      to: try second.request("fit", Self.moved(2), plan: 2, changed: [2: Self.moved(2)]))
    #expect(fit.status == 200)
    let saved = try second.save([2: Self.moved(2)], as: "building-2.yml")
    #expect(
      saved.status == 200
        && saved.members["command"] as? String == "build \(building.folder.path("building-2.yml"))")
    let copy = building.folder.path("building-2.yml")
    #expect(try isAt(west("L1", copy), 2) && west("B1", copy) == nil)
    #expect(try building.read() == text)
    var page = try SessionPage(session, file: "building-2.yml")
    #expect(try page.save([3: Self.moved(3)]).status == 200)
    #expect(try isAt(west("L1", copy), 2) && isAt(west("L2", copy), 3))
    #expect(try building.read() == text)
    // The first page has seen nothing of that.
    #expect(try first.save([0: Self.moved(4)]).status == 200)
  }

  @Test(
    "Names that lead elsewhere, end otherwise or are taken are refused",
    arguments: [
      "building.yml", "L0.png", "../other.yml", "/tmp/other.yml", ".yml", ".hidden.yml", "",
      "other.png", "a\u{0}.yml", "a\\b.yml", "link.yml",
      "\(String(repeating: "n", count: 300)).yml",
    ])
  func names(name: String) throws {
    let building = try DrawnBuilding()
    try FileManager.default.createSymbolicLink(
      atPath: building.folder.path("link.yml"),
      withDestinationPath: building.folder.path("nowhere.yml"))
    let listing = building.folder.listing
    var page = try SessionPage(try building.session())
    let answer = try page.save([0: Self.moved(1)], as: name)
    #expect([409, 422].contains(answer.status) && answer.members["error"] is String)
    #expect(building.folder.listing.filter { !$0.contains("tilepyramid-edit") } == listing)
    #expect(try building.read() == building.text)
  }

  @Test("Of saves at the same moment exactly one wins, within a session and between sessions")
  func concurrent() async throws {
    let building = try DrawnBuilding()
    let sessions = [try building.session(), try building.session()]
    for round in 0..<6 {
      let requests = try (0..<4).map { index in
        let state = Self.moved(Double(10 * round + index))
        return try SessionPage(sessions[index % 2])
          .request("save", state, plan: index, changed: [index: state])
      }
      let statuses = await withTaskGroup(of: (Int, Int).self) { group in
        for (index, request) in requests.enumerated() {
          let session = sessions[index % 2]
          group.addTask { (index, session.response(to: request).status) }
        }
        return await group.reduce(into: [0, 0, 0, 0]) { $0[$1.0] = $1.1 }
      }
      #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 409 } == 3, "\(statuses)")
      let winner = try #require(statuses.firstIndex(of: 200))
      let id = DrawnBuilding.floors[winner].id
      #expect(try isAt(west(id, building.manifest), Double(10 * round + winner)))
    }
  }

  @Test("What a text editor saves is served, and never replaced by a page that began before")
  func textEditor() throws {
    let building = try DrawnBuilding()
    let session = try building.session()
    var page = try SessionPage(session)
    try building.write(building.text.replacing("id: L4", with: "id: L9") + "# Of another program\n")
    let revision = session.response(
      to: SiteRequest(path: "/\(session.secret)/revision.json", host: SessionPage.host))
    #expect(!String(decoding: revision.body, as: UTF8.self).contains(page.revision))
    #expect(try page.save([0: Self.moved(1)]).status == 409)
    var later = try SessionPage(session)
    let plans = try #require(later.data["plans"] as? [[String: Any]])
    #expect(plans.last?["id"] as? String == "L9")
    #expect(try later.save([0: Self.moved(1)]).status == 200)
    #expect(try building.read().hasSuffix("# Of another program\n"))
    // A manifest that cannot be read says so, and the page can still be saved elsewhere.
    try building.write("floors: [\n")
    let broken = session.response(
      to: SiteRequest(path: "/\(session.secret)/", host: SessionPage.host))
    #expect(broken.status == 422)
    #expect(String(decoding: broken.body, as: UTF8.self).contains("building.yml:"))
    #expect(try later.save([0: Self.moved(2)]).status == 409)
    #expect(try later.save([0: Self.moved(2)], as: "rescued.yaml").status == 200)
    #expect(try isAt(west("B1", building.folder.path("rescued.yaml")), 2))
  }

  @Test("A plan's page shows what was saved last, by this session or another program")
  func plan() throws {
    let sample = try SampleSession()
    func hand(_ page: SessionPage) throws -> Double? {
      (try page.state()["hand"] as? [Double])?.first
    }
    var (page, other) = (try SessionPage(sample.session), try SessionPage(sample.session))
    var state = Self.moved(5)
    state["outline"] = [[1, 1], [30, 1], [30, 15]]
    #expect(try page.save([0: state]).status == 200)
    #expect(try other.save([0: Self.moved(6)]).status == 409)
    let saved = try other.save([0: Self.moved(6)], as: "other.pgw")
    #expect(saved.status == 200 && sample.text("other.pgw") == "950606 placed by hand\n")
    // A world file cannot hold the outline, which is still there.
    let later = try SessionPage(sample.session)
    #expect(try hand(later) == 950_605)
    #expect(try later.state()["outline"] as? [[Double]] == [[1, 1], [30, 1], [30, 15]])
    #expect(try hand(try SessionPage(sample.session, file: "other.pgw")) == 950_606)
    try sample.write("123 of another\n", "plan.pgw")
    var last = try SessionPage(sample.session)
    #expect(try hand(last) == 123)
    #expect(try last.save([0: Self.moved(7)]).status == 200)
    #expect(sample.text("plan.pgw") == "950607 placed by hand\n")
  }

  @Test("Points without a name have none after any number of saves, by hand in between")
  func unnamed() throws {
    let building = try DrawnBuilding()
    let session = try building.session()
    let (x, y) = (950_600.0, 6_002_700.0)
    func points(_ shift: Double) -> [String: Any] {
      let places = [[10.0, 10], [150, 10], [150, 140], [10, 140]]
      var state = Self.moved(0)
      state["mode"] = "points"
      state["points"] = zip(places, ["lift", "", "", ""]).map { place, name in
        [
          "place": [place[0] + shift, place[1], x + place[0] / 2, y - place[1] / 2], "name": name,
          "on": true,
        ]
      }
      return state
    }
    var page = try SessionPage(session)
    #expect(try page.save([0: points(0), 2: points(5)]).status == 200)
    let text = try building.read()
    #expect(
      text.contains("    gcps:\n      - lift: [10, 10, ") && text.contains("      - [150, 10, "))
    var by = try SessionPage(session)
    for floor in [0, 2] {
      let found = try #require(try by.state(floor)["points"] as? [[String: Any]])
      #expect(found.map { $0["name"] as? String } == ["lift", "", "", ""])
    }
    // Placed by hand on both floors: only the name of the points is shared.
    var changed: [Int: Any] = [:]
    for floor in [0, 2] {
      var state = try by.state(floor)
      (state["mode"], state["hand"]) = ("hand", [x, y, 0.5, 0, 0, -0.5])
      changed[floor] = state
    }
    #expect(try by.save(changed).status == 200)
    for floor in try BuildingManifest(path: building.manifest).floors
    where ["B1", "L1"].contains(floor.id) {
      guard case .listed(let points) = floor.points else { continue }
      #expect(Set(points.map(\.name)) == ["lift", "stairs A", "stairs B"], "\(floor.id)")
    }
  }
}

@Suite("A building beneath the plans")
struct BuildingBackgroundTests {
  private static func floor(_ id: String, _ level: FloorLevel) -> LayerDefinition.Floor {
    .init(id: id, level: level, name: id)
  }

  @Test(
    "Beneath each floor is that of its id, or else of its level, and its tiles are there",
    arguments: [false, true])
  func matching(databases: Bool) throws {
    let site = try SampleSite()
    let path = try site.writeBuilding(
      "house",
      floors: [
        Self.floor("L0", 0), Self.floor("first", 1), Self.floor("L2", 7), Self.floor("L8", 8),
      ], databases: databases)
    let building = try DrawnBuilding()
    for path in [path, path + "/building.json"] {
      let session = try building.session([path])
      let page = try SessionPage(session)
      let background = try #require((page.data["backgrounds"] as? [[String: Any]])?.first)
      // Floors are B1, L0, L1 and so on.
      #expect(background["places"] as? [[Int]] == [[1], [2], [3], []])
      #expect(background["floors"] as? [String] == ["L0", "first", "L2", "L8"])
      let layers = try #require(background["layers"] as? [[String: Any]])
      for (index, layer) in layers.enumerated() {
        let template = try #require(layer["tiles"] as? String)
        let tile = try #require(try SampleSite.square(shift: index).first)
        let address = template.split(separator: "?")[0].replacing("{z}", with: "\(tile.0.zoom)")
          .replacing("{x}", with: "\(tile.0.x)").replacing("{y}", with: "\(tile.0.y)")
        let answer = session.response(
          to: SiteRequest(path: "/\(session.secret)/\(address)", host: SessionPage.host))
        #expect(answer.status == 200 && answer.body == tile.1, "\(address)")
      }
    }
  }

  @Test("A building of which no floor can be shown is refused, and said how to name one")
  func refusal() throws {
    let site = try SampleSite()
    let other = try site.writeBuilding("tower", floors: [Self.floor("T8", 8), Self.floor("T9", 9)])
    let building = try DrawnBuilding()
    for begin in [
      { _ = try building.session([other]) }, { _ = try SampleSession(backgrounds: [other]) },
    ] {
      do {
        try begin()
        Issue.record("accepted")
      } catch let error as EditError {
        #expect(error.report.found?.contains("T8, T9") == true && error.report.nextStep != nil)
      }
    }
    let one = try site.writeFolder("one", SampleSite.square())
    _ = try SampleSession(backgrounds: [one])
    let only = try site.writeBuilding("hut", floors: [Self.floor("T7", 7)])
    let hut = try SampleSession(backgrounds: [only])
    let page = try SessionPage(hut.session)
    let background = try #require((page.data["backgrounds"] as? [[String: Any]])?.first)
    #expect(background["places"] as? [[Int]] == [[0]])
  }
}
