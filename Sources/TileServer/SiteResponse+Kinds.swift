import TileModel
import TileStorage

extension SiteResponse {
  /// What is answered to an address that names nothing.
  static let notFound = text(404, "There is nothing here.")

  /// A message for people.
  static func text(_ status: Int, _ message: String, _ fields: [Field] = []) -> SiteResponse {
    SiteResponse(
      status: status,
      fields: fields + [
        Field("Content-Type", "text/plain; charset=utf-8"), Field("Cache-Control", "no-store"),
      ], body: Array("\(message)\n".utf8))
  }

  /// An answer to a request that the server should have been able to fulfil.
  static func fault(_ error: any Error) -> SiteResponse {
    let report = (error as? any ReportableError)?.report.description ?? "\(error)"
    var response = text(500, report)
    response.fault = report
    return response
  }

  /// The page or a document, which clients keep only to ask whether it is still the same.
  static func document(
    _ bytes: [UInt8], _ type: String, _ request: SiteRequest
  ) -> SiteResponse {
    let tag = ContentDigest.term(of: bytes, at: .world).hexadecimal
    return tagged(bytes, type, tag, request, isForEver: false)
  }

  /// A tile.
  static func tile(
    _ bytes: [UInt8], at tile: TileCoordinate, of layer: SiteContent.Layer, _ request: SiteRequest
  ) -> SiteResponse {
    let type =
      switch TileFormat(signatureOf: bytes) {
      case .png?: "image/png"
      case .jpeg?: "image/jpeg"
      case .webp?: "image/webp"
      default: "application/octet-stream"
      }
    let isVersioned =
      layer.token.map { token in request.query.split(separator: "&").contains { $0 == "v=\(token)" }
      }
      ?? false
    return tagged(
      bytes, type, ContentDigest.term(of: bytes, at: tile).hexadecimal, request,
      isForEver: isVersioned)
  }

  private static func tagged(
    _ bytes: [UInt8], _ type: String, _ digest: String, _ request: SiteRequest, isForEver: Bool
  ) -> SiteResponse {
    let tag = "\"\(digest)\""
    let isKnown = request.ifNoneMatch.map { matches(tag, $0) } ?? false
    return SiteResponse(
      status: isKnown ? 304 : 200,
      fields: [
        Field("ETag", tag),
        Field(
          "Cache-Control", isForEver ? "public, max-age=31536000, immutable" : "no-cache"),
        Field("Content-Type", type), Field("X-Content-Type-Options", "nosniff"),
        // Also for 304 this is the length of what was not sent (RFC 9110, section 8.6).
        Field("Content-Length", String(bytes.count)),
      ], body: isKnown ? [] : bytes)
  }

  /// Whether a list of entity tags holds one, compared weakly (RFC 9110, section 13.1.2).
  private static func matches(_ tag: String, _ list: String) -> Bool {
    if list == "*" { return true }
    return list.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " || $0 == "\t" }
      let strong = item.hasPrefix("W/") ? item.dropFirst(2) : item
      return strong.prefix { $0 != " " && $0 != "\t" } == tag
    }
  }
}

extension TileCoordinate {
  /// The one tile of zoom 0; its digest serves for what is no tile.
  fileprivate static let world = TileCoordinate(unchecked: 0, x: 0, y: 0)
}
