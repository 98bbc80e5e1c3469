/// A path or URL with placeholders for a tile's address: `{z}`, `{x}`, `{y}`, `{floor}` and `{ext}`.
///
/// `{y}` is the row of the layer's scheme. A template must name the whole address, and set its numbers
/// apart, so that no two tiles share a name.
public struct TileTemplate: Hashable, Sendable {
  /// One stretch of a template.
  public enum Part: Hashable, Sendable {
    /// Text that stands for itself.
    case text(String)
    /// The zoom.
    case zoom
    /// The column.
    case column
    /// The row, counted as the layer's scheme counts.
    case row
    /// The name of the tile's format, in templates of hybrid layers.
    case format
  }

  /// The template as text, with `{floor}` replaced, and `{ext}` too in layers of one format.
  public let text: String
  /// The same template in parts, in order; texts never stand side by side.
  public let parts: [Part]

  /// Creates a template from text with `{z}`, `{x}`, `{y}` and, for hybrid layers, `{ext}`.
  ///
  /// Neither a path nor a URL is assumed; ``init(path:floor:format:)`` and
  /// ``init(url:floor:format:)`` also check their rules.
  ///
  /// - Throws: ``TileTemplateError`` when a placeholder is unknown, missing, unclosed or not set
  ///   apart from the next.
  public init(_ text: String) throws(TileTemplateError) {
    try self.init(text) { name throws(TileTemplateError) in
      if name == "ext" { return nil }
      throw .unknownPlaceholder(name, in: text)
    }
  }

  /// `replacement` gives the text of `{floor}` and `{ext}`; `nil` leaves `{ext}` open.
  init(
    _ source: String, replacement: (String) throws(TileTemplateError) -> String?
  ) throws(TileTemplateError) {
    var parts: [Part] = []
    var literal = ""
    // True after text that no number can run through, behind the last placeholder.
    var isSetApart = true
    var rest = source[...].unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "}" { throw .unopenedPlaceholder(source) }
      guard scalar == "{" else {
        literal.unicodeScalars.append(scalar)
        isSetApart = isSetApart || !("0"..."9").contains(scalar)
        continue
      }
      guard let close = rest.firstIndex(of: "}") else { throw .unclosedPlaceholder(source) }
      let name = String(rest[..<close])
      rest = rest[rest.index(after: close)...]
      let part: Part? =
        switch name {
        case "z": .zoom
        case "x": .column
        case "y": .row
        default: nil
        }
      let replaced = part == nil ? try replacement(name) : ""
      if name == "ext" {
        // Formats begin with a letter, which no number runs through.
        isSetApart = true
        if let replaced {
          literal += replaced
        } else {
          if !literal.isEmpty { parts.append(.text(literal)) }
          literal = ""
          parts.append(.format)
        }
        continue
      }
      guard isSetApart else { throw .ambiguous(name, in: source) }
      isSetApart = false
      literal += replaced ?? ""
      guard let part else { continue }
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = ""
      parts.append(part)
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    for (part, name) in [(Part.zoom, "z"), (.column, "x"), (.row, "y")]
    where !parts.contains(part) {
      throw .missingPlaceholder(name, in: source)
    }
    self.init(parts: parts)
  }

  init(parts: [Part]) {
    self.parts = parts
    text = parts.map(\.templateText).joined()
  }

  /// Whether the name depends on the format of the tile.
  public var namesFormat: Bool { parts.contains(.format) }

  /// The template with a tile's address filled in.
  ///
  /// - Parameters:
  ///   - tile: The address.
  ///   - scheme: The direction in which `{y}` counts.
  ///   - format: The format of the tile, for templates where ``namesFormat`` is true.
  /// - Returns: The name of the tile.
  public func expanded(
    for tile: TileCoordinate, scheme: TileScheme, format: TileFormat = .png
  ) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .zoom: result += String(tile.zoom)
      case .column: result += String(tile.x)
      case .row: result += String(scheme == .xyz ? tile.y : tile.tmsRow)
      case .format: result += format.rawValue
      }
    }
    return result
  }

  /// The same template for tiles that all have one format.
  public func naming(_ format: TileFormat) -> TileTemplate {
    var named: [Part] = []
    var literal = ""
    for part in parts {
      switch part {
      case .text(let text): literal += text
      case .format: literal += format.rawValue
      case .zoom, .column, .row:
        if !literal.isEmpty { named.append(.text(literal)) }
        literal = ""
        named.append(part)
      }
    }
    if !literal.isEmpty { named.append(.text(literal)) }
    return TileTemplate(parts: named)
  }

  func mapTexts<E>(_ transform: (String) throws(E) -> String) throws(E) -> TileTemplate {
    var changed: [Part] = []
    for part in parts {
      if case .text(let text) = part {
        changed.append(.text(try transform(text)))
      } else {
        changed.append(part)
      }
    }
    return TileTemplate(parts: changed)
  }
}

extension TileTemplate.Part {
  fileprivate var templateText: String {
    switch self {
    case .text(let text): text
    case .zoom: "{z}"
    case .column: "{x}"
    case .row: "{y}"
    case .format: "{ext}"
    }
  }
}

/// The direction in which names and URLs count rows.
public enum TileScheme: String, Hashable, Sendable, CaseIterable {
  /// From the north.
  case xyz
  /// From the south.
  case tms
}
