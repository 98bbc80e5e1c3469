import ArgumentParser
import TileStorage
import TileModel

/// The options that choose where tiles go and how they are named.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder to make, or a file ending in \(StoreFormat.fileEndings).", valueName: "path"),
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Rows counted from the north (xyz) or the south (tms) in names. (default: xyz)",
      valueName: "scheme"),
    completion: .choices(LayerDefinition.Scheme.self))
  var scheme: ParsedOption<TileScheme>?

  @Option(
    help: ArgumentHelp(
      "The names of tiles in the folder (default: {z}/{x}/{y}.{ext}).", valueName: "template"))
  var path: String?

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

  @Flag(help: "Put preview.html beside the tiles of a folder, which shows them in a browser.")
  var preview = false
}

/// The options that govern a run.
struct RunningOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Threads to use, as far as the memory allows (default: the processors available).",
      valueName: "n"))
  var threads: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Memory to stay below.", valueName: "size"))
  var memoryLimit = ParsedOption<ByteCount>(argument: "1G")

  @Option(
    help: ArgumentHelp(
      "The folder for scratch files (default: the system's).", valueName: "folder"),
    completion: .directory)
  var tempDir: String?

  @Flag(
    help:
      "Resume a build of the same output that was stopped or killed, if there is one; make nothing where it is complete."
  )
  var resume = false

  @Flag(help: "Show what would be built, and write nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: show it as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "bar, plain, json, none, or auto, which is a bar on a terminal.", valueName: "style"),
    completion: .choices(ProgressStyle.self))
  var progress = ParsedOption<ProgressStyle>(argument: "auto")
}
