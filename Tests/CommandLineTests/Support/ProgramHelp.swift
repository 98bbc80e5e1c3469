import Foundation
import TilePyramidTesting

/// The parser's description of the program's commands, as its own option dumps it.
enum ProgramHelp {
  /// A command without subcommands.
  struct Command {
    /// The words that call it.
    let words: [String]
    /// The paragraphs above the arguments, and the titles over these.
    let texts: [String]
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
    var sectionTitle: String?
    var shouldDisplay: Bool
    var defaultValue: String?
  }

  private struct Dump: Decodable {
    struct Command: Decodable {
      var commandName: String
      var abstract: String?
      var discussion: String?
      var subcommands: [Command]?
      var arguments: [Argument]?

      func leaves(_ words: [String]) -> [ProgramHelp.Command] {
        let subcommands = subcommands ?? []
        guard subcommands.isEmpty else {
          return subcommands.flatMap { $0.leaves(words + [$0.commandName]) }
        }
        let shown = (arguments ?? []).filter(\.shouldDisplay)
        return [ProgramHelp.Command(words: words, texts: texts(of: shown), arguments: shown)]
      }

      private func texts(of arguments: [Argument]) -> [String] {
        let lines = ((abstract ?? "") + "\n" + (discussion ?? "")).split(separator: "\n")
        return lines.map { $0.trimmingCharacters(in: .whitespaces) }
          + Set(arguments.compactMap(\.sectionTitle)).map { "**\($0)**" }
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
