import PreviewPage
import TileModel
import TileStorage

extension SiteResponse {
  package static let notFound = text(404, "There is nothing here.")

  package static func text(_ status: Int, _ message: String, _ fields: [Field] = []) -> SiteResponse
  {
    SiteResponse(
      status: status,
      fields: fields + [
        Field("Content-Type", "text/plain; charset=utf-8"), Field("Cache-Control", "no-store"),
        Field("X-Content-Type-Options", "nosniff"),
      ], body: Array("\(message)\n".utf8))
  }

  /// Paths and reasons are for the operator only, since pages of other sites may read the answer.
  package static func fault(_ error: any Error) -> SiteResponse {
    var response = text(
      500, "This cannot be read at the moment. The server tells its operator why.")
    response.fault = (error as? any ReportableError)?.report.description ?? "\(error)"
    return response
  }

  static func noImage(
    _ bytes: [UInt8], at tile: TileCoordinate, of layer: SiteContent.Layer
  ) -> SiteResponse {
    var response = notFound
    response.fault =
      FailureReport(
        .badInput,
        "what is stored as a tile of \(layer.definition.name) is no image, and is not sent",
        at: "\(tile)", found: "\(bytes.count) bytes without the signature of an image",
        expected: TileFormatDescription.titles, nextStep: "see what else is wrong with verify"
      ).description
    return response
  }

  /// Nothing in it can be read by a page.
  package static let misdirected = SiteResponse(
    status: 421,
    fields: [
      Field("Cache-Control", "no-store"), Field("X-Content-Type-Options", "nosniff"),
      Field("Content-Length", "0"),
    ], body: [])

  static func refusal(_ status: Int) -> SiteResponse {
    let message =
      switch status {
      case 408: "The request took too long."
      case 411: "The length of the content is missing."
      case 413: "The content is longer than this server reads."
      case 414: "The request line is too long."
      case 417: "The expectation is not met."
      case 431: "The header is too long or has too many fields."
      case 501: "The method is unknown."
      case 503: "The server is busy. Try again in a moment."
      case 505: "This server speaks HTTP/1.1."
      default: "The request is malformed."
      }
    var response = text(status, message, status == 503 ? [Field("Retry-After", "1")] : [])
    response.fields.append(Field("Content-Length", String(response.body.count)))
    return response
  }

  static func page(
    _ bytes: [UInt8], on ground: PageGround?, _ request: SiteRequest
  ) -> SiteResponse {
    var response = document(bytes, pageType, request)
    let images = (["'self'", "data:"] + (ground?.origins ?? [])).joined(separator: " ")
    response.fields += [
      Field(
        "Content-Security-Policy",
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
          + "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src \(images)"
          + (ground == nil ? "" : "; connect-src 'self'")),
      Field("Cross-Origin-Resource-Policy", "same-origin"), Field("Referrer-Policy", "no-referrer"),
    ]
    return response
  }

  private static let pageType = "text/html; charset=utf-8"

  var isPage: Bool { self["Content-Type"] == Self.pageType }

  static func document(_ bytes: [UInt8], _ type: String, _ request: SiteRequest) -> SiteResponse {
    let tag = ContentDigest.term(of: bytes, at: .world).hexadecimal
    return tagged(bytes, type, tag, request, isForEver: false)
  }

  static func tile(
    _ bytes: [UInt8], _ format: TileFormat, at tile: TileCoordinate, of layer: SiteContent.Layer,
    _ request: SiteRequest
  ) -> SiteResponse {
    let type = format.details?.mediaTypes.first ?? "image/\(format.rawValue)"
    let isVersioned =
      layer.token.map { token in request.query.split(separator: "&").contains { $0 == "v=\(token)" }
      } ?? false
    return tagged(
      bytes, type, ContentDigest.term(of: bytes, at: tile).hexadecimal, request,
      isForEver: isVersioned)
  }

  private static func tagged(
    _ bytes: [UInt8], _ type: String, _ digest: String, _ request: SiteRequest, isForEver: Bool
  ) -> SiteResponse {
    let tag = "\"\(digest)\""
    let isKnown = request.knows(tag)
    return SiteResponse(
      status: isKnown ? 304 : 200,
      fields: [
        Field("ETag", tag),
        Field("Cache-Control", isForEver ? "public, max-age=31536000, immutable" : "no-cache"),
        Field("Content-Type", type), Field("X-Content-Type-Options", "nosniff"),
        // Also for 304 this is the length of what was not sent (RFC 9110, section 8.6).
        Field("Content-Length", String(bytes.count)),
      ], body: isKnown ? [] : bytes)
  }
}

extension SiteRequest {
  /// Whether the client has what an entity tag names, compared weakly (RFC 9110, section 13.1.2).
  func knows(_ tag: String) -> Bool {
    guard let ifNoneMatch else { return false }
    if ifNoneMatch == "*" { return true }
    return ifNoneMatch.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " || $0 == "\t" }
      let strong = item.hasPrefix("W/") ? item.dropFirst(2) : item
      return strong.prefix { $0 != " " && $0 != "\t" } == tag
    }
  }
}

extension TileCoordinate {
  /// Stands for a document in its digest.
  fileprivate static let world = TileCoordinate(unchecked: 0, x: 0, y: 0)
}
