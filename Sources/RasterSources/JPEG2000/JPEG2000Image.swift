import Georeferencing
import TileImaging

/// An image of a codestream at one of its resolutions, with the blocks in which it is decoded.
struct JPEG2000Image: Sendable {
  let codestream: JPEG2000Codestream
  let samples: JPEG2000Samples
  /// How many times the resolution is halved.
  let halvings: Int
  let columns: JPEG2000Cut
  let rows: JPEG2000Cut
  /// The bytes of the largest compressed tile.
  private let tileBytes: Int

  init(
    _ codestream: JPEG2000Codestream, _ samples: JPEG2000Samples, path: String,
    limits: DecodingLimits
  ) throws(RasterError) {
    self.init(
      codestream, samples, halvings: 0, tileBytes: codestream.largestTileBytes)
    let limit = limits.maximumBytes
    guard tileBytes <= limit, structureBytes <= limit else {
      throw .tooLarge(
        path: path, size: largestTile,
        limit: "tiles of at most \(limit) bytes when compressed, and as many for their structure")
    }
    guard blockBytes <= limit else {
      throw .tooLarge(
        path: path, size: grid.blockSize, limit: "blocks of at most \(limit) bytes when decoded")
    }
  }

  private init(
    _ codestream: JPEG2000Codestream, _ samples: JPEG2000Samples, halvings: Int, tileBytes: Int
  ) {
    self.codestream = codestream
    self.samples = samples
    self.halvings = halvings
    self.tileBytes = tileBytes
    // Whole tiles are decoded faster, but many bands take much memory.
    let limit = codestream.components.count <= 4 ? 2048 : 1024
    columns = JPEG2000Cut(codestream.columns, halvings: halvings, limit: limit)
    rows = JPEG2000Cut(codestream.rows, halvings: halvings, limit: limit)
  }

  var grid: BlockGrid {
    BlockGrid(
      size: PixelSize(width: columns.length, height: rows.length),
      blockSize: PixelSize(width: columns.blockLength, height: rows.blockLength),
      columnsBefore: columns.before, rowsBefore: rows.before)
  }

  /// The size of the largest tile, at full resolution.
  var largestTile: PixelSize {
    PixelSize(width: codestream.columns.largestTile, height: codestream.rows.largestTile)
  }

  /// The components that are decoded, where those are not all.
  var decodedComponents: [Int]? {
    let used = Set(samples.components).sorted()
    return codestream.mixesComponents || used.count == codestream.components.count ? nil : used
  }

  /// The memory in bytes of a decoder: a compressed tile with its structure, and a block's samples.
  var decoderBytes: Int { tileBytes + structureBytes + blockBytes }

  private var structureBytes: Int {
    codestream.structureBytes(componentCount: codestream.components.count)
  }

  private var blockBytes: Int {
    let count = decodedComponents?.count ?? codestream.components.count
    // The library makes two copies. Of a part of a tile it also keeps what each code block decodes to, and what
    // filters need around that, and it filters one component in a copy: five were measured.
    let copies = columns.isCut || rows.isCut ? 5 * count + 1 : 2 * count
    let (bytes, overflow) = grid.pixelBytes.multipliedReportingOverflow(by: copies)
    return overflow ? .max : bytes
  }

  /// The image at its smaller resolutions that fill the same extent.
  var reductions: [JPEG2000Image] {
    (0...codestream.levels).dropFirst().compactMap { halvings in
      guard codestream.columns.isExact(halvings: halvings),
        codestream.rows.isExact(halvings: halvings)
      else { return nil }
      return JPEG2000Image(codestream, samples, halvings: halvings, tileBytes: tileBytes)
    }
  }
}
