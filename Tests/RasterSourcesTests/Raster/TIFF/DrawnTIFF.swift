import CTIFFTestShim
import Drawings
import RasterSources
import Testing
import TilePyramidTesting

/// An image of pseudo-random numbers, written by libtiff.
struct DrawnTIFF {
  enum Format: UInt16 {
    case unsigned = 1
    case signed = 2
    case floating = 3
  }

  var width = 37
  var height = 29
  var bits = 8
  var bands = 1
  var format = Format.unsigned
  var photometric: UInt16 = 1
  var compression: UInt16 = 1
  var predictor: UInt16 = 1
  /// 0 for strips.
  var tileWidth = 0
  var blockHeight = 7
  var isPlanar = false
  /// The kind of the last band, where it is no colour.
  var extraKind: UInt16?
  var subfileType: UInt32 = 0
  var noData: String?
  /// GDAL's metadata.
  var metadata: String?
  /// SMaxSampleValue.
  var statedLargest: Double?
  /// An ICC profile.
  var profile: [UInt8] = []
  /// The tag Orientation.
  var orientation: UInt16?
  /// XResolution, YResolution and ResolutionUnit.
  var resolution: (x: Float, y: Float, unit: UInt16)?
  /// Blocks that are left out.
  var missing: Set<Int> = []
  /// The numbers, band by band of each pixel.
  var numbers: [Double] = []

  subscript(x: Int, y: Int, band: Int) -> Double { numbers[(y * width + x) * bands + band] }

  /// Fills the image with whole numbers of the whole range of its samples, or with floating ones of
  /// -1...1.
  mutating func draw(seed: UInt64 = 1) {
    var generator = SeededGenerator(seed: seed)
    numbers = (0..<width * height * bands).map { _ in
      let word = generator.next()
      let part = word >> (64 - UInt64(bits))
      switch format {
      case .unsigned: return Double(part)
      case .signed: return Double(Int64(bitPattern: word) >> Int64(64 - bits))
      case .floating: return Double(Float(Double(word >> 11) / 4_503_599_627_370_496 - 1))
      }
    }
  }

  /// The file's columns and rows of blocks, of one plane.
  var blocksAcross: Int { tileWidth == 0 ? 1 : (width + tileWidth - 1) / tileWidth }
  var blocksDown: Int { (height + blockHeight - 1) / blockHeight }

  /// The source and the rows of a file with this image alone.
  func read(
    _ samples: SampleOptions = SampleOptions(), mode: String = "w"
  ) throws -> (source: any RasterSource, rows: [UInt8]) {
    let folder = try TemporaryDirectory()
    try Self.write([self], to: folder.path("image.tif"), mode: mode)
    let source = try openRaster(path: folder.path("image.tif"), samples: samples)
    return (source, try readRows(source, scratch: folder.path))
  }

  /// Writes images one after another.
  static func write(
    _ images: [DrawnTIFF], to path: String, mode: String = "w",
    palette: (red: [UInt16], green: [UInt16], blue: [UInt16])? = nil
  ) throws {
    let writer = try #require(tp_test_open(path, mode))
    defer { tp_test_close(writer) }
    for image in images { try image.write(to: writer, palette) }
  }

  private func write(
    to writer: OpaquePointer, _ palette: (red: [UInt16], green: [UInt16], blue: [UInt16])?
  ) throws {
    var header = tp_test_tiff()
    header.width = UInt32(width)
    header.height = UInt32(height)
    header.bits_per_sample = UInt16(bits)
    header.samples_per_pixel = UInt16(bands)
    header.sample_format = format.rawValue
    header.photometric = photometric
    header.compression = compression
    header.predictor = predictor
    header.tile_width = UInt32(tileWidth)
    header.block_height = UInt32(blockHeight)
    header.subfile_type = subfileType
    header.extra_kind = extraKind.map { $0 + 1 } ?? 0
    header.is_planar = isPlanar ? 1 : 0
    header.largest_sample = statedLargest ?? 0
    header.profile_count = UInt32(profile.count)
    header.orientation = orientation ?? 0
    if let resolution {
      (header.x_resolution, header.y_resolution) = (resolution.x, resolution.y)
      header.resolution_unit = resolution.unit
    }
    // libtiff copies the values of tags.
    (noData ?? "").withCString { noDataText in
      (metadata ?? "").withCString { metadataText in
        profile.withUnsafeBufferPointer { profile in
          header.nodata = noData == nil ? nil : noDataText
          header.metadata = metadata == nil ? nil : metadataText
          header.profile = profile.isEmpty ? nil : profile.baseAddress
          tp_test_begin(writer, &header)
        }
      }
    }
    if var palette { tp_test_palette(writer, &palette.red, &palette.green, &palette.blue) }
    // JPEG takes the colours as they are and turns them into YCbCr itself.
    if compression == 7, photometric == 6 { tp_test_jpeg_rgb(writer) }
    let blocks = blocksAcross * blocksDown
    for block in 0..<blocks * (isPlanar ? bands : 1) where !missing.contains(block) {
      var bytes = packed(block: block % blocks, plane: isPlanar ? block / blocks : nil)
      try #require(tp_test_block(writer, UInt32(block), &bytes, bytes.count) != 0)
    }
    try #require(tp_test_end(writer) != 0)
  }

  /// The samples of a block, tiles filled up with zeros.
  private func packed(block: Int, plane: Int?) -> [UInt8] {
    let left = block % blocksAcross * tileWidth
    let top = block / blocksAcross * blockHeight
    let columns = tileWidth == 0 ? width : tileWidth
    let rows = tileWidth == 0 ? min(blockHeight, height - top) : blockHeight
    var bytes: [UInt8] = []
    for y in top..<top + rows {
      var row = BitRow()
      for x in left..<left + columns {
        for band in plane.map({ $0...$0 }) ?? 0...(bands - 1) {
          append(x < width && y < height ? self[x, y, band] : 0, to: &row)
        }
      }
      bytes += row.bytes
    }
    return bytes
  }

  private func append(_ number: Double, to row: inout BitRow) {
    switch (format, bits) {
    case (.floating, 32): row.append(native: Float(number).bitPattern)
    case (.floating, _): row.append(native: number.bitPattern)
    case (.signed, _): row.append(UInt64(bitPattern: Int64(number)), bits: bits)
    case (.unsigned, _): row.append(UInt64(number), bits: bits)
    }
  }

  /// Rows of samples: whole bytes in the order of this machine, others from the highest bit on.
  private struct BitRow {
    var bytes: [UInt8] = []
    private var used = 0

    mutating func append<Word: FixedWidthInteger>(native word: Word) {
      withUnsafeBytes(of: word) { bytes += $0 }
    }

    mutating func append(_ value: UInt64, bits: Int) {
      switch bits {
      case 8: bytes.append(UInt8(truncatingIfNeeded: value))
      case 16: append(native: UInt16(truncatingIfNeeded: value))
      case 32: append(native: UInt32(truncatingIfNeeded: value))
      default:
        for bit in (0..<bits).reversed() {
          if used % 8 == 0 { bytes.append(0) }
          let isSet = value >> UInt64(bit) & 1 == 1
          if isSet { bytes[bytes.count - 1] |= 0x80 >> UInt8(used % 8) }
          used += 1
        }
      }
    }
  }

  /// The compressions of this libtiff that lose nothing and take samples of any kind.
  static let lossless: [UInt16] = [1, 5, 8, 32773, 34925, 50000].filter {
    tp_test_has_codec($0) != 0
  }
}
