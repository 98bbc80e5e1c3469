/// Rows of straight RGBA8 samples for groups of columns.
package protocol SourceRows: AnyObject {
  /// Requires a held row; starts at column 0 of the raster.
  subscript(row: Int) -> UnsafeMutablePointer<UInt32> { get }
}

/// Straight RGBA8 rows of a raster between their decoding and their last use.
///
/// The strip released last is reused first, while it is still in a cache.
///
/// SAFETY: a strip is written by one thread before others read it, and released when all are done
/// with it. ``RowFeed`` and its users see to both.
package final class RowStrips: SourceRows, @unchecked Sendable {
  /// Bytes of a strip of short rows, which stay in a core's cache until they are used.
  private static let targetBytes = 1 << 16
  /// Rows of a strip: enough to make handing over cheap, and few enough to fill groups often.
  private static let rowCounts = 2...64
  private static let limit = 8

  let rowCount: Int
  let width: Int
  /// Memory of the held strips, by strip modulo ``limit``.
  private let held: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>>
  private var free: [UnsafeMutablePointer<UInt32>]
  private var strips = 0..<0

  init(width: Int) {
    self.width = width
    let rowCount = Self.rowCount(width: width)
    self.rowCount = rowCount
    free = (0..<Self.limit).map { _ in .allocate(capacity: width * rowCount) }
    held = .allocate(capacity: Self.limit)
    held.initialize(repeating: free[0], count: Self.limit)
  }

  deinit {
    free.forEach { $0.deallocate() }
    strips.forEach { held[$0 % Self.limit].deallocate() }
    held.deallocate()
  }

  private static func rowCount(width: Int) -> Int {
    min(max(targetBytes / (4 * width), rowCounts.lowerBound), rowCounts.upperBound)
  }

  package static func byteCount(width: Int) -> Int { 4 * limit * width * rowCount(width: width) }

  var hasRoom: Bool { !free.isEmpty }

  /// Requires room; the strip follows the held ones.
  func take(_ row: Int) {
    let strip = row / rowCount
    guard let memory = free.popLast() else { return }
    held[strip % Self.limit] = memory
    strips = (strips.isEmpty ? strip : strips.lowerBound)..<strip + 1
  }

  func release(before row: Int) {
    while let strip = strips.first, (strip + 1) * rowCount <= row {
      free.append(held[strip % Self.limit])
      strips.removeFirst()
    }
  }

  package subscript(row: Int) -> UnsafeMutablePointer<UInt32> {
    held[row / rowCount % Self.limit] + row % rowCount * width
  }
}
