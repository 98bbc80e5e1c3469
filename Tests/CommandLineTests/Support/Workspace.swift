import Foundation
import Georeferencing
import RasterSources
import Synchronization
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

/// A fresh folder to run the program in, with a folder of its own for scratch files.
struct Workspace {
  /// The folder of the package's manifest.
  static let packageRoot = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardizedFileURL

  let directory: TemporaryDirectory
  let scratch: TemporaryDirectory
  private var probe: CommandProbe
  /// The arguments before the program's own, where another program runs it.
  private var leading: [String] = []

  /// Creates the folders; `environment` holds variables that differ from those of the tests.
  init(environment: [String: String] = [:]) throws {
    directory = try TemporaryDirectory()
    scratch = try TemporaryDirectory()
    probe = CommandProbe(
      executable: try #require(
        CommandProbe.builtExecutable(named: "tilepyramid"), "the program was not built"),
      directory: directory.url,
      environment: ["TMPDIR": scratch.path, "SWIFT_BACKTRACE": "enable=no"]
        .merging(environment) { $1 })
  }

  /// Creates the folders, with an image in the first.
  init(_ raster: SyntheticRaster, as name: String = "plan.png") throws {
    try self.init()
    try write(raster, as: name)
  }

  /// The same files, with the program run in one of the folders or with more variables.
  func inside(_ folder: String = ".", environment: [String: String] = [:]) -> Workspace {
    var copy = self
    copy.probe = CommandProbe(
      executable: probe.executable,
      directory: directory.url.appendingPathComponent(folder, isDirectory: true),
      environment: probe.environment.merging(environment) { $1 })
    return copy
  }

  /// The same files, with the program run by another one.
  func by(_ program: String, _ arguments: [String]) -> Workspace {
    var copy = self
    copy.probe = CommandProbe(
      executable: URL(fileURLWithPath: program), directory: probe.directory,
      environment: probe.environment)
    copy.leading = arguments + [probe.executable.path]
    return copy
  }

  /// The same files, with no more than so many files open at a time.
  func withDescriptors(_ count: Int) -> Workspace {
    by("/bin/sh", ["-c", "ulimit -n \(count) && exec \"$0\" \"$@\""])
  }

  /// Runs the program, telling `onErrors` each piece of standard error as it comes.
  @discardableResult
  func run(
    _ arguments: [String], onErrors: (@Sendable (String, RunningCommand) -> Void)? = nil
  ) throws -> CommandProbe.Result {
    try probe.run(leading + arguments, onErrors: onErrors)
  }

  /// Runs a command whose first words are separated by blanks.
  @discardableResult
  func run(_ line: String, _ more: [String] = []) throws -> CommandProbe.Result {
    try run(line.words + more)
  }

  /// Runs a line of a shell that calls the program by its name.
  func runInShell(_ line: String) throws -> CommandProbe.Result {
    let folder = probe.executable.deletingLastPathComponent().path
    return try CommandProbe(
      executable: URL(fileURLWithPath: "/bin/bash"), directory: probe.directory,
      environment: probe.environment
    ).run(["-c", "PATH=\"\(folder):$PATH\"; \(line)"])
  }

  /// Runs the program and sends it a signal once, as soon as it says anything on standard error and there is
  /// a file, if one is named.
  func run(
    _ arguments: [String], thenSend signal: Int32, whenThereIs name: String = "."
  ) throws -> CommandProbe.Result {
    let path = directory.path(name)
    // A second signal would end it at once.
    let isSent = Atomic(false)
    return try run(arguments) { _, command in
      if FileManager.default.fileExists(atPath: path), !isSent.exchange(true, ordering: .relaxed) {
        command.send(signal: signal)
      }
    }
  }

  /// Runs the program, and removes or lengthens a file as soon as it says something.
  func run(
    _ arguments: [String], spoiling name: String, vanishes: Bool
  ) throws -> CommandProbe.Result {
    let path = directory.path(name)
    return try run(arguments) { _, _ in
      if vanishes {
        unlink(path)
      } else if let file = FileHandle(forWritingAtPath: path) {
        file.seekToEndOfFile()
        file.write(Data([0]))
      }
    }
  }

  func write(_ raster: SyntheticRaster, as name: String) throws {
    try directory.write(raster, as: name)
  }

  func write(_ bytes: some Sequence<UInt8>, as name: String) throws {
    try directory.write(bytes, as: name)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    try directory.bytes(name)
  }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func store(_ name: String) throws -> any TileReader { try openTileStore(directory.path(name)) }

  func definition(_ name: String) throws -> LayerDefinition {
    try #require(try store(name).definition, "\(name)")
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory.path(name), withIntermediateDirectories: true)
  }

  /// Locks a database as a writer does that is about to commit (SQLite's file format, "pending byte"), until the
  /// descriptor is closed.
  func lock(_ name: String) throws -> Int32 {
    let file = open(directory.path(name), O_RDWR)
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    try #require(fcntl(file, F_SETLK, &lock) == 0)
    return file
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: directory.path(name))
  }

  /// Everything in both folders.
  var entries: [String] { directory.entries + scratch.entries.map { "scratch: \($0)" } }
}

