import ArgumentParser
import Foundation
import PyramidVerification
import TileModel

/// `tilepyramid diff`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says which tiles of two stores differ, were added, or went.",
    discussion: """
      Tiles differ when their bytes do; with --pixels, only when their samples do. Differences end the \
      program with 1. With --urls only the addresses are printed that caches must forget, one a line.
      """)

  @Argument(help: ArgumentHelp("The older store.", valueName: "old"))
  var old: String

  @Argument(help: ArgumentHelp("The newer store.", valueName: "new"))
  var new: String

  @Flag(help: "Compare the samples of tiles whose bytes differ.")
  var pixels = false

  @Flag(help: "Print the URLs of changed and removed tiles, one a line.")
  var urls = false

  @Option(
    help: ArgumentHelp(
      "The template of the URLs (default: that of the old store's layer definition).",
      valueName: "template"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "How folders without a layer definition count rows: xyz or tms.", valueName: "scheme"))
  var scheme: String?

  @OptionGroup(title: "Report") var report: ReportOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most tiles of a kind that the text names.", valueName: "n"))
  var maxTiles = 20

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Threads to use (default: the processors available).", valueName: "n"))
  var threads: Int?

  func run() throws {
    let form = try report.form
    guard form != .junit else {
      throw UsageError.invalidValue(option: "--format", found: "junit", expected: "text or json")
    }
    if url != nil, !urls {
      throw UsageError.missing("--urls", neededBy: "--url", example: "--urls --url TEMPLATE")
    }
    var options = StoreComparisonOptions()
    options.comparesSamples = pixels
    options.scheme = try scheme.map { try OptionValue.choice($0, option: "--scheme") }
    options.threads =
      try threads.map { try OptionValue.count($0, option: "--threads") }
      ?? AvailableProcessors.count
    let named = try OptionValue.count(maxTiles, option: "--max-tiles")
    let file = try report.file(notReplacing: [old, new])
    let comparison = try StoreComparison(old: old, new: new, options: options)
    if urls {
      let stale = try comparison.staleURLs(template: url)
      // An empty list is no line at all, for programs that read lines.
      if !stale.isEmpty || file != nil {
        try report.deliver(stale.joined(separator: "\n"), to: file, isForPeople: false)
      }
    } else {
      try report.deliver(
        form == .json ? try JSONText.text(comparison) : comparison.text(naming: named), to: file,
        isForPeople: form != .json)
    }
    if !comparison.isEqual { throw ExitCode(1) }
  }
}
