extension StringProtocol {
  /// The text on one line, with unsafe characters as `\u{1B}`: controls, line ends, and those of
  /// Unicode's Bidi_Control.
  package var displayLine: String { escaping { $0.isUnfitForDisplay } }

  /// The text with lines and tabs kept, otherwise as ``displayLine``.
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
  package var alternatives: String {
    let (rest, last) = (dropLast().joined(separator: ", "), last ?? "")
    return rest.isEmpty ? last : "\(rest) or \(last)"
  }
}

extension Unicode.Scalar {
  fileprivate var isUnfitForDisplay: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    // Bidi_Control.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
