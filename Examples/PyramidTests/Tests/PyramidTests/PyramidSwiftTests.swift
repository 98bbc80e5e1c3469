import Foundation
import PyramidVerification
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

private let deployed = ProcessInfo.processInfo.environment["PYRAMID"]

@Suite("The pyramid, in Swift Testing")
struct PyramidSwiftTests {
  @Test("The pyramid breaks no rule", arguments: ["tiles", "tiles.mbtiles"])
  func sound(name: String) throws {
    let folder = try TemporaryDirectory()
    try SamplePyramid.build().write(to: folder.path(name))
    let report = try PyramidVerifier.verify(folder.path(name))
    #expect(!report.fails(at: .warning), "\(report.text)")
  }

  @Test("The pyramid to be deployed breaks no rule", .enabled(if: deployed != nil))
  func deployable() throws {
    let report = try PyramidVerifier.verify(try #require(deployed))
    #expect(!report.fails(at: .error), "\(report.text)")
  }

  @Test("A damaged, lost or exchanged tile of the pyramid is found")
  func broken() throws {
    let sound = try SamplePyramid.build()
    let order = sound.tiles.keys.sorted()
    let (first, last) = (try #require(order.first), try #require(order.last))
    let faults: [(rule: String, tiles: [TileCoordinate: [UInt8]])] = [
      ("tile.decodes", sound.tiles.merging([last: [1, 2, 3]]) { $1 }),
      ("tiles.missing", sound.tiles.filter { $0.key != last }),
      ("definition.digest", sound.tiles.merging([first: sound.tiles[last] ?? []]) { $1 }),
    ]
    for fault in faults {
      let folder = try TemporaryDirectory()
      try MemoryTileStore(fault.tiles, definition: sound.definition).write(to: folder.path("tiles"))
      let report = try PyramidVerifier.verify(folder.path("tiles"))
      #expect(
        report.results.contains { $0.rule.id == fault.rule && $0.count > 0 }, "\(report.text)")
    }
  }

  @Test("The pyramid looks as it did")
  func golden() throws {
    let store = try SamplePyramid.build()
    let first = try #require(store.tiles.keys.min())
    let image = try TileDecoder.decode(try #require(store.tiles[first]))
    // Drawing goes through floating point, which another processor may round to the next level.
    let outcome = try Golden("overview.png").check(image, tolerance: 1)
    #expect(outcome.isMatch, "\(outcome)")
  }
}
