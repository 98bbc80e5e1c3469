import TileModel
import TileStorage

/// The rows of `metadata` that can be understood.
struct StatedMetadata {
  private(set) var values: [String: String] = [:]
  private(set) var format: TileFormat?
  private(set) var bounds: GeographicBounds?

  init() {}

  init(_ rows: [StoredMetadataRow]) {
    for row in rows {
      guard let name = row.name, let value = row.value, values[name] == nil else { continue }
      values[name] = value
    }
    format = values["format"].flatMap { TileFormat(stated: $0) }
    bounds = values["bounds"].flatMap(Self.bounds)
  }

  private static func bounds(_ text: String) -> GeographicBounds? {
    // Rounding takes edges of the world a little beyond it.
    let slack = 1e-6
    guard var edges = NumberText.list(text), edges.count == 4 else { return nil }
    for (index, limit) in [180.0, 90, 180, 90].enumerated() {
      guard abs(edges[index]) <= limit + slack else { return nil }
      edges[index] = min(max(edges[index], -limit), limit)
    }
    guard edges[1] < edges[3], edges[0] != edges[2] else { return nil }
    return GeographicBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
  }
}
