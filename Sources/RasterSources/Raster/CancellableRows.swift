/// The rows of an image until the work on them is cancelled, which is asked before each.
package final class CancellableRows: RasterRowReader {
  private let base: any RasterRowReader
  private let isCancelled: @Sendable () -> Bool

  package init(base: any RasterRowReader, isCancelled: @escaping @Sendable () -> Bool) {
    self.base = base
    self.isCancelled = isCancelled
  }

  /// - Throws: `CancellationError`, or what the base throws.
  package func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if isCancelled() { throw CancellationError() }
    try base.readRow(into: row)
  }

  package func finish() throws { try base.finish() }

  package func access(forRow row: Int) -> RowAccess? { base.access(forRow: row) }

  package var ahead: (any RowsAhead)? { base.ahead }
}
