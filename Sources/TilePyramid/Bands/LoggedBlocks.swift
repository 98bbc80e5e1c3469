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

  func rows(of block: Block, part: Int, limit: Int) throws(TileStorageError) -> PackedSegments {
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

  func note(_ rows: SegmentBytes, of block: Block, part: Int) throws(TileStorageError) {
    try append(
      CarriedPlane(PlaneAddress(step: step, block, part: part), bytes: try rows.packed(path: path)))
  }
}
