import Drawings
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Damaged JPEG2000 files")
struct JPEG2000FaultTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("image.jp2")
  }

  private func read(_ bytes: [UInt8]) throws {
    try write(bytes, to: path)
    let source = try JPEG2000Source(path: path)
    // A damaged header may well state a large image; that is no reason to read it all here.
    guard source.size.width * source.size.height < 1 << 20 else { return }
    _ = try readRows(source, scratch: folder.path)
    for reduction in source.capabilities.reductions {
      _ = try readRows(source.resized(to: reduction.size), scratch: folder.path)
    }
  }

  private func codestream(_ image: DrawnJPEG2000 = DrawnJPEG2000()) throws -> [UInt8] {
    var image = image
    image.draw()
    return try image.codestream()
  }

  /// The report of a file that is refused.
  private func refusal(_ bytes: [UInt8]) throws -> RasterError? {
    try write(bytes, to: path)
    return #expect(throws: RasterError.self) { try JPEG2000Source(path: path) }
  }

  @Test("A file that ends anywhere is refused, before anything is decoded where a tile is missing")
  func truncated() throws {
    let tiled = DrawnJPEG2000(tileWidth: 16, tileHeight: 16)
    let parts = DrawnJPEG2000(tileWidth: 16, tileHeight: 16, hasParts: true)
    for image in [DrawnJPEG2000(), tiled, parts] {
      let stream = try codestream(image)
      for bytes in [stream, JP2Boxes.file(stream, header: JP2Boxes.color(17))] {
        // The last two bytes are a mark of the end that nothing depends on where all tiles are there.
        for count in stride(from: 0, to: bytes.count - 2, by: max(1, bytes.count / 80)) {
          let error = try refusal(Array(bytes.prefix(count)))
          #expect(error?.report.location == path)
        }
      }
    }
    #expect(try refusal(Array(try codestream(tiled).dropLast(40))) == .truncated(path: path))
  }

  @Test("A file with any changed bytes is read or refused with a reason")
  func changed() throws {
    var generator = SeededGenerator(seed: 7)
    let stream = try codestream(
      DrawnJPEG2000(
        width: 20, height: 17, tileWidth: 16, tileHeight: 16,
        components: [DrawnJPEG2000.Component](repeating: .init(), count: 3), isMixed: true))
    let file = JP2Boxes.file(
      stream, header: JP2Boxes.color(16) + JP2Boxes.channels([(0, 1), (0, 2), (0, 3)]))
    for bytes in [stream, file] {
      for round in 0..<400 {
        var damaged = bytes
        for _ in 0...Int(generator.next() % 3) {
          // The headers half of the time.
          let limit = round % 2 == 0 ? min(200, bytes.count) : bytes.count
          damaged[Int(generator.next() % UInt64(limit))] = UInt8(
            truncatingIfNeeded: generator.next())
        }
        do { try read(damaged) } catch let error as RasterError {
          #expect(error.report.category != .internalFault, "\(error)")
        }
      }
    }
  }

  @Test("What the library says of a damaged tile is in the error")
  func message() throws {
    var bytes = try codestream()
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0x93]) })
    for index in start + 2..<start + 40 { bytes[index] = 0xFF }
    try write(bytes, to: path)
    let source = try JPEG2000Source(path: path)
    let error = #expect(throws: RasterError.self) { try readRows(source, scratch: folder.path) }
    #expect(caseName(error) == "corrupt")
    guard case .corrupt(_, let detail) = error else { return }
    #expect(!detail.isEmpty && !detail.contains("\n"))
  }

  /// A header of an image with this size, and no tiles behind it.
  private func header(
    width: Int, height: Int, tileWidth: Int, tileHeight: Int, components: Int = 1,
    style: [UInt8] = [0, 0, 0, 1, 0, 5, 4, 4, 0, 1]
  ) -> [UInt8] {
    let word = JP2Boxes.word
    let size =
      word(0, 2) + word(width, 4) + word(height, 4) + word(0, 4) + word(0, 4) + word(tileWidth, 4)
      + word(tileHeight, 4) + word(0, 4) + word(0, 4) + word(components, 2)
      + (0..<components).flatMap { _ in [7, 1, 1] as [UInt8] }
    return [0xFF, 0x4F, 0xFF, 0x51] + word(size.count + 2, 2) + size
      + [0xFF, 0x52] + word(style.count + 2, 2) + style
  }

  /// A part of a tile without packets.
  private func part(ofTile tile: Int, length: Int = 14) -> [UInt8] {
    [0xFF, 0x90, 0, 10] + JP2Boxes.word(tile, 2) + JP2Boxes.word(length, 4) + [0, 1, 0xFF, 0x93]
  }

  @Test("Headers of images that the file cannot hold, or memory, are refused")
  func hostile() throws {
    let many = header(width: 65535, height: 1, tileWidth: 1, tileHeight: 1)
    let tiny = try refusal(many + part(ofTile: 0) + [0xFF, 0xD9])
    #expect(caseName(tiny) == "oversizedHeader")
    let more = header(width: 70000, height: 1, tileWidth: 1, tileHeight: 1)
    #expect(
      try refusal(more + part(ofTile: 0)) == .corrupt(path: path, detail: "more than 65535 tiles"))
    let wide = header(width: 0x7FFF_FFFF, height: 9, tileWidth: 0x7FFF_FFFF, tileHeight: 9)
    let blank = header(width: 200_000, height: 200_000, tileWidth: 200_000, tileHeight: 200_000)
    // Code-blocks of four columns and rows, of which each takes memory.
    let fine = header(
      width: 8000, height: 8000, tileWidth: 8000, tileHeight: 8000,
      style: [0, 0, 0, 1, 0, 5, 0, 0, 0, 1])
    let layered = header(
      width: 8000, height: 8000, tileWidth: 8000, tileHeight: 8000,
      style: [1, 0, 255, 255, 0, 5, 4, 4, 0, 1, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55])
    let banded = header(
      width: 2048, height: 2048, tileWidth: 2048, tileHeight: 2048, components: 16000)
    for bytes in [wide, blank, fine, layered, banded] {
      #expect(caseName(try refusal(bytes + part(ofTile: 0) + [0xFF, 0xD9])) == "tooLarge")
    }
    // A tile whose own style has such code-blocks.
    let style: [UInt8] = [0xFF, 0x52, 0, 12, 0, 0, 0, 1, 0, 5, 0, 0, 0, 1]
    var own = part(ofTile: 0, length: 14 + style.count)
    own.insert(contentsOf: style, at: 12)
    try write(
      header(width: 8000, height: 8000, tileWidth: 8000, tileHeight: 8000) + own + [0xFF, 0xD9],
      to: path)
    let source = try JPEG2000Source(path: path)
    #expect(
      throws: RasterError.corrupt(path: path, detail: "the coding style of a tile is damaged")
    ) { try readRows(source, scratch: folder.path) }
  }

  @Test("Missing tiles, lengths out of place and boxes within boxes are refused")
  func misplaced() throws {
    let head = header(width: 20, height: 10, tileWidth: 10, tileHeight: 10)
    for (parts, detail) in [
      (part(ofTile: 0) + part(ofTile: 0) + [0xFF, 0xD9], "parts of tiles are missing"),
      (part(ofTile: 7) + part(ofTile: 0), "tile 7 of 2"),
      (part(ofTile: 0, length: 3) + part(ofTile: 1), "a part of a tile of 3 bytes"),
    ] {
      #expect(try refusal(head + parts) == .corrupt(path: path, detail: detail))
    }
    #expect(
      try refusal(head + part(ofTile: 0, length: 999) + part(ofTile: 1)) == .truncated(path: path))
    var nested: [UInt8] = []
    for _ in 0..<100 { nested = JP2Boxes.box("asoc", nested) }
    let stream = try codestream()
    try write(JP2Boxes.file(stream, header: JP2Boxes.color(17), boxes: nested), to: path)
    #expect(try JPEG2000Source(path: path).size.width == 37)
    // A box that is longer than the one that holds it.
    let long = JP2Boxes.word(200) + Array("cdef".utf8)
    #expect(caseName(try refusal(JP2Boxes.file(stream, header: long))) == "corrupt")
    for header in [
      JP2Boxes.color(14), JP2Boxes.box("pclr", [0, 9, 1, 7]), JP2Boxes.box("cmap", [0, 0, 1, 0]),
      JP2Boxes.channels([(0, 1), (1, 0)]) + JP2Boxes.box("cmap", [0, 5, 0, 0]),
      JP2Boxes.color(17) + JP2Boxes.channels([(1, 0)]),
    ] {
      _ = try refusal(JP2Boxes.file(stream, header: header))
    }
    _ = try refusal(JP2Boxes.signature + JP2Boxes.fileType)
  }

  @Test("Options that do nothing for the file are named")
  func options() throws {
    try write(try codestream(), to: path)
    for samples in [SampleOptions(page: 2), SampleOptions(bands: BandSelection(colors: [2]))] {
      #expect(throws: RasterError.self) { try openRaster(path: path, samples: samples) }
    }
  }
}
