package import TileModel
import TileStorage

extension ServedSite {
  /// Answers a request.
  ///
  /// Paths are `/`, `/layer.json`, `/tiles.json` and `/{z}/{x}/{y}.{ext}`. A hybrid layer has
  /// `/{z}/{x}/{y}` too, for tiles of both formats. Tiles of 512 samples beside those of 256 are at
  /// `/{z}/{x}/{y}@2x.{ext}`. A building has `/building.json`, and the other paths behind `/{floor}`. Rows
  /// count from the north, whatever the store does. `/NAME.pmtiles` is the archive of that name, for
  /// clients that ask for byte ranges.
  ///
  /// Every other path is compared with the layers' own URL templates, such as `L{floor}_{z}_{x}_{y}.png`.
  /// Their rows count as in the layer. No other path exists, so none leads to a file that is no tile.
  ///
  /// Every body has an entity tag. Tiles asked for with the current version token, `?v=`, may be kept for
  /// ever; all else is revalidated. Pages of the allowed origin may read tiles, documents and messages.
  /// Only pages of this server may read the page itself.
  ///
  /// A request for another host than 127.0.0.1, localhost, [::1] and those of `hosts` is answered with
  /// status 421 only. `hosts` are in lower case and without a port.
  public func response(
    to request: SiteRequest, absent: AbsentTileStatus = .notFound,
    allowedOrigin: AllowedOrigin = .any, hosts: Set<String> = []
  ) -> SiteResponse {
    if let host = request.host, HostAuthority(host)?.isThisMachine(or: hosts) != true {
      return .misdirected
    }
    var response: SiteResponse
    switch request.method {
    case "GET", "HEAD": response = resource(for: request, absent: absent)
    case "OPTIONS":
      response = SiteResponse(
        status: 204, fields: [.init("Allow", Self.methods)] + allowedOrigin.preflightFields,
        body: [])
    default: response = .text(405, "This server only reads.", [.init("Allow", Self.methods)])
    }
    if !response.isPage { response.fields += allowedOrigin.fields }
    if response["Accept-Ranges"] != nil { response.fields += allowedOrigin.exposingFields }
    if response.status != 204, response["Content-Length"] == nil {
      response.fields.append(.init("Content-Length", String(response.body.count)))
    }
    if request.method == "HEAD" { response.body = [] }
    return response
  }

  static let methods = "GET, HEAD, OPTIONS"

  private func resource(for request: SiteRequest, absent: AbsentTileStatus) -> SiteResponse {
    guard let components = SiteResource.components(of: request.path) else { return .notFound }
    if components.count == 1, content.archive(named: components[0]) != nil {
      do throws(TileServerError) {
        // An archive that was built again is another one.
        guard let archive = try currentContent().archive(named: components[0]) else {
          return .notFound
        }
        return archive.response(to: request)
      } catch {
        return .fault(error)
      }
    }
    if let ground, components.first == ServedGround.key,
      let response = ground.answer(Array(components.dropFirst()), request)
    {
      return response
    }
    let resource = SiteResource(components)
    do {
      if let (layer, tile) = tile(resource, components) {
        guard let bytes = try layer.reader.tile(at: tile) else {
          return absent == .notFound ? .notFound : SiteResponse(status: 204, fields: [], body: [])
        }
        guard let format = TileFormat(signatureOf: bytes) else {
          return .noImage(bytes, at: tile, of: layer)
        }
        return .tile(bytes, format, at: tile, of: layer, request)
      }
      return try resource.map { try document($0, request) } ?? .notFound
    } catch {
      return .fault(error)
    }
  }

  private func tile(
    _ resource: SiteResource?, _ components: [String]
  ) -> (layer: SiteContent.Layer, tile: TileCoordinate)? {
    let content = content
    if case .tile(let key, let tile, let ending, let isRetina) = resource,
      let named = content.layer(key), let layer = isRetina ? named.retina : named,
      layer.offers(tile, extension: ending)
    {
      return (layer, tile)
    }
    // A slash that was encoded separates nothing.
    if components.contains(where: { $0.utf8.contains(UInt8(ascii: "/")) }) { return nil }
    return content.tile(atOwnPath: components.joined(separator: "/"))
  }

  private func document(_ resource: SiteResource, _ request: SiteRequest) throws -> SiteResponse {
    let content = try currentContent()
    switch resource {
    case .page: return .page(try content.page(on: ground?.page), on: ground?.page, request)
    case .building:
      guard let building = content.building else { return .notFound }
      return .document(try content.buildingDocument(building), "application/json", request)
    case .layer(let key):
      guard let layer = content.layer(key) else { return .notFound }
      let base = "http://\(request.host ?? "127.0.0.1")/"
      return .document(try content.document(of: layer, base: base), "application/json", request)
    case .tile: return .notFound
    }
  }
}

/// A resource of a site, named by a path.
package enum SiteResource: Hashable {
  case page
  case building
  case layer(String?)
  case tile(String?, TileCoordinate, extension: String?, isRetina: Bool = false)

  package static func components(of path: String) -> [String]? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      // A slash that was encoded stays within its component.
      guard let decoded = percentDecoded(String(part)) else { return nil }
      parts.append(decoded)
    }
    return parts
  }

  init?(_ parts: [String]) {
    let documents = ["layer.json", "tiles.json"]
    switch parts.count {
    case 1 where parts[0].isEmpty || parts[0] == "index.html": self = .page
    case 1 where parts[0] == BuildingDocument.fileName: self = .building
    case 1 where documents.contains(parts[0]): self = .layer(nil)
    case 2 where documents.contains(parts[1]): self = .layer(parts[0])
    case 3, 4:
      let key = parts.count == 4 ? parts[0] : nil
      let numbers = parts.suffix(3)
      let name = parts[parts.count - 1].split(separator: ".", omittingEmptySubsequences: false)
      let isRetina = name[0].hasSuffix(RetinaTemplateTexts.suffix)
      let row = name[0].dropLast(isRetina ? RetinaTemplateTexts.suffix.count : 0)
      guard name.count <= 2, let zoom = Self.number(numbers[numbers.startIndex]),
        let x = Self.number(numbers[numbers.startIndex + 1]), let y = Self.number(row),
        let tile = TileCoordinate(zoom: zoom, x: x, y: y)
      else { return nil }
      let ending = name.count == 2 ? String(name[1]) : nil
      self = .tile(key, tile, extension: ending, isRetina: isRetina)
    default: return nil
    }
  }

  /// Without sign or leading zeros, so that a tile has one address only.
  private static func number(_ text: some StringProtocol) -> Int? {
    guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      text.utf8.count == 1 || text.utf8.first != 0x30
    else { return nil }
    return Int(text)
  }
}
