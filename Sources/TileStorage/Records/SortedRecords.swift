import TileModel

/// Records in ascending order, in memory or in an unnamed file.
///
/// Thread-safe. Unreadable parts of the file count as empty until ``check()`` reports them.
package final class SortedRecords: Sendable {
  /// Records per cached block.
  static let blockCount = 256
  /// Cached blocks: 1 MiB.
  private static let cachedBlocks = 256
  private static let stretch = 4096

  private enum Storage {
    case memory([ScratchRecord])
    case file(UnnamedFile, firsts: [ScratchRecord])
  }

  private struct Block {
    var number = -1
    var records: [ScratchRecord] = []
  }

  package let count: Int
  private let storage: Storage
  private let directory: String
  private let cache: Guarded<[Block]>
  private let failure = Guarded<Int32>(0)

  /// Expects ascending records.
  init(_ records: [ScratchRecord]) {
    count = records.count
    storage = .memory(records)
    directory = ""
    cache = Guarded([])
  }

  init(_ file: UnnamedFile, firsts: [ScratchRecord], count: Int, directory: String) {
    self.count = count
    storage = .file(file, firsts: firsts)
    self.directory = directory
    cache = Guarded(Array(repeating: Block(), count: Self.cachedBlocks))
  }

  package subscript(position: Int) -> ScratchRecord? {
    switch storage {
    case .memory(let records): return records[position]
    case .file(let file, _):
      let inner = position % Self.blockCount
      return withBlock(position / Self.blockCount, of: file) {
        $0.indices.contains(inner) ? $0[inner] : nil
      }
    }
  }

  /// The end of the range where every record is below the bound.
  package func partitionPoint(in range: Range<Int>, isBelow: (ScratchRecord) -> Bool) -> Int {
    switch storage {
    case .memory(let records):
      return records.withUnsafeBufferPointer { Self.search($0, range, isBelow) }
    case .file(let file, let firsts):
      guard !range.isEmpty else { return range.lowerBound }
      // All blocks but the first may begin with the record.
      let (first, last) =
        (range.lowerBound / Self.blockCount, (range.upperBound - 1) / Self.blockCount)
      let blocks = (first + 1)..<(last + 1)
      let next = firsts.withUnsafeBufferPointer { Self.search($0, blocks, isBelow) }
      let start = (next - 1) * Self.blockCount
      return withBlock(next - 1, of: file) { records in
        let inner = max(0, range.lowerBound - start)..<min(records.count, range.upperBound - start)
        guard inner.lowerBound <= inner.upperBound else { return range.upperBound }
        return start + records.withUnsafeBufferPointer { Self.search($0, inner, isBelow) }
      }
    }
  }

  package func records(in range: Range<Int>) -> SortedRecordSequence {
    SortedRecordSequence(records: self, range: range)
  }

  func stretch(from position: Int, to end: Int) -> ArraySlice<ScratchRecord> {
    switch storage {
    case .memory(let records): return records[position..<end]
    case .file(let file, _):
      var code: Int32 = 0
      let range = (position..<end).prefix(Self.stretch)
      let records: [ScratchRecord] = file.records(in: range, &code)
      note(code)
      return code == 0 ? records[...] : []
    }
  }

  /// Fails when some record could not be read.
  package func check() throws(TileStorageError) {
    let code = failure.withLock { $0 }
    if code != 0 { throw .scratchFile("read", directory, code) }
  }

  private static func search(
    _ records: UnsafeBufferPointer<ScratchRecord>, _ range: Range<Int>,
    _ isBelow: (ScratchRecord) -> Bool
  ) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBelow(records[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func withBlock<Result: Sendable>(
    _ number: Int, of file: UnnamedFile, _ body: ([ScratchRecord]) -> Result
  ) -> Result {
    let slot = number % Self.cachedBlocks
    let known = cache.withLock { $0[slot].number == number ? $0[slot].records : nil }
    if let known { return body(known) }
    let start = number * Self.blockCount
    var code: Int32 = 0
    let range = start..<min(count, start + Self.blockCount)
    let records: [ScratchRecord] = file.records(in: range, &code)
    note(code)
    if code == 0 { cache.withLock { $0[slot] = Block(number: number, records: records) } }
    return body(records)
  }

  private func note(_ code: Int32) {
    if code != 0 { failure.withLock { $0 = $0 == 0 ? code : $0 } }
  }
}

/// A contiguous range of records.
package struct SortedRecordSequence: Sequence, IteratorProtocol {
  private let records: SortedRecords
  private var rest: Range<Int>
  private var stretch: ArraySlice<ScratchRecord> = []

  init(records: SortedRecords, range: Range<Int>) { (self.records, rest) = (records, range) }

  package mutating func next() -> ScratchRecord? {
    if let record = stretch.popFirst() { return record }
    guard !rest.isEmpty else { return nil }
    stretch = records.stretch(from: rest.lowerBound, to: rest.upperBound)
    // An unreadable record ends the sequence.
    rest = stretch.isEmpty ? rest.suffix(0) : rest.dropFirst(stretch.count)
    return stretch.popFirst()
  }
}
