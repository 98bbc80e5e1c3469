import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Scratch raster")
struct ScratchRasterTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let block = 256 * 256 * 4

  private func raster(_ width: Int, _ height: Int, cachedBlocks: Int) throws -> ScratchRaster {
    try ScratchRaster(
      size: PixelSize(width: width, height: height),
      directory: ScratchDirectory(path: folder.path), cacheBytes: cachedBlocks * Self.block)
  }

  private func window(_ raster: ScratchRaster, _ x: Int, _ y: Int, _ width: Int, _ height: Int)
    throws
    -> [UInt8]
  {
    // Rows further apart than they are long, to see that the gaps are left alone.
    let stride = 4 * width + 12
    var target = [UInt8](repeating: 0xEE, count: stride * height)
    try raster.read(x: x, y: y, width: width, height: height, into: &target, bytesPerRow: stride)
    for row in 0..<height {
      #expect(target[row * stride + 4 * width..<(row + 1) * stride].allSatisfy { $0 == 0xEE })
    }
    return (0..<height).flatMap { (row: Int) -> ArraySlice<UInt8> in
      target[row * stride..<row * stride + 4 * width]
    }
  }

  @Test(
    "Any windows of a scratch raster read what any order of writes left",
    arguments: [0, 1, 2, 3, 100])
  func randomAccess(_ cachedBlocks: Int) throws {
    let raster = try raster(700, 530, cachedBlocks: cachedBlocks)
    let size = raster.size
    // The same in memory.
    var model = [UInt8](repeating: 0, count: 4 * size.width * size.height)
    var generator = SeededGenerator(seed: UInt64(cachedBlocks) + 9)
    func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    for _ in 0..<400 {
      let y = below(size.height)
      switch below(3) {
      case 0:
        let row = generator.bytes(4 * size.width)
        try raster.writeRow(y, from: row)
        model.replaceSubrange(4 * y * size.width..<4 * (y + 1) * size.width, with: row)
      case 1:
        let step = 1 + below(8)
        let start = below(size.width)
        let count = below((size.width - start + step - 1) / step + 1)
        let pixels = generator.bytes(4 * count + 4)
        try raster.writePixels(y: y, xStart: start, xStep: step, count: count, from: pixels)
        for index in 0..<count {
          let position = 4 * (y * size.width + start + index * step)
          model.replaceSubrange(position..<position + 4, with: pixels[4 * index..<4 * index + 4])
        }
      default:
        let x = below(size.width)
        let width = 1 + below(size.width - x)
        let height = 1 + below(min(60, size.height - y))
        let expected = (y..<y + height).flatMap { row in
          model[(4 * (row * size.width + x))...].prefix(4 * width)
        }
        #expect(try window(raster, x, y, width, height) == expected)
      }
    }
    try raster.flush()
    #expect(try window(raster, 0, 0, size.width, size.height) == model)
    #expect(folder.listing.isEmpty, "the file has no name")
  }

  @Test("Samples of a scratch raster that were never written are transparent")
  func untouched() throws {
    let raster = try raster(300, 300, cachedBlocks: 0)
    #expect(try window(raster, 250, 250, 50, 50).allSatisfy { $0 == 0 })
    #expect(try window(raster, 250, 250, 50, 2).allSatisfy { $0 == 0 })
  }

  @Test("Several threads read windows of a scratch raster at once", arguments: [1, 4])
  func concurrentReaders(_ cachedBlocks: Int) async throws {
    let raster = try raster(900, 800, cachedBlocks: cachedBlocks)
    for y in 0..<800 { try raster.writeRow(y, from: (0..<900).flatMap { Self.pixel($0, y) }) }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for seed in 0..<6 as Range<UInt64> {
        group.addTask { try Self.mismatches(raster, seed: seed) }
      }
      for try await mismatches in group { #expect(mismatches == 0) }
    }
  }

  @Test(
    "Threads that write different rows of the same scratch blocks lose nothing", arguments: [1, 5])
  func concurrentWriters(_ cachedBlocks: Int) async throws {
    let raster = try raster(600, 520, cachedBlocks: cachedBlocks)
    let size = raster.size
    try await withThrowingTaskGroup(of: Void.self) { group in
      for first in 0..<4 {
        group.addTask {
          for y in stride(from: first, to: size.height, by: 4) {
            let row = (0..<size.width).flatMap { Self.pixel($0, y) }
            try raster.writeRow(y, from: row)
          }
        }
      }
      try await group.waitForAll()
    }
    let all = try window(raster, 0, 0, size.width, size.height)
    let expected = (0..<size.height).flatMap { y in (0..<size.width).flatMap { Self.pixel($0, y) } }
    #expect(all == expected)
  }

  private static func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8(x & 255), UInt8(y & 255), UInt8((x >> 8) << 4 | y >> 8), 255]
  }

  private static func mismatches(_ raster: ScratchRaster, seed: UInt64) throws -> Int {
    var generator = SeededGenerator(seed: seed)
    var target = [UInt8](repeating: 0, count: 4 * 80 * 80)
    var mismatches = 0
    for _ in 0..<60 {
      let x = Int(generator.next() % UInt64(raster.size.width - 80))
      let y = Int(generator.next() % UInt64(raster.size.height - 80))
      try raster.read(x: x, y: y, width: 80, height: 80, into: &target, bytesPerRow: 320)
      for row in stride(from: 0, to: 80, by: 7) {
        for column in stride(from: 0, to: 80, by: 7) {
          let position = 4 * (80 * row + column)
          if !target[position..<position + 4].elementsEqual(pixel(x + column, y + row)) {
            mismatches += 1
          }
        }
      }
    }
    return mismatches
  }

  @Test("A scratch file has the size of whole blocks, and too large a size is no number")
  func bytesNeeded() {
    #expect(ScratchRaster.bytesNeeded(for: PixelSize(width: 1, height: 1)) == Self.block)
    #expect(ScratchRaster.bytesNeeded(for: PixelSize(width: 256, height: 257)) == 2 * Self.block)
    let largest = PixelSize(width: .max >> 20, height: .max >> 20)
    #expect(ScratchRaster.bytesNeeded(for: largest) == .max)
  }

  @Test("A disk too small for a scratch file is an error that names the bytes and the option")
  func noSpace() throws {
    let size = PixelSize(width: 1 << 28, height: 1 << 28)
    let error = #expect(throws: RasterError.self) {
      try raster(size.width, size.height, cachedBlocks: 0)
    }
    #expect(caseName(error) == "noSpaceForScratch")
    if case .noSpaceForScratch(_, let needed, _)? = error {
      #expect(needed == ScratchRaster.bytesNeeded(for: size))
    }
    #expect(error?.report.category == .cannotAccess)
    #expect(error?.description.contains("`scratch`") == true)
    #expect(folder.listing.isEmpty)
  }

  @Test("A folder for scratch files that does not exist is an error")
  func noFolder() throws {
    let path = folder.path("missing")
    #expect(throws: RasterError.cannotCreateScratch(directory: path, code: 2)) {
      try ScratchRaster(
        size: PixelSize(width: 1, height: 1), directory: ScratchDirectory(path: path), cacheBytes: 0
      )
    }
  }
}
