import TilePyramid
import TileStorage

/// A command that ended early and left work that can be resumed.
struct StoppedCommand: Error {
  var cause: any Error
  var left: UnfinishedBuild
  var arguments: [String]

  var text: String {
    let state = cause is Interruption ? "interrupted" : "stopped"
    return """
      tilepyramid: \(state) at \(ProgressText.percent(left.fraction)); the output is untouched, and what was done is kept
        resume:  \(Self.resumingCommand(arguments))
        drop it: rm -r \(Self.quoted(left.path))
      """
  }

  static func resumingCommand(_ arguments: [String]) -> String {
    (arguments + (arguments.contains("--resume") ? [] : ["--resume"])).map(quoted)
      .joined(separator: " ")
  }

  /// Words as a command line of a shell.
  static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private static func quoted(_ word: String) -> String {
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
