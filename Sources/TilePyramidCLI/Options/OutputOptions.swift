import ArgumentParser
import Foundation
import TilePyramid
import TileStorage

/// The options that choose where tiles go and how they are named.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write into this folder, or into a file ending in \(StoreFormat.fileEndings).",
      valueName: "path"),
    completion: .directory)
  var output: String?

  @Flag(help: "Put preview.html beside the tiles of a folder, which shows them in a browser.")
  var preview = false

  @Flag(
    help: "Replace an output that this program made and that holds nothing else.")
  var overwrite = false

  @Flag(
    help: "Replace an output, keeping the tiles that come out the same; list those that do not.")
  var update = false

  @Flag(
    help: "With --overwrite or --update: carry over what others put into the folder.")
  var keepOthers = false

  @Flag(help: "Store equal tiles of a folder once, as hard links.")
  var hardLinks = false

  var given: [String] {
    [
      ("--output", output != nil), ("--preview", preview), ("--overwrite", overwrite),
      ("--update", update), ("--keep-others", keepOthers), ("--hard-links", hardLinks),
    ].filter(\.1).map(\.0)
  }
}

extension BuildOutput {
  /// Without a path a dry run is of a folder that is not there.
  init(_ options: OutputOptions, _ running: RunningRequest, expected: String = "a path") throws {
    let names = (1...).lazy.map { $0 == 1 ? "tiles" : "tiles-\($0)" }
    guard
      let output = options.output
        ?? (running.dryRun ? names.first { access($0, F_OK) != 0 } : nil)
    else {
      throw UsageError.missing("--output", neededBy: "build", example: "--output tiles")
    }
    guard !output.isEmpty else {
      throw UsageError.invalidValue(option: "--output", found: "\"\"", expected: expected)
    }
    self = .directory(output)
    kind = try StoreFormat(newOutput: output)
    if options.update, options.overwrite {
      throw UsageError.conflict(
        ["--update", "--overwrite"], reason: "both replace what is there")
    }
    existing = options.update ? .update : options.overwrite ? .overwrite : .refuse
    keepsOthers = options.keepOthers
    hardLinks = options.hardLinks
    preview = options.preview
    resumes = running.resume
  }
}
