/// A path or URL with places for a tile's address: `{z}`, `{x}`, `{y}`, `{floor}` and `{ext}`.
///
/// `{y}` is the row of the layer's scheme. A template must name the whole address, so that no two
/// tiles share a name.
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
  }

  /// The template as text, with `{floor}` and `{ext}` already replaced.
  public let text: String
  /// The same template in parts, in order.
  public let parts: [Part]

  /// Creates a template from text in which only `{z}`, `{x}` and `{y}` remain.
  ///
  /// - Throws: ``TileTemplateError`` when a placeholder is unknown, missing or unclosed.
  public init(_ text: String) throws(TileTemplateError) {
    var parts: [Part] = []
    var literal = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "{" else {
        literal.append(character)
        continue
      }
      guard let close = rest.firstIndex(of: "}") else { throw .unclosedPlaceholder(text) }
      let name = String(rest[..<close])
      rest = rest[rest.index(after: close)...]
      let part: Part
      switch name {
      case "z": part = .zoom
      case "x": part = .column
      case "y": part = .row
      default: throw .unknownPlaceholder(name, in: text)
      }
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = ""
      parts.append(part)
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    for (part, name) in [(Part.zoom, "z"), (.column, "x"), (.row, "y")]
    where !parts.contains(part) {
      throw .missingPlaceholder(name, in: text)
    }
    self.text = text
    self.parts = parts
  }

  /// The template with a tile's address filled in.
  public func expanded(for tile: TileCoordinate, scheme: LayerDefinition.Scheme) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .zoom: result += String(tile.zoom)
      case .column: result += String(tile.x)
      case .row: result += String(scheme == .xyz ? tile.y : tile.tmsRow)
      }
    }
    return result
  }
}

/// Why a template cannot name tiles.
public enum TileTemplateError: ReportableError, Hashable {
  /// A `{` has no `}`.
  case unclosedPlaceholder(String)
  /// A placeholder is not one of those known.
  case unknownPlaceholder(String, in: String)
  /// A part of the address is not named.
  case missingPlaceholder(String, in: String)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .unclosedPlaceholder(let text):
      FailureReport(
        .badInput, "a { in the template has no }", found: text,
        nextStep: "close the placeholder, as in {z}/{x}/{y}.png")
    case .unknownPlaceholder(let name, let text):
      FailureReport(
        .badInput, "the template has an unknown placeholder {\(name)}", found: text,
        expected: "{z}, {x}, {y}, {floor} or {ext}", nextStep: "correct the placeholder")
    case .missingPlaceholder(let name, let text):
      FailureReport(
        .badInput, "the template does not name {\(name)}, so tiles would share a name",
        found: text, expected: "{z}, {x} and {y}", nextStep: "add {\(name)} to the template")
    }
  }
}
