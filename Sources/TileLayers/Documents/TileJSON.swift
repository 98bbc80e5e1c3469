import TileModel

/// The members of a foreign TileJSON (versions 1 to 3) that a layer uses.
struct TileJSON: Sendable {
  let name: String?
  let attribution: String?
  let version: String?
  let scheme: String?
  let tiles: [String]
  let minzoom: Int?
  let maxzoom: Int?
  /// West, south, east, north in degrees.
  let bounds: [Double]?
  let tileSize: Int?

  /// A reason why a document is not TileJSON.
  enum Fault: Error {
    case missing(String)
    case unusable(String)

    var detail: String {
      switch self {
      case .missing(let name): "no \(name)"
      case .unusable(let name): "an unusable value of \(name)"
      }
    }
  }

  init(_ document: JSONValue) throws(Fault) {
    func member<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(Fault) -> Value? {
      guard let value = document[name], value != .null else { return nil }
      guard let result = read(value) else { throw .unusable(name) }
      return result
    }
    name = try member("name", \.string)
    attribution = try member("attribution", \.string)
    version = try member("version", \.string)
    scheme = try member("scheme", \.string)
    guard let tiles = try member("tiles", { $0.items(\.string) }) else { throw .missing("tiles") }
    self.tiles = tiles
    minzoom = try member("minzoom", \.integer)
    maxzoom = try member("maxzoom", \.integer)
    bounds = try member("bounds", { $0.items(\.double) })
    tileSize = try member("tileSize", \.integer)
  }

  /// Levels default to 0...30; values out of range are clamped.
  func information(named fallback: String) -> LayerInformation {
    let all = 0...TileCoordinate.maximumZoom
    let low = min(max(minzoom ?? 0, 0), all.upperBound)
    let high = min(max(maxzoom ?? all.upperBound, low), all.upperBound)
    return LayerInformation(
      name: name ?? fallback, attribution: attribution,
      tileSize: tileSize.flatMap { TileSize(rawValue: $0) } ?? .standard,
      extent: .within(zooms: low...high, bounds: Self.bounds(bounds)), versionToken: version)
  }

  private static func bounds(_ edges: [Double]?) -> GeographicBounds? {
    guard let edges, edges.count == 4, edges.allSatisfy(\.isFinite), edges[1] <= edges[3],
      edges.allSatisfy({ abs($0) <= 180 })
    else { return nil }
    return GeographicBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
  }
}

extension JSONValue {
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var double: Double? {
    if case .number(let text) = self { Double(text) } else { nil }
  }

  fileprivate var integer: Int? { double.flatMap { Int(exactly: $0) } }

  fileprivate func items<Item>(_ read: (JSONValue) -> Item?) -> [Item]? {
    guard case .array(let values) = self else { return nil }
    let items = values.compactMap(read)
    return items.count == values.count ? items : nil
  }
}
