import Foundation
import Georeferencing
import RasterSources
import TileModel
import TilePyramid

/// The keys of one floor of a manifest, and those that the building states for all of them.
struct FloorMapping {
  let map: ManifestMapping
  let building: ManifestMapping
  let id: String
  /// `nil` where the building states none.
  private(set) var variant: LayerDefinition.Floor.Variant?

  var layerID: String {
    guard let variant, !isFirstVariant else { return id }
    return "\(id)-\(variant.name)"
  }

  private var isFirstVariant = true

  init(_ node: ManifestNode, number: Int, building: ManifestMapping) throws(ManifestError) {
    var map = try ManifestMapping(
      node, of: "floor \(number) of the list", keys: ManifestKeys.floor,
      expected: "a mapping with id and image")
    let idNode = try map.required("id", example: "id: L1")
    id = try idNode.text("id")
    map.owner = "floor \(id.manifestExcerpt)"
    (self.map, self.building) = (map, building)
  }

  private init(_ map: ManifestMapping, _ building: ManifestMapping, id: String) {
    (self.map, self.building, self.id) = (map, building, id)
  }

  func inVariants(_ variants: [ManifestMapping]) -> [FloorMapping] {
    if variants.isEmpty { return [self] }
    return variants.enumerated().map { index, stated in
      var floor = FloorMapping(map.overlaid(by: stated, without: []), building, id: id)
      floor.variant = LayerDefinition.Floor.Variant(name: stated.owner, floor: id)
      floor.isFirstVariant = index == 0
      return floor
    }
  }

  func part(_ own: ManifestMapping, inheriting inherited: ManifestMapping) -> FloorMapping {
    FloorMapping(own, inherited, id: id)
  }

  func shared(_ key: String) -> ManifestNode? { map[key] ?? building[key] }

  func located<Value>(
    _ node: ManifestNode, _ body: () throws(GeoreferenceError) -> Value
  ) throws(ManifestError) -> Value {
    return try rethrowing(try body()) {
      ManifestError.badGeoreference(floor: id, at: node.location, $0)
    }
  }
}

extension ManifestNode {
  func state(
    _ setting: Setting, in settings: inout PyramidSettings, of owner: String
  ) throws(ManifestError) {
    let stated = try stated(setting)
    do {
      if try setting.set(stated, in: &settings) { return }
    } catch {
      var report =
        (error as? any ReportableError)?.report ?? FailureReport(.internalFault, "\(error)")
      report.location = report.location.map(ManifestKeys.naming)
      throw ManifestError(report, what: "the placement of \(owner)", at: location)
    }
    var nearest: String?
    if case .choice(let choices) = setting.form {
      nearest = NearestName.of(stated.joined, among: choices).map { "probably \($0)" }
    }
    throw wrong(setting.name, nearest ?? setting.expectedInManifest)
  }

  private func stated(_ setting: Setting) throws(ManifestError) -> StatedValue {
    let (key, expected) = (setting.name, setting.expectedInManifest)
    switch setting.form {
    case .file: return .text(try file(key))
    case .numbers(let count): return .text(try numbers(key, count: count, expected: expected))
    case .pairs(let count, let item):
      return .text(try pairs(key, of: item, count: count, expected: expected))
    case .list:
      guard case .list(let items) = content else { return .text(try text(key, expected: expected)) }
      var texts: [String] = []
      for item in items { texts.append(try item.text(key, expected: expected)) }
      return .list(texts)
    case .flag, .choice, .text, .number, .repeated: return .text(try text(key, expected: expected))
    }
  }

  /// Relative paths start in the manifest's folder, and `~/` is the home folder, as in a shell.
  func file(_ key: String) throws(ManifestError) -> String {
    let text = try text(key, expected: "the path of a file")
    guard !text.isEmpty else { throw wrong(key, "the path of a file") }
    if text.hasPrefix("~/") { return NSString(string: text).expandingTildeInPath }
    guard !text.hasPrefix("/"), let slash = location.path.lastIndex(of: "/") else { return text }
    return String(location.path[...slash]) + text
  }
}
