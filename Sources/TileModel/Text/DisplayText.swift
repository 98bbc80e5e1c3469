extension StringProtocol {
  /// The text for people on one line: characters that a terminal would obey or that reorder what
  /// stands beside them — controls, line ends, and those of Unicode's Bidi_Control — as `\u{1B}`.
  package var displayLine: String { escaping { $0.isUnfitForDisplay } }

  /// The text for people, which keeps its lines and tabs and is else as ``displayLine``.
  package var displayLines: String {
    escaping { $0.isUnfitForDisplay && $0 != "\n" && $0 != "\t" }
  }

  private func escaping(_ condition: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: condition) else { return String(self) }
    var result = ""
    for scalar in unicodeScalars {
      if condition(scalar) {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension [String] {
  /// The words in a sentence: `png, jpeg or webp`.
  package var alternatives: String {
    let (rest, last) = (dropLast().joined(separator: ", "), last ?? "")
    return rest.isEmpty ? last : "\(rest) or \(last)"
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would obey the character, or it ends a line or changes the order of others.
  fileprivate var isUnfitForDisplay: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    // Bidi_Control.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
