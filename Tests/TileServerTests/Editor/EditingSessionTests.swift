import Foundation
import PlanEditor
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileServer

@Suite("A session that places a plan")
struct EditingSessionTests {
  /// A hostile request: what is changed of one that is answered, and the status that it gets instead.
  struct Attack: Sendable, CustomTestStringConvertible {
    var name: String
    var status: Int
    var change: @Sendable (inout SiteRequest, String) -> Void
    init(
      _ name: String, _ status: Int,
      _ change: @escaping @Sendable (inout SiteRequest, String) -> Void
    ) {
      (self.name, self.status, self.change) = (name, status, change)
    }
    var testDescription: String { name }
  }

  static let attacks = [
    Attack("another host", 421) { request, _ in request.host = "example.org:8080" },
    Attack("no host", 421) { request, _ in request.host = nil },
    Attack("no secret in the address", 404) { request, _ in request.path = "/save" },
    Attack("another secret in the address", 404) { request, secret in
      request.path = "/\(String(repeating: "0", count: secret.count))/save"
    },
    Attack("a part of the secret in the address", 404) { request, secret in
      request.path = "/\(secret.dropLast())/save"
    },
    Attack("no field with the secret", 403) { request, _ in request.secret = nil },
    Attack("another secret in the field", 403) { request, _ in request.secret = "0" },
    Attack("the secret twice", 403) { request, secret in request.secret = "\(secret), \(secret)" },
    Attack("no origin", 403) { request, _ in request.origin = nil },
    Attack("the origin of a sandbox", 403) { request, _ in request.origin = "null" },
    Attack("the origin of another site", 403) { request, _ in request.origin = "http://evil.test" },
    Attack("another port of this machine", 403) { request, _ in
      request.origin = "http://127.0.0.1:8081"
    },
    Attack("another scheme", 403) { request, _ in request.origin = "https://127.0.0.1:8080" },
    Attack("the type of a form", 415) { request, _ in request.contentType = "text/plain" },
    Attack("no type", 415) { request, _ in request.contentType = nil },
    Attack("no content", 400) { request, _ in request.body = [] },
    Attack("no JSON", 400) { request, _ in request.body = Array("{".utf8) },
    Attack("JSON a thousand deep", 400) { request, _ in
      request.body = [UInt8](repeating: UInt8(ascii: "["), count: 1000)
    },
    Attack("another JSON", 400) { request, _ in request.body = Array("{\"state\":1}".utf8) },
    Attack("infinite numbers", 400) { request, _ in
      request.body = Array(
        String(decoding: request.body, as: UTF8.self).replacing("900000", with: "1e999").utf8)
    },
    Attack("a path in the address", 404) { request, secret in
      request.path = "/\(secret)/save/..%2f..%2fetc"
    },
    Attack("an action that there is not", 404) { request, secret in
      request.path = "/\(secret)/delete"
    },
    Attack("PUT", 405) { request, _ in request.method = "PUT" },
    Attack("OPTIONS", 405) { request, _ in request.method = "OPTIONS" },
    Attack("GET", 404) { request, _ in request.method = "GET" },
  ]

  @Test("A hostile request writes nothing and is told nothing", arguments: attacks)
  func attack(attack: Attack) throws {
    let sample = try SampleSession()
    var request = try sample.request("save", SampleSession.state())
    attack.change(&request, sample.session.secret)
    let answer = sample.session.response(to: request)
    #expect(answer.status == attack.status)
    #expect(answer["Access-Control-Allow-Origin"] == nil)
    #expect(!String(decoding: answer.body, as: UTF8.self).contains(sample.session.secret))
    #expect(sample.text("plan.pgw") == nil && sample.text("plan.png.points") == nil)
  }

