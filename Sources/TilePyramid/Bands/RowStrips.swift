/// Rows of straight RGBA8 samples, as groups of columns read them.
protocol SourceRows: AnyObject {
  /// The samples of a row that is held, from column 0 of the raster on.
  subscript(row: Int) -> UnsafeMutablePointer<UInt32> { get }
}

/// Rows of a raster between their decoding and their last use, as straight RGBA8, some rows at a time.
///
/// The memory of the strip that was released last is used first, while it is still in a cache.
///
/// SAFETY: a strip is written by one thread before others read it, and is released when all of them are
/// done with it; ``RowFeed`` and those who use it see to both.
final class RowStrips: SourceRows, @unchecked Sendable {
  /// The bytes of a strip, where rows are not long: they stay in a core's cache until they are used.
  private static let targetBytes = 1 << 16
  /// The rows of a strip: so many that handing it over costs little, and so few that groups are filled
  /// often.
  private static let rowCounts = 2...64
  /// How many strips are held at most.
  private static let limit = 8

  let rowCount: Int
  /// Samples of a row.
  let width: Int
  /// The memory of the strips that are held, by strip modulo ``limit``.
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

  /// The memory of all strips for rows of `width` samples, in bytes.
  static func byteCount(width: Int) -> Int { 4 * limit * width * rowCount(width: width) }

  /// Whether a strip can be taken.
  var hasRoom: Bool { !free.isEmpty }

  /// Takes memory for the strip of a row, which follows those that are held, while there is room.
  func take(_ row: Int) {
    let strip = row / rowCount
    guard let memory = free.popLast() else { return }
    held[strip % Self.limit] = memory
    strips = (strips.isEmpty ? strip : strips.lowerBound)..<strip + 1
  }

  /// Releases the strips all of whose rows are before `row`.
  func release(before row: Int) {
    while let strip = strips.first, (strip + 1) * rowCount <= row {
      free.append(held[strip % Self.limit])
      strips.removeFirst()
    }
  }

  /// The samples of a row that is held.
  subscript(row: Int) -> UnsafeMutablePointer<UInt32> {
    held[row / rowCount % Self.limit] + row % rowCount * width
  }
}
