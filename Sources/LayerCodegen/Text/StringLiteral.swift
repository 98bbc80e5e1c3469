/// Escapes text for string literals and comments of the generated languages.
///
/// For any text, the literal ends where it should and nothing in it is evaluated. No character is
/// invisible or reorders its line.
package enum StringLiteral {
  package static func swift(_ text: String) -> String { "\"\(swiftContent(text))\"" }

  package static func swiftContent(_ text: String) -> String {
    content(of: text, escaping: ["\"", "\\", "\n"]) {
      "\\u{\(String($0.value, radix: 16, uppercase: true))}"
    }
  }

  /// `text` must not hold NUL.
  package static func objectiveC(_ text: String) -> String { "@\"\(cContent(text))\"" }

  package static func cContent(_ text: String) -> String {
    let content = content(of: text, escaping: ["\"", "\\"]) { scalar in
      (UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter).map { octal($0) }.joined()
    }
    // Two question marks can begin a trigraph.
    return content.unicodeScalars.reduce(into: "") { result, scalar in
      result += scalar == "?" && result.unicodeScalars.last == "?" ? "\\?" : String(scalar)
    }
  }

  package static func cFormatContent(_ text: String) -> String {
    cContent(text.unicodeScalars.map { $0 == "%" ? "%%" : String($0) }.joined())
  }

  package static func java(_ text: String) -> String {
    // Java reads \u before anything else, so that \u000A would break the line.
    let content = content(of: text, escaping: ["\"", "\\"]) { scalar in
      UInt8(exactly: scalar.value).map { octal($0) } ?? utf16Escapes(scalar)
    }
    return "\"\(content)\""
  }

  package static func kotlin(_ text: String) -> String { "\"\(kotlinContent(text))\"" }

  /// The inside of a literal; `$` begins a template in Kotlin.
  package static func kotlinContent(_ text: String) -> String {
    content(of: text, escaping: ["\"", "\\", "$", "\n"], others: utf16Escapes)
  }

  /// A quoted literal that may also stand in an HTML script element.
  package static func javaScript(_ text: String) -> String {
    var content = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": content += "\\\(scalar)"
      case "\n": content += "\\n"
      case _ where previous == "<" && endsScript(after: scalar):
        content.unicodeScalars.removeLast()
        content += "\\x3C\(scalar)"
      case _ where isPlain(scalar, first: content.isEmpty): content.unicodeScalars.append(scalar)
      default: content += utf16Escapes(scalar)
      }
      previous = scalar
    }
    return "\"\(content)\""
  }

  /// True when `<` before `scalar` can begin the end of a script, a comment or an inner script in
  /// HTML.
  private static func endsScript(after scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "!" || scalar == "s" || scalar == "S"
  }

  private static func content(
    of text: String, escaping escaped: Set<Unicode.Scalar>, others: (Unicode.Scalar) -> String
  ) -> String {
    var content = ""
    for scalar in text.unicodeScalars {
      if escaped.contains(scalar) {
        content += scalar == "\n" ? "\\n" : "\\\(scalar)"
      } else if isPlain(scalar, first: content.isEmpty) {
        content.unicodeScalars.append(scalar)
      } else {
        content += others(scalar)
      }
    }
    return content
  }

  /// An octal escape, which unlike \x ends after three digits.
  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func utf16Escapes(_ scalar: Unicode.Scalar) -> String {
    scalar.utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// Quoted text for a line comment, which it cannot end or continue.
  package static func comment(_ text: String) -> String {
    var content = ""
    for scalar in text.unicodeScalars {
      // Comments may nest in the comments of those who paste the code.
      switch (content.unicodeScalars.last, scalar) {
      case ("/", "*"), ("*", "/"): content += " "
      // Java reads these escapes in comments too.
      case ("\\", "u"): content += " "
      case ("<", _) where endsScript(after: scalar): content += " "
      default: break
      }
      content.unicodeScalars.append(isPlain(scalar, first: content.isEmpty) ? scalar : " ")
    }
    return "\"\(content)\""
  }

  /// True for a visible character: no control, formatting or ignorable character, unusual space or
  /// unassigned one.
  ///
  /// A combining mark is not plain behind the opening quote.
  private static func isPlain(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .surrogate, .unassigned:
      return false
    case .nonspacingMark, .enclosingMark, .spacingMark: return !first
    default: return true
    }
  }
}
