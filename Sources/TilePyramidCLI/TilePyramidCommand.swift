import ArgumentParser
import Foundation
import RasterSources
import TileImaging
import TilePyramid
import TileStorage

/// The program: parses its arguments, runs one subcommand and turns what it throws into an exit code.
@main
struct TilePyramidCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tilepyramid",
    abstract: "Turns a georeferenced image into map tiles and what an app needs to show them.",
    discussion: """
      Exit codes: 0 done; 1 findings; 2 bad usage, bad input, or the output exists; 3 something cannot \
      be read or written, or the disk is full; 4 a fault of the program; 130 or 143 interrupted.
      Data goes to standard output, progress and messages to standard error.
      """,
    version: ProgramVersion.details,
    subcommands: [
      BuildCommand.self, InfoCommand.self, GeoreferenceCommand.self, LayersCommand.self,
      SnapshotCommand.self, ServeCommand.self, VerifyCommand.self, DiffCommand.self,
      ConvertCommand.self, BuildingCommand.self, PlanCommand.self, MergeCommand.self,
      JobCommand.self,
    ])

  static func main() {
    StandardStreams.reserve()
    // A reader that leaves early, such as `head`, ends output; it must not end a build.
    signal(SIGPIPE, SIG_IGN)
    InterruptionWatch.start()
    do {
      let arguments = try ProgramArguments.given()
      if let unknown = CommandSuggestion.error(in: arguments, of: configuration.subcommands) {
        throw unknown
      }
      var command = try parseAsRoot(arguments)
      // Without a subcommand there is nothing to do, which is no success.
      guard type(of: command).configuration.subcommands.isEmpty else {
        throw MissingSubcommand(help: helpMessage(for: type(of: command)))
      }
      try RepeatedOption.check(arguments, of: type(of: command))
      try command.run()
    } catch {
      Diagnostic(error, of: Self.self).report()
    }
  }
}

/// The version of the program and of what it uses.
enum ProgramVersion {
  static let text = PyramidBuild.version

  static let details = ([text] + LibraryVersions.all + RasterLibraryVersions.all + [storeLibrary])
    .joined(separator: "\n")

  private static let storeLibrary = "SQLite \(SQLiteLibrary.version)"
}
