import Drawings
import Foundation
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Masks behind a JPEG image")
struct JPEGMaskTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("image.jpg")
  }

  /// Grey of 13 × 9 pixels with a mask, written by GDAL 3.6.2 (`gdal_translate -of JPEG -b 1 -mask 2`).
  private static let file =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAx"
    + "NDQ0Hyc5PTgyPC4zNDL/wAALCAAJAA0BAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oA"
    + "CAEBAAA/ALQB/9l4nAESAO3/axFo6HQnynNSghlu2ZwGAAAAR1cGe6EAAAA="

  /// GDAL's rows of the mask.
  private static let rows = [
    "##.#.##.#...#", "......#.##...", ".#.###..#.###", ".###..#...#.#", "..####..###..",
    "#..#.#..#....", ".##..##....##", "#.##.#..##.##", "..###..#.##..",
  ]

  private var bytes: [UInt8] {
    get throws { [UInt8](try #require(Data(base64Encoded: Self.file))) }
  }

  private func opacity(_ bytes: [UInt8]) throws -> [UInt8] {
    try write(bytes, to: path)
    let source = try openRaster(path: path)
    #expect(!source.isOpaque && source.notices.isEmpty)
    #expect(source.details.contains(RasterDetail("mask", "in the file")))
    let rows = try readRows(source, scratch: folder.path)
    return stride(from: 3, to: rows.count, by: 4).map { rows[$0] }
  }

  private var expected: [UInt8] { Self.rows.joined().map { $0 == "#" ? 255 : 0 } }

  @Test("GDAL's mask is that of the image, before a mask beside it and a number for nothing")
  func mask() throws {
    #expect(try opacity(bytes) == expected)
    var beside = DrawnTIFF(width: 13, height: 9)
    beside.numbers = [Double](repeating: 0, count: 13 * 9)
    try DrawnTIFF.write([beside], to: path + ".msk")
    #expect(try opacity(bytes) == expected)
    let statement = "<PAMRasterBand band='1'><NoDataValue>180</NoDataValue></PAMRasterBand>"
    try folder.write("<PAMDataset>\(statement)</PAMDataset>".utf8, as: "image.jpg.aux.xml")
    let source = try openRaster(path: path)
    let rows = try readRows(source, scratch: folder.path)
    #expect(stride(from: 3, to: rows.count, by: 4).map { rows[$0] } == expected)
    #expect(source.details.contains(RasterDetail("nodata", "180, not used: the mask counts")))
  }

  @Test("A mask is turned as its image is")
  func turned() throws {
    let start = try bytes
    let turned = SmallJPEG.oriented(Array(start.prefix(161)), 6, isLittle: true)
    let offset = UInt8(turned.count)
    #expect(turned.count < 256)
    try write(turned + start[161..<190] + [offset, 0, 0, 0], to: path)
    let source = try openRaster(path: path)
    let rows = try readRows(source, scratch: folder.path)
    // The first stored row is the last column (Exif 2.32, orientation 6).
    let column = (0..<13).map { rows[4 * (9 * $0 + 8) + 3] }
    #expect(column == Array(expected.prefix(13)))
  }

  @Test("A mask that takes more memory than an image may is refused")
  func tooLarge() throws {
    let flat = RGBAImage(
      width: 16, height: 400, samples: [UInt8](repeating: 200, count: 4 * 16 * 400))
    let image = try JPEGTileEncoder(quality: 75, effort: .fast).encode(flat)
    try write(file(bits: [UInt8](repeating: 255, count: 800), image: image), to: path)
    var limits = DecodingLimits.source
    limits.maximumBytes = 1611 + 800
    #expect(try !openRaster(path: path, limits: limits).isOpaque)
    limits.maximumBytes = 1610
    let error = #expect(throws: RasterError.self) { try openRaster(path: path, limits: limits) }
    #expect(error?.report.description.contains("a mask of at most 1610 bytes") == true)
  }

  /// The image with a mask of stored bytes (RFC 1950 and 1951).
  private func file(
    bits: [UInt8], image: [UInt8]? = nil, checksum: UInt32? = nil
  ) throws -> [UInt8] {
    let image = try image ?? Array(bytes.prefix(161))
    var (low, high) = (UInt32(1), UInt32(0))
    for bit in bits {
      low = (low + UInt32(bit)) % 65521
      high = (high + low) % 65521
    }
    let sum = checksum ?? high << 16 | low
    func bigEndian(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
    }
    let lengths = bigEndian(UInt32(bits.count) << 16 | UInt32(~UInt16(bits.count)))
    let header = [0x78, 0x01, 0x01, lengths[1], lengths[0], lengths[3], lengths[2]]
    return image + header + bits + bigEndian(sum) + bigEndian(UInt32(image.count)).reversed()
  }

  @Test("A damaged mask is an error, and bytes of another kind behind the image are none")
  func damaged() throws {
    let bits = (0..<15).map { UInt8($0 * 17) }
    #expect(
      try opacity(file(bits: bits)).prefix(16) == [0] + [UInt8](repeating: 0, count: 7)
        + [255, 0, 0, 0, 255, 0, 0, 0])
    for (bits, checksum) in [(bits, 1), (Array(bits.dropLast()), nil)] as [([UInt8], UInt32?)] {
      try write(file(bits: bits, checksum: checksum), to: path)
      let source = try openRaster(path: path)
      let error = #expect(throws: RasterError.self) {
        try readRows(source, scratch: folder.path)
      }
      #expect(error?.report.description.contains("the mask behind the image is damaged") == true)
    }
    let others: [[UInt8]] = [
      [], [1, 2, 3], [UInt8](repeating: 0, count: 40), [0x79, 1, 0, 0, 161, 0, 0, 0],
    ]
    for rest in others {
      try write(bytes.prefix(161) + rest, to: path)
      #expect(try openRaster(path: path).isOpaque, "\(rest)")
    }
  }
}
