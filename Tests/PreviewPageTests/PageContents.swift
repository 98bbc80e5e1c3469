import Foundation
import PreviewPage
import Testing
import TileModel

/// The data of a page for its script, read as a browser would.
struct PageContents {
  let html: String
  let data: [String: Any]
  let layers: [[String: Any]]

  init(_ page: MapPage) throws { try self.init(html: page.html) }

  init(html: String) throws {
    self.html = html
    let start = try #require(
      html.range(of: #"<script type="application/json" id="page-data">"#)
    ).upperBound
    let end = try #require(html.range(of: "</script>", range: start..<html.endIndex)).lowerBound
    let object = try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8))
    data = try #require(object as? [String: Any])
    layers = try #require(data["layers"] as? [[String: Any]])
  }

  /// The texts of a member of every layer.
  func texts(_ name: String) -> [String?] { layers.map { $0[name] as? String } }

  /// The tiles that a layer's data states.
  func tiles(ofLayer index: Int) throws -> Set<TileCoordinate> {
    var tiles: Set<TileCoordinate> = []
    for level in try #require(layers[index]["levels"] as? [[Any]]) {
      let zoom = try #require(level[0] as? Int)
      for row in try #require(level[1] as? [[Int]]) {
        for y in row[0]...row[1] {
          for pair in stride(from: 2, to: row.count, by: 2) {
            for x in row[pair]...row[pair + 1] {
              let tile = try #require(TileCoordinate(zoom: zoom, x: x, y: y))
              #expect(tiles.insert(tile).inserted, "\(tile) is stated twice")
            }
          }
        }
      }
    }
    return tiles
  }

  /// The attribution of a layer, links as `text(url)`.
  func attribution(ofLayer index: Int) -> String {
    let parts = layers[index]["attribution"] as? [[String: Any]] ?? []
    return parts.map { part in
      let text = part["text"] as? String ?? "?"
      return (part["link"] as? String).map { "[\(text)](\($0))" } ?? text
    }.joined()
  }
}

/// Layers that tests draw for themselves.
enum DrawnLayers {
  static let bounds = GeographicBounds(west: 8.5, south: 47.3, east: 8.6, north: 47.4)

  static func definition(
    _ name: String = "Plan", floor: LayerDefinition.Floor? = nil,
    tiles: [TileCoordinate] = [TileCoordinate(zoom: 0, x: 0, y: 0)].compactMap { $0 }
  ) -> LayerDefinition {
    LayerDefinition(name: name, bounds: bounds, floor: floor, coverage: TileCoverage(tiles))
  }

  static func layer(_ definition: LayerDefinition, tiles: String = "{z}/{x}/{y}.png") throws
    -> MapPage.Layer
  {
    MapPage.Layer(definition, tiles: try TileTemplate(tiles))
  }

  static func floors(_ floors: [(String, FloorLevel?)]) throws -> [MapPage.Layer] {
    try floors.map {
      try layer(definition("Plan \($0.0)", floor: .init(id: $0.0, level: $0.1)))
    }
  }
}
