/// The pages of other origins that may read a server's answers.
public enum AllowedOrigin: Hashable, Sendable {
  /// Every page that is open in a browser of this machine.
  case any
  /// Pages of one origin.
  case one(String)
  /// No page of another origin.
  case none

  /// Reads `*`, `none`, or an origin such as `https://example.org` or `http://localhost:3000`; `nil` for
  /// other text.
  public init?(_ text: String) {
    switch text {
    case "*": self = .any
    case "none": self = .none
    default:
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      // Browsers write schemes and hosts in lower case, and compare byte by byte.
      guard parts.count == 2, let scheme = parts.first, scheme.utf8.first != nil,
        scheme.utf8.allSatisfy({ (0x61...0x7A).contains($0) || "+-.0123456789".utf8.contains($0) }),
        parts[1].hasPrefix("//"), let host = HostAuthority(String(parts[1].dropFirst(2))),
        host.text == host.text.lowercased()
      else { return nil }
      self = .one(text)
    }
  }

  var fields: [SiteResponse.Field] {
    switch self {
    case .any:
      [
        .init("Access-Control-Allow-Origin", "*"),
        .init("Cross-Origin-Resource-Policy", "cross-origin"),
      ]
    case .one(let origin): [.init("Access-Control-Allow-Origin", origin)]
    // Also for images, which pages show without being allowed to read them.
    case .none: [.init("Cross-Origin-Resource-Policy", "same-origin")]
    }
  }

  /// Readers of an archive need the place of a part in the file.
  var exposingFields: [SiteResponse.Field] {
    self == .none
      ? [] : [.init("Access-Control-Expose-Headers", "ETag, Content-Range, Content-Length")]
  }

  var preflightFields: [SiteResponse.Field] {
    guard self != .none else { return [] }
    let fields: [SiteResponse.Field] = [
      .init("Access-Control-Allow-Methods", ServedSite.methods),
      .init("Access-Control-Allow-Headers", "*"), .init("Access-Control-Max-Age", "86400"),
    ]
    // Pages of public sites reach this machine only where the operator named them.
    guard case .one = self else { return fields }
    return fields + [.init("Access-Control-Allow-Private-Network", "true")]
  }
}
