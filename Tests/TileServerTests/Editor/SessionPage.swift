import Foundation
import PlanEditor
import Testing
import TileServer

/// A page of a session in a tab of its own: what it was shown, and what it asks for as its script does.
struct SessionPage {
  static let host = "127.0.0.1:8080"

  let session: EditingSession
  /// The data of the page's script.
  let data: [String: Any]
  /// The revision that the page names when it saves.
  var revision: String

  /// Loads the page, of another document than the first one where a name is given.
  init(_ session: EditingSession, file: String = "") throws {
    self.session = session
    let query = file.isEmpty ? "" : "file=\(file)"
    let answer = session.response(
      to: SiteRequest(path: "/\(session.secret)/", query: query, host: Self.host))
    let text = String(decoding: answer.body, as: UTF8.self)
    try #require(answer.status == 200, "\(text)")
    let start = try #require(text.range(of: #"id="page-data">"#)).upperBound
    let end = try #require(text[start...].range(of: "</script>")).lowerBound
    let object = try JSONSerialization.jsonObject(with: Data(text[start..<end].utf8))
    data = try #require(object as? [String: Any])
    revision = try #require(data["revision"] as? String)
  }

  /// The state of a plan with which the page begins.
  func state(_ plan: Int = 0) throws -> [String: Any] {
    let plans = try #require(data["plans"] as? [[String: Any]])
    return try #require(plans[plan]["state"] as? [String: Any])
  }

  /// The request that the page sends for the state of a plan, with those of others that changed.
  func request(
    _ name: String, _ state: Any, plan: Int = 0, changed: [Int: Any] = [:], as other: String? = nil
  ) throws -> SiteRequest {
    var body: [String: Any] = [
      "state": state, "edition": data["edition"] ?? "", "file": data["file"] ?? "",
      "revision": revision,
    ]
    if data["isBuilding"] as? Bool == true {
      body["plan"] = plan
      body["changed"] = Dictionary(uniqueKeysWithValues: changed.map { ("\($0.key)", $0.value) })
    }
    if let other { body["name"] = other }
    var request = SiteRequest(method: "POST", path: "/\(session.secret)/\(name)", host: Self.host)
    request.secret = session.secret
    request.origin = "http://\(Self.host)"
    request.contentType = "application/json"
    request.body = [UInt8](try JSONSerialization.data(withJSONObject: body))
    return request
  }

  /// Saves, and goes on from the revision that this made.
  mutating func save(
    _ changed: [Int: Any], as other: String? = nil
  ) throws -> (status: Int, members: [String: Any]) {
    let first = try changed.first ?? (key: 0, value: state())
    let answer = session.response(
      to: try request("save", first.value, plan: first.key, changed: changed, as: other))
    let object = try JSONSerialization.jsonObject(with: Data(answer.body))
    let members = try #require(object as? [String: Any])
    if let made = members["revision"] as? String { revision = made }
    return (answer.status, members)
  }

  /// A state that was read from a text.
  static func state(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }
}
