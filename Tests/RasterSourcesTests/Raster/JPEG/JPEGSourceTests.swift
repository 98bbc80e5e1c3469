import Foundation
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("JPEG sources")
struct JPEGSourceTests {
  private func source(_ bytes: [UInt8], in folder: TemporaryDirectory) throws -> any RasterSource {
    let path = folder.path("image.jpg")
    try write(bytes, to: path)
    return try openRaster(path: path)
  }

  @Test(
    "Rows of a JPEG source are those of a decoder of whole images",
    arguments: [SmallJPEG.baseline, SmallJPEG.progressive, SmallJPEG.inks])
  func rows(bytes: [UInt8]) throws {
    let folder = try TemporaryDirectory()
    let source = try source(bytes, in: folder)
    let image = try JPEGDecoder.decode(bytes)
    #expect(source.size == PixelSize(width: SmallJPEG.width, height: SmallJPEG.height))
    #expect(source.isOpaque && source.capabilities.storesRowsInOrder)
    #expect(try readRows(source, scratch: folder.path) == image.samples)
  }

  @Test(
    "Each orientation of a JPEG is applied as Exif defines it", arguments: 1...8, [true, false])
  func orientation(number: Int, isLittle: Bool) throws {
    let folder = try TemporaryDirectory()
    let bytes = SmallJPEG.oriented(SmallJPEG.baseline, UInt8(number), isLittle: isLittle)
    let source = try source(bytes, in: folder)
    let stored = try JPEGDecoder.decode(bytes)
    let (w, h) = (stored.width, stored.height)
    #expect(source.size == PixelSize(width: number < 5 ? w : h, height: number < 5 ? h : w))
    var expected: [UInt8] = []
    for y in 0..<source.size.height {
      for x in 0..<source.size.width {
        // Where row 0 and column 0 of the stored image are seen, by the table of the standard.
        let (column, row) =
          switch number {
          case 1: (x, y)
          case 2: (w - 1 - x, y)
          case 3: (w - 1 - x, h - 1 - y)
          case 4: (x, h - 1 - y)
          case 5: (y, x)
          case 6: (y, h - 1 - x)
          case 7: (w - 1 - y, h - 1 - x)
          default: (w - 1 - y, x)
          }
        expected += stored.samples[(4 * (row * w + column))...].prefix(4)
      }
    }
    #expect(try readRows(source, scratch: folder.path) == expected)
    #expect(source.capabilities.storesRowsInOrder == (number <= 2))
  }

  @Test("An orientation that is none, or is outside its segment, is ignored")
  func strangeOrientation() throws {
    let folder = try TemporaryDirectory()
    for number in [0, 9, 255] as [UInt8] {
      let bytes = SmallJPEG.oriented(SmallJPEG.baseline, number, isLittle: true)
      #expect(try source(bytes, in: folder).capabilities.storesRowsInOrder)
    }
    var bytes = SmallJPEG.oriented(SmallJPEG.baseline, 6, isLittle: true)
    // The offset of the directory.
    bytes[2 + 4 + 6 + 4 + 3] = 0xFF
    #expect(try source(bytes, in: folder).capabilities.storesRowsInOrder)
  }

  @Test("Reduced pictures of a JPEG are near the means of blocks", arguments: [2, 4, 8])
  func reductions(factor: Int) throws {
    let folder = try TemporaryDirectory()
    let whole = try source(SmallJPEG.progressive, in: folder)
    let reductions = whole.capabilities.reductions
    let smaller = try whole.resized(
      to: #require(reductions.first { $0.size.width == whole.size.width / factor }).size)
    let samples = try readRows(whole, scratch: folder.path)
    let pixels = try readRows(smaller, scratch: folder.path)
    for y in 0..<smaller.size.height {
      for x in 0..<smaller.size.width {
        for channel in 0..<3 {
          var sum = 0
          for dy in 0..<factor {
            for dx in 0..<factor {
              let position = (y * factor + dy) * whole.size.width + x * factor + dx
              sum += Int(samples[4 * position + channel])
            }
          }
          let mean = Double(sum) / Double(factor * factor)
          let value = Double(pixels[4 * (y * smaller.size.width + x) + channel])
          // Coefficients that are left out and rounding, each about a level in a gradient.
          #expect(abs(value - mean) <= 3, "\(x),\(y) \(channel): \(value) for \(mean)")
        }
      }
    }
  }

  @Test("Reading all scans of a progressive image can be cancelled before the first row")
  func cancelledScans() throws {
    let folder = try TemporaryDirectory()
    let scratch = ScratchDirectory(path: folder.path)
    let whole = try source(SmallJPEG.progressive, in: folder)
    #expect(throws: CancellationError.self) {
      _ = try whole.makeRowReader(scratch: scratch) { true }
    }
    _ = try whole.makeRowReader(scratch: scratch) { false }
  }

