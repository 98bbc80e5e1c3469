import Foundation
import PlanEditor
import Testing
import TilePyramidTesting
import TileServer

@Suite("What a person names to be shown beneath plans")
struct BackgroundTests {
  private func get(_ path: String, _ session: EditingSession) -> SiteResponse {
    session.response(to: SiteRequest(path: "/\(session.secret)/\(path)", host: SessionPage.host))
  }

  /// Asks for a change as the page does.
  private func change(
    _ page: SessionPage, _ key: String, _ value: Any
  ) throws -> (status: Int, error: String?) {
    var request = try page.request("background", page.state())
    var body = try #require(
      JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    body[key] = value
    request.body = [UInt8](try JSONSerialization.data(withJSONObject: body))
    let answer = page.session.response(to: request)
    let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    return (answer.status, object?["error"] as? String)
  }

  private func backgrounds(_ page: SessionPage) throws -> [[String: Any]] {
    try #require(page.data["backgrounds"] as? [[String: Any]])
  }

  @Test("Vector tiles that are named on the page are served, credited, remembered and taken away")
  func vectors() throws {
    let building = try DrawnBuilding()
    let path = try VectorFixture.write(into: building.folder)
    let session = try building.session()
    #expect(try backgrounds(SessionPage(session)).isEmpty)
    for _ in 0..<2 { #expect(try change(SessionPage(session), "add", path).status == 200) }
    var page = try SessionPage(session)
    let shown = try backgrounds(page)
    #expect(shown.count == 1, "named twice, shown once")
    #expect(shown[0]["zooms"] as? [Int] == [14, 14])
    let credits = try #require(shown[0]["attribution"] as? [[String: Any]])
    #expect(credits.map { $0["text"] as? String } == ["© OpenStreetMap"])
    #expect(credits[0]["link"] as? String == "https://www.openstreetmap.org/copyright")
    let base = try #require(shown[0]["vectors"] as? String)
    let (zoom, x, y) = VectorFixture.tile
    let tile = get("\(base)\(zoom)/\(x)/\(y).mvt", session)
    #expect(tile.status == 200)
    #expect(String(decoding: tile.body, as: UTF8.self).contains("Museumstrasse"))
    // Tiles without anything are left out of such files.
    let empty = get("\(base)\(zoom)/\(x + 1)/\(y).mvt", session)
    #expect(empty.status == 200 && empty.body.isEmpty)
    #expect(get("\(base)\(zoom)/\(1 << 20)/\(y).mvt", session).status == 404)
    #expect(try page.save([:]).status == 200)
    #expect(
      try building.read()
        == building.text.replacing("floors:\n", with: "backgrounds:\n  - city.pmtiles\nfloors:\n"))
    // Named by the command too, in other words.
    let folder = building.folder.url.lastPathComponent
    for given in [[], [building.folder.path("../\(folder)/city.pmtiles")]] {
      let again = try SessionPage(building.session(given))
      #expect(try backgrounds(again).map { $0["name"] as? String } == ["city.pmtiles"])
    }
    page = try SessionPage(session)
    #expect(try change(page, "remove", shown[0]["number"] ?? -1).status == 200)
    #expect(get("\(base)\(zoom)/\(x)/\(y).mvt", session).status == 404)
    page = try SessionPage(session)
    #expect(try page.save([:]).status == 200)
    #expect(try building.read() == building.text)
  }

  @Test("The origin of a tile URL alone is allowed, and what stands behind it is credited")
  func url() throws {
    let sample = try SampleSession()
    func policy() -> String { get("", sample.session)["Content-Security-Policy"] ?? "" }
    #expect(!policy().contains("http"))
    let page = try SessionPage(sample.session)
    let url = "https://tile.test/{z}/{x}/{y}.png"
    #expect(try change(page, "add", "\(url)  © A & B").status == 200)
    #expect(policy().contains("img-src 'self' data: https://tile.test"))
    #expect(policy().components(separatedBy: "https:").count == 2)
    #expect(try change(page, "add", "http://[::1]:8081/{z}/{x}/{y}.png").status == 200)
    let shown = try backgrounds(SessionPage(sample.session))
    let credits = shown.map { ($0["attribution"] as? [[String: Any]])?.first?["text"] as? String }
    #expect(credits == ["© A & B", "Tiles of [::1]:8081"])
    #expect(shown.map { $0["url"] as? String } == [url, "http://[::1]:8081/{z}/{x}/{y}.png"])
  }

  @Test(
    "What cannot be shown is refused with words, and nothing changes",
    arguments: [
      ("nothing.geojson", "cannot be opened"),
      ("https://tile.test/tiles", "https://example.com/{z}/{x}/{y}.png"),
      ("https://{z}.test/{x}/{y}.png", "no kind"), ("", ""),
    ])
  func refusal(text: String, words: String) throws {
    let sample = try SampleSession()
    let page = try SessionPage(sample.session)
    let answer = try change(page, "add", text.isEmpty ? "/" : text)
    #expect(answer.status == 422)
    #expect(answer.error?.contains(words) == true || words.isEmpty, "\(answer.error ?? "")")
    #expect(try backgrounds(SessionPage(sample.session)).isEmpty)
  }

  @Test("A file near the folder of a manifest is named by the way up, and found by it")
  func near() throws {
    let (building, other) = (try DrawnBuilding(), try TemporaryDirectory())
    var page = try SessionPage(building.session([try VectorFixture.write(into: other)]))
    #expect(try page.save([:]).status == 200)
    let name = "\"../\(other.url.lastPathComponent)/city.pmtiles\""
    #expect(try building.read().contains("backgrounds:\n  - \(name)\nfloors:\n"))
    let again = try SessionPage(building.session())
    #expect(try backgrounds(again).map { $0["name"] as? String } == ["city.pmtiles"])
  }

  @Test("A page without the secret has no file opened")
  func secret() throws {
    let sample = try SampleSession()
    let path = try VectorFixture.write(into: sample.folder)
    let page = try SessionPage(sample.session)
    for change in [
      { (request: inout SiteRequest) in request.secret = nil },
      { (request: inout SiteRequest) in request.origin = "http://evil.test" },
    ] {
      var request = try page.request("background", page.state())
      let body = String(decoding: request.body, as: UTF8.self)
      request.body = Array(("{\"add\":\"\(path)\"," + body.dropFirst()).utf8)
      change(&request)
      #expect(sample.session.response(to: request).status == 403)
    }
    #expect(try backgrounds(SessionPage(sample.session)).isEmpty)
  }
}
