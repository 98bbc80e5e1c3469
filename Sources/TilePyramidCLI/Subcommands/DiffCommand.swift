import ArgumentParser
import Foundation
import PyramidVerification
import TileModel
import TileStorage

/// `tilepyramid diff`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says which tiles of two stores or buildings differ, were added, or went.",
    discussion: """
      Tiles differ when their bytes do; with --pixels, only when their samples do. Differences end the \
      program with 1. With --urls only the addresses are printed that caches must forget, one a line. \
      Buildings are compared floor by floor; floors that are in one only, and other URLs, levels and \
      names of floors, are differences too.
      """)

  @Argument(
    help: ArgumentHelp("The older store or building to compare.", valueName: "old"),
    completion: .stores)
  var old: String

  @Argument(
    help: ArgumentHelp("The newer store or building to compare.", valueName: "new"),
    completion: .stores)
  var new: String

  @Flag(help: "Compare the samples of tiles whose bytes differ.")
  var pixels = false

  @Flag(help: "Print the URLs of changed and removed tiles, one a line.")
  var urls = false

  @Option(
    help: ArgumentHelp(
      "Make URLs by this template (default: that of the old store's layer definition).",
      valueName: "template"))
  var url: String?

  @OptionGroup var rows: SchemeOption

  @OptionGroup(title: "Report") var report: ReportOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Name at most so many tiles of a kind in the text.", valueName: "n"))
  var maxTiles = 20

  @OptionGroup var threads: ThreadsOption

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
    options.scheme = try rows.value
    options.threads = try threads.count
    let named = try OptionValue.count(maxTiles, option: "--max-tiles")
    let file = try report.file(notReplacing: [old, new])
    let comparison = try compare(options)
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

  private func compare(_ options: StoreComparisonOptions) throws -> any ReportedComparison {
    switch (try StoredBuilding.isBuilding(old), try StoredBuilding.isBuilding(new)) {
    case (false, false): return try StoreComparison(old: old, new: new, options: options)
    case (true, true):
      if rows.scheme != nil {
        throw UsageError.noEffect(
          "--scheme", reason: "the floors of a building have layer definitions")
      }
      return try BuildingComparison(old: old, new: new, options: options)
    case (let isOld, _):
      throw FailureReport.notBothBuildings(
        building: isOld ? old : new, other: isOld ? new : old)
    }
  }
}

/// A reported comparison of two stores or two buildings.
private protocol ReportedComparison: Encodable {
  var isEqual: Bool { get }
  func text(naming limit: Int) -> String
  func staleURLs(template url: String?) throws -> [String]
}

extension StoreComparison: ReportedComparison {}
extension BuildingComparison: ReportedComparison {}
