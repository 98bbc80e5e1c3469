extension TileTemplate {
  /// Names of layer documents, alone or as a last extension; tiles must not take them at the top of
  /// an output folder.
  private static let documentSuffixes = ["layer.json", "building.json"]

  /// Creates a template of file paths relative to an output folder, which no path can leave.
  ///
  /// The floor must be usable as part of a file name as it is. It is never altered, so that two
  /// floors cannot share a folder.
  ///
  /// - Parameters:
  ///   - path: Components separated by `/`, such as `{floor}/{z}/{x}/{y}.{ext}`.
  ///   - floor: The value of `{floor}`.
  ///   - format: The format named by `{ext}`; `nil` for tiles of several formats.
  /// - Throws: ``TileTemplateError`` for a faulty placeholder, for the extension of another format, and for
  ///   paths that are absolute, malformed or can collide with a layer document. Components that are empty, `.`, `..`, longer
  ///   than 255 bytes, or hold a backslash or a control character are malformed.
  public init(path: String, floor: String? = nil, format: TileFormat?) throws(TileTemplateError) {
    try self.init(path) { name throws(TileTemplateError) in
      switch name {
      case "ext":
        return try format.map { (format) throws(TileTemplateError) in
          try Self.pathComponent(format.rawValue, for: "ext", in: path)
        }
      case "floor":
        guard let floor else { throw .missingFloor(in: path) }
        return try Self.pathComponent(floor, for: "floor", in: path)
      default: throw .unknownPlaceholder(name, in: path)
      }
    }
    try requirePath(source: path)
    if let format, case .text(let end)? = parts.last, let dot = end.lastIndex(of: ".") {
      let ending = end[end.index(after: dot)...].lowercased()
      if TileFormat.extensions.contains(ending), TileFormat(extension: ending) != format {
        throw .otherFormat(ending, of: format.rawValue, in: path)
      }
    }
  }

  private static func pathComponent(_ value: String, for name: String, in source: String)
    throws(TileTemplateError) -> String
  {
    let isSafe =
      !value.isEmpty && value != "." && value != ".." && value.utf8.count <= 255
      && value.unicodeScalars.allSatisfy { !$0.isControl && !"/\\{}".unicodeScalars.contains($0) }
    guard isSafe else { throw .unusableValue(value, for: name, in: source) }
    return value
  }

  private func requirePath(source: String) throws(TileTemplateError) {
    if let pathFault { throw .unsafePath(pathFault, in: source) }
  }

  /// The first reason that its paths cannot all be files of an output folder.
  package var pathFault: TileTemplateError.PathFault? {
    // The numbers of the deepest level are the longest: `1073741823`; no format's name is longer
    // than four.
    let longest = parts.map { part in
      switch part {
      case .text(let text): text
      case .zoom: "30"
      case .column, .row: "1073741823"
      case .format: "jpeg"
      }
    }.joined()
    if let fault = TileTemplateError.PathFault.first(in: longest) { return fault }
    // Compared without case, as common file systems do.
    let first = String(Substring(longest.utf8.prefix { $0 != UInt8(ascii: "/") })).lowercased()
    let isDocument = Self.documentSuffixes.contains { first == $0 || first.hasSuffix("." + $0) }
    return isDocument ? .documentName : nil
  }

  /// This path template as a URL relative to a document in the same folder: every character that a
  /// URL path cannot hold is percent-encoded.
  public var relativeURL: TileTemplate { mapTexts { percentEncoded($0, keeping: "/@") } }

  /// The template of file paths that this relative URL names, seen from the folder of its document;
  /// undoes ``relativeURL``.
  ///
  /// - Throws: ``TileTemplateError`` when the URL has a scheme, host or query, or names a path that
  ///   ``init(path:floor:format:)`` refuses.
  public func filePath() throws(TileTemplateError) -> TileTemplate {
    let bytes = text.utf8
    guard isRelative, !bytes.starts(with: "//".utf8), !bytes.contains(UInt8(ascii: "?")) else {
      throw .notAPath(text)
    }
    let source = text
    let path = try mapTexts { text throws(TileTemplateError) in
      guard let decoded = percentDecoded(text) else { throw .notAPath(source) }
      // A decoded slash or brace would change the parts of the path.
      for byte in "/{}".utf8 {
        guard decoded.utf8.count(where: { $0 == byte }) == text.utf8.count(where: { $0 == byte })
        else { throw .notAPath(source) }
      }
      return decoded
    }
    try path.requirePath(source: text)
    return path
  }
}

extension Unicode.Scalar {
  var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension TileTemplateError.PathFault {
  /// The first fault of a path that is to stay below a folder.
  package static func first(in path: String) -> Self? {
    for scalar in path.unicodeScalars {
      if scalar == "\\" { return .backslash }
      if scalar.isControl { return .controlCharacter }
    }
    // Bytes, because a slash with a combining mark is another character but still separates.
    let slash = UInt8(ascii: "/")
    if path.utf8.first == slash { return .absolute }
    for component in path.utf8.split(separator: slash, omittingEmptySubsequences: false) {
      if component.isEmpty { return .emptyComponent }
      if component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) {
        return .dotComponent
      }
      if component.count > 255 { return .longComponent }
    }
    return nil
  }
}
