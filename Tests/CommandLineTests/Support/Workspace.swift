import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// A fresh folder to run the program in, with a folder of its own for scratch files.
struct Workspace {
  /// The folder of the package's manifest.
  static let packageRoot = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardizedFileURL

  let directory: TemporaryDirectory
  let scratch: TemporaryDirectory
  private let probe: CommandProbe

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

  @discardableResult
  func run(_ arguments: [String]) throws -> CommandProbe.Result { try probe.run(arguments) }

  /// Runs a line of a shell that calls the program by its name.
  func runInShell(_ line: String) throws -> CommandProbe.Result {
    let folder = probe.executable.deletingLastPathComponent().path
    return try CommandProbe(
      executable: URL(fileURLWithPath: "/bin/bash"), directory: probe.directory,
      environment: probe.environment
    ).run(["-c", "PATH=\"\(folder):$PATH\"; \(line)"])
  }

  /// Runs the program and sends it a signal as soon as it says anything on standard error.
  func run(_ arguments: [String], thenSend signal: Int32) throws -> CommandProbe.Result {
    try probe.run(arguments) { _, command in command.send(signal: signal) }
  }

  /// Runs the program, telling `onErrors` each piece of standard error as it comes.
  func run(
    _ arguments: [String], onErrors: @escaping @Sendable (String, RunningCommand) -> Void
  ) throws -> CommandProbe.Result {
    try probe.run(arguments, onErrors: onErrors)
  }

  func write(_ raster: SyntheticRaster, as name: String) throws {
    try PNGFileWriter.write(RGBAImage(raster), to: directory.path(name), compression: .fast)
  }

  func write(_ bytes: some Sequence<UInt8>, as name: String) throws {
    try directory.write(bytes, as: name)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    try directory.bytes(name)
  }

  /// Everything in both folders.
  var entries: [String] { directory.entries + scratch.entries.map { "scratch: \($0)" } }
}

/// An image of 512 × 512 pixels that covers exactly the tiles 34320...34321 / 22950...22951 of zoom 16.
enum AlignedPlan {
  /// `--bounds` and its value.
  static let placement = ["--bounds", bounds]

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

  static let raster = SyntheticRaster.floorPlan(pixelsPerMetre: 10)
}

extension CommandProbe.Result {
  /// The object of JSON that was printed.
  func json() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }
}
