import ArgumentParser
import BuildingManifest

/// A subcommand for which another word was mistyped.
enum CommandSuggestion {
  /// The error for a first argument that is much like a subcommand; `nil` when it is one, an option, or
  /// unlike any.
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
