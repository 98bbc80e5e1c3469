/// Comments that say which identifiers of the generated code differ from the names that people gave.
enum IdentifierNotes {
  /// An identifier and the name that it was made of.
  struct Entry {
    /// The name as people gave it.
    let name: String
    /// The identifier that stands for it.
    let identifier: String
    /// What the identifier would be if every letter and digit of the name could stand, and nothing else;
    /// compared without regard to case and to other characters.
    let expected: String

    /// Whether more than blanks, punctuation and capitals differ.
    var isAltered: Bool { Self.letters(of: identifier) != Self.letters(of: expected) }

    private static func letters(of text: String) -> String {
      text.filter { $0.isLetter || $0.isNumber }.lowercased()
    }
  }

  /// The lines of the comment without what begins comments; none where no identifier is altered.
  static func lines(_ entries: [Entry]) -> [String] {
    let altered = entries.filter(\.isAltered)
    if altered.isEmpty { return [] }
    return ["Identifiers that differ from the names:"]
      + altered.map { "  \(StringLiteral.comment($0.name)) -> \($0.identifier)" }
  }
}
