import TileModel
import Dispatch

/// The rows of an image by rows of blocks, which several threads decode.
final class TIFFRows: RasterRowReader {
  private let decoders: TIFFDecoderPool
  private let image: TIFFImage
  private let threads: Int
  /// The rows of the blocks that are decoded together.
  private let bandHeight: Int
  private let bytesPerRow: Int
  private let band: UnsafeMutablePointer<UInt8>
  private var rowsRead: Int
  /// The rows that `band` holds.
  private var held = 0..<0

  init(decoders: TIFFDecoderPool, threads: Int, firstRow: Int) {
    self.decoders = decoders
    image = decoders.image
    self.threads = threads
    bandHeight = Self.bandHeight(of: image)
    bytesPerRow = 4 * image.size.width
    band = .allocate(capacity: bandHeight * bytesPerRow)
    rowsRead = firstRow
  }

  deinit { band.deallocate() }

  /// The memory that rows of an image take; `Int.max` where the number does not fit.
  static func byteCount(of image: TIFFImage) -> Int {
    let (count, overflow) = (4 * image.size.width).multipliedReportingOverflow(
      by: min(image.size.height, bandHeight(of: image)))
    return overflow ? Int.max : count
  }

  /// Whole blocks, and of low ones as many as make work for several threads.
  private static func bandHeight(of image: TIFFImage) -> Int {
    let height = image.blockSize.height
    return min(max(1, 64 / height) * height, max(height, image.size.height))
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if rowsRead == image.size.height {
      throw RasterError.noMoreRows(path: decoders.file.path, rows: image.size.height)
    }
    if !held.contains(rowsRead) { try decodeBand() }
    row.update(from: band + (rowsRead - held.lowerBound) * bytesPerRow, count: bytesPerRow)
    rowsRead += 1
  }

  /// Does nothing: a TIFF has no end that could be missing.
  func finish() throws {}

  func access(forRow row: Int) -> RowAccess? { RowAccess(row: row, bytes: []) }

  private func decodeBand() throws(RasterError) {
    let first = rowsRead / image.blockSize.height
    let count = min(bandHeight / image.blockSize.height, image.blocksDown - first)
    let top = first * image.blockSize.height
    held = 0..<0
    let work = BandWork(
      decoders: decoders, band: band, bytesPerRow: bytesPerRow, firstBlockRow: first,
      blockCount: count * image.blocksAcross)
    let workers = min(threads, work.blockCount)
    if workers > 1 {
      DispatchQueue.concurrentPerform(iterations: workers) { _ in work.run() }
    } else {
      work.run()
    }
    if let failure = work.failure { throw failure }
    held = top..<min(image.size.height, top + count * image.blockSize.height)
  }
}

/// The blocks of a band, which threads take one after another.
///
/// SAFETY: each block has a part of `band` of its own, and the memory outlives the work.
private final class BandWork: @unchecked Sendable {
  private struct State {
    var next = 0
    /// The failure of the first block that failed, so that every run reports the same.
    var failure: (block: Int, error: RasterError)?
  }

  let blockCount: Int
  private let decoders: TIFFDecoderPool
  private let band: UnsafeMutablePointer<UInt8>
  private let bytesPerRow: Int
  private let firstBlockRow: Int
  private let state = Guarded(State())

  init(
    decoders: TIFFDecoderPool, band: UnsafeMutablePointer<UInt8>, bytesPerRow: Int,
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
    let image = decoders.image
    while let index = take() {
      let row = index / image.blocksAcross
      let column = index % image.blocksAcross
      let target =
        band + row * image.blockSize.height * bytesPerRow + 4 * column * image.blockSize.width
      do throws(RasterError) {
        try decoders.withDecoder { decoder throws(RasterError) in
          try decoder.decode(
            column: column, row: firstBlockRow + row, into: target, bytesPerRow: bytesPerRow)
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
