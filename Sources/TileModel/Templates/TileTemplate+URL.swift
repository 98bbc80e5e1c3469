extension TileTemplate {
  private static let schemes = ["http", "https", "file"]

  /// Creates a template of URLs: absolute ones with the scheme http, https or file, or relative
  /// ones.
  ///
  /// The floor is percent-encoded; everything else must be a URL already (RFC 3986).
  ///
  /// - Parameters:
  ///   - url: A URL such as `https://www.example.com/floorplans/L{floor}_{z}_{x}_{y}.png`.
  ///   - floor: The value of `{floor}`.
  ///   - format: The format named by `{ext}`; `nil` for tiles of several formats.
  /// - Throws: ``TileTemplateError`` for a faulty placeholder, another scheme, a missing host, or
  ///   text that a URL cannot hold. Those are spaces, quotes, control or non-ASCII characters, a
  ///   `%` without two digits, or a fragment.
  public init(url: String, floor: String? = nil, format: TileFormat?) throws(TileTemplateError) {
    for scalar in url.unicodeScalars where !Self.isURLCharacter(scalar) {
      throw .notAURL(
        url,
        scalar.isControl
          ? "it holds the control character U+\(String(scalar.value, radix: 16, uppercase: true))"
          : "it holds the character \(scalar)",
        nextStep: scalar.isControl
          ? "remove it" : "write it as \(percentEncoded(String(scalar))), or remove it")
    }
    if url.contains("${") {
      throw .notAURL(url, "a $ stands before a placeholder", nextStep: "write {z} in place of ${z}")
    }
    try self.init(url) { name throws(TileTemplateError) in
      switch name {
      case "ext": return format.map { percentEncoded($0.rawValue) }
      case "floor":
        guard let floor else { throw .missingFloor(in: url) }
        // A dot segment means a folder even when it is percent-encoded.
        guard !floor.isEmpty, floor != ".", floor != "..",
          !floor.unicodeScalars.contains(where: \.isControl)
        else { throw .unusableValue(floor, for: "floor", in: url) }
        return percentEncoded(floor)
      default: throw .unknownPlaceholder(name, in: url)
      }
    }
    try requireURL(source: url)
  }

  /// Whether the template is relative to the position of the document that holds it.
  public var isRelative: Bool { schemeName == nil }

  private var schemeName: Substring? {
    guard let colon = text.firstIndex(of: ":"),
      !text[..<colon].contains(where: { "/?{".contains($0) })
    else { return nil }
    return text[..<colon]
  }

  private func requireURL(source: String) throws(TileTemplateError) {
    var rest = text.utf8[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[text.utf8.index(after: percent)...]
      guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy({ hexValue($0) != nil }) else {
        throw .notAURL(
          source, "a % is not followed by two hexadecimal digits", nextStep: "write it as %25")
      }
    }
    guard let scheme = schemeName?.lowercased() else { return }
    guard Self.schemes.contains(scheme) else {
      throw .notAURL(
        source, "its scheme is \(scheme)", nextStep: "use http, https or file, or a relative URL")
    }
    let afterScheme = text.drop { $0 != ":" }.dropFirst()
    let hasHost = afterScheme.hasPrefix("//") && !afterScheme.dropFirst(2).hasPrefix("/")
    guard hasHost || (scheme == "file" && afterScheme.hasPrefix("/")) else {
      throw .notAURL(
        source, "no host follows the scheme", nextStep: "write it as \(scheme)://host/path")
    }
  }

  /// The characters of RFC 3986 but `#` and `'`, and braces for placeholders.
  private static func isURLCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: "-._~:/?[]@!$&()*+,;=%{}".unicodeScalars.contains(scalar)
    }
  }

  /// The same template with a `v` query item, so that caches take a new version for a new tile.
  public func withVersionToken(_ token: String) -> TileTemplate {
    let separator =
      switch (text.utf8.contains(UInt8(ascii: "?")), text.utf8.last) {
      case (false, _): "?"
      case (true, UInt8(ascii: "?")), (true, UInt8(ascii: "&")): ""
      case (true, _): "&"
      }
    let suffix = "\(separator)v=\(percentEncoded(token))"
    var parts = parts
    if case .text(let last)? = parts.last {
      parts[parts.count - 1] = .text(last + suffix)
    } else {
      parts.append(.text(suffix))
    }
    return TileTemplate(parts: parts)
  }
}
