import ArgumentParser
import Foundation
import PyramidVerification
import RasterSources
import TileImaging
import TileModel
import TileStorage

/// `tilepyramid verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks a folder of tiles or an MBTiles file, whoever made it.",
    discussion: """
      Rules have names of two parts, such as overview.hole; --rules takes both names of rules and of \
      their themes. Errors end the program with 1. With --against, up to 256 tiles of the deepest zoom \
      are compared with the image they were made from; say where it lies as for build.
      """)

  @Argument(help: ArgumentHelp("A folder of tiles or an MBTiles file.", valueName: "store"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "A layer definition that counts instead of the one in the store.", valueName: "file"))
  var layer: String?

  @Option(
    help: ArgumentHelp(
      "How a folder without a layer definition counts rows: xyz or tms.", valueName: "scheme"))
  var scheme: String?

  @Option(
    help: ArgumentHelp(
      "Rules or themes to check, separated by commas (default: all).", valueName: "names"))
  var rules: String?

  @Flag(help: "List the rules, and check nothing.")
  var listRules = false

  @OptionGroup(title: "Report") var report: ReportOptions

  @Option(
    help: ArgumentHelp(
      "Draw a contact sheet with the findings marked, as a PNG file.", valueName: "file"))
  var sheet: String?

  @Option(
    help: ArgumentHelp(
      "What ends the program with 1: error, warning or note.", valueName: "severity"))
  var failOn = VerificationRule.Severity.error.rawValue

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most findings of a rule that are named.", valueName: "n"))
  var maxFindings = 20

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Threads to use (default: the processors available).", valueName: "n"))
  var threads: Int?

  @Option(
    help: ArgumentHelp("The image that the tiles were made from.", valueName: "source"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "The folder for a scratch copy of the image (default: the system's).", valueName: "folder"))
  var tempDir: String?

  @OptionGroup(title: "Where the image of --against lies") var placement: PlacementOptions

  @OptionGroup(title: "What was used of it") var clip: ClipOptions
  @OptionGroup(title: "PDF and SVG") var vector: VectorOptions
  @OptionGroup(title: "Samples of the image") var samples: SampleOptionGroup

  func run() throws {
    if listRules {
      for rule in VerificationRule.all {
        StandardOutput.print("\(rule.id) (\(rule.severity.rawValue)): \(rule.summary)")
      }
      return
    }
    guard let store else {
      throw UsageError.missing("a store", neededBy: "verify", example: "tilepyramid verify DIR")
    }
    let form = try report.form
    let severity: VerificationRule.Severity = try OptionValue.choice(failOn, option: "--fail-on")
    let inputs = try inputs(store)
    let file = try report.file(notReplacing: inputs)
    let picture = try sheet.map {
      try OutputFile(path: $0, .picture, overwrite: report.overwrite, inputs: inputs)
    }
    let options = try verificationOptions()
    let result = try PyramidVerifier.verify(store, options: options)
    let text =
      switch form {
      case .text: result.text
      case .json: try JSONText.text(result)
      case .junit: result.junit(failingAt: severity)
      }
    try report.deliver(text, to: file, isForPeople: form == .text)
    if let picture { try draw(result, options: options, on: picture) }
    if result.fails(at: severity) { throw ExitCode(1) }
  }

  private func draw(
    _ result: VerificationReport, options: VerificationOptions, on picture: OutputFile
  ) throws {
    let image: RGBAImage
    do throws(TileStorageError) {
      image = try FindingsSheet.draw(result, options: options)
    } catch {
      // A store that is this broken has findings that say so.
      if result.fails(at: .error) {
        return StandardError.warn("no sheet was drawn: \(error.report.what)")
      }
      throw error
    }
    // Standard output is the report alone.
    StandardError.print(try picture.write(image))
  }

  /// Everything that is read.
  private func inputs(_ store: String) throws -> [String] {
    let files = try against.map { try [$0] + PlacementRequest(placement).files(besides: $0) }
    return [store] + [layer, clip.cutline].compactMap(\.self) + (files ?? [])
  }

  private func verificationOptions() throws -> VerificationOptions {
    var options = VerificationOptions()
    options.layerFile = layer
    options.scheme = try scheme.map { try OptionValue.choice($0, option: "--scheme") }
    options.threads =
      try threads.map { try OptionValue.count($0, option: "--threads") }
      ?? AvailableProcessors.count
    options.findingLimit = try OptionValue.count(maxFindings, option: "--max-findings")
    if let rules {
      let names = rules.split(separator: ",").map {
        String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      guard !names.isEmpty, let chosen = VerificationRule.rules(named: names) else {
        throw UsageError.invalidValue(
          option: "--rules", found: rules, expected: "names that verify --list-rules shows")
      }
      options.rules = chosen
    }
    let request = try PlacementRequest(placement)
    guard let against else {
      if request.statement != nil || request.crs != nil {
        throw UsageError.missing(
          "--against", neededBy: "a placement", example: "--against plan.png")
      }
      if clip.cutline != nil || clip.clipBounds != nil {
        throw UsageError.missing(
          "--against", neededBy: clip.cutline != nil ? "--cutline" : "--clip-bounds",
          example: "--against plan.png")
      }
      return options
    }
    let source = try PlacedSource(
      path: against, placement: request, vector: vector.planOptions(),
      samples: samples.sampleOptions())
    source.warn()
    options.source = VerificationSource(
      raster: source.raster, georeference: source.placement.georeference,
      clips: try clip.areas(),
      scratch: ScratchDirectory(path: tempDir ?? FileManager.default.temporaryDirectory.path))
    return options
  }
}

/// The options that choose the form and the place of a report.
struct ReportOptions: ParsableArguments {
  /// The forms of a report.
  enum Form: String, CaseIterable {
    case text, json, junit
  }

  @Option(help: ArgumentHelp("text, json or junit.", valueName: "form"))
  var format = Form.text.rawValue

  @Flag(help: "The same as --format json.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the report to a file.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace the file of --output, and that of --sheet.")
  var overwrite = false

  var form: Form {
    get throws {
      let chosen: Form = try OptionValue.choice(format, option: "--format")
      guard json else { return chosen }
      if chosen == .junit {
        throw UsageError.conflict(["--json", "--format junit"], reason: "two forms of one report")
      }
      return .json
    }
  }

  /// The file that was asked for, refused before the work begins where it cannot be written.
  ///
  /// - Parameter inputs: What is read, which is never replaced.
  /// - Returns: The file; `nil` when none was asked for.
  /// - Throws: ``FileError`` or `TileStorageError`.
  func file(notReplacing inputs: [String]) throws -> OutputFile? {
    try output.map { try OutputFile(path: $0, .text, overwrite: overwrite, inputs: inputs) }
  }

  /// Prints a report or writes it to a file.
  ///
  /// - Parameters:
  ///   - text: The report.
  ///   - file: The file; `nil` for standard output.
  ///   - isForPeople: Whether it is shown on terminals, also out of a file.
  /// - Throws: ``FileError`` or `TileStorageError`.
  func deliver(_ text: String, to file: OutputFile?, isForPeople: Bool) throws {
    let text = isForPeople ? text.displayLines : text
    guard let file else { return StandardOutput.printData(text) }
    try file.write(Array((text + "\n").utf8))
  }
}
