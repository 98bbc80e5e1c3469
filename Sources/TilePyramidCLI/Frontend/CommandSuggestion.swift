import ArgumentParser
import BuildingManifest

/// A subcommand for which another word was mistyped.
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
}
