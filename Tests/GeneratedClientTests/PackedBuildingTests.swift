import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

/// Compiles the clients generated for a building packed with an app, two floors in MBTiles files and one
/// in a folder, and lets them read the tiles.
@Suite("A building packed with an app")
struct PackedBuildingTests {
  private static let modules = BuiltModules(with: "MapKitCompatibility")

  /// A client, the program that uses it, and what the two are linked from.
  private func program(
    _ kind: ClientKind, _ app: String, module: String, layers: [LocatedLayer],
    in folder: TemporaryDirectory
  ) throws -> URL {
    let modules = try #require(Self.modules)
    let files = try ClientCode.generate(kind, forLocated: layers, named: "Packed")
    for file in files {
      try folder.write(file.contents.utf8, as: file.path)
    }
    let program = folder.url.appendingPathComponent("app")
    let sources = [app, "EnlargedTiles"].map { name in
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("App/\(name).swift").path
    }
    let outcome = try CommandProbe(executable: modules.compiler, directory: folder.url).run(
      ["-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-o", program.path]
        + sources + files.map(\.path) + modules.importArguments()
        + modules.linkArguments(of: [module]))
    try #require(outcome.end == .exit(0), "\(outcome.errors)")
    return program
  }

  /// The floors of a building whose folder is what an app is packed with: of the first two also MBTiles
  /// files, of which one is hidden behind a name that must be escaped.
  private func pack(_ building: ThreeStoreys) throws -> [LocatedLayer] {
    let names = ["0.mbtiles", "plan \"1\" %20é.mbtiles"]
    return try building.definitions.enumerated().map { index, definition in
      guard index < names.count else { return LocatedLayer(definition, location: .bundle) }
      var definition = definition
      definition.urlTemplate = nil
      let writer = try SingleFileWriter(path: building.folder.path(names[index]))
      for tile in definition.coverage.tiles {
        if let bytes = try building.readers[index].tile(at: tile) {
          try writer.write(bytes, at: tile)
        }
      }
      _ = try writer.finish(definition)
      return LocatedLayer(definition, location: .file(name: names[index]))
    }
  }

  @Test(
    "Every tile is read from files and a folder, and no other, on eight threads at a time",
    .enabled(if: modules != nil, "swiftc or the modules are not there"),
    arguments: [
      (ClientKind.swift, "ReadPackedTiles", "GoogleMapsCompatibility"),
      (.swiftMapKit, "LoadPackedTiles", "MapKitCompatibility"),
    ])
  func reads(kind: ClientKind, app: String, module: String) throws {
    let building = try ThreeStoreys()
    let layers = try pack(building)
    let folder = try TemporaryDirectory()
    let program = try program(kind, app, module: module, layers: layers, in: folder)
    let addresses = building.addresses
    let list = folder.url.appendingPathComponent("addresses")
    try Data(addresses.map { "\($0.zoom) \($0.x) \($0.y)\n" }.joined().utf8).write(to: list)
    let expected = try TemporaryDirectory()
    for (floor, reader) in building.readers.enumerated() {
      for tile in building.definitions[floor].coverage.tiles {
        let name = "\(floor)-\(tile.zoom)-\(tile.x)-\(tile.y)"
        let bytes = try #require(try reader.tile(at: tile))
        try Data(bytes).write(to: expected.url.appendingPathComponent(name))
      }
    }
    let outcome = try CommandProbe(executable: program, directory: folder.url).run([
      building.folder.path + "/", expected.path, list.path,
    ])
    #expect(outcome.end == .exit(0), "\(outcome.errors)")
    let counts = building.definitions.map(\.coverage.tileCount)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let all = addresses.count
    // A part of every size of each tile of the deepest zoom, and none around them.
    let enlarged = building.definitions.enumerated().map { floor, definition in
      let level = definition.coverage.level(atZoom: definition.maximumZoom)
      return "\(floor) enlarged true \(4 * (level?.tileCount ?? 0))"
    }
    switch kind {
    case .swift:
      #expect(
        lines == [
          "0 read \(8 * all)", "0 missing \(counts[0])", enlarged[0], "1 read \(8 * all)",
          "1 missing \(counts[1])", enlarged[1], "2 loaded \(all)", enlarged[2],
        ])
    default:
      #expect(
        lines
          == (0..<3).flatMap {
            ["\($0) loaded \(8 * all)", "\($0) missing \(counts[$0])", enlarged[$0]]
          })
    }
    // The file that is missing is named.
    #expect(outcome.errors.contains("No tiles can be read from /no/such/folder/0.mbtiles"))
  }
}
