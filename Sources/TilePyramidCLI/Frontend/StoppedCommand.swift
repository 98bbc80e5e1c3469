import TileStorage

/// A command that ended early and left work that can be resumed.
struct StoppedCommand: Error {
  /// Why it ended.
  var cause: any Error
  /// What it left.
  var left: UnfinishedBuild
  /// The command line that began it.
  var arguments: [String]

  /// What was left, how to resume, and how to drop it.
  var text: String {
    let state = cause is Interruption ? "interrupted" : "stopped"
    return """
      tilepyramid: \(state) at \(ProgressText.percent(left.fraction)); the output is untouched, and what was done is kept
        resume:  \(Self.resumingCommand(arguments))
        drop it: rm -r \(Self.quoted(left.path))
      """
  }

  /// The command that was given, with `--resume`.
  static func resumingCommand(_ arguments: [String]) -> String {
    (arguments + (arguments.contains("--resume") ? [] : ["--resume"])).map(quoted)
      .joined(separator: " ")
  }

  /// A word as a shell takes it.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./,:=+@%".utf8.contains(byte)
      }
    }
    if plain, !word.isEmpty { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
