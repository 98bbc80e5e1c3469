import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Support for tests: stores, goldens and comparisons")
struct StoreSupportTests {
  private static func store() throws -> MemoryTileStore {
    let corner = try #require(TileCoordinate(zoom: 16, x: 34_320, y: 22_950))
    return try MemoryTileStore(
      building: SyntheticRaster.noise(
        seed: 4, opaque: true, size: AlignedPlan.raster.size), at: .aligned(to: corner))
  }

  @Test("A pyramid in memory has the pixels of its image, and any store of it the same tiles")
  func building() throws {
    let store = try Self.store()
    #expect(store.tiles.keys.sorted().map(\.description).sorted() == AlignedPlan.tiles.sorted())
    let corner = try #require(TileCoordinate(zoom: 16, x: 34_320, y: 22_950))
    let tile = try TileDecoder.decode(try #require(try store.tile(at: corner)))
    let source = RGBAImage(
      SyntheticRaster.noise(seed: 4, opaque: true, size: AlignedPlan.raster.size))
    for y in [0, 100, 255] {
      #expect(
        tile.samples[4 * 256 * y..<4 * 256 * (y + 1)]
          == source.samples[4 * 512 * y..<4 * (512 * y + 256)])
    }
    let folder = try TemporaryDirectory()
    for name in ["tiles", "tiles.mbtiles"] {
      try store.write(to: folder.path(name))
      let read = try openTileStore(folder.path(name))
      for (tile, bytes) in store.tiles { #expect(try read.tile(at: tile) == bytes) }
      #expect(try read.coordinates() == store.coordinates())
      #expect(read.definition?.digest == store.definition?.digest)
    }
  }

  @Test("A store in memory fails when it is told to, and takes an address once")
  func failures() throws {
    let tile = try #require(TileCoordinate(zoom: 1, x: 0, y: 1))
    let store = MemoryTileStore()
    try store.write([1], at: tile)
    #expect(throws: TileStorageError.duplicateTile(tile, path: "memory")) {
      try store.write([2], at: tile)
    }
    let full = TileStorageError.system(operation: "write", path: "memory", code: ENOSPC)
    store.failWriting(full, after: 1)
    let others = [0, 1].compactMap { TileCoordinate(zoom: 2, x: $0, y: 0) }
    try store.write([3], at: others[0])
    #expect(throws: full) { try store.write([4], at: others[1]) }
    #expect(store.order == [tile, others[0]])
    store.readFailure = full
    #expect(throws: full) { try store.tile(at: tile) }
    store.abandon()
    #expect(store.isAbandoned && store.tiles.isEmpty)
  }

  @Test("Damage of every kind changes bytes as it says")
  func damage() throws {
    let bytes = Array(UInt8(0)..<100)
    #expect(ByteDamage.truncated(at: 3).applied(to: bytes) == [0, 1, 2])
    #expect(ByteDamage.flippedBit(offset: 2, bit: 7).applied(to: bytes)[2] == 130)
    #expect(ByteDamage.zeroed(98..<200).applied(to: bytes).suffix(3) == [97, 0, 0])
    #expect(ByteDamage.trailing(count: 2).applied(to: bytes).suffix(3) == [99, 0xA5, 0xA5])
    #expect(ByteDamage.misplaced(0..<3, from: 98).applied(to: bytes).prefix(3) == [98, 99, 2])
    let drawn = ByteDamage.drawn(50, forLength: 100, seed: 3)
    #expect(drawn == ByteDamage.drawn(50, forLength: 100, seed: 3))
    #expect(drawn.count { $0.applied(to: bytes) != bytes } > 40)
    for damage in drawn { #expect(damage.applied(to: []).count <= 64) }
  }

  @Test("A golden that is recorded, is missing or differs is no match")
  func goldens() throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appendingPathComponent("new/golden.png")
    var image = RGBAImage(
      SyntheticRaster.alphaGradient(PixelColor(9, 8, 7), size: .init(width: 9, height: 5)))
    #expect(try Golden(url, mode: .compare).check(image) == .missing(path: url.path))
    let recorded = try Golden(url, mode: .record).check(image)
    #expect(recorded == .recorded(path: url.path) && !recorded.isMatch)
    #expect(try Golden(url, mode: .compare).check(image).isMatch)
    image.samples[4 * (2 * image.width + 1) + 3] ^= 2
    let differs = try Golden(url, mode: .compare).check(image, tolerance: 1)
    #expect(!differs.isMatch && differs.description.contains("max [0, 0, 0, 2]"))
    #expect(try Golden(url, mode: .compare).check(image, tolerance: 2).isMatch)
    let small = RGBAImage(width: 1, height: 1, samples: [0, 0, 0, 0])
    #expect(try !Golden(url, mode: .compare).check(small, tolerance: 255).isMatch)

    let text = Golden(folder.url.appendingPathComponent("a.txt"), mode: .compare)
    #expect(try !text.check("a\nb").isMatch)
    #expect(try !Golden(text.url, mode: .record).check("a\nb").isMatch)
    #expect(try text.check("a\nb").isMatch)
    #expect(try text.check("a\nc").description.contains("line 2"))
  }

  @Test("A comparison counts, locates and weighs differences")
  func comparison() throws {
    let size = PixelSize(width: 5, height: 4)
    let left = RGBAImage(SyntheticRaster.flat(PixelColor(100, 100, 100), size: size))
    var right = left
    right.samples[4 * 7] = 110
    right.samples[4 * 12 + 2] = 97
    let result = try #require(ImageComparison(of: left, and: right, threshold: 3))
    #expect(result.maximumByChannel == [10, 0, 3, 0])
    #expect(result.meanByChannel == [0.5, 0, 0.15, 0])
    #expect(result.countAboveThreshold == 1)
    #expect(result.firstAboveThreshold?.x == 2 && result.firstAboveThreshold?.y == 1)
    // 10·log10(255² ÷ (109 ÷ 80))
    #expect(abs(result.peakSignalToNoiseRatio - 46.7875) < 0.001)
    #expect(ImageComparison(of: left, and: left)?.peakSignalToNoiseRatio == .infinity)
    let other = RGBAImage(width: 4, height: 5, samples: left.samples)
    #expect(ImageComparison(of: left, and: other) == nil)
  }

  @Test("Colour under no alpha counts only when samples are compared as they are")
  func premultiplied() throws {
    let size = PixelSize(width: 2, height: 2)
    let red = RGBAImage(SyntheticRaster.flat(PixelColor(255, 0, 0, alpha: 0), size: size))
    let blue = RGBAImage(SyntheticRaster.flat(PixelColor(0, 0, 255, alpha: 0), size: size))
    #expect(ImageComparison(of: red, and: blue)?.maximum == 255)
    #expect(ImageComparison(of: red, and: blue, in: .premultiplied)?.maximum == 0)
  }
}
