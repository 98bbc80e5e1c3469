import Deflate
import TileStorage

/// What the roots of a shard carry to the zooms above the cut, until it is written.
///
/// Belongs to the thread that completes a band.
final class ShardCarry: BlockRows {
  private let cut: StepCut
  /// What errors name.
  private let path: String
  private let deflaters = LendingPool { Deflater(level: 1) }
  private var pieces: [CarriedPiece] = []

  init(_ cut: StepCut, path: String) {
    self.cut = cut
    self.path = path
  }

  /// False: a shard makes all of its tiles.
  func isKept(_ block: Block) -> Bool { false }

  /// False, as above.
  func isNeeded(_ block: Block) -> Bool { false }

  func rows(of block: Block, part: Int, limit: Int) throws(TileStorageError) -> PackedSegments {
    throw .outputChanged(path: path, found: "rows that a shard makes itself")
  }

  func note(_ rows: SegmentBytes, of block: Block, part: Int) throws(TileStorageError) {
    try add(rows, .rows, column: block.column, part: part)
  }

  /// Notes the samples of a root, from which overviews are darkened.
  func note(
    _ tile: RenderedTile, column: Int, row: Int, tileSize: Int
  ) throws(TileStorageError) {
    let bytes = SegmentBytes()
    switch tile {
    case .uniform(let value): bytes.append(Int(value))
    case .samples(let buffer):
      bytes.append(-1)
      bytes.append(UnsafeRawBufferPointer(start: buffer.samples, count: 4 * tileSize * tileSize))
    case .kept: break
    }
    try add(bytes, .samples, column: column, part: row)
  }

  /// What was noted since the last call.
  func take() -> [CarriedPiece] {
    defer { pieces = [] }
    return pieces
  }

  private func add(
    _ bytes: SegmentBytes, _ kind: CarriedPiece.Kind, column: Int, part: Int
  ) throws(TileStorageError) {
    pieces.append(
      CarriedPiece(
        CarriedPiece.Address(step: cut.step, kind: kind, part: part, column: column),
        bytes: try bytes.packed(by: deflaters, path: path)))
  }
}
