/// The outermost element of a well-known text: its keyword, its name and its own code.
struct WellKnownTextOutline {
  /// The keyword in upper case, such as `PROJCS`.
  let keyword: String
  /// The first quoted string.
  let name: String
  /// The code of the outermost `AUTHORITY` or `ID`, if there is one.
  let code: String?

  /// Reads the outline; `nil` when the text does not start as `KEYWORD["name"`.
  ///
  /// The rest is not checked: only the codes that belong to the outermost element are looked for.
  init?(_ text: String) {
    let opening: Set<Character> = ["[", "("]
    guard let bracket = text.firstIndex(where: { opening.contains($0) }) else { return nil }
    keyword = text[..<bracket].trimmingBlanks().uppercased()
    guard !keyword.isEmpty, keyword.allSatisfy({ $0.isLetter || $0 == "_" }) else { return nil }

    var outermostName: String?
    var depth = 0
    var word = ""
    // The texts and numbers inside the AUTHORITY or ID at depth 2 now being read.
    var identifier: [String]?
    var code: String?
    var quoted = ""
    var isQuoted = false
    for character in text {
      if isQuoted {
        guard character == "\"" else {
          quoted.append(character)
          continue
        }
        isQuoted = false
        if outermostName == nil { outermostName = quoted }
        identifier?.append(quoted)
        continue
      }
      switch character {
      case "\"": (quoted, isQuoted) = ("", true)
      case "[", "(":
        depth += 1
        if depth == 2, ["AUTHORITY", "ID"].contains(word.uppercased()) { identifier = [] }
        word = ""
      case "]", ")":
        if !word.isEmpty { identifier?.append(word) }
        if depth == 2, let found = identifier {
          if found.count >= 2 { code = found[1] }
          identifier = nil
        }
        depth -= 1
        word = ""
      case ",":
        if !word.isEmpty { identifier?.append(word) }
        word = ""
      case " ", "\t", "\n", "\r", "\r\n": break
      default: word.append(character)
      }
    }
    guard let name = outermostName else { return nil }
    self.name = name
    self.code = code
  }
}