extension Workspace {
  /// Runs a command that must exit with 0, and say or print all these words.
  @discardableResult
  func succeed(
    _ arguments: [String], saying words: String..., printing output: String...,
    location: SourceLocation = #_sourceLocation
  ) throws -> CommandProbe.Result {
    try check(arguments, 0, words, output, location)
  }

  /// Runs a command whose first words are separated by blanks, and which must succeed.
  @discardableResult
  func succeed(
    _ line: String, _ more: [String] = [], saying words: String..., printing output: String...,
    location: SourceLocation = #_sourceLocation
  ) throws -> CommandProbe.Result {
    try check(line.words + more, 0, words, output, location)
  }

  /// Runs a command that must exit with a status, and say or print all these words.
  ///
  /// One that cannot do what is asked, which exits with 2 or 3, prints nothing else, makes nothing and
  /// removes nothing.
  @discardableResult
  func fail(
    _ arguments: [String], with status: Int32 = 2, saying words: String...,
    printing output: String..., location: SourceLocation = #_sourceLocation
  ) throws -> CommandProbe.Result {
    try check(arguments, status, words, output, location)
  }

  /// Runs a command whose first words are separated by blanks, and which must fail.
  @discardableResult
  func fail(
    _ line: String, _ more: [String] = [], with status: Int32 = 2, saying words: String...,
    printing output: String..., location: SourceLocation = #_sourceLocation
  ) throws -> CommandProbe.Result {
    try check(line.words + more, status, words, output, location)
  }

  private func check(
    _ arguments: [String], _ status: Int32, _ words: [String], _ output: [String],
    _ location: SourceLocation
  ) throws -> CommandProbe.Result {
    let before = status > 1 ? entries : []
    let result = try run(arguments)
    let said = "\(arguments): \(result.end), \(result.errors)\(result.output)"
    #expect(result.end == .exit(status), "\(said)", sourceLocation: location)
    for word in words {
      #expect(result.errors.contains(word), "\(word) in \(said)", sourceLocation: location)
    }
    for word in output {
      #expect(result.output.contains(word), "\(word) in \(said)", sourceLocation: location)
    }
    if status > 1 {
      #expect(result.output.isEmpty || !output.isEmpty, "\(said)", sourceLocation: location)
      #expect(entries == before, "\(said)", sourceLocation: location)
    }
    return result
  }
}

/// An image of 512 × 512 pixels that covers exactly the tiles 34320...34321 / 22950...22951 of zoom 16.
enum AlignedPlan {
  /// `--bounds` and its value.
  static let placement = ["--bounds", bounds]

  /// The arguments that build `plan.png` there.
  static func build(to output: String, _ options: String...) -> [String] {
    ["build", "plan.png", "-o", output] + options + placement
  }

  static let bounds = bounds(toColumn: 34_322)

  /// The western half of the bounds, which is two of the tiles.
  static let westernHalf = bounds(toColumn: 34_321)

  private static func bounds(toColumn column: Double) -> String {
    let (west, east) = (longitude(ofColumn: 34_320), longitude(ofColumn: column))
    let (south, north) = (latitude(ofRow: 22_952), latitude(ofRow: 22_950))
    return "\(west),\(south),\(east),\(north)"
  }

  /// The western edge of a column of tiles at zoom 16, in degrees.
  private static func longitude(ofColumn column: Double) -> Double {
    column / 65_536 * 360 - 180
  }

  /// The northern edge of a row of tiles at zoom 16, in degrees.
  private static func latitude(ofRow row: Double) -> Double {
    let northing: Double = .pi * (1 - 2 * row / 65_536)
    return atan(sinh(northing)) * 180 / .pi
  }

  /// The middle of its four deepest tiles, which is on whole samples at their zoom, 16.
  static let camera = place + ",16"

  /// The same, without the zoom.
  static let place = "\(latitude(ofRow: 22_951)),\(longitude(ofColumn: 34_321))"

  /// Opaque everywhere, so that every tile exists.
  static let raster = SyntheticRaster.positionCoded(size: PixelSize(width: 512, height: 512))

  /// The addresses of its tiles with default options.
  static let tiles =
    ["15/17160/11475"]
    + ["16/34320/22950", "16/34320/22951", "16/34321/22950", "16/34321/22951"]
}

/// A drawn plan of 600 × 450 pixels that is rotated, so that it goes through scratch.
enum RotatedPlan {
  static let placement = [
    "--anchor", "47.36565,8.54585", "--metres-per-pixel", "0.1", "--bearing", "23",
  ]

  /// The arguments that build `plan.png` there.
  static func build(to output: String, _ options: String...) -> [String] {
    ["build", "plan.png", "-o", output] + options + placement
  }

  static let raster = SyntheticRaster.floorPlan(pixelsPerMetre: 10)
}

extension String {
  /// Words between blanks.
  var words: [String] { split(separator: " ").map(String.init) }
}

extension CommandProbe.Result {
  /// The object of JSON that was printed.
  func json() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }
}
