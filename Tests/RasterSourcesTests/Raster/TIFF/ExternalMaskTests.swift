import Drawings
import Foundation
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Masks beside an image")
struct ExternalMaskTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// An image of 20 × 12 pixels.
  private func image(_ change: (inout DrawnTIFF) -> Void = { _ in }) -> DrawnTIFF {
    var image = DrawnTIFF(width: 20, height: 12)
    change(&image)
    image.draw()
    return image
  }

  /// A mask whose left pixels are 0 in even rows.
  private func mask(bits: Int, bands: Int = 1, flags: [Int] = [2]) -> DrawnTIFF {
    var mask = image { ($0.bits, $0.bands, $0.blockHeight) = (bits, bands, 5) }
    for index in mask.numbers.indices {
      let (pixel, band) = (index / bands, index % bands)
      let isHidden = pixel % 20 < 4 + 3 * band && pixel / 20 % 2 == 0
      mask.numbers[index] = isHidden ? 0 : Double(1 << bits - 1)
    }
    mask.metadata =
      "<GDALMetadata>"
      + flags.enumerated().map { "<Item name=\"INTERNAL_MASK_FLAGS_\($0 + 1)\">\($1)</Item>" }
      .joined() + "</GDALMetadata>"
    return mask
  }

  private func opacity(_ source: any RasterSource) throws -> [UInt8] {
    let rows = try readRows(source, scratch: folder.path)
    return stride(from: 3, to: rows.count, by: 4).map { rows[$0] }
  }

  private func expected(_ columns: Int = 4) -> [UInt8] {
    (0..<240).map { $0 % 20 < columns && $0 / 20 % 2 == 0 ? 0 : 255 }
  }

  @Test("A mask of 1 bit or 8 is the image's alpha, in rows and windows", arguments: [1, 8])
  func masks(bits: Int) throws {
    let path = folder.path("image.tif")
    try DrawnTIFF.write([image { ($0.bands, $0.photometric) = (3, 2) }], to: path)
    #expect(try openRaster(path: path).isOpaque)
    let before = try SourceFingerprint(path: path)
    try DrawnTIFF.write([mask(bits: bits)], to: path + ".msk")
    let source = try openRaster(path: path)
    #expect(!source.isOpaque && source.notices.isEmpty)
    #expect(try opacity(source) == expected())
    #expect(source.capabilities.windowBytes != nil)
    try expectParts(of: source, readRows(source, scratch: folder.path), scratch: folder.path)
    // Another mask makes another state of the image.
    let masked = try SourceFingerprint(path: path)
    #expect(masked != before)
    var other = mask(bits: bits)
    other.numbers[5] = 0
    try DrawnTIFF.write([other], to: path + ".msk")
    #expect(throws: RasterError.changed(path: path)) { try masked.confirm(path: path) }
  }

  @Test("All of the mask beside an image is part of its state")
  func wholeState() throws {
    let path = folder.path("image.tif")
    try DrawnTIFF.write([image { ($0.bands, $0.photometric) = (3, 2) }], to: path)
    var bytes = [UInt8](repeating: 7, count: 3_000_000)
    func fingerprint(_ byte: UInt8) throws -> SourceFingerprint {
      bytes[1_100_000] = byte
      try write(bytes, to: path + ".msk")
      return try SourceFingerprint(path: path)
    }
    let before = try fingerprint(7)
    #expect(try fingerprint(8) != before)
    #expect(try fingerprint(7) == before)
  }

  @Test("A mask beside an image of another format is read")
  func formats() throws {
    let path = folder.path("image.png")
    _ = try folder.write([UInt8](repeating: 255, count: 4 * 20 * 12), width: 20, as: "image.png")
    try DrawnTIFF.write([mask(bits: 8)], to: path + ".msk")
    #expect(try opacity(try openRaster(path: path)) == expected())
  }

  @Test("Each band's own mask counts where the flags say so, and none where all is valid")
  func flags() throws {
    let path = folder.path("image.tif")
    try DrawnTIFF.write([image { $0.bands = 3 }], to: path)
    func opacity(_ mask: DrawnTIFF, band: Int) throws -> [UInt8] {
      try DrawnTIFF.write([mask], to: path + ".msk")
      let samples = SampleOptions(bands: BandSelection(colors: [band]))
      return try self.opacity(openRaster(path: path, samples: samples))
    }
    let several = mask(bits: 8, bands: 3, flags: [0, 0, 0])
    #expect(try opacity(several, band: 1) == expected(4))
    #expect(try opacity(several, band: 3) == expected(10))
    #expect(try opacity(mask(bits: 8, flags: [2, 2, 2]), band: 3) == expected(4))
    #expect(try opacity(mask(bits: 8, flags: [1, 1, 1]), band: 1) == expected(0))
  }

  @Test(
    "Every number but 0 of a mask is that of a valid pixel, and alpha where the flags say so",
    arguments: [1.0, 128, 255])
  func numbers(valid: Double) throws {
    let path = folder.path("image.tif")
    let image = image { ($0.bands, $0.photometric) = (3, 2) }
    var mask = mask(bits: 8)
    mask.numbers = mask.numbers.map { $0 == 0 ? 0 : valid }
    try DrawnTIFF.write([image], to: path)
    try DrawnTIFF.write([mask], to: path + ".msk")
    #expect(try opacity(openRaster(path: path)) == expected())
    mask.metadata = mask.metadata?.replacing(">2<", with: ">6<")
    try DrawnTIFF.write([mask], to: path + ".msk")
    #expect(try opacity(openRaster(path: path)) == expected().map { min($0, UInt8(valid)) })
    // The mask of a TIFF that is in the file.
    mask.metadata = nil
    (mask.photometric, mask.subfileType) = (4, 4)
    let inside = folder.path("inside.tif")
    try DrawnTIFF.write([image, mask], to: inside)
    #expect(try opacity(openRaster(path: inside)) == expected())
  }

  @Test("A number for nothing does not count beside a mask or alpha, in any format")
  func noData() throws {
    let bands = (1...3).map {
      "<PAMRasterBand band='\($0)'><NoDataValue>9</NoDataValue></PAMRasterBand>"
    }
    func opacity(_ name: String) throws -> [UInt8] {
      let statement = "<PAMDataset>\(bands.joined())</PAMDataset>"
      try folder.write(statement.utf8, as: name + ".aux.xml")
      let source = try openRaster(path: folder.path(name))
      let isTold = source.notices.map(\.text).contains { $0.contains("alpha counts") }
      let detail = RasterDetail("nodata", "9, not used: the mask counts")
      #expect(isTold != name.hasPrefix("grey") && isTold != source.details.contains(detail))
      return try self.opacity(source)
    }
    for (name, bits) in [("grey8.png", 8), ("grey16.png", 16)] {
      let writer = try PNGFileWriter(
        path: folder.path(name), width: 20, height: 12,
        layout: PNGLayout(.grey, bitDepth: bits), compression: .fast)
      try writer.writeRows { _, bytes in
        for index in 0..<20 * bits / 8 { bytes[index] = bits == 8 || index % 2 == 1 ? 9 : 0 }
      }
      try writer.finish()
      try DrawnTIFF.write([mask(bits: 8)], to: folder.path(name + ".msk"))
      #expect(try opacity(name) == expected(), "\(name)")
    }
    var pixels = [UInt8](repeating: 9, count: 4 * 20 * 12)
    for index in expected().indices { pixels[4 * index + 3] = expected()[index] }
    _ = try folder.write(pixels, width: 20, as: "rgba.png")
    #expect(try opacity("rgba.png") == expected())
    var image = DrawnJPEG2000(width: 20, height: 12)
    image.draw()
    image.numbers = [[Int32](repeating: 9, count: 240)]
    try folder.write(JP2Boxes.file(image.codestream(), header: JP2Boxes.color(17)), as: "grey.jp2")
    try DrawnTIFF.write([mask(bits: 8)], to: folder.path("grey.jp2.msk"))
    #expect(try opacity("grey.jp2") == expected())
  }

  @Test("A file that cannot be the mask is an error, never passed over")
  func unfit() throws {
    let path = folder.path("image.tif")
    try DrawnTIFF.write([image { $0.height = 11 }], to: path)
    try DrawnTIFF.write([mask(bits: 8)], to: path + ".msk")
    let error = #expect(throws: RasterError.self) { try openRaster(path: path) }
    #expect(error?.report.description.contains("a mask of 20 × 12 pixels") == true)
    try Data("none".utf8).write(to: URL(fileURLWithPath: path + ".msk"))
    #expect(throws: RasterError.self) { try openRaster(path: path) }
  }
}
