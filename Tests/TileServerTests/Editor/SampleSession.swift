import Drawings
import Foundation
import Georeferencing
import PlanEditor
import RasterSources
import TileImaging
import TileModel
import TilePyramidTesting
import TileServer

/// A session over a small plan that a test draws.
final class SampleSession {
  let folder: TemporaryDirectory
  let session: EditingSession

  /// Draws a plan of 40 x 20 pixels and begins a session that may write `plan.png.points` and `plan.pgw`.
  init(
    replaceable: [String] = [], backgrounds: [String] = [],
    prepare: (TemporaryDirectory) throws -> Void = { _ in }
  ) throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    let image = RGBAImage(
      width: 40, height: 20, samples: [UInt8](repeating: 255, count: 4 * 40 * 20))
    try folder.write(PNGTileEncoder(effort: .fast).encode(image), as: "plan.png")
    try prepare(folder)
    let tiles = try EditFolder(in: folder.path)
    let plan = try EditedPlan(SourceImage(folder.path("plan.png")), in: tiles)
    let target = try EditTarget(
      EditTarget.Paths(
        points: folder.path("plan.png.points"), hand: folder.path("plan.pgw"), others: [],
        replaceable: Set(replaceable.map { folder.path($0) }), endings: [".points", ".pgw"])
    ) { image, path in
      let west = image.resolved.georeference.mercator(of: PixelPoint(x: 0, y: 0)).x
      return [(path, "\(Int(west)) \(image.resolved.summary)\n")]
    }
    session = try EditingSession(
      plan: plan, backgrounds: try backgrounds.map { try EditBackground($0, in: tiles) },
      position: GeographicCoordinate(latitude: 47, longitude: 8), target: target, folder: tiles
    ) { state, path, _ in
      "\(state.mode.rawValue) \(path) \(state.outline.count)"
    } start: { path in
      // The files of this session hold no more than their first number: the west of the plan.
      guard let path, let text = FileManager.default.contents(atPath: path) else { return nil }
      let west = Double(String(decoding: text, as: UTF8.self).split(separator: " ")[0]) ?? 0
      return EditState(
        mode: .hand,
        hand: AffineTransform(
          originX: west, originY: 5_900_000, columnX: 1, columnY: 0, rowX: 0, rowY: -1))
    }
  }

  static let host = SessionPage.host

  /// A request as the page of the session makes it.
  func request(_ name: String, _ body: String) throws -> SiteRequest {
    let object = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
    return try SessionPage(session).request(name, object?["state"] ?? "")
  }

  /// The content of a request for a state; a point is its pixel and its position in EPSG:3857.
  static func state(
    mode: String = "hand", kind: String? = nil, points: [[Double]] = [],
    hand: [Double] = [900_000, 5_900_000, 1, 0, 0, -1]
  ) -> String {
    let list = points.map { #"{"place":\#($0),"name":"","on":true}"# }.joined(separator: ",")
    let kind = kind.map { "\"\($0)\"" } ?? "null"
    return #"{"state":{"mode":"\#(mode)","kind":\#(kind),"points":[\#(list)],"hand":\#(hand)}}"#
  }

  /// The text of a file in the folder; `nil` for none.
  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: folder.path(name))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file as another program would.
  func write(_ text: String, _ name: String) throws {
    try folder.write(text.utf8, as: name)
  }
}
