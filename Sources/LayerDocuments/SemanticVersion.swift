/// The rule for the version of a tileset.
package enum SemanticVersion {
  /// `major.minor.patch` at the start, each of at most 9 digits.
  package static func isValid(_ text: String) -> Bool { numbers(of: text) != nil }

  package static func numbers(of text: String) -> [Int]? {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let patch = parts[2].prefix { $0.isASCII && $0.isWholeNumber }
    let texts = [parts[0], parts[1], patch]
    let isNumeric = texts.allSatisfy { part in
      (1...9).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    return isNumeric ? texts.compactMap { Int($0) } : nil
  }
}
