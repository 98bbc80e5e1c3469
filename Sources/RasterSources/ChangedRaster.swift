/// A raster that changes the samples of another, of one size.
protocol ChangedRaster: RasterSource {
  /// The raster whose samples are changed.
  var base: any RasterSource { get }
  /// The same change of the same raster, read in another way.
  ///
  /// What is not stated of it in its header is as in that of ``base``.
  func changing(_ base: any RasterSource) -> Self
  /// The rows of the raster, changed.
  func changed(
    _ rows: any RasterRowReader, from first: Int
  ) -> (reader: any RasterRowReader, firstRow: Int)
}

extension ChangedRaster {
  func openRows(
    from access: RowAccess?, scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let (rows, first) = try base.openRows(
      from: access, scratch: scratch, isCancelled: isCancelled)
    return changed(rows, from: first)
  }

  func rowAccess(forRow row: Int) -> RowAccess? { base.rowAccess(forRow: row) }

  func decoded(byThreads threads: Int) -> any RasterSource {
    changing(base.decoded(byThreads: threads))
  }
}

/// The rows of an image until the work on them is cancelled, which is asked before each.
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

  package func access(forRow row: Int) -> RowAccess? { base.access(forRow: row) }

  package var ahead: (any RowsAhead)? { base.ahead }
}
