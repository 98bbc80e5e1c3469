/// Something that the tiles of a shard carry to the zooms above it, as bytes of which only the builder knows
/// what they mean.
package struct CarriedPiece: Sendable {
  /// What it is.
  package enum Kind: Int, Sendable {
    /// Rows of samples at more than 8 bits.
    case rows = 0
    /// The samples of a whole tile.
    case samples = 1
  }

  /// Which it is of all pieces of a build.
  package struct Address: Hashable, Sendable {
    package var step: Int
    package var kind: Kind
    /// Which rows, or which row of tiles.
    package var part: Int
    package var column: Int

    /// Puts the numbers together.
    package init(step: Int, kind: Kind, part: Int, column: Int) {
      self.step = step
      self.kind = kind
      self.part = part
      self.column = column
    }
  }

  package let address: Address
  package let bytes: [UInt8]

  /// Creates a piece.
  package init(_ address: Address, bytes: [UInt8]) {
    self.address = address
    self.bytes = bytes
  }
}

/// A writer of a store that holds some zooms of a pyramid, with what those above need of them.
package protocol CarriedPieceWriter: AnyObject {
  /// Keeps a piece, in place of one of the same address.
  func carry(_ piece: CarriedPiece) throws(TileStorageError)
}
