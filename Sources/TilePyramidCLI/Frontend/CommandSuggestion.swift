import ArgumentParser
import BuildingManifest
import Foundation

/// A subcommand or option for which another word was mistyped.
enum CommandSuggestion {
  static func error(
    in arguments: [String], of commands: [any ParsableCommand.Type]
  ) -> UsageError? {
    let names = commands.compactMap { $0.configuration.commandName } + ["help"]
    guard let word = arguments.first, !word.hasPrefix("-"), !names.contains(word),
      let meant = NearestName.of(word, among: names)
    else { return nil }
    return UsageError(
      "there is no subcommand \(word)", expected: meant,
      nextStep: "did you mean tilepyramid \(meant)?")
  }

  /// The options that an unknown one may mean, by the parser's message and the words of the command.
  static func options(
    for message: String, of words: [String], in program: any ParsableCommand.Type
  ) -> [String] {
    let parts = message.components(separatedBy: "Unknown option '--")
    guard parts.count == 2 else { return [] }
    let command = words.reduce(program) { command, word in
      command.configuration.subcommands.first { $0.configuration.commandName == word } ?? command
    }
    // A line of the help begins with the names of an option.
    let known = program.helpMessage(for: command, includeHidden: true).split(separator: "\n")
      .compactMap { $0.prefixMatch(of: #/  (?:-\w, )?--(?<name>[a-z-]+)/#).map { String($0.name) } }
    return NearestName.like(parts[1].replacing("'", with: ""), among: known).map { "--\($0)" }
  }
}
