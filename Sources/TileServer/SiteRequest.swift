/// The parts of a request that a site reads.
public struct SiteRequest: Hashable, Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The path as it was sent, percent-encoded, without query.
  public var path: String
  /// The query as it was sent, without `?`.
  public var query: String
  /// The `Host` field: the name by which the client calls the server.
  public var host: String?
  /// The `If-None-Match` field: the entity tags that the client has.
  public var ifNoneMatch: String?
  /// The `Range` field: the part of an archive that the client asks for.
  public var range: String?
  /// The `If-Range` field: the entity tag that the archive must still have for a part.
  public var ifRange: String?
  /// The `Origin` field: the origin of the page that sends the request.
  public var origin: String?
  /// The `Content-Type` field.
  public var contentType: String?
  /// The `X-TilePyramid-Secret` field, which no page of another origin can send without being asked for it.
  public var secret: String?
  /// The content; empty where none was announced or none is read.
  public var body: [UInt8] = []

  /// Creates a request.
  public init(
    method: String = "GET", path: String, query: String = "", host: String? = nil,
    ifNoneMatch: String? = nil, range: String? = nil, ifRange: String? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.host = host
    self.ifNoneMatch = ifNoneMatch
    self.range = range
    self.ifRange = ifRange
  }
}

/// A response to a request.
public struct SiteResponse: Hashable, Sendable {
  /// One field of the header.
  public struct Field: Hashable, Sendable {
    /// The name, as it is usually written.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The status code.
  public var status: Int
  /// The header, `Content-Length` included.
  public var fields: [Field]
  /// The body; empty for `HEAD`.
  public var body: [UInt8]
  /// A fault of the server or its tiles, for the operator.
  public var fault: String?

  package init(status: Int, fields: [Field], body: [UInt8], fault: String? = nil) {
    self.status = status
    self.fields = fields
    self.body = body
    self.fault = fault
  }

  /// The value of a field, whose name is compared without case; `nil` when it is not there.
  public subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The answer to an address without a tile.
public enum AbsentTileStatus: Int, Hashable, Sendable, CaseIterable {
  /// Not found, which clients expect.
  case notFound = 404
  /// No content: for clients that report every 404 as a failure.
  case noContent = 204
}
