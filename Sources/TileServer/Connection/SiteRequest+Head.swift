import NIOHTTP1

extension SiteRequest {
  /// A body with GET, HEAD or OPTIONS is refused.
  ///
  /// Without a host, `authority` counts, the server's own host and port.
  ///
  /// Source: RFC 9112, sections 3.2, 6.1 and 6.3; RFC 9110, section 10.1.1.
  init(_ head: HTTPRequestHead, authority: String) throws(RefusedRequest) {
    var host = try Self.host(of: head)
    let hasBody = try Self.hasBody(head)
    let (target, named) = try Self.target(of: head)
    // The authority of an absolute address counts, whatever the field says.
    if let named { host = named }
    if let expected = head.headers.first(name: "expect"),
      expected.withoutSpaceAround.lowercased() != "100-continue"
    {
      throw RefusedRequest(status: 417)
    }
    if hasBody, ["GET", "HEAD", "OPTIONS"].contains(head.method.rawValue) {
      throw RefusedRequest(status: 413)
    }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      method: head.method.rawValue, path: String(parts.first ?? ""),
      query: parts.count > 1 ? String(parts[1]) : "", host: host ?? authority,
      ifNoneMatch: head.headers["if-none-match"].joinedList,
      range: head.headers["range"].joinedList,
      ifRange: head.headers.first(name: "if-range")?.withoutSpaceAround)
    // Two fields of a name join into one value, which no rule allows.
    origin = head.headers["origin"].joinedList
    contentType = head.headers["content-type"].joinedList
    secret = head.headers["x-tilepyramid-secret"].joinedList
  }

  /// 0 without a body.
  static func bodyByteCount(_ head: HTTPRequestHead, limit: Int) throws(RefusedRequest) -> Int {
    guard try hasBody(head) else { return 0 }
    guard head.headers["transfer-encoding"].isEmpty else { throw RefusedRequest(status: 411) }
    let lengths = head.headers["content-length"].map(\.withoutSpaceAround)
    guard lengths.count == 1, lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(lengths[0])
    else { throw .malformed }
    guard count <= limit else { throw RefusedRequest(status: 413) }
    return count
  }

  /// Only HTTP/1.0 may leave out `Host` (RFC 9112, section 3.2).
  private static func host(of head: HTTPRequestHead) throws(RefusedRequest) -> String? {
    let hosts = head.headers["host"]
    guard hosts.count <= 1, head.version == .http1_0 || hosts.count == 1 else { throw .malformed }
    guard let host = hosts.first?.withoutSpaceAround else { return nil }
    guard HostAuthority(host) != nil else { throw .malformed }
    return host
  }

  static func hasBody(_ head: HTTPRequestHead) throws(RefusedRequest) -> Bool {
    let codings = head.headers["transfer-encoding"]
    let lengths = head.headers["content-length"]
    if codings.isEmpty { return lengths.contains { $0.withoutSpaceAround != "0" } }
    // Two lengths, or a coding that a client of HTTP/1.0 cannot mean, are how requests are smuggled.
    guard lengths.isEmpty, head.version != .http1_0 else { throw .malformed }
    return true
  }

  /// A target in absolute form names the host too (RFC 9112, section 3.2.2).
  private static func target(
    of head: HTTPRequestHead
  ) throws(RefusedRequest) -> (target: String, host: String?) {
    let uri = head.uri
    guard !uri.utf8.contains(UInt8(ascii: "#")) else { throw .malformed }
    if uri.utf8.first == UInt8(ascii: "/") || head.method == .CONNECT { return (uri, nil) }
    if uri == "*", head.method == .OPTIONS { return ("/", nil) }
    let scheme = "http://"
    guard uri.utf8.count > scheme.utf8.count,
      uri.prefix(scheme.count).lowercased() == scheme
    else { throw .malformed }
    let rest = uri.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard let named = HostAuthority(String(rest[..<end])) else { throw .malformed }
    let path = String(rest[end...])
    return (path.hasPrefix("/") ? path : "/" + path, named.text)
  }
}

extension [String] {
  /// Fields of one name stand for one list (RFC 9110, section 5.3).
  fileprivate var joinedList: String? { isEmpty ? nil : joined(separator: ", ") }
}

extension String {
  /// Spaces and tabs around a value mean nothing (RFC 9110, section 5.5).
  fileprivate var withoutSpaceAround: String {
    let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let last = utf8.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(self[...last].drop { $0 == " " || $0 == "\t" })
  }
}
