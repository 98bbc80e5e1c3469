import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

/// Compiles the package in Apps, which writes what public apps do with a map, and runs it.
@Suite("Patterns of apps")
struct AppPatternTests {
  private static let modules = BuiltModules(with: "GoogleMaps")
  /// The modules that the app is linked from.
  private static let targets = [
    "GoogleMaps", "MapKit", "UIKit", "CoreLocation", "GoogleMapsCompatibility",
    "MapKitCompatibility",
  ]

  /// A tile of one colour.
  private static func tile(_ color: [UInt8]) throws -> [UInt8] {
    try PNGTileEncoder(effort: .fast).encode(
      RGBAImage(width: 256, height: 256, samples: (0..<(256 * 256)).flatMap { _ in color }))
  }

  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let green: [UInt8] = [0, 255, 0, 255]
  private static let blue: [UInt8] = [0, 0, 255, 255]

  private static let tiles = (0..<16).compactMap { TileCoordinate(zoom: 2, x: $0 % 4, y: $0 / 4) }

  /// The folder and the archive of the app, each with the twelve northern tiles, and a store of all.
  private func writeTiles(in folder: TemporaryDirectory) throws {
    let red = try Self.tile(Self.red)
    var lines = ""
    for (number, tile) in Self.tiles.prefix(12).enumerated() {
      try folder.write(red, as: "tiles/\(tile.zoom)/\(tile.x)/\(tile.y).png")
      lines += "\(tile.zoom) \(tile.x) \(tile.y) \(number * red.count) \(red.count)\n"
    }
    let images = (0..<12).flatMap { _ in red }
    try folder.write(Array((lines + "\n").utf8) + images, as: "archive")
  }

  @Test(
    "Apps' files compile as they are without a warning, and run on eight threads",
    .enabled(if: modules != nil), arguments: ["5", "6"])
  func patterns(mode: String) throws {
    let modules = try #require(Self.modules)
    let folder = try TemporaryDirectory()
    let apps = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Apps/Sources")
    let sources = try ["Shared", "Patterns\(mode)"].flatMap { name in
      try FileManager.default.contentsOfDirectory(
        at: apps.appendingPathComponent(name), includingPropertiesForKeys: nil
      ).map(\.path).filter { $0.hasSuffix(".swift") }
    }
    let program = folder.url.appendingPathComponent("patterns")
    let compiled = try CommandProbe(executable: modules.compiler, directory: folder.url).run(
      ["-wmo", "-parse-as-library", "-swift-version", mode, "-o", program.path] + sources.sorted()
        + (try modules.importArguments()) + (try modules.linkArguments(of: Self.targets)))
    try #require(compiled.end == .exit(0), "\(compiled.errors)")
    #expect(compiled.errors.isEmpty, "\(compiled.errors)")

    try writeTiles(in: folder)
    let floors = ["L0": try Self.tile(Self.green), "L1": try Self.tile(Self.blue)]
    try SampleBuilding.write(
      to: folder.path("house"),
      floors: floors.sorted { $0.key < $1.key }.map { (id: $0.key, tile: $0.value) })
    let online = try Self.tile(Self.red)
    let server = try LoopbackServer { path, _ in
      let parts = path.split(separator: "/").map(String.init)
      // The north-western tile of each floor is missing, and the south-eastern one is not given now.
      if parts.suffix(2) == ["0", "0.png"] { return .respond(404) }
      if parts.suffix(2) == ["3", "3.png"] { return .respond(500) }
      return .respond(200, floors[parts[0]] ?? online)
    }
    let outcome = try CommandProbe(executable: program, directory: folder.url).run([
      server.base, folder.path("tiles"), folder.path("archive"), folder.path("tiles"),
      folder.path("house"),
    ])
    #expect(outcome.end == .exit(0), "\(outcome.errors)")
    // Eight threads ask for sixteen tiles each, of which the server has fourteen.
    let downloads = mode == "5" ? "downloads: 112 tiles, 0 absent, 16 unavailable\n" : ""
    #expect(
      outcome.output == """
        heat: 64 tiles, 64 absent, 0 unavailable of 128
        offline: 120 tiles, 0 absent, 8 unavailable
        archive: 96 tiles, 32 absent, 0 unavailable
        library: 112 tiles, 8 absent, 8 unavailable in 2
        settings: 112 tiles, 8 absent, 8 unavailable
        \(downloads)floor 0: 4 tiles, 0 gaps, [0, 255, 0, 255]
        floor switch: 1 ["move", "idle 3.0"]
        floor 1: 3 tiles, 1 gaps, [0, 0, 255, 255]
        tour after 1.999 s: []
        tour after 4 s: [5.0, 8.0]
        heat above archive: 6 tiles, 0 gaps, [255, 0, 0, 255]
        store: 4 tiles, 0 gaps, [255, 0, 0, 255]
        drawing: 0 tiles, 0 gaps, [0, 128, 255, 102]
        tapped: ["Entrance", "Beacon", "Room"]
        drawing: 0 tiles, 0 gaps, [255, 128, 0, 255]
        drawing: 0 tiles, 0 gaps, [0, 0, 0, 0]
        levels: ["Floor L1", "Floor L0"] 1
        level: 4 tiles, 0 gaps, [0, 255, 0, 255]
        level: 0
        level: 4 tiles, 0 gaps, [0, 0, 255, 255]
        subclasses: 3 ["Room 12"] 1 false
        route: 0 tiles, 0 gaps, [255, 0, 0, 255]
        line: true false
        dashes: 46
        subclasses: 0 2 100
        overlay: 14 tiles, 1 gaps
        overlay: 12 tiles, 4 gaps
        overlay: 12 tiles, 0 gaps
        renderer: 3

        """)
  }

  @Test(
    "The modules of the SDKs' types, built as Swift 5, have no data races in Swift 6 either",
    .enabled(if: modules != nil), arguments: ["GoogleMapsCompatibility", "MapKitCompatibility"])
  func standIns(name: String) throws {
    let modules = try #require(Self.modules)
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { package.deleteLastPathComponent() }
    let folder = package.appendingPathComponent("Sources/\(name)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let sources = (files?.allObjects ?? []).compactMap { ($0 as? URL)?.path }
      .filter { $0.hasSuffix(".swift") }
    #expect(sources.count > 10)
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    let outcome = try CommandProbe(executable: modules.compiler, directory: folder).run(
      [
        "-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-module-name", name,
        // The build names the package by its folder.
        "-package-name",
        String(
          package.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }),
      ] + features.flatMap { ["-enable-upcoming-feature", $0] } + sources.sorted()
        + (try modules.importArguments()))
    #expect(outcome.end == .exit(0))
    #expect(outcome.errors == "")
  }
}
