/// A raster that changes the pixels of another of the same size.
protocol ChangedRaster: RasterSource {
  var base: any RasterSource { get }
  func changing(_ base: any RasterSource) -> Self
  func changed(
    _ rows: any RasterRowReader, from first: Int
  ) -> (reader: any RasterRowReader, firstRow: Int)
}

extension ChangedRaster {
  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let (rows, first) = try base.openRows(from: row, scratch: scratch, isCancelled: isCancelled)
    return changed(rows, from: first)
  }

  func decoded(byThreads threads: Int) -> any RasterSource {
    changing(base.decoded(byThreads: threads))
  }
}

/// Rows that check for cancellation before each row.
package final class CancellableRows: RasterRowReader {
  private let base: any RasterRowReader
  private let isCancelled: @Sendable () -> Bool

  package init(base: any RasterRowReader, isCancelled: @escaping @Sendable () -> Bool) {
    self.base = base
    self.isCancelled = isCancelled
  }

  package func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if isCancelled() { throw CancellationError() }
    try base.readRow(into: row)
  }

  package func finish() throws { try base.finish() }
}
