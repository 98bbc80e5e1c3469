import Dispatch
import Georeferencing
import TileModel

/// Rows of an image by rows of blocks, which several threads decode.
final class BlockRows: RasterRowReader {
  /// Memory of a row of blocks where the format decides nothing else, in bytes.
  static let byteLimit = 160 << 20

  private let decoders: BlockDecoderPool
  private let grid: BlockGrid
  private let threads: Int
  private let bandHeight: Int
  private let bytesPerRow: Int
  private let band: UnsafeMutablePointer<UInt8>
  private var rowsRead: Int
  private var held = 0..<0

  init(decoders: BlockDecoderPool, threads: Int, firstRow: Int) {
    self.decoders = decoders
    grid = decoders.grid
    self.threads = threads
    bandHeight = Self.bandHeight(of: grid)
    bytesPerRow = 4 * grid.size.width
    band = .allocate(capacity: bandHeight * bytesPerRow)
    rowsRead = firstRow
  }

  deinit { band.deallocate() }

  /// In bytes; `Int.max` on overflow.
  static func byteCount(of grid: BlockGrid) -> Int {
    let (count, overflow) = (4 * grid.size.width).multipliedReportingOverflow(
      by: min(grid.size.height, bandHeight(of: grid)))
    return overflow ? Int.max : count
  }

  private static func bandHeight(of grid: BlockGrid) -> Int {
    let height = grid.blockSize.height
    return min(max(1, 64 / height) * height, max(height, grid.size.height))
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if rowsRead == grid.size.height {
      throw RasterError.noMoreRows(path: decoders.path, rows: grid.size.height)
    }
    if !held.contains(rowsRead) { try decodeBand() }
    row.update(from: band + (rowsRead - held.lowerBound) * bytesPerRow, count: bytesPerRow)
    rowsRead += 1
  }

  private func decodeBand() throws(RasterError) {
    let first = grid.block(ofRow: rowsRead)
    let count = min(bandHeight / grid.blockSize.height, grid.blocksDown - first)
    held = 0..<0
    let work = BandWork(
      decoders: decoders, band: band, bytesPerRow: bytesPerRow, firstBlockRow: first,
      blockCount: count * grid.blocksAcross)
    let workers = min(threads, work.blockCount)
    if workers > 1 {
      DispatchQueue.concurrentPerform(iterations: workers) { _ in work.run() }
    } else {
      work.run()
    }
    if let failure = work.failure { throw failure }
    held = grid.rows(of: first).lowerBound..<grid.rows(of: first + count - 1).upperBound
  }
}

/// Blocks of a band, which threads take one after another.
///
/// SAFETY: each block has its own part of `band`, and the memory outlives the work.
private final class BandWork: @unchecked Sendable {
  private struct State {
    var next = 0
    var failure: (block: Int, error: RasterError)?
  }

  let blockCount: Int
  private let decoders: BlockDecoderPool
  private let band: UnsafeMutablePointer<UInt8>
  private let bytesPerRow: Int
  private let firstBlockRow: Int
  private let state = Guarded(State())

  init(
    decoders: BlockDecoderPool, band: UnsafeMutablePointer<UInt8>, bytesPerRow: Int,
    firstBlockRow: Int, blockCount: Int
  ) {
    self.decoders = decoders
    self.band = band
    self.bytesPerRow = bytesPerRow
    self.firstBlockRow = firstBlockRow
    self.blockCount = blockCount
  }

  var failure: RasterError? { state.withLock { $0.failure?.error } }

  func run() {
    let grid = decoders.grid
    let top = grid.rows(of: firstBlockRow).lowerBound
    while let index = take() {
      let row = firstBlockRow + index / grid.blocksAcross
      let column = index % grid.blocksAcross
      let target =
        band + (grid.rows(of: row).lowerBound - top) * bytesPerRow
        + 4 * grid.columns(of: column).lowerBound
      do throws(RasterError) {
        try decoders.withDecoder { decoder throws(RasterError) in
          try decoder.decode(column: column, row: row, into: target, bytesPerRow: bytesPerRow)
        }
      } catch {
        state.withLock { state in
          if index < state.failure?.block ?? Int.max { state.failure = (index, error) }
        }
      }
    }
  }

  private func take() -> Int? {
    state.withLock { state in
      if state.failure != nil || state.next == blockCount { return nil }
      state.next += 1
      return state.next - 1
    }
  }
}
