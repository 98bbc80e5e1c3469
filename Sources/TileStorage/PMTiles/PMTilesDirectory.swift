/// An entry of a directory: a run of tiles that share an image, or a leaf directory (PMTiles 3,
/// "Directories").
package struct PMTilesEntry: Hashable, Sendable, BitwiseCopyable {
  package var id: UInt64
  package var runLength: UInt32
  /// In bytes.
  package var byteCount: UInt32
  /// From the first byte of its section.
  package var offset: Int

  package init(id: UInt64, runLength: UInt32, byteCount: UInt32, offset: Int) {
    self.id = id
    self.runLength = runLength
    self.byteCount = byteCount
    self.offset = offset
  }

  var section: PMTilesSection { PMTilesSection(offset: offset, byteCount: Int(byteCount)) }
}

/// An uncompressed directory.
package enum PMTilesDirectory {
  /// A fault of a directory, in words.
  package struct Fault: Error, Hashable {
    package let found: String
    package var expected = "entries in order of tiles, none of length 0"

    fileprivate init(found: String, beyond ids: Range<UInt64>) {
      self.found = found
      let end = ids.upperBound == .max ? "" : " to \(ids.upperBound - 1)"
      expected = "tiles from \(ids.lowerBound)\(end)"
    }

    fileprivate init(found: String) { self.found = found }
  }

  /// Expects ascending ids.
  package static func encode(_ entries: some Collection<PMTilesEntry>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * entries.count + 10)
    append(UInt64(entries.count), to: &bytes)
    var last: UInt64 = 0
    for entry in entries {
      append(entry.id - last, to: &bytes)
      last = entry.id
    }
    for entry in entries { append(UInt64(entry.runLength), to: &bytes) }
    for entry in entries { append(UInt64(entry.byteCount), to: &bytes) }
    var next: Int?
    for entry in entries {
      append(entry.offset == next ? 0 : UInt64(entry.offset) + 1, to: &bytes)
      next = entry.offset + Int(entry.byteCount)
    }
    return bytes
  }

  /// Decodes entries within `ids`.
  ///
  /// Ids come first, so that a misplaced directory fails early.
  package static func decode(
    _ bytes: [UInt8], ids: Range<UInt64> = 0..<(.max)
  ) throws(Fault) -> [PMTilesEntry] {
    var reader = VarintReader(bytes: bytes)
    let count = try reader.next()
    // Every entry has four numbers of a byte at least.
    guard count <= UInt64(bytes.count / 4) else {
      throw Fault(found: "\(count) entries in \(bytes.count) bytes")
    }
    guard count > 0 || ids.lowerBound == 0 else { throw Fault(found: "no entry", beyond: ids) }
    var entries: [PMTilesEntry] = []
    entries.reserveCapacity(Int(count))
    var id: UInt64 = 0
    for number in 0..<Int(count) {
      let step = try reader.next()
      let (sum, overflow) = id.addingReportingOverflow(step)
      // No zoom has such ids, to which a run length could not be added.
      guard !overflow, sum < 1 << 63, step > 0 || number == 0 else {
        throw Fault(found: "entry \(number) that does not follow the one before")
      }
      guard ids.lowerBound <= sum, sum < ids.upperBound else {
        throw Fault(found: "tile \(sum)", beyond: ids)
      }
      id = sum
      entries.append(PMTilesEntry(id: id, runLength: 0, byteCount: 0, offset: 0))
    }
    for number in entries.indices {
      guard let length = UInt32(exactly: try reader.next()) else {
        throw Fault(found: "entry \(number) with a run length of 2^32 or more")
      }
      entries[number].runLength = length
      if number > 0 {
        let before = entries[number - 1]
        guard UInt64(before.runLength) <= entries[number].id - before.id else {
          throw Fault(found: "entry \(number) with a tile of the one before")
        }
      }
    }
    if let last = entries.last, last.id + UInt64(last.runLength) > ids.upperBound {
      throw Fault(found: "tiles to \(last.id + UInt64(last.runLength) - 1)", beyond: ids)
    }
    for number in entries.indices {
      guard let length = UInt32(exactly: try reader.next()), length > 0 else {
        throw Fault(found: "entry \(number) of no or too great a length")
      }
      entries[number].byteCount = length
    }
    for number in entries.indices {
      let value = try reader.next()
      if value == 0 {
        guard number > 0 else { throw Fault(found: "a first entry that follows another") }
        let before = entries[number - 1]
        entries[number].offset = before.offset + Int(before.byteCount)
      } else {
        guard value <= UInt64(Int.max >> 1) else {
          throw Fault(found: "entry \(number) at offset \(value - 1)")
        }
        entries[number].offset = Int(value) - 1
      }
    }
    guard reader.isAtEnd else { throw Fault(found: "bytes after the last entry") }
    return entries
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads LEB128 varints.
  private struct VarintReader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func next() throws(Fault) -> UInt64 {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 64, by: 7) {
        guard position < bytes.count else { throw Fault(found: "an end within an entry") }
        let byte = bytes[position]
        position += 1
        if shift == 63, byte > 1 { break }
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return value }
      }
      throw Fault(found: "a number of more than 64 bits")
    }
  }
}

extension [PMTilesEntry] {
  package func entry(of id: UInt64) -> PMTilesEntry? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id <= id { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = self[low - 1]
    return entry.runLength == 0 || id - entry.id < UInt64(entry.runLength) ? entry : nil
  }
}
