import TileModel

/// A value of a document with its location for errors.
struct DocumentField {
  /// Location, such as `tilepyramid.coverage[0].zoom`.
  let key: String
  let value: JSONValue?

  static func document(
    _ bytes: [UInt8], limit: Int, of what: String, newestVersion: Int
  ) throws(LayerDocumentError) -> (root: DocumentField, own: DocumentField) {
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    let root: DocumentField
    do throws(JSONSyntaxError) {
      root = DocumentField(key: "", value: try JSONParser.value(of: bytes))
    } catch {
      throw .notJSON(offset: error.offset, reason: error.reason)
    }
    let own = try root.member("tilepyramid").object("an object of a TilePyramid \(what)")
    let version = own.member("formatVersion")
    guard try version.integer(in: 1...Int.max) <= newestVersion else {
      throw version.invalid("\(newestVersion) or less; a newer version of the tool wrote this")
    }
    return (root, own)
  }

  func member(_ name: String) -> DocumentField {
    DocumentField(key: key.isEmpty ? name : "\(key).\(name)", value: value?[name])
  }

  func invalid(_ expected: String) -> LayerDocumentError {
    guard let value else { return .missing(key: key, expected: expected) }
    return .invalid(key: key, found: value.kind, expected: expected)
  }

  var isNull: Bool { value == .null }

  func string(_ expected: String = "text") throws(LayerDocumentError) -> String {
    guard case .string(let text) = value else { throw invalid(expected) }
    return text
  }

  func optionalString(_ expected: String = "text or null") throws(LayerDocumentError) -> String? {
    isNull ? nil : try string(expected)
  }

  func integer(in range: ClosedRange<Int>) throws(LayerDocumentError) -> Int {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .number(let text) = value, let number = Int(text), range.contains(number) else {
      throw invalid(expected)
    }
    return number
  }

  func double(in range: ClosedRange<Double>) throws(LayerDocumentError) -> Double {
    guard case .number(let text) = value, let number = Double(text), range.contains(number) else {
      throw invalid("a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func floorLevel() throws(LayerDocumentError) -> FloorLevel {
    guard case .number(let text) = value, let number = Double(text),
      let level = FloorLevel(exactly: number)
    else { throw invalid("a level from -1000 to 1000 in steps of 0.5") }
    return level
  }

  func items(of what: String) throws(LayerDocumentError) -> [DocumentField] {
    guard case .array(let items) = value else { throw invalid("an array of \(what)") }
    return items.enumerated().map { DocumentField(key: "\(key)[\($0.offset)]", value: $0.element) }
  }

  /// Empty where there is none.
  func list<Value>(
    of what: String, _ value: (DocumentField) throws(LayerDocumentError) -> Value
  ) throws(LayerDocumentError) -> [Value] {
    self.value == nil ? [] : try items(of: what).map(value)
  }

  func optional<Value>(
    _ value: (DocumentField) throws(LayerDocumentError) -> Value
  ) throws(LayerDocumentError) -> Value? {
    self.value == nil ? nil : try value(self)
  }

  /// A path that stays below the document's folder.
  static func path(_ item: DocumentField) throws(LayerDocumentError) -> String {
    let path = try item.string("a path")
    if TileTemplateError.PathFault.first(in: path) != nil {
      throw item.invalid("a path inside the folder of the document")
    }
    return path
  }

  func object(_ expected: String = "an object") throws(LayerDocumentError) -> DocumentField {
    guard case .object = value else { throw invalid(expected) }
    return self
  }

  func choice<Value: RawRepresentable & CaseIterable>(
    _ type: Value.Type
  ) throws(LayerDocumentError) -> Value where Value.RawValue == String {
    let names = Value.allCases.map(\.rawValue).joined(separator: " or ")
    guard case .string(let text) = value, let choice = Value(rawValue: text) else {
      throw invalid(names)
    }
    return choice
  }

  func template() throws(LayerDocumentError) -> TileTemplate? {
    let expected = "a template with {z}, {x} and {y}, or null"
    guard let text = try optionalString(expected) else { return nil }
    return try rethrowing(try TileTemplate(text)) { (_: TileTemplateError) in invalid(expected) }
  }
}
