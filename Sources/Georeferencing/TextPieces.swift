extension StringProtocol {
  /// The text without blanks, tabs and line ends at either end.
  package func trimmingBlanks() -> String {
    let text = Substring(self)
    guard let first = text.unicodeScalars.firstIndex(where: { !$0.isBlank }),
      let last = text.unicodeScalars.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(text.unicodeScalars[first...last])
  }

  /// The text without the characters at its end that satisfy a condition.
  func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    String(reversed().drop(while: condition).reversed())
  }

  /// At most 60 characters of the text, without control characters, for messages.
  package var excerpt: String {
    let start = unicodeScalars.prefix(61)
    let shown = start.prefix(60).map { $0.value < 32 ? "·" : Character($0) }
    return String(shown) + (shown.count < start.count ? "…" : "")
  }
}

extension Unicode.Scalar {
  /// Whether it is a blank, a tab, a part of a line end, or a byte-order mark.
  fileprivate var isBlank: Bool {
    switch self {
    case " ", "\t", "\n", "\r", "\u{FEFF}": true
    default: false
    }
  }
}
