import Deflate

/// A position in a PNG file from which its rows can be read on without reading what comes before.
package struct PNGRowAccess: Hashable, Sendable {
  /// The first row that can be read from here.
  package let row: Int
  /// What is needed besides the file; opaque, of about 32 KiB and some rows.
  package let bytes: [UInt8]

  /// Restores a position from its parts.
  package init(row: Int, bytes: [UInt8]) {
    self.row = row
    self.bytes = bytes
  }

  init(row: Int, state: State) {
    self.init(row: row, bytes: state.encoded)
  }

  /// What ``PNGRowAccess/bytes`` hold.
  struct State {
    /// Where the compressed bytes that follow begin.
    let position: ChunkStream.Position
    let inflater: Inflater.State
    /// The row above and what was inflated of those that follow.
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

    /// Reads a state; `nil` when it is not one of a file with such rows.
    init?(_ access: PNGRowAccess, rowBytes: Int, capacity: Int) {
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
