import BuildingManifest
import Foundation
package import Georeferencing
import PreviewPage
import RasterSources
package import TileModel
package import TileServer
import TileStorage

/// A map or outline beneath the plan.
package struct EditBackground: Sendable {
  /// The source of a background.
  package enum Content: Sendable {
    case outlines(ClipArea)
    case tiles(ServedSite, made: BuiltTiles?)
    case url(TileTemplate)
  }

  package let name: String
  package let content: Content
  /// `nil` for the whole world.
  package let bounds: MercatorBounds?

  /// The deepest zoom requested of tiles with unknown zooms.
  private static let deepestURLZoom = 19

  package init(_ text: String, in folder: EditFolder) throws {
    if text.hasPrefix("https://") || text.hasPrefix("http://") {
      guard let origin = MapPage.origin(of: text) else {
        throw EditError(
          .badInput, "the background is of no kind that can be shown", at: text,
          expected:
            "a GeoJSON file, tiles (a folder, MBTiles or PMTiles), a georeferenced image, or a tile URL"
            + " with {z}, {x} and {y}", nextStep: "name one of these")
      }
      name = String(origin.drop { $0 != "/" }.dropFirst(2))
      content = .url(try TileTemplate(url: text, format: .png))
      bounds = nil
      return
    }
    name = URL(fileURLWithPath: text).lastPathComponent
    if try Self.isJSON(text) {
      let area = try CutlineFile.area(path: text)
      guard let bounds = MercatorBounds(enclosing: area.polygons.flatMap { $0.rings.joined() })
      else {
        throw EditError(
          .badInput, "the background has nothing to show", at: text, nextStep: "leave it out")
      }
      content = .outlines(area)
      self.bounds = bounds
    } else if Self.isStore(text) {
      let site = try ServedSite(path: text)
      content = .tiles(site, made: nil)
      bounds = try site.pageLayers(base: "").first?.definition.bounds.mercatorBounds.first
    } else {
      let image = SourceImage(text)
      let made = try BuiltTiles(of: image, in: folder)
      content = .tiles(made.site, made: made)
      bounds = try made.site.pageLayers(base: "").first?.definition.bounds.mercatorBounds.first
    }
  }

  private static func isJSON(_ path: String) throws -> Bool {
    guard let head = try AtomicFile.head(of: path, upTo: 256) else { return false }
    let first = head.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
    let isLayer = path.hasSuffix("layer.json") || path.hasSuffix("building.json")
    return first == UInt8(ascii: "{") && !isLayer
  }

  private static func isStore(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
    return isFolder.boolValue || StoreFormat(path: path).isFile
      || path.lowercased().hasSuffix(".json")
  }

  /// `nil` for backgrounds of this server.
  package var origin: String? {
    if case .url(let template) = content { MapPage.origin(of: template.text) } else { nil }
  }

  var site: ServedSite? { if case .tiles(let site, _) = content { site } else { nil } }

  func confirmShown(beneath floors: [BuildingManifest.Floor]?) throws {
    guard let site, let places = try Self.places(in: site, beneath: floors),
      places.allSatisfy(\.isEmpty)
    else { return }
    let known = try site.pageLayers(base: "").compactMap(\.definition.floor?.id)
    let wanted = floors?.map(\.id).joined(separator: ", ").excerpt
    throw EditError(
      .badInput, "the background is a building of which no floor can be shown", at: name,
      found: "floors \(known.joined(separator: ", "))".excerpt,
      expected: wanted.map { "a floor with the id or the level of one of \($0)" }
        ?? "one floor, since nothing says which of them the plan is of",
      nextStep: wanted == nil
        ? "name the folder or file of one floor" : "name another background")
  }

  /// The plans beneath which each layer of a building is shown, matched by id, otherwise by level;
  /// `nil` for tiles of no building.
  private static func places(
    in site: ServedSite, beneath floors: [BuildingManifest.Floor]?
  ) throws -> [[Int]]? {
    guard site.isBuilding else { return nil }
    // Variants share the place of the first one.
    let known = try site.pageLayers(base: "").map { layer in
      layer.definition.floor.flatMap { $0.isAlternative ? nil : $0 }
    }
    let only = known.count { $0 != nil } == 1 ? known.firstIndex { $0 != nil } : nil
    let chosen =
      floors?.map { floor in
        known.firstIndex { $0?.id == floor.id } ?? known.firstIndex { $0?.level == floor.level }
      } ?? [only]
    return known.indices.map { layer in chosen.indices.filter { chosen[$0] == layer } }
  }

  func value(path: String, beneath floors: [BuildingManifest.Floor]?) throws -> JSONValue {
    var members: [(String, JSONValue)] = [("name", .string(name))]
    if let bounds {
      let sides = [
        bounds.minX / WebMercator.extent + 0.5, 0.5 - bounds.maxY / WebMercator.extent,
        bounds.maxX / WebMercator.extent + 0.5, 0.5 - bounds.minY / WebMercator.extent,
      ]
      members.append(("area", .array(sides.map(JSONValue.number))))
    }
    switch content {
    case .outlines: members.append(("outlines", .string("\(path.dropLast()).json")))
    case .tiles(let site, _):
      let layers = try site.pageLayers(base: path)
      members.append(
        (
          "layers",
          .array(layers.map { MapPage.value(of: $0, identifier: $0.definition.name) })
        ))
      if let places = try Self.places(in: site, beneath: floors) {
        members.append(("places", .array(places.map { .array($0.map(JSONValue.number)) })))
        let ids = layers.map { $0.definition.floor?.id ?? $0.definition.name }
        members.append(("floors", .array(ids.map(JSONValue.string))))
      }
    case .url(let template):
      members.append(("url", .string(template.text)))
      members.append(("deepest", .number(Self.deepestURLZoom)))
    }
    return .members(members)
  }

  /// Rings on the unit square of Web Mercator, without positions along straight edges.
  static func outlines(_ area: ClipArea) -> JSONValue {
    .array(
      area.polygons.map { polygon in
        .array(
          polygon.rings.map { ring in
            .array(
              corners(of: ring).flatMap {
                [
                  JSONValue.number($0.x / WebMercator.extent + 0.5),
                  .number(0.5 - $0.y / WebMercator.extent),
                ]
              })
          })
      })
  }

  /// The positions where a ring turns by more than a hundredth; the sampling of map edges turns
  /// less.
  static func corners(of ring: [MercatorPoint]) -> [MercatorPoint] {
    guard ring.count > 3 else { return ring }
    let corners = ring.indices.filter { index in
      let (a, b) = (ring[(index + ring.count - 1) % ring.count], ring[index])
      let c = ring[(index + 1) % ring.count]
      let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y)
      let lengths = ((ux * ux + uy * uy) * (vx * vx + vy * vy)).squareRoot()
      return (ux * vy - uy * vx).magnitude > 0.01 * lengths || ux * vx + uy * vy < 0
    }
    return corners.count < 3 ? ring : corners.map { ring[$0] }
  }
}
