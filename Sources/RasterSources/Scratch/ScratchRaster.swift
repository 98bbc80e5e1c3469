package import Georeferencing
/// An RGBA8 raster in a temporary file, read and written in windows of any position and order.
///
/// The unnamed file has blocks, and reserved space. They are 256 pixels wide and at most as high, less so
/// where two rows of them would not be cached. Unwritten pixels are transparent (0, 0, 0, 0). Any number of threads may read and write at once. A window that is written while it is read
/// may come out mixed.
package final class ScratchRaster: RasterWindows {
  package let size: PixelSize
  private let file: ScratchFile
  private let cache: BlockCache
  private let grid: BlockGrid
  /// Width of a block, and its height at most, in pixels.
  package static let blockSide = 256
  private static let rowBytes = 4 * blockSide
  private let blockHeight: Int
  private var blockBytes: Int { blockHeight * Self.rowBytes }

  /// Creates a transparent raster.
  package init(size: PixelSize, directory: ScratchDirectory, cacheBytes: Int) throws(RasterError) {
    precondition(size.width > 0 && size.height > 0, "a raster has samples")
    self.size = size
    let rowOfBlocks = Self.bytesOfBlockRow(width: size.width)
    var height = Self.blockSide
    while height > 1, 2 * rowOfBlocks * height / Self.blockSide > cacheBytes { height /= 2 }
    blockHeight = height
    grid = BlockGrid(size: size, blockSize: PixelSize(width: Self.blockSide, height: height))
    file = try ScratchFile(directory: directory.path, byteCount: Self.bytesNeeded(for: size))
    let blockCount = grid.blocksAcross * grid.blocksDown
    let bytes = height * Self.rowBytes
    cache = BlockCache(
      blockBytes: bytes, blockCount: blockCount,
      capacity: min(cacheBytes / bytes, blockCount), file: file)
  }

  /// Memory for reordering rows: one row of blocks, at most 128 MiB.
  ///
  /// A raster wider than this allows is slower and not larger.
  package static func reorderingCacheBytes(width: Int) -> Int {
    min(128 << 20, bytesOfBlockRow(width: width))
  }

  /// Size of the file in bytes for a raster of this size, `Int.max` on overflow.
  package static func bytesNeeded(for size: PixelSize) -> Int {
    let (count, overflow) = bytesOfBlockRow(width: size.width)
      .multipliedReportingOverflow(by: blocks(size.height))
    return overflow ? Int.max : count
  }

  /// The memory of the blocks that one row of a raster of this width touches.
  package static func bytesOfBlockRow(width: Int) -> Int {
    blocks(width) * blockSide * rowBytes
  }

  private static func blocks(_ samples: Int) -> Int { (samples + blockSide - 1) / blockSide }

  private func withBlock(
    _ key: Int, isWriting: Bool, _ body: (UnsafeMutablePointer<UInt8>) -> Void
  ) throws(RasterError) {
    try cache.withBlock(key, isWriting: isWriting) {
      $0.initialize(repeating: 0, count: blockBytes)
    } body: {
      body($0)
    }
  }

  /// `4 × width` bytes of straight RGBA8; rows in any order.
  package func writeRow(_ y: Int, from row: UnsafePointer<UInt8>) throws(RasterError) {
    let samples = UnsafeRawPointer(row).assumingMemoryBound(to: UInt32.self)
    try writeRows(y..<y + 1, columns: 0..<size.width) { _ in samples }
  }

  package func writeRows(
    _ rows: Range<Int>, columns: Range<Int>, from samples: (Int) -> UnsafePointer<UInt32>
  ) throws(RasterError) {
    let side = Self.blockSide
    precondition(
      (0..<size.height).contains(rows) && (0..<size.width).contains(columns)
        && columns.lowerBound % side == 0, "the rows are inside the raster, and begin with a block")
    for x in stride(from: columns.lowerBound, to: columns.upperBound, by: side) {
      let count = 4 * min(side, columns.upperBound - x)
      var y = rows.lowerBound
      while y < rows.upperBound {
        let end = min((y / blockHeight + 1) * blockHeight, rows.upperBound)
        try withBlock(blockNumber(x: x, y: y), isWriting: true) { block in
          for row in y..<end {
            UnsafeMutableRawPointer(block + rowOffset(row)).copyMemory(
              from: samples(row) + x - columns.lowerBound, byteCount: count)
          }
        }
        y = end
      }
    }
  }

  /// Steps from `xStart` by `xStep` columns; `4 × count` bytes of straight RGBA8.
  package func writePixels(
    y: Int, xStart: Int, xStep: Int, count: Int, from pixels: UnsafePointer<UInt8>
  ) throws(RasterError) {
    precondition((0..<size.height).contains(y), "the row is inside the raster")
    precondition(
      count >= 0 && xStep > 0 && xStart >= 0
        && (count == 0 || xStart + (count - 1) * xStep < size.width),
      "the samples are inside the raster")
    if xStart == 0, xStep == 1, count == size.width { return try writeRow(y, from: pixels) }
    let rowOffset = rowOffset(y)
    let source = UnsafeRawPointer(pixels)
    var done = 0
    while done < count {
      let x = xStart + done * xStep
      let xInBlock = x % Self.blockSide
      let step = min(count - done, (Self.blockSide - xInBlock + xStep - 1) / xStep)
      let first = done
      let key = blockNumber(x: x, y: y)
      let scatter = { (row: UnsafeMutablePointer<UInt8>) in
        let target = UnsafeMutableRawPointer(row + 4 * xInBlock)
        for index in 0..<step {
          let pixel = source.loadUnaligned(fromByteOffset: 4 &* (first &+ index), as: UInt32.self)
          target.storeBytes(of: pixel, toByteOffset: 4 &* index &* xStep, as: UInt32.self)
        }
      }
      done += step
      try withBlock(key, isWriting: true) { scatter($0 + rowOffset) }
    }
  }

  package func flush() throws(RasterError) { try cache.flush() }

  /// `height` rows of `4 × width` bytes of straight RGBA8, `bytesPerRow` apart.
  package func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws(RasterError) {
    precondition(bytesPerRow >= 4 * width, "the window has room for its rows")
    try grid.forEachPart(columns: x..<x + width, rows: y..<y + height) {
      (_, _, columns, rows) throws(RasterError) in
      try readPart(
        x: columns, y: rows,
        into: target + (rows.lowerBound - y) * bytesPerRow + 4 * (columns.lowerBound - x),
        bytesPerRow: bytesPerRow)
    }
  }

  private func readPart(
    x: Range<Int>, y: Range<Int>, into target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) throws(RasterError) {
    let key = blockNumber(x: x.lowerBound, y: y.lowerBound)
    let rows = y.count
    let count = 4 * x.count
    let offset = rowOffset(y.lowerBound) + 4 * (x.lowerBound % Self.blockSide)
    try withBlock(key, isWriting: false) { samples in
      for row in 0..<rows {
        (target + row * bytesPerRow).update(
          from: samples + offset + row * Self.rowBytes, count: count)
      }
    }
  }

  private func blockNumber(x: Int, y: Int) -> Int {
    y / blockHeight * grid.blocksAcross + x / Self.blockSide
  }

  /// In bytes of a block.
  private func rowOffset(_ y: Int) -> Int { y % blockHeight * Self.rowBytes }
}
