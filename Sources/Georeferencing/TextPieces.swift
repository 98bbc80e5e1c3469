extension StringProtocol {
  package func trimmingBlanks() -> String {
    let text = Substring(self)
    guard let first = text.unicodeScalars.firstIndex(where: { !$0.isBlank }),
      let last = text.unicodeScalars.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(text.unicodeScalars[first...last])
  }

  func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    String(reversed().drop(while: condition).reversed())
  }

  /// At most 60 characters without control characters, for messages.
  package var excerpt: String {
    let start = unicodeScalars.prefix(61)
    let shown = start.prefix(60).map { $0.value < 32 ? "·" : Character($0) }
    return String(shown) + (shown.count < start.count ? "…" : "")
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool {
    switch self {
    case " ", "\t", "\n", "\r", "\u{FEFF}": true
    default: false
    }
  }
}
