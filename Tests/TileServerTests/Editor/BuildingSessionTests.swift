import Foundation
import PlanEditor
import Testing
import TileModel
import TilePyramidTesting
import TileServer

@Suite("A session that places the floors of a building")
struct BuildingSessionTests {
  /// A session over a drawn building, with the requests of its page.
  private struct Sample {
    let building: DrawnBuilding
    let session: EditingSession

    init(_ building: DrawnBuilding) throws {
      self.building = building
      session = try building.session()
    }

    /// The answer to a request for the state of a floor, which has changed, beside those of others.
    func ask(
      _ name: String, _ floor: Int, _ state: String, others: [Int: String] = [:]
    ) throws -> (status: Int, members: [String: Any], text: String) {
      var changed = try others.mapValues(SessionPage.state)
      changed[floor] = try SessionPage.state(state)
      let request = try SessionPage(session)
        .request(name, changed[floor] ?? "", plan: floor, changed: changed)
      let answer = session.response(to: request)
      let object = try? JSONSerialization.jsonObject(with: Data(answer.body))
      return (
        answer.status, object as? [String: Any] ?? [:], String(decoding: answer.body, as: UTF8.self)
      )
    }
  }

  private static func aligned(_ reference: String) -> String {
    #"{"mode":"align","reference":"\#(reference)","kind":null,"points":[],"hand":[0,0,1,0,0,-1]}"#
  }

  /// The middle of the building in EPSG:3857, and how many of its metres are one of the ellipsoid there, eastwards and
  /// northwards: by the radii of curvature of WGS 84.
  private static func projected() -> (x: Double, y: Double, east: Double, north: Double) {
    let (latitude, longitude) = DrawnBuilding.middle
    let radius = 6_378_137.0
    let share = 1 - 0.00669437999014 * pow(sin(latitude * .pi / 180), 2)
    let east = share.squareRoot() / cos(latitude * .pi / 180)
    return (
      radius * longitude * .pi / 180, radius * log(tan(.pi / 4 + latitude * .pi / 360)), east,
      east * share / (1 - 0.00669437999014)
    )
  }

  /// A state by hand: north up, at a scale, with the middle of the plan so many metres on the ground east of
  /// that of the building.
  private static func hand(_ metresPerPixel: Double, east: Double) -> String {
    let (x, y, eastern, northern) = projected()
    let (width, height) = (metresPerPixel * eastern, metresPerPixel * northern)
    let origin = [x + east * eastern - 80 * width, y + 75 * height]
    return
      #"{"mode":"hand","kind":null,"points":[],"hand":[\#(origin[0]),\#(origin[1]),\#(width),0,0,\#(-height)]}"#
  }

