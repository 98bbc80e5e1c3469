import Deflate

/// A restart point of a PNG file: its rows can be read on without those before.
package struct PNGSeekPoint: Hashable, Sendable {
  package let row: Int
  /// An opaque decoder state of about 32 KiB and some rows.
  package let bytes: [UInt8]

  package init(row: Int, bytes: [UInt8]) {
    self.row = row
    self.bytes = bytes
  }

  init(row: Int, state: State) {
    self.init(row: row, bytes: state.encoded)
  }

  /// The content of ``PNGSeekPoint/bytes``.
  struct State {
    let position: ChunkStream.Position
    let inflater: Inflater.State
    /// The row above, then inflated bytes of the rows that follow.
    let rows: [UInt8]

    private static let wordCount = 6

    init(position: ChunkStream.Position, inflater: Inflater.State, rows: [UInt8]) {
      self.position = position
      self.inflater = inflater
      self.rows = rows
    }

    var encoded: [UInt8] {
      let words = [
        position.offset, position.chunkRemaining, inflater.bits,
        Int(inflater.checksum), inflater.window.count, rows.count,
      ]
      let head = words.flatMap { word in
        withUnsafeBytes(of: UInt64(bitPattern: Int64(word)).littleEndian) { Array($0) }
      }
      return head + inflater.window + rows
    }

    /// `nil` for a state that does not fit rows of this size.
    init?(_ access: PNGSeekPoint, rowBytes: Int, capacity: Int) {
      let head = 8 * Self.wordCount
      let bytes = access.bytes
      guard access.row >= 0, bytes.count >= head else { return nil }
      let words: [Int] = bytes.withUnsafeBytes { raw in
        (0..<Self.wordCount).map {
          Int(
            truncatingIfNeeded: UInt64(
              littleEndian: raw.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)))
        }
      }
      guard words[0] > 0, (0...0x7FFF_FFFF).contains(words[1]), (0..<8).contains(words[2]),
        (0...0xFFFF_FFFF).contains(words[3]), (0...1 << 15).contains(words[4]),
        (rowBytes...capacity).contains(words[5]), bytes.count == head + words[4] + words[5]
      else { return nil }
      position = ChunkStream.Position(offset: words[0], chunkRemaining: words[1])
      inflater = Inflater.State(
        bits: words[2], checksum: UInt32(words[3]), window: Array(bytes[head..<head + words[4]]))
      rows = Array(bytes[(head + words[4])...])
    }
  }
}
