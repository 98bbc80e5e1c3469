import Georeferencing
import TileImaging

/// An image of a codestream at one resolution, with its blocks.
struct JPEG2000Image: Sendable {
  let codestream: JPEG2000Codestream
  let samples: JPEG2000Samples
  let halvings: Int
  let columns: JPEG2000Cut
  let rows: JPEG2000Cut
  /// Bytes of the largest compressed tile.
  private let tileBytes: Int

  init(
    _ codestream: JPEG2000Codestream, _ samples: JPEG2000Samples, path: String,
    limits: DecodingLimits
  ) throws(RasterError) {
    self.init(codestream, samples, halvings: 0, tileBytes: codestream.largestTileBytes)
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

  /// Size at full resolution.
  var largestTile: PixelSize {
    PixelSize(width: codestream.columns.largestTile, height: codestream.rows.largestTile)
  }

  /// `nil` for all, which a component transform needs.
  var decodedComponents: [Int]? {
    let used = Set(samples.components).sorted()
    return codestream.mixesComponents || used.count == codestream.components.count ? nil : used
  }

  var decoderBytes: Int { tileBytes + structureBytes + blockBytes }

  private var structureBytes: Int {
    codestream.structureBytes(componentCount: codestream.components.count)
  }

  private var blockBytes: Int {
    let count = decodedComponents?.count ?? codestream.components.count
    // The library makes two copies. For a part of a tile it also keeps the decoded code-blocks and the samples
    // that filters need around them, and it filters one component in a copy: five were measured.
    let copies = columns.isCut || rows.isCut ? 5 * count + 1 : 2 * count
    let (bytes, overflow) = grid.pixelBytes.multipliedReportingOverflow(by: copies)
    return overflow ? .max : bytes
  }

  /// Only resolutions that fill the same extent.
  var reductions: [JPEG2000Image] {
    (0...codestream.levels).dropFirst().compactMap { halvings in
      guard codestream.columns.isExact(halvings: halvings),
        codestream.rows.isExact(halvings: halvings)
      else { return nil }
      return JPEG2000Image(codestream, samples, halvings: halvings, tileBytes: tileBytes)
    }
  }
}
