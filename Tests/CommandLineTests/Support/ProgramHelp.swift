import Foundation
import TilePyramidTesting

/// The parser's description of the program's commands, as its own option dumps it.
enum ProgramHelp {
  /// A command without subcommands.
  struct Command {
    /// The words that call it.
    let words: [String]
    let abstract: String
    let arguments: [Argument]
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      var text: String { (kind == "short" ? "-" : "--") + name }
    }
    var kind: String
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    /// `nil` for what is no option.
    var preferredName: Name?
    var valueName: String?
    var abstract: String?
    var defaultValue: String?
  }

  private struct Dump: Decodable {
    struct Command: Decodable {
      var commandName: String
      var abstract: String?
      var subcommands: [Command]?
      var arguments: [Argument]?

      func leaves(_ words: [String]) -> [ProgramHelp.Command] {
        let subcommands = subcommands ?? []
        guard subcommands.isEmpty else {
          return subcommands.flatMap { $0.leaves(words + [$0.commandName]) }
        }
        return [
          ProgramHelp.Command(words: words, abstract: abstract ?? "", arguments: arguments ?? [])
        ]
      }
    }

    var command: Command
  }

  /// The commands without subcommands, but for `help`.
  static func commands(in workspace: Workspace) throws -> [Command] {
    let dump = try workspace.run(["--experimental-dump-help"])
    return try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command.leaves([])
      .filter { $0.words != ["help"] }
  }
}
