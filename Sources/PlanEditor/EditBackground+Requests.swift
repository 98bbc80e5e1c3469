import BuildingManifest
import Foundation
import PreviewPage
import TileModel
package import TileServer
import TileStorage
import Georeferencing

extension EditBackground {
  /// Backgrounds as a site shows them beneath its layers.
  package static func ground(of backgrounds: [EditBackground]) throws -> ServedGround {
    let page = PageGround(
      values: try backgrounds.enumerated().map { try $1.value(number: $0, beneath: nil) },
      origins: backgrounds.compactMap(\.origin))
    return ServedGround(page) { path, request in
      guard let number = path.first.flatMap({ Int($0.prefix { $0 != "." }) }),
        backgrounds.indices.contains(number)
      else { return nil }
      return backgrounds[number].response(to: request, at: Array(path.dropFirst()))
    }
  }

  /// Name of a background in a document: a file in its folder, or up to three above, by the path from there.
  static func name(of text: String, besides document: String) -> String {
    if text.hasPrefix("https://") || text.hasPrefix("http://") { return text }
    func path(_ text: String) -> String { URL(fileURLWithPath: text).standardizedFileURL.path }
    let folder = URL(fileURLWithPath: path(document)).deletingLastPathComponent().path + "/"
    if path(text).hasPrefix(folder) { return String(path(text).dropFirst(folder.count)) }
    let relative = ManifestDraft.relativePath(of: text, from: document)
    let way = relative.split(separator: "/").drop { $0 == ".." }
    let climbs = relative.split(separator: "/").count - way.count
    let depth = URL(fileURLWithPath: folder).resolvingSymlinksInPath().pathComponents.count - 1
    // Through the root, it would be of this machine as an absolute one is.
    return (1...3).contains(climbs) && climbs < depth ? relative : path(text)
  }

  /// Answers a request for its outlines, or for a tile at a path.
  func response(to request: SiteRequest, at path: [String]) -> SiteResponse? {
    switch content {
    case .outlines(let area) where path.isEmpty: return .json(200, Self.outlines(area))
    case .tiles(let site, _) where (3...4).contains(path.count):
      var inner = request
      inner.path = "/" + path.joined(separator: "/")
      return site.response(to: inner, allowedOrigin: .none)
    case .vectors(let reader, _) where path.count == 3 && path[2].hasSuffix(".mvt"):
      let numbers = [path[0], path[1], String(path[2].dropLast(4))].compactMap { Int($0) }
      guard numbers.count == 3,
        let tile = TileCoordinate(zoom: numbers[0], x: numbers[1], y: numbers[2])
      else { return nil }
      do throws(TileStorageError) {
        // Tiles without anything in them are left out of such files.
        return SiteResponse(
          status: 200,
          fields: [
            .init("Content-Type", "application/vnd.mapbox-vector-tile"),
            .init("Cache-Control", "no-store"), .init("X-Content-Type-Options", "nosniff"),
          ], body: try reader.tile(at: tile) ?? [])
      } catch {
        return .fault(error)
      }
    default: return nil
    }
  }

  /// The rings of the polygons on the unit square of Web Mercator, without positions along straight edges.
  static func outlines(_ area: ClipArea) -> JSONValue {
    .array(
      area.polygons.map { polygon in
        .array(
          polygon.rings.map { ring in
            .array(
              ClipArea.corners(of: ring).flatMap {
                [
                  JSONValue.number($0.x / WebMercator.extent + 0.5),
                  .number(0.5 - $0.y / WebMercator.extent),
                ]
              })
          })
      })
  }
}
