/// A value as JSON that can stand in a script element of HTML.
enum PageValue {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number; one that is not finite, for which JSON has no name, becomes null.
  case number(Double)
  case string(String)
  case array([PageValue])
  case object([(name: String, value: PageValue)])

  static func optional(_ text: String?) -> PageValue { text.map(PageValue.string) ?? .null }

  /// The value on one line.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value):
      guard value.isFinite else { return text += "null" }
      let digits = value.description
      text += digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Writes a string in which nothing can end the script element, open a comment, or end a line.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
