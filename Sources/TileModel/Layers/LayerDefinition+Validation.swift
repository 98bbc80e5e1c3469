extension LayerDefinition {
  /// The z-indexes that map clients take: whole numbers of 32 bits.
  public static let zIndexes = Int(Int32.min)...Int(Int32.max)

  /// Checks that every number of the definition is in the range that clients take, as reading and
  /// writing do.
  ///
  /// An opacity is in `0...1`, a z-index has 32 bits. Bounds, outline and control points are
  /// degrees within ±180 and ±90, the south of bounds below the north.
  ///
  /// - Throws: ``LayerDefinitionError`` for the first number out of range.
  public func validateNumbers() throws(LayerDefinitionError) {
    guard (0...1).contains(opacity) else { throw .invalidOpacity(opacity) }
    guard Self.zIndexes.contains(zIndex) else { throw .invalidZIndex(zIndex) }
    guard Self.isPosition(bounds.west, bounds.south), Self.isPosition(bounds.east, bounds.north),
      bounds.south <= bounds.north
    else { throw .invalidBounds(bounds) }
    for position in outline + controlPoints.map(\.position)
    where !Self.isPosition(position.longitude, position.latitude) {
      throw .invalidPosition(position)
    }
  }

  private static func isPosition(_ longitude: Double, _ latitude: Double) -> Bool {
    (-180...180).contains(longitude) && (-90...90).contains(latitude)
  }

  /// Checks the rules that the types of the properties do not express.
  ///
  /// They are those of ``validateNumbers()``, a background as `#RRGGBBAA`, a floor with an
  /// identifier, and a variant with a usable name. Texts hold no NUL, which client languages cannot
  /// carry. A template without `{ext}` needs one format for all tiles.
  ///
  /// - Throws: ``LayerDefinitionError`` for the first rule broken.
  public func validate() throws(LayerDefinitionError) {
    try validateNumbers()
    if let background, !Self.isColor(background) { throw .invalidBackground(background) }
    if let floor, floor.id.isEmpty { throw .emptyFloor }
    if let variant = floor?.variant, !Floor.Variant.isName(variant.name) {
      throw .invalidVariant(variant.name)
    }
    let texts = [
      name, description, attribution, version, floor?.id, floor?.name, floor?.variant?.floor,
    ]
    if let text = texts.compactMap({ $0 }).first(where: { $0.utf8.contains(0) }) {
      throw .nulInText(text)
    }
    if let urlTemplate, urlTemplate.namesFormat, !isHybrid {
      throw .openFormat(urlTemplate.text)
    }
  }

  private static func isColor(_ text: String) -> Bool {
    text.utf8.count == 9 && PixelColor(hexadecimal: text) != nil
  }
}

/// A reason that a layer definition cannot be used.
public enum LayerDefinitionError: ReportableError, Hashable {
  /// The opacity is not in `0...1`.
  case invalidOpacity(Double)
  /// The z-index does not fit 32 bits.
  case invalidZIndex(Int)
  /// The bounds are not a rectangle in degrees.
  case invalidBounds(GeographicBounds)
  /// A corner of the outline or a control point is not a position in degrees.
  case invalidPosition(GeographicCoordinate)
  /// The background is not `#RRGGBBAA`.
  case invalidBackground(String)
  /// The floor's identifier is empty.
  case emptyFloor
  /// The name of a variant is not made of small letters and digits.
  case invalidVariant(String)
  /// A text holds a NUL character.
  case nulInText(String)
  /// The URL template holds `{ext}`, and all tiles have one format.
  case openFormat(String)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .invalidOpacity(let value):
      FailureReport(
        .badInput, "the layer's opacity is out of range", found: "\(value)",
        expected: "a number from 0 to 1", nextStep: "correct `opacity`")
    case .invalidZIndex(let value):
      FailureReport(
        .badInput, "the layer's z-index is out of range", found: "\(value)",
        expected: "a whole number of 32 bits", nextStep: "correct `zIndex`")
    case .invalidPosition(let position):
      FailureReport(
        .badInput, "the layer's outline or control points are not positions in degrees",
        found: "\(position.longitude),\(position.latitude)",
        expected: "longitude in -180...180, latitude in -90...90",
        nextStep: "build the layer again")
    case .invalidBounds(let bounds):
      FailureReport(
        .badInput, "the layer's bounds are not a rectangle in degrees",
        found: "\(bounds.west),\(bounds.south),\(bounds.east),\(bounds.north)",
        expected: "west and east in -180...180, south and north in -90...90, south below north",
        nextStep: "build the layer again")
    case .invalidBackground(let text):
      FailureReport(
        .badInput, "the layer's background is not a colour", found: text.debugDescription,
        expected: "#RRGGBBAA", nextStep: "correct `background`")
    case .emptyFloor:
      FailureReport(
        .badInput, "the layer's floor has no identifier", nextStep: "name it with `floor`")
    case .invalidVariant(let name):
      FailureReport(
        .badInput, "the variant of the layer's floor has no usable name",
        found: name.debugDescription, expected: "up to 32 small letters and digits, such as dark",
        nextStep: "name it so in variants of the manifest")
    case .nulInText(let text):
      FailureReport(
        .badInput, "a text of the layer holds a NUL character", found: text.debugDescription,
        nextStep: "remove the character")
    case .openFormat(let text):
      FailureReport(
        .badInput, "the URL template of tiles of one format holds {ext}", found: text,
        expected: "the extension itself", nextStep: "write the extension in its place")
    }
  }
}
