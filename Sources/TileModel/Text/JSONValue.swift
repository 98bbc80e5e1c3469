/// A JSON value; objects keep the order of their members.
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One name and value of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package static func number(_ value: Int) -> JSONValue { .number(String(value)) }

  /// Writes a finite number in the fewest digits that read back as the same value.
  package static func number(_ value: Double) -> JSONValue {
    precondition(value.isFinite, "JSON has no number for \(value)")
    return .number(NumberText.shortest(value))
  }

  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// Members without a value are left out.
  package static func members(_ members: [(name: String, value: JSONValue?)]) -> JSONValue {
    .object(members.compactMap { member in member.value.map { Member(member.name, $0) } })
  }

  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var isObject: Bool { if case .object = self { true } else { false } }

  package var kind: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let text): "the number \(text.prefix(40))"
    case .string(let text): "the text \"\(text.prefix(60))\""
    case .array(let items): "an array of \(items.count)"
    case .object: "an object"
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral
{
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map(Member.init))
  }

  package init(arrayLiteral items: JSONValue...) { self = .array(items) }

  package init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue {
  /// Indented by two spaces, short arrays without objects on one line, a newline at the end.
  package var text: String {
    var writer = JSONTextWriter()
    writer.write(self, indentation: 0)
    return writer.text + "\n"
  }

  /// One line without spaces, `<`, `>` or `&`.
  package var line: String {
    var writer = JSONTextWriter(isLine: true)
    writer.write(self)
    return writer.text
  }
}

private struct JSONTextWriter {
  var text = ""
  var isLine = false
  private let lineLength = 100

  mutating func write(_ value: JSONValue, indentation: Int = 0) {
    switch value {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): writeString(string)
    case .array(let items) where isLine:
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        write(item)
      }
      text += "]"
    case .object(let members) where isLine:
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        writeString(member.name)
        text += ":"
        write(member.value)
      }
      text += "}"
    case .array(let items):
      if items.isEmpty {
        text += "[]"
      } else if let line = Self.line(items), line.utf8.count + indentation <= lineLength {
        text += line
      } else {
        text += "["
        for (index, item) in items.enumerated() {
          breakLine(index, indentation)
          write(item, indentation: indentation + 2)
        }
        close("]", indentation)
      }
    case .object(let members):
      if members.isEmpty {
        text += "{}"
      } else {
        text += "{"
        for (index, member) in members.enumerated() {
          breakLine(index, indentation)
          writeString(member.name)
          text += ": "
          write(member.value, indentation: indentation + 2)
        }
        close("}", indentation)
      }
    }
  }

  private static func line(_ items: [JSONValue]) -> String? {
    var writer = JSONTextWriter()
    writer.text = "["
    for (index, item) in items.enumerated() {
      if index > 0 { writer.text += ", " }
      switch item {
      case .object: return nil
      case .array(let inner):
        guard let line = line(inner) else { return nil }
        writer.text += line
      default: writer.write(item, indentation: 0)
      }
      if writer.text.utf8.count > writer.lineLength { return nil }
    }
    return writer.text + "]"
  }

  private mutating func breakLine(_ index: Int, _ indentation: Int) {
    text += index == 0 ? "\n" : ",\n"
    text += String(repeating: " ", count: indentation + 2)
  }

  private mutating func close(_ bracket: String, _ indentation: Int) {
    text += "\n" + String(repeating: " ", count: indentation) + bracket
  }

  /// Writes a string that is safe inside an HTML script element: without `</`, `<!` and the line
  /// separators U+2028 and U+2029.
  private mutating func writeString(_ string: String) {
    text += "\""
    var previous: Unicode.Scalar = " "
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "<" where isLine, ">" where isLine, "&" where isLine: writeEscape(scalar)
      case "/" where previous == "<" && !isLine: text += "\\/"
      case "!" where previous == "<" && !isLine: text += "\\u0021"
      case "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}": writeEscape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    text += "\""
  }

  private mutating func writeEscape(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16)
    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
