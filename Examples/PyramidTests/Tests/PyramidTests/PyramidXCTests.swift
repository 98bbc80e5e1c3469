import PyramidVerification
import TileImaging
import TilePyramidTesting
import XCTest

/// The pyramid, in XCTest.
final class PyramidXCTests: XCTestCase {
  func testBreaksNoRule() throws {
    let folder = try TemporaryDirectory()
    try SamplePyramid.build().write(to: folder.path("tiles.mbtiles"))
    let report = try PyramidVerifier.verify(folder.path("tiles.mbtiles"))
    XCTAssertFalse(report.fails(at: .warning), report.text)
  }

  func testDamagedTilesAreFoundWhateverTheDamage() throws {
    let sound = try SamplePyramid.build()
    let tile = try XCTUnwrap(sound.tiles.max { $0.value.count < $1.value.count })
    for damage in ByteDamage.drawn(10, forLength: tile.value.count, seed: 1) {
      let bytes = damage.applied(to: tile.value)
      if bytes == tile.value { continue }
      let folder = try TemporaryDirectory()
      let tiles = sound.tiles.merging([tile.key: bytes]) { $1 }
      try MemoryTileStore(tiles, definition: sound.definition).write(to: folder.path("tiles"))
      let report = try PyramidVerifier.verify(folder.path("tiles"))
      XCTAssertTrue(report.fails(at: .error), "\(damage): \(report.text)")
    }
  }

  func testLooksAsItDid() throws {
    let store = try SamplePyramid.build()
    let first = try XCTUnwrap(store.tiles.keys.min())
    let image = try TileDecoder.decode(try XCTUnwrap(store.tiles[first]))
    let outcome = try Golden("overview.png").check(image, tolerance: 1)
    XCTAssertTrue(outcome.isMatch, "\(outcome)")
  }
}