  @Test("A session writes the files that it was given, and only while they are what the page knows")
  func saving() throws {
    let sample = try SampleSession()
    let save = try sample.request("save", SampleSession.state())
    #expect(sample.session.response(to: save).status == 200)
    #expect(sample.text("plan.pgw") == "900000 placed by hand\n")
    #expect(sample.text("plan.png.points") == nil)
    // The page began from no file, which is another revision now.
    let again = sample.session.response(to: save)
    #expect(
      again.status == 409 && String(decoding: again.body, as: UTF8.self).contains("has changed"))
    // Its own file may be written again by a page that knows it.
    let later = try sample.request("save", SampleSession.state())
    #expect(sample.session.response(to: later).status == 200)
    let known = try sample.request("save", SampleSession.state())
    try sample.write("of another\n", "plan.pgw")
    #expect(sample.session.response(to: known).status == 409)
    #expect(sample.text("plan.pgw") == "of another\n")
  }

  @Test("A file that was there is replaced only where the session may, and a link never")
  func existing() throws {
    for (isReplaceable, status) in [(false, 409), (true, 200)] {
      let sample = try SampleSession(replaceable: isReplaceable ? ["plan.pgw"] : []) { folder in
        try folder.write("old\n".utf8, as: "plan.pgw")
      }
      let answer = sample.session.response(to: try sample.request("save", SampleSession.state()))
      #expect(answer.status == status)
      #expect((sample.text("plan.pgw") == "old\n") == !isReplaceable)
    }
    let linked = try SampleSession(replaceable: ["plan.pgw"]) { folder in
      try folder.write("precious\n".utf8, as: "precious")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("plan.pgw"), withDestinationPath: folder.path("precious"))
    }
    let answer = linked.session.response(to: try linked.request("save", SampleSession.state()))
    #expect(answer.status == 422)
    #expect(linked.text("precious") == "precious\n")
  }

  @Test("Residuals and positions are those of points on a known similarity, one of which is off")
  func fit() throws {
    let sample = try SampleSession()
    // Two metres a pixel, rotated by 90 degrees: x grows southwards, y westwards.
    func place(_ x: Double, _ y: Double) -> [Double] {
      [x, y, 900_000 - 2 * y, 5_900_000 - 2 * x]
    }
    var points = [place(0, 0), place(40, 0), place(40, 20), place(0, 20)]
    func answer(_ kind: String) throws -> [String: Any] {
      let body = SampleSession.state(mode: "points", kind: kind, points: points)
      let answer = sample.session.response(to: try sample.request("fit", body))
      #expect(answer.status == 200)
      let object = try JSONSerialization.jsonObject(with: Data(answer.body))
      return try #require(object as? [String: Any])
    }
    let exact = try answer("affine")
    let hand = try #require(exact["hand"] as? [Double])
    for (found, expected) in zip(hand, [900_000.0, 5_900_000, 0, -2, -2, 0]) {
      #expect(abs(found - expected) < 1e-6)
    }
    let mesh = try #require(exact["mesh"] as? [String: Any])
    let nodes = try #require(mesh["nodes"] as? [Double])
    // The corner at (40, 20) on the unit square, by the equator of EPSG:3857.
    let equator = 2 * Double.pi * 6_378_137
    #expect(abs(nodes[6] - (0.5 + (900_000 - 40) / equator)) < 1e-12)
    #expect(abs(nodes[7] - (0.5 - (5_900_000 - 80) / equator)) < 1e-12)
    #expect(exact["error"] == nil)
    // One corner of a rectangle is d off: at each, an affine transform leaves d/4.
    points[3][2] += 4
    let off = try #require(try answer("affine")["residuals"] as? [[String: Any]])
    for residual in off {
      let metres = try #require(residual["metres"] as? Double)
      // The radius across the meridian is 1.001775 of the sphere's there.
      let expected = 1.001775 / cosh(5_900_000 / 6_378_137.0)
      #expect(abs(metres - expected) < 1e-4, "metres on the ground")
    }
    points.removeLast(3)
    #expect(try answer("affine")["error"] as? String != nil)
  }

  @Test("The page allows no origin but its own, and shows the plan's own tiles")
  func page() throws {
    let sample = try SampleSession()
    let secret = sample.session.secret
    let page = sample.session.response(
      to: SiteRequest(path: "/\(secret)/", host: SampleSession.host))
    #expect(page.status == 200)
    let policy = try #require(page["Content-Security-Policy"])
    #expect(policy.contains("frame-ancestors 'none'") && policy.contains("connect-src 'self'"))
    #expect(!policy.contains("http"))
    let tile = sample.session.response(
      to: SiteRequest(path: "/\(secret)/plan/0/0/0/0.png", host: SampleSession.host))
    #expect(tile.status == 200)
    #expect(tile["Access-Control-Allow-Origin"] == nil)
    let image = try PNGDecoder.decode(tile.body, limits: .tile)
    #expect(Array(image.samples[..<4]) == [255, 255, 255, 255])
    #expect(image.samples[4 * 41 + 3] == 0, "the plan has 40 columns")
  }
}
