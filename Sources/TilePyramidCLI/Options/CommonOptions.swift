import ArgumentParser
import Foundation
import RasterSources
import TilePyramid
import TileStorage

/// The number of threads of a command.
struct ThreadsOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Use so many threads (default: the processors available).", valueName: "n"))
  var threads: Int?

  var count: Int {
    get throws(UsageError) {
      guard let threads else { return AvailableProcessors.count }
      return try OptionValue.count(threads, option: "--threads")
    }
  }
}

/// The folder of scratch files.
struct ScratchOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Put scratch files into this folder (default: the system's).", valueName: "folder"),
    completion: .directory)
  var tempDir: String?

  var directory: ScratchDirectory {
    ScratchDirectory(path: tempDir ?? FileManager.default.temporaryDirectory.path)
  }
}

/// The form of progress.
struct ProgressOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show progress as bar, plain, json, none, or auto, which is a bar on a terminal.",
      valueName: "style"))
  var progress = ParsedOption<ProgressStyle>(argument: "auto")

  var style: ProgressStyle {
    get throws(UsageError) { try progress.value(of: "--progress") }
  }
}

/// The order of rows in the names of a folder that is read.
struct SchemeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Say how a folder without a layer definition counts rows: xyz or tms (default: tms beside tilemapresource.xml, else xyz).",
      valueName: "scheme"))
  var scheme: ParsedOption<TileScheme>?

  var value: TileScheme? {
    get throws(UsageError) { try scheme?.value(of: "--scheme") }
  }
}

/// The fate of an output that is there, where it is not updated.
struct ReplacementOptions: ParsableArguments {
  @Flag(help: "Replace an output that this program made and that holds nothing else.")
  var overwrite = false

  @Flag(help: "With --overwrite: carry over what others put into the folder.")
  var keepOthers = false
}

/// The form of tiles that are copied into a folder.
struct FolderOptions: ParsableArguments {
  @Flag(help: "Store equal tiles of a folder once, as hard links.")
  var hardLinks = false

  @Flag(help: "Put preview.html beside the tiles of a folder, which shows them in a browser.")
  var preview = false
}

extension BuildOutput {
  init(_ path: String, _ replacement: ReplacementOptions, _ folder: FolderOptions) throws {
    self = .directory(path)
    kind = try StoreFormat(newOutput: path)
    existing = replacement.overwrite ? .overwrite : .refuse
    keepsOthers = replacement.keepOthers
    hardLinks = folder.hardLinks
    preview = folder.preview
  }
}
