import Platform
import TileModel
import TileRendering
import TileStorage

/// The planes of a step's blocks: noted for the block log as they are made, or read from it.
final class LoggedBlocks: BlockPlanes, Sendable {
  /// Adds a plane to the log; may be called on any thread.
  typealias Append = @Sendable (CarriedPlane) throws(TileStorageError) -> Void
  /// Finds the plane of an address.
  typealias Planes = @Sendable (PlaneAddress) throws(TileStorageError) -> [UInt8]?

  private let step: Int
  private let path: String
  private let planes: Planes
  private let append: Append

  init(
    ofStep step: Int, path: String, planes: @escaping Planes,
    append: @escaping Append = { _ throws(TileStorageError) in }
  ) {
    (self.step, self.path, self.planes, self.append) = (step, path, planes, append)
  }

  let includesOverviews = false

  /// False: the choice of blocks precedes the making of any.
  func isKept(_ block: Block) -> Bool { false }

  func isNeeded(_ block: Block) -> Bool { true }

  func hasEarlier(_ tile: TileCoordinate, isRetina: Bool) -> Bool { false }

  func rows(of block: Block, part: Int, limit: Int) throws -> PackedSegments {
    guard let bytes = try planes(PlaneAddress(step: step, block, part: part)) else {
      throw damage("nothing of the block in column \(block.column), row \(block.row)")
    }
    return try PackedSegments(bytes, limit: limit, damage: damage)
  }

  private func damage(_ found: String) -> TileStorageError {
    .corrupt(
      path: path, location: "the block log", found: found,
      expected: "what every block carries; remove the file and make it again")
  }

  func note(_ rows: SegmentBytes, of block: Block, part: Int) throws {
    try append(CarriedPlane(rows, of: block, step: step, part: part, path: path))
  }
}

extension PlaneAddress {
  init(step: Int, _ block: Block, part: Int) {
    self.init(step: step, level: block.level, column: block.column, part: part)
  }
}

extension CarriedPlane {
  /// Packs the rows for the log in the file `path`.
  init(
    _ rows: SegmentBytes, of block: Block, step: Int, part: Int, path: String
  ) throws(TileStorageError) {
    guard let packed = rows.packed() else {
      throw .system(operation: "allocate memory for", path: path, code: ENOMEM)
    }
    self.init(PlaneAddress(step: step, block, part: part), bytes: packed)
  }
}
