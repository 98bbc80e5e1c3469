import ArgumentParser
import BuildingManifest
import Foundation

/// A subcommand or option for which another word was mistyped.
enum CommandSuggestion {
  static func error(
    in arguments: [String], of commands: [any ParsableCommand.Type]
  ) -> UsageError? {
    let names = commands.compactMap { $0.configuration.commandName } + ["help"]
    guard let word = arguments.first, !word.hasPrefix("-"), !names.contains(word) else {
      return nil
    }
    guard let meant = NearestName.of(word, among: names) else {
      guard access(word, F_OK) == 0 else { return nil }
      let command = StoppedCommand.line(["tilepyramid", "build", word, "-o", "tiles"])
      return UsageError(
        "a subcommand comes first", at: word, expected: "build, info or another one",
        nextStep: "tilepyramid info tells what it is; tiles are built by \(command)")
    }
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
    let unexpected = message.matches(of: #/'(.*?)'/#).map { String($0.1) }
    if message.contains("nexpected argument"), let argument = unexpected.first {
      if names.last == "verify", CompletionKind.isPlan(argument) {
        return ["--against \(argument)"]
      }
      guard names.count > 1 else { return [] }
      if program.configuration.subcommands.contains(where: {
        $0.configuration.commandName == argument
      }) {
        return [StoppedCommand.line(["tilepyramid"] + unexpected)]
      }
      return command.configuration.subcommands.compactMap { inner in
        inner.configuration.commandName.map {
          StoppedCommand.line(names + [$0, String(argument)])
        }
      }
    }
    guard let option = message.firstMatch(of: #/Unknown option '(-.+)'/#)?.1 else { return [] }
    // Behind a single hyphen each letter is an option.
    let word =
      option.count > 2
      ? String(option)
      : (try? ProgramArguments.given())?.first {
        $0.count > 2 && $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains(option.dropFirst())
      }
    guard let word else { return [] }
    // A line of the help begins with the names of an option.
    let known = program.helpMessage(for: command, includeHidden: true).split(separator: "\n")
      .compactMap { $0.prefixMatch(of: #/  (?:-\w, )?--(?<name>[a-z-]+)/#).map { String($0.name) } }
    return NearestName.like(String(word.drop { $0 == "-" }), among: known).map { "--\($0)" }
  }
}