  private static func shared(_ members: [String: Any]) throws -> [String: (
    text: String, sort: String
  )] {
    let list = try #require(members["shared"] as? [[String: Any]])
    var shared: [String: (text: String, sort: String)] = [:]
    for item in list {
      let name = try #require(item["name"] as? String)
      shared[name] = (try #require(item["text"] as? String), try #require(item["sort"] as? String))
    }
    return shared
  }

  @Test(
    "Points that floors share differ by how far a floor is off, and agree within the limit alone")
  func agreement() throws {
    // L0 is rotated by nothing, so that B1 by hand at its scale differs by its own rotation alone.
    let points = DrawnBuilding.points.map { name, east, south in
      let pixel = DrawnBuilding.pixel(east, south, DrawnBuilding.floors[1])
      return "\(name): [\(pixel.x), \(pixel.y)]"
    }
    let sample = try Sample(DrawnBuilding(["B1": "points: {\(points.joined(separator: ", "))}"]))
    for (east, agrees) in [(3.0, false), (0.11, false), (0.09, true), (0, true)] {
      let answer = try sample.ask("fit", 0, Self.hand(0.5, east: east))
      let shared = try Self.shared(answer.members)
      #expect(shared.count == 3)
      for (name, point) in shared {
        #expect(point.sort == (agrees ? "agrees" : "differs"), "\(point)")
        let words = point.text.dropFirst(name.count + 2).split(separator: " ")
        #expect(abs((Double(words[0]) ?? .nan) - east) < 0.003, "\(point)")
        #expect(point.text.hasSuffix(" m between B1 and L0"), "\(point)")
      }
    }
  }

  @Test("A floor is placed like another by the points of both, or else by its transform")
  func like() throws {
    let sample = try Sample(DrawnBuilding(["L2": "points: {lift: [1, 2]}"]))
    let start = Self.hand(1, east: 50).replacing(
      "{\"mode\"", with: "{\"reference\":\"L0\",\"mode\"")
    let aligned = try sample.ask("like", 5, start)
    let state = try #require(aligned.members["state"] as? [String: Any])
    #expect(state["mode"] as? String == "align" && aligned.members["note"] == nil)
    let fit = try sample.ask("fit", 5, Self.aligned("L0"))
    #expect(try Self.shared(fit.members).values.allSatisfy { $0.sort == "agrees" })
    // L4 is drawn at half a metre a pixel, which its placement is not told.
    let hand = try #require(fit.members["hand"] as? [Double])
    #expect(abs(hypot(hand[2], hand[3]) / Self.projected().east - 0.5) < 0.002)
    let copied = try sample.ask("like", 3, start)
    let other = try #require(copied.members["state"] as? [String: Any])
    #expect(other["mode"] as? String == "hand")
    #expect((copied.members["note"] as? String)?.contains("too few") == true)
    let numbers = try #require(other["hand"] as? [Double])
    #expect(abs(hypot(numbers[2], numbers[3]) / Self.projected().east - 0.5) < 0.002)
  }

  @Test(
    "What is saved is in the manifest and nowhere else, what is undone is not, and neither spoils it"
  )
  func saving() throws {
    let building = try DrawnBuilding()
    var page = try SessionPage(try building.session())
    let outlined = Self.hand(0.5, east: 0)
      .replacing("\"points\"", with: "\"outline\":[[1,1],[90,1],[90,80.5]],\"points\"")
    let saved = try page.save([
      0: SessionPage.state(Self.aligned("L0")), 5: SessionPage.state(outlined),
    ])
    #expect(saved.status == 200, "\(saved)")
    let text = try building.read()
    let added = text.split(separator: "\n").filter { !building.text.contains($0) }
    #expect(added.count == 3 && added[0] == "    align: L0", "\(added)")
    #expect(added[1].hasPrefix("    corners: [[47."))
    #expect(added[2] == "    outline: [[1, 1], [90, 1], [90, 80.5]]")
    #expect(building.text.split(separator: "\n").allSatisfy { text.contains($0) })
    #expect(try page.save([:]).status == 200)
    #expect(try building.read() == building.text)
  }

  @Test("A floor that would be nowhere, or in a circle, is not saved")
  func refusals() throws {
    let sample = try Sample(DrawnBuilding(["L2": "points: {lift: [1, 2]}"]))
    let few = #"{"mode":"points","kind":null,"points":[],"hand":[0,0,1,0,0,-1]}"#
    let cases: [(Int, String, [Int: String])] = [
      (3, Self.aligned("L0"), [:]), (0, Self.aligned("B1"), [:]), (0, Self.aligned("L9"), [:]),
      (0, Self.aligned("L4"), [5: Self.aligned("B1")]), (0, few, [:]),
      (
        0, Self.hand(1, east: 0).replacing("\"points\"", with: "\"outline\":[[0,0]],\"points\""),
        [:]
      ),
    ]
    for (floor, state, others) in cases {
      let answer = try sample.ask("save", floor, state, others: others)
      #expect(answer.status == 422 && answer.members["error"] is String, "\(answer.text)")
    }
    let unknown: [(Int, [Int: String])] = [(6, [:]), (-1, [:]), (0, [6: Self.aligned("L0")])]
    for (floor, others) in unknown {
      #expect(try sample.ask("save", floor, Self.aligned("L0"), others: others).status == 400)
    }
    #expect(try sample.building.read() == sample.building.text)
  }
}
