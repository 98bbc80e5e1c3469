import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("JPEG sources")
struct JPEGSourceTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func source(_ bytes: [UInt8]) throws -> any RasterSource {
    let path = folder.path("image.jpg")
    try write(bytes, to: path)
    return try openRaster(path: path)
  }

  @Test(
    "Rows of a JPEG source are those of a decoder of whole images",
    arguments: [SmallJPEG.baseline, SmallJPEG.progressive, SmallJPEG.inks])
  func rows(bytes: [UInt8]) throws {
    let source = try source(bytes)
    let image = try JPEGDecoder.decode(bytes)
    #expect(source.size == PixelSize(width: SmallJPEG.width, height: SmallJPEG.height))
    #expect(source.isOpaque && source.capabilities.storesRowsInOrder)
    #expect(try readRows(source, scratch: folder.path) == image.samples)
  }

  @Test(
    "Each orientation of a JPEG is applied as Exif defines it", arguments: 1...8, [true, false])
  func orientation(number: Int, isLittle: Bool) throws {
    let bytes = SmallJPEG.oriented(SmallJPEG.baseline, UInt8(number), isLittle: isLittle)
    let source = try source(bytes)
    let stored = try JPEGDecoder.decode(bytes)
    let (w, h) = (stored.width, stored.height)
    #expect(source.size == PixelSize(width: number < 5 ? w : h, height: number < 5 ? h : w))
    #expect(
      try readRows(source, scratch: folder.path)
        == turned(stored.samples, width: w, height: h, by: number))
    #expect(source.capabilities.storesRowsInOrder == (number <= 2))
  }

  @Test("An orientation that is none, or is outside its segment, is ignored")
  func strangeOrientation() throws {
    for number in [0, 9, 255] as [UInt8] {
      let bytes = SmallJPEG.oriented(SmallJPEG.baseline, number, isLittle: true)
      #expect(try source(bytes).capabilities.storesRowsInOrder)
    }
    var bytes = SmallJPEG.oriented(SmallJPEG.baseline, 6, isLittle: true)
    // The offset of the directory.
    bytes[2 + 4 + 6 + 4 + 3] = 0xFF
    #expect(try source(bytes).capabilities.storesRowsInOrder)
  }

  @Test("Reduced pictures of a JPEG are near the means of blocks", arguments: [2, 4, 8])
  func reductions(factor: Int) throws {
    let whole = try source(SmallJPEG.progressive)
    let reductions = whole.capabilities.reductions
    let smaller = try whole.resized(
      to: #require(reductions.first { $0.size.width == whole.size.width / factor }).size)
    let samples = try readRows(whole, scratch: folder.path)
    let pixels = try readRows(smaller, scratch: folder.path)
    for y in 0..<smaller.size.height {
      for x in 0..<smaller.size.width {
        for channel in 0..<3 {
          let sum = (0..<factor * factor).reduce(0) { sum, index in
            let (dx, dy) = (index % factor, index / factor)
            let position = (y * factor + dy) * whole.size.width + x * factor + dx
            return sum + Int(samples[4 * position + channel])
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
    let scratch = ScratchDirectory(path: folder.path)
    let whole = try source(SmallJPEG.progressive)
    #expect(throws: CancellationError.self) {
      _ = try whole.makeRowReader(scratch: scratch) { true }
    }
    _ = try whole.makeRowReader(scratch: scratch) { false }
  }

  @Test("The inks of a JPEG are the same without Adobe's marker")
  func plainInks() throws {
    // The marker is the first segment, of 14 bytes and its name. Pillow 13.0 and GDAL 3.12 take both alike.
    let plain = Array(SmallJPEG.inks.prefix(2) + SmallJPEG.inks.dropFirst(18))
    let image = try JPEGDecoder.decode(SmallJPEG.inks)
    #expect(try readRows(source(plain), scratch: folder.path) == image.samples)
    #expect(try JPEGDecoder.decode(plain) == image)
  }

  @Test(
    "Inks without Adobe's marker have the colour that other readers show",
    .enabled(if: TestData.isAvailable))
  func realInks() throws {
    let source = try openRaster(path: TestData.path("reports/between-tools/cmyk_no14.jpg"))
    // Pillow 13.0; GDAL 3.12 and Chromium 156 have 225, 100, 52.
    #expect(pixel(try readRows(source, scratch: folder.path), 0) == [226, 101, 53, 255])
  }

  @Test(
    "A JPEG that lacks only its end marker is read, with a notice",
    arguments: [SmallJPEG.baseline, SmallJPEG.progressive, SmallJPEG.inks])
  func withoutEnd(bytes: [UInt8]) throws {
    let whole = try source(bytes)
    #expect(!whole.notices.contains(.endMissing))
    let expected = try readRows(whole, scratch: folder.path)
    let cut = try source(bytes.dropLast(2))
    #expect(cut.notices.contains(.endMissing))
    #expect(try readRows(cut, scratch: folder.path) == expected)
    // Bytes behind the marker are not read, and an appendix of other programs is no loss.
    let longer = try source(bytes + Array("trailer \u{7F}".utf8))
    #expect(!longer.notices.contains(.endMissing))
    #expect(try readRows(longer, scratch: folder.path) == expected)
  }

  @Test("A progressive JPEG that ends between two scans is refused")
  func missingScans() throws {
    let bytes = SmallJPEG.progressive
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    #expect(scans.count > 4)
    for scan in scans.dropFirst() {
      // The tables of a scan come before it.
      let tables =
        bytes[..<scan].indices.last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 } ?? scan
      let path = folder.path("image.jpg")
      #expect(throws: RasterError.truncated(path: path)) {
        let cut = try source(Array(bytes[..<min(tables, scan)]))
        _ = try readRows(cut, scratch: folder.path)
      }
    }
  }

  @Test("A JPEG of twelve bits, or of more pixels than the file can hold, is refused by name")
  func refused() throws {
    let frame = try #require(
      SmallJPEG.baseline.indices.first {
        SmallJPEG.baseline[$0...].starts(with: [0xFF, 0xC0, 0, 17])
      })
    var deep = SmallJPEG.baseline
    deep[frame + 4] = 12
    let error = #expect(throws: RasterError.self) { try source(deep) }
    #expect(caseName(error) == "samplesNotSupported")
    var large = SmallJPEG.baseline
    for index in 5...8 { large[frame + index] = 0xFF }
    #expect(throws: RasterError.self) { try self.source(large) }
    for option in [SampleOptions(page: 1), SampleOptions(stretch: .percent)] {
      #expect(throws: RasterError.self) {
        try openRaster(path: folder.path("image.jpg"), samples: option)
      }
    }
  }

  @Test("A JPEG whose codes end before its data is refused", .enabled(if: TestData.isAvailable))
  func corrupted() throws {
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
