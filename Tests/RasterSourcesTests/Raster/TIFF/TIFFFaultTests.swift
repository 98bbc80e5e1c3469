import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Damaged TIFF files")
struct TIFFFaultTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func read(_ bytes: [UInt8]) throws {
    let path = folder.path("image.tif")
    try write(bytes, to: path)
    let source = try TIFFSource(path: path)
    // A damaged header may well state a large image; that is no reason to read it all here.
    guard source.size.width * source.size.height < 1 << 20 else { return }
    _ = try readRows(source, scratch: folder.path)
  }

  private func file(_ image: DrawnTIFF) throws -> [UInt8] {
    var image = image
    image.draw()
    let path = folder.path("drawn.tif")
    try DrawnTIFF.write([image], to: path)
    return try RasterFixture.contents(path)
  }

  @Test("A TIFF that ends anywhere is refused")
  func truncated() throws {
    for compression in DrawnTIFF.lossless {
      let bytes = try file(
        DrawnTIFF(
          bands: 3, photometric: 2, compression: compression, tileWidth: 16, blockHeight: 16))
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
        #expect(throws: RasterError.self, "\(compression), \(count) bytes") {
          try read(Array(bytes.prefix(count)))
        }
      }
    }
  }

  @Test("A TIFF with any changed bytes is read or refused with a reason")
  func changed() throws {
    var generator = SeededGenerator(seed: 11)
    for compression in DrawnTIFF.lossless {
      let bytes = try file(
        DrawnTIFF(width: 20, height: 17, compression: compression, blockHeight: 5))
      for _ in 0..<150 {
        var damaged = bytes
        for _ in 0...Int(generator.next() % 3) {
          damaged[Int(generator.next() % UInt64(bytes.count))] = UInt8(
            truncatingIfNeeded: generator.next())
        }
        do { try read(damaged) } catch let error as RasterError {
          #expect(error.report.category != .internalFault, "\(error)")
        }
      }
    }
  }

  /// A little-endian TIFF of one directory with these tags and nothing after it.
  private func directory(_ tags: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)])
    -> [UInt8]
  {
    func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    func long(_ value: UInt32) -> [UInt8] {
      short(UInt16(value & 0xFFFF)) + short(UInt16(value >> 16))
    }
    return [0x49, 0x49, 42, 0] + long(8) + short(UInt16(tags.count))
      + tags.flatMap { short($0.tag) + short($0.type) + long($0.count) + long($0.value) } + long(0)
  }

  @Test("TIFF headers that claim more than any machine has are refused")
  func hostile() throws {
    let sides: [(UInt32, UInt32)] = [
      (0x7fff_ffff, 0x7fff_ffff), (0xffff_ffff, 1), (1, 0xffff_ffff), (0, 5), (40000, 40000),
      (1_000_000, 1_000_000),
    ]
    for (width, height) in sides {
      for isTiled in [false, true] {
        var tags: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)] = [
          (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 5), (262, 3, 1, 1),
        ]
        tags +=
          isTiled
          ? [(322, 4, 1, 0x7fff_fff0), (323, 4, 1, 0x7fff_fff0), (324, 4, 1, 8), (325, 4, 1, 4)]
          : [(273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, height), (279, 4, 1, 0xffff_fff0)]
        #expect(throws: RasterError.self, "\(width) × \(height), tiles \(isTiled)") {
          try read(directory(tags))
        }
      }
    }
    // Decompressors of faxes fill only the first of several bands.
    for compression in [2, 3, 4, 32771] as [UInt32] {
      let fax = directory([
        (256, 4, 1, 6), (257, 4, 1, 6), (259, 3, 1, compression), (262, 3, 1, 5), (273, 4, 1, 8),
        (277, 3, 1, 5), (278, 4, 1, 6), (279, 4, 1, 90),
      ])
      #expect(throws: RasterError.self) { try read(fax) }
    }
    // A directory that follows itself, and one of no tags.
    var loop = directory([(256, 4, 1, 1)])
    loop[loop.count - 4] = 8
    #expect(throws: RasterError.self) { try read(loop) }
    #expect(throws: RasterError.self) { try read(directory([])) }
  }
}