  @Test("A JPEG that ends anywhere is refused")
  func truncated() throws {
    let folder = try TemporaryDirectory()
    for bytes in [SmallJPEG.baseline, SmallJPEG.progressive] {
      for count in stride(from: 3, to: bytes.count - 2, by: 7) {
        #expect(throws: RasterError.self, "\(count) bytes") {
          let source = try self.source(Array(bytes.prefix(count)), in: folder)
          _ = try readRows(source, scratch: folder.path)
        }
      }
    }
  }

  @Test("A JPEG of twelve bits, or of more pixels than the file can hold, is refused by name")
  func refused() throws {
    let folder = try TemporaryDirectory()
    let frame = try #require(
      SmallJPEG.baseline.indices.first {
        SmallJPEG.baseline[$0...].starts(with: [0xFF, 0xC0, 0, 17])
      })
    var deep = SmallJPEG.baseline
    deep[frame + 4] = 12
    try write(deep, to: folder.path("image.jpg"))
    do throws(RasterError) {
      _ = try openRaster(path: folder.path("image.jpg"))
      Issue.record("12 bits were opened")
    } catch {
      guard case .samplesNotSupported = error else {
        Issue.record("\(error)")
        return
      }
    }
    var large = SmallJPEG.baseline
    for index in 5...8 { large[frame + index] = 0xFF }
    #expect(throws: RasterError.self) { try self.source(large, in: folder) }
    for option in [SampleOptions(page: 1), SampleOptions(stretch: .percent)] {
      #expect(throws: RasterError.self) {
        try openRaster(path: folder.path("image.jpg"), samples: option)
      }
    }
  }

  @Test("A JPEG whose codes end before its data is refused", .enabled(if: TestData.isAvailable))
  func corrupted() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: RasterError.self) {
      let source = try openRaster(path: TestData.path("rasters/byte_corrupted.jpg"))
      _ = try readRows(source, scratch: folder.path)
    }
  }

  @Test(
    "JPEG files of other programs have the checksums that GDAL computes",
    .enabled(if: TestData.isAvailable),
    arguments: GDALExpectation.names(".jpg").filter { $0 != "byte_corrupted.jpg" })
  func realFiles(name: String) throws {
    let expected = try #require(GDALExpectation.all[name])
    let folder = try TemporaryDirectory()
    // GDAL gives samples as they are stored, whatever profile a file has.
    let source = try openRaster(
      path: TestData.path("rasters/" + name), samples: SampleOptions(colors: .keep))
    let pixels = try readRows(source, scratch: folder.path)
    if name.hasPrefix("F") {
      // The letter F, upright in each file: dark on its left edge and in its first and third rows.
      #expect(source.size == PixelSize(width: 3, height: 5))
      let isDark = stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] < 128 }
      let first = try readRows(
        openRaster(path: TestData.path("rasters/F1.jpg")), scratch: folder.path)
      #expect(isDark == stride(from: 0, to: first.count, by: 4).map { first[$0] < 128 })
      return
    }
    #expect([source.size.width, source.size.height] == expected.size)
    for (band, sum) in (expected.checksums ?? []).enumerated() {
      let values = stride(from: band, to: pixels.count, by: 4).map { Int(pixels[$0]) }
      #expect(GDALExpectation.checksum(values) == sum, "band \(band + 1)")
    }
  }
}
