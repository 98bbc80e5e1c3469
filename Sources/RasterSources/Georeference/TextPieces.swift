extension StringProtocol {
  /// The text without blanks, tabs and line ends at either end.
  package func trimmingBlanks() -> String {
    let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n", "\u{FEFF}"]
    return String(drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
  }

  /// The text without the characters at its end that satisfy a condition.
  func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    String(reversed().drop(while: condition).reversed())
  }

  /// At most 60 characters of the text, without control characters, for messages.
  package var excerpt: String {
    let shown = prefix(60).map { $0.unicodeScalars.contains { $0.value < 32 } ? "·" : $0 }
    return String(shown) + (shown.count < count ? "…" : "")
  }
}
