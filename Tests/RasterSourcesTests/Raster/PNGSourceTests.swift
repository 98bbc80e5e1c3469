import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("PNG source")
struct PNGSourceTests {
  @Test(
    "Rows of a PNG source come in order and exact, interlaced or not", arguments: [false, true])
  func rows(_ isInterlaced: Bool) throws {
    for (width, height) in [(1, 1), (2, 1), (5, 7), (300, 270), (700, 3), (3, 600)] {
      let fixture = try RasterFixture(width: width, height: height, isInterlaced: isInterlaced)
      let source = try PNGSource(path: fixture.path)
      #expect(source.size == PixelSize(width: width, height: height))
      #expect(source.capabilities.storesRowsInOrder == !isInterlaced)
      #expect(!source.isOpaque)
      // A source may be read again.
      for _ in 0..<2 {
        #expect(try readRows(source, scratch: fixture.folder.path) == fixture.samples)
      }
      #expect(fixture.folder.listing == ["raster.png"], "no scratch file is left")
    }
  }

  @Test("Opacity of a PNG source is known from the header alone")
  func opacity() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("x.png")
    let key = PNGLayout(.rgb, transparentColor: [1, 2, 3])
    let translucent = PNGLayout(.palette, palette: [1, 2, 3, 9])
    let cases: [(PNGLayout, Bool)] = [
      (.rgb8, true), (.grey8, true), (.rgba8, false), (PNGLayout(.greyAlpha), false), (key, false),
      (PNGLayout(.palette, palette: [1, 2, 3, 255]), true), (translucent, false),
    ]
    for (layout, isOpaque) in cases {
      let writer = try PNGFileWriter(path: path, width: 4, height: 4, layout: layout)
      try writer.writeRows { _, bytes in bytes[0] = 0 }
      try writer.finish()
      #expect(try PNGSource(path: path).isOpaque == isOpaque, "\(layout)")
    }
  }

  @Test("A row after the last of a PNG source is an error", arguments: [false, true])
  func tooManyRows(_ isInterlaced: Bool) throws {
    let fixture = try RasterFixture(width: 4, height: 2, isInterlaced: isInterlaced)
    let reader = try PNGSource(path: fixture.path).makeRowReader(
      scratch: ScratchDirectory(path: fixture.folder.path))
    var row = [UInt8](repeating: 0, count: 16)
    try reader.readRow(into: &row)
    try reader.readRow(into: &row)
    #expect(throws: RasterError.noMoreRows(path: fixture.path, rows: 2)) {
      try reader.readRow(into: &row)
    }
  }

  @Test("Every changed byte of a PNG source is an error", arguments: [false, true])
  func changedBytes(_ isInterlaced: Bool) throws {
    let fixture = try RasterFixture(width: 5, height: 4, isInterlaced: isInterlaced)
    let whole = try fixture.bytes
    let path = fixture.folder.path("changed.png")
    for offset in 0..<whole.count {
      var damaged = whole
      damaged[offset] ^= 0x41
      try write(damaged, to: path)
      #expect(throws: RasterError.self, "byte \(offset)") {
        try readRows(try PNGSource(path: path), scratch: fixture.folder.path)
      }
    }
  }

  @Test("Decoding an interlaced file into scratch can be cancelled at every row")
  func cancellation() throws {
    let fixture = try RasterFixture(width: 30, height: 20, isInterlaced: true)
    let source = try PNGSource(path: fixture.path)
    let scratch = ScratchDirectory(path: fixture.folder.path)
    // The seven passes of 20 rows of an interlaced image have 3, 3, 2, 5, 5, 10 and 10 of them.
    for allowed in [0, 1, 20, 36] {
      let asked = Guarded(0)
      #expect(throws: CancellationError.self) {
        try source.makeRowReader(scratch: scratch) {
          asked.withLock {
            $0 += 1
            return $0 > allowed
          }
        }
      }
    }
    _ = try source.makeRowReader(scratch: scratch) { false }
  }

  @Test("A PNG source that shrinks while it is read is an error")
  func shrinking() throws {
    let fixture = try RasterFixture(width: 600, height: 600, isInterlaced: false)
    let source = try PNGSource(path: fixture.path)
    let reader = try source.makeRowReader(scratch: ScratchDirectory(path: fixture.folder.path))
    let handle = try #require(FileHandle(forWritingAtPath: fixture.path))
    try handle.truncate(atOffset: 300_000)
    var row = [UInt8](repeating: 0, count: 2400)
    #expect(throws: RasterError.truncated(path: fixture.path)) {
      for _ in 0..<600 { try reader.readRow(into: &row) }
    }
  }

  @Test("Another PNG under the same path is noticed")
  func replaced() throws {
    let fixture = try RasterFixture(width: 8, height: 8, isInterlaced: false)
    let other = try RasterFixture(width: 9, height: 8, isInterlaced: false)
    let source = try PNGSource(path: fixture.path)
    try write(try other.bytes, to: fixture.path)
    #expect(throws: RasterError.self) {
      try source.makeRowReader(scratch: ScratchDirectory(path: fixture.folder.path))
    }
  }

  @Test(
    "A PNG header of more than its file can hold, or of rows beyond the limit, is refused at once")
  func oversizedHeader() throws {
    let fixture = try RasterFixture(width: 8, height: 8, isInterlaced: false)
    var bytes = try fixture.bytes
    func refusal(_ size: [UInt8]) throws -> RasterError? {
      bytes.replaceSubrange(16..<24, with: size)
      bytes.replaceSubrange(29..<33, with: pngChunk("IHDR", Array(bytes[16..<29])).suffix(4))
      try write(bytes, to: fixture.path)
      return #expect(throws: RasterError.self) { try PNGSource(path: fixture.path) }
    }
    let size = PixelSize(width: 0x4000, height: 0x4000)
    #expect(
      try refusal([0, 0, 0x40, 0, 0, 0, 0x40, 0])
        == .oversizedHeader(path: fixture.path, size: size, fileBytes: bytes.count))
    let wide = try refusal([0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1])
    #expect(caseName(wide) == "tooLarge")
    #expect(wide?.description.contains("rows of at most") == true)
  }

  @Test("A PNG that Xcode changed is named, with what makes one of it")
  func xcode() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("icon.png")
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    try write(
      start + pngChunk("CgBI", [0x50, 0, 0x20, 6])
        + pngChunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]), to: path)
    let error = #expect(throws: RasterError.self) { try openRaster(path: path) }
    #expect(error == .formatNotRead(path: path, format: .xcodePNG))
    #expect(error?.report.description.contains("-revert-iphone-optimizations") == true)
  }

  @Test("The format of a file is recognised by its first bytes")
  func formats() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("image.png")
    let signatures: [(RasterFormat, [UInt8])] = [
      (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]), (.tiff, [0x49, 0x49, 42, 0]),
      (.tiff, [0x4D, 0x4D, 0, 43]), (.jpeg2000, [0xFF, 0x4F, 0xFF, 0x51]),
      (.jpeg2000, [0, 0, 0, 12] + Array("jP  ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]),
      (.webp, Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8)),
    ]
    for (format, signature) in signatures {
      try write(signature, to: path)
      #expect(RasterFormat(leadingBytes: signature) == format)
      // A signature alone is the beginning of a file of that format and of no other.
      let error = #expect(throws: RasterError.self, "\(format)") { try openRaster(path: path) }
      #expect(error != .notAnImage(path: path) && error?.report.category == .badInput)
    }
    try write([], to: path)
    #expect(throws: RasterError.truncated(path: path)) { try openRaster(path: path) }
    for bytes in [[0x89], Array("RIFF1234WAVE".utf8)] as [[UInt8]] {
      try write(bytes, to: path)
      #expect(throws: RasterError.notAnImage(path: path)) { try openRaster(path: path) }
    }
  }

  @Test("A missing file and a folder have different errors")
  func unopenable() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("missing.png")
    #expect(throws: RasterError.cannotOpen(path: path, code: 2)) { try openRaster(path: path) }
    #expect(throws: RasterError.notAFile(path: folder.path, found: "a folder")) {
      try openRaster(path: folder.path)
    }
  }

  @Test("Every error of a PNG source says what, where and of which kind")
  func reports() {
    let size = PixelSize(width: 1, height: 2)
    let badInput: [RasterError] = [
      .notAFile(path: "/p", found: "a device"), .notAnImage(path: "/p"),
      .samplesNotSupported(path: "/p", found: "complex samples"),
      .optionWithoutEffect(path: "/p", option: "`page`", reason: "r"),
      .noSuchPage(path: "/p", page: 3, count: 2), .truncated(path: "/p"),
      .corrupt(path: "/p", detail: "d"), .oversizedHeader(path: "/p", size: size, fileBytes: 3),
      .tooLarge(path: "/p", size: size, limit: "l"),
    ]
    let cannotAccess: [RasterError] = [
      .cannotOpen(path: "/p", code: 2), .cannotRead(path: "/p", code: 5), .outOfMemory(path: "/p"),
      .cannotCreateScratch(directory: "/p", code: 13),
      .noSpaceForScratch(directory: "/p", needed: 99, available: 7),
      .scratchFailed(directory: "/p", code: 5),
    ]
    for error in badInput { #expect(error.report.category == .badInput) }
    for error in cannotAccess { #expect(error.report.category == .cannotAccess) }
    for error in badInput + cannotAccess { #expect(error.description.hasPrefix("/p: ")) }
    #expect(RasterError.noMoreRows(path: "/p", rows: 3).report.category == .internalFault)
    #expect(cannotAccess[4].description.contains("99 bytes"))
    #expect(cannotAccess[4].description.contains("`scratch`"))
    #expect(badInput[4].description.contains("no page 3"))
  }
}
