import BuildingManifest
import Drawings
import Foundation
package import Georeferencing
import PreviewPage
import RasterSources
package import TileModel
package import TileServer
package import TileStorage

/// A map or outline beneath the plan.
package struct EditBackground: Sendable {
  /// The source of a background.
  package enum Content: Sendable {
    case outlines(ClipArea)
    case tiles(ServedSite, made: BuiltTiles?)
    /// Vector tiles, of which outlines are drawn.
    case vectors(any TileReader, zooms: ClosedRange<Int>)
    /// Tiles that the browser loads from another server.
    case url(TileTemplate)
  }

  /// The words by which a person named it.
  let text: String
  package let name: String
  /// The credits, as HTML, where its tiles do not state them.
  let attribution: String?
  package let content: Content
  /// `nil` for the whole world.
  package let bounds: MercatorBounds?

  /// The deepest zoom requested of tiles with unknown zooms.
  private static let deepestURLZoom = 19

  package init(_ text: String, in folder: EditFolder) throws {
    self.text = text
    if text.hasPrefix("https://") || text.hasPrefix("http://") {
      let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
      guard let origin = MapPage.origin(of: words[0]) else {
        throw EditError(
          .badInput, "the background is of no kind that can be shown", at: text,
          expected:
            "a GeoJSON file, tiles (a folder, MBTiles or PMTiles), a georeferenced image, or a tile URL"
            + " with {z}, {x} and {y}, and behind a space who is credited for them",
          nextStep: "name one of these")
      }
      name = String(origin.drop { $0 != "/" }.dropFirst(2))
      attribution =
        words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : "Tiles of \(name)"
      content = .url(try TileTemplate(url: words[0], format: .png))
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
      attribution = nil
      self.bounds = bounds
    } else if let reader = try Self.vectorReader(text) {
      func stated(_ name: String) -> String? {
        reader.metadata.first { $0.name == name }.map(\.value)
      }
      let zooms = (Int(stated("minzoom") ?? "") ?? 0, Int(stated("maxzoom") ?? "") ?? 14)
      guard zooms.0 <= zooms.1, (0...30).contains(zooms.0), zooms.1 <= 30 else {
        throw EditError(
          .badInput, "the background states no zooms", at: text,
          found: "zooms \(zooms.0) to \(zooms.1)", nextStep: "name another file")
      }
      content = .vectors(reader, zooms: zooms.0...zooms.1)
      attribution = stated("attribution")
      bounds = NumberText.list(stated("bounds") ?? "").flatMap(Self.bounds)
    } else if Self.isStore(text) {
      attribution = nil
      let site = try ServedSite(path: text)
      content = .tiles(site, made: nil)
      bounds = try site.pageLayers(base: "").first?.definition.bounds.mercatorBounds.first
    } else {
      attribution = nil
      let image = SourceImage(text)
      let made: BuiltTiles
      do {
        made = try BuiltTiles(of: image, in: folder)
      } catch GeoreferenceError.noGeoreference {
        throw EditError(
          .badInput, "the image has no place on the map", at: text,
          nextStep: "place it first with tilepyramid georeference FILE `edit`, or name another")
      }
      content = .tiles(made.site, made: made)
      bounds = try made.site.pageLayers(base: "").first?.definition.bounds.mercatorBounds.first
    }
  }

  /// Whether a name is that of a background which is no image: an outline, tiles, or a tile URL.
  package static func isNoImage(_ text: String) -> Bool {
    [".geojson", ".json", "://"].contains { text.lowercased().contains($0) }
      || StoreFormat(path: text).isFile
  }

  private static func isJSON(_ path: String) throws -> Bool {
    guard let head = try AtomicFile.head(of: path, upTo: 256) else { return false }
    let first = head.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
    let isLayer = path.hasSuffix("layer.json") || path.hasSuffix("building.json")
    return first == UInt8(ascii: "{") && !isLayer
  }

  /// The reader of a file of vector tiles; `nil` for anything else.
  private static func vectorReader(_ path: String) throws(TileStorageError) -> (any TileReader)? {
    guard [.mbtiles, .pmtiles].contains(StoreFormat(path: path)), access(path, R_OK) == 0 else {
      return nil
    }
    let reader = try openTileStore(path)
    return ["pbf", "mvt"].contains(reader.format?.rawValue) ? reader : nil
  }

  /// The area that west, south, east and north enclose.
  private static func bounds(_ degrees: [Double]) -> MercatorBounds? {
    guard degrees.count == 4, degrees[0] < degrees[2], degrees[1] < degrees[3],
      degrees.allSatisfy({ (-180...180).contains($0) })
    else { return nil }
    return GeographicBounds(
      west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3]
    ).mercatorBounds.first
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

  func confirmShown(beneath floors: [BuildingManifest.Floor]?) throws {
    guard case .tiles(let site, _) = content,
      let places = try Self.places(in: site, beneath: floors),
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

  func value(number: Int, beneath floors: [BuildingManifest.Floor]?) throws -> JSONValue {
    let path = "\(ServedGround.key)/\(number)/"
    var members: [(String, JSONValue)] = [
      ("number", .number(number)), ("name", .string(name)),
      ("attribution", MapPage.value(ofHTML: attribution)),
    ]
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
    case .vectors(_, let zooms):
      members.append(("vectors", .string(path)))
      members.append(
        ("zooms", .array([.number(zooms.lowerBound), .number(zooms.upperBound)])))
    case .url(let template):
      members.append(("url", .string(template.text)))
      members.append(("deepest", .number(Self.deepestURLZoom)))
    }
    return .members(members)
  }
}
