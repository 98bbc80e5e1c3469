import ArgumentParser
import TileStorage
import TileModel

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

  @Option(
    help: ArgumentHelp(
      "Name the tiles in the folder so (default: {z}/{x}/{y}.{ext}).", valueName: "template"))
  var path: String?

  @Option(
    help: ArgumentHelp(
      "Count rows in names from the north (xyz) or the south (tms). (default: xyz)",
      valueName: "scheme"),
    completion: .choices(LayerDefinition.Scheme.self))
  var scheme: ParsedOption<TileScheme>?

  @Flag(help: "Store equal tiles of a folder once, as hard links.")
  var hardLinks = false
}

/// The options that govern a run.
struct RunningOptions: ParsableArguments {
  @Flag(help: "Show what would be built, and write nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: show it as JSON.")
  var json = false

  @Flag(
    help:
      "Resume a build of the same output that was stopped or killed, if there is one; make nothing where it is complete."
  )
  var resume = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Use so many threads, as far as the memory allows (default: the processors available).
      """,
      valueName: "n"))
  var threads: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stay below so much memory.", valueName: "size"))
  var memoryLimit = ParsedOption<ByteCount>(argument: "1G")

  @Option(
    help: ArgumentHelp(
      "Put scratch files into this folder (default: the system's).", valueName: "folder"),
    completion: .directory)
  var tempDir: String?

  @Option(
    help: ArgumentHelp(
      """
      Show progress as bar, plain, json, none, or auto, which is a bar on a terminal.
      """, valueName: "style"),
    completion: .choices(ProgressStyle.self))
  var progress = ParsedOption<ProgressStyle>(argument: "auto")
}
