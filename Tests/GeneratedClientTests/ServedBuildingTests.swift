import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

/// Compiles the client generated for a building and lets it load the tiles from a server.
@Suite("A building served")
struct ServedBuildingTests {
  private static let modules = BuiltModules(with: "GoogleMapsCompatibility")

  /// Generates the client of a building and compiles it together with the program that uses it.
  private func makeProgram(_ building: ThreeStoreys, in folder: URL) throws -> URL {
    let modules = try #require(Self.modules)
    let files = try ClientCode.generate(.swift, for: building.definitions, named: "Building")
    for file in files {
      try Data(file.contents.utf8).write(to: folder.appendingPathComponent(file.path))
    }
    let program = folder.appendingPathComponent("ask-for-tiles")
    let app = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("App/AskForTiles.swift")
    let outcome = try CommandProbe(executable: modules.compiler, directory: folder).run(
      ["-parse-as-library", "-swift-version", "6", "-o", program.path, app.path]
        + files.map(\.path) + (try modules.importArguments())
        + (try modules.linkArguments(of: ["GoogleMapsCompatibility"])))
    try #require(outcome.end == .exit(0), "\(outcome.errors)")
    return program
  }

  @Test(
    "The generated client loads every tile of the store and asks for no other",
    .enabled(if: modules != nil))
  func servesEveryTile() throws {
    let building = try ThreeStoreys()
    let expected = building.definitions.map(\.coverage)
    // A rotated plan leaves corners without tiles.
    #expect(expected.allSatisfy { $0.tileCount >= 4 })
    #expect(
      expected.contains { coverage in
        coverage.levels.contains { $0.tileCount < $0.boundingRange.count }
      })
    let folder = try TemporaryDirectory()
    let program = try makeProgram(building, in: folder.url)
    let server = try LoopbackServer { path, _ in
      building.tile(atPath: path).map { .respond(200, $0) } ?? .respond(404)
    }

    let addresses = building.addresses
    let list = folder.url.appendingPathComponent("addresses")
    try Data(addresses.map { "\($0.zoom) \($0.x) \($0.y)\n" }.joined().utf8).write(to: list)
    let tiles = try TemporaryDirectory()
    let center = ThreeStoreys.center
    let outcome = try CommandProbe(executable: program, directory: folder.url).run([
      server.base + "/", "\(center.latitude)", "\(center.longitude)", list.path, tiles.path,
    ])
    #expect(outcome.end == .exit(0), "\(outcome.errors)")

    var answers: [String] = []
    var files: Set<String> = []
    var requests: [String: Int] = [:]
    for (floor, (definition, reader)) in zip(building.definitions, building.readers).enumerated() {
      let names = addresses.map { tile -> String in
        let name = "\(floor)-\(tile.zoom)-\(tile.x)-\(tile.y)"
        return (definition.coverage.contains(tile) ? "tile " : "absent ") + name
      }
      answers += names + names
      for tile in definition.coverage.tiles {
        #expect(addresses.contains(tile), "\(tile)")
        let name = "\(floor)-\(tile.zoom)-\(tile.x)-\(tile.y)"
        let served = try Data(contentsOf: tiles.url.appendingPathComponent(name))
        #expect([UInt8](served) == (try reader.tile(at: tile)), "\(name)")
        files.insert(name)
        requests["/\(floor)/\(tile).png?v=\(definition.versionToken)"] = 1
      }
    }
    #expect(outcome.output.split(separator: "\n").map(String.init) == answers)
    #expect(Set(tiles.listing) == files)
    // Every tile once, and nothing else.
    #expect(server.counts == requests)
    #expect(expected.reduce(0) { $0 + $1.tileCount } == requests.count)
  }
}
