import ArgumentParser

/// What a mistyped subcommand was probably meant to be.
enum CommandSuggestion {
  /// The error for a first argument that is much like a subcommand; `nil` when it is one, an option, or
  /// unlike any.
  static func error(
    in arguments: [String], of commands: [any ParsableCommand.Type]
  ) -> UsageError? {
    let names = commands.compactMap { $0.configuration.commandName } + ["help"]
    guard let word = arguments.first, !word.hasPrefix("-"), !names.contains(word),
      let meant = closest(to: word, among: names)
    else { return nil }
    return UsageError(
      "there is no subcommand \(word)", expected: meant,
      nextStep: "did you mean tilepyramid \(meant)?")
  }

  /// The name that is closest to a word: at most two letters exchanged, added, left out or swapped with
  /// their neighbour, and fewer than half of its letters; `nil` when none is.
  private static func closest(to word: String, among names: [String]) -> String? {
    let near = names.map { ($0, distance(word.lowercased(), $0)) }
      .filter { $0.1 <= 2 && 2 * $0.1 < $0.0.count }
    return near.min { $0.1 < $1.1 }?.0
  }

  /// The number of single changes that make one word of another, with swapped neighbours as one
  /// (optimal string alignment).
  private static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
    // Nothing of this length is a slip of a name.
    guard a.count <= 32 else { return a.count }
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
