import Deflate
import Platform
import TileStorage

/// The planes that blocks of a step carry to the zooms above: noted for the block log where blocks are made, and read
/// from a log where they were made before.
final class LoggedBlocks: BlockRows, Sendable {
  /// Adds a plane to the log, from any thread.
  typealias Append = @Sendable (CarriedPlane) throws(TileStorageError) -> Void
  /// Finds the plane of an address.
  typealias Planes = @Sendable (PlaneAddress) throws(TileStorageError) -> [UInt8]?

  private let step: Int
  private let path: String
  private let planes: Planes
  private let append: Append
  private let deflaters = LendingPool { Deflater(level: 1) }

  /// Names the step, and the file that errors name.
  init(
    ofStep step: Int, path: String, planes: @escaping Planes,
    append: @escaping Append = { _ throws(TileStorageError) in }
  ) {
    (self.step, self.path, self.planes, self.append) = (step, path, planes, append)
  }

  let includesOverviews = false

  /// False: which blocks are made is decided before any is.
  func isKept(_ block: Block) -> Bool { false }

  func isNeeded(_ block: Block) -> Bool { true }

  func rows(of block: Block, part: Int, limit: Int) throws(TileStorageError) -> PackedSegments {
    guard let bytes = try planes(address(of: block, part: part)) else {
      throw damage("nothing of the block in column \(block.column), row \(block.row)")
    }
    return try PackedSegments(bytes, limit: limit, damage: damage)
  }

  private func damage(_ found: String) -> TileStorageError {
    .corrupt(
      path: path, location: "the block log", found: found,
      expected: "what every block carries; remove the file and make it again")
  }

  func note(_ rows: SegmentBytes, of block: Block, part: Int) throws(TileStorageError) {
    try append(
      CarriedPlane(
        address(of: block, part: part), bytes: try rows.packed(by: deflaters, path: path)))
  }

  private func address(of block: Block, part: Int) -> PlaneAddress {
    PlaneAddress(step: step, level: block.level, column: block.column, part: part)
  }
}
