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

  /// The options that an unknown one may mean, or the commands that an argument goes with, by the parser's message
  /// and the words of the command.
  static func words(
    for message: String, of words: [String], in program: any ParsableCommand.Type
  ) -> [String] {
    var command = program
    var names = ["tilepyramid"]
    for word in words {
      let inner = command.configuration.subcommands
      guard let next = inner.first(where: { $0.configuration.commandName == word }) else {
        continue
      }
      command = next
      names.append(word)
    }
    if names.count > 1, let argument = message.firstMatch(of: #/nexpected argument '(.*)'/#)?.1 {
      return command.configuration.subcommands.compactMap { inner in
        inner.configuration.commandName.map {
          StoppedCommand.line(names + [$0, String(argument)])
        }
      }
    }
    let parts = message.components(separatedBy: "Unknown option '--")
    guard parts.count == 2 else { return [] }
    // A line of the help begins with the names of an option.
    let known = program.helpMessage(for: command, includeHidden: true).split(separator: "\n")
      .compactMap { $0.prefixMatch(of: #/  (?:-\w, )?--(?<name>[a-z-]+)/#).map { String($0.name) } }
    return NearestName.like(parts[1].replacing("'", with: ""), among: known).map { "--\($0)" }
  }
}
