/// External merge sort of records in bounded memory.
///
/// More than ``residentCount`` records go to an unnamed scratch file in sorted runs, which are merged at
/// the end.
package struct RecordSorter: Sendable {
  /// Default number of records in memory, 16 bytes each: 16 MiB.
  package static let residentCount = 1 << 20
  /// Records of a run that are read at once in the merge.
  private static let mergeBuffer = 4096

  private let directory: String
  /// Sorted runs, one a block.
  private var runs: RecordSpool<ScratchRecord>

  package init(directory: String, residentCount: Int = Self.residentCount) {
    self.directory = directory
    runs = RecordSpool(directory: directory, residentCount: residentCount) { $0.sort() }
  }

  package mutating func append(_ record: ScratchRecord) throws(TileStorageError) {
    try runs.append(record)
  }

  package consuming func sorted(
    keeping isKept: (ScratchRecord) -> Bool = { _ in true }
  ) throws(TileStorageError) -> SortedRecords {
    runs.arrangeRest()
    let (runs, directory) = (runs, directory)
    if runs.blocks.count == 1 { return SortedRecords(try runs.records(of: 0).filter(isKept)) }
    var heads = runs.blocks.map { RunHead(runs, block: $0) }
    for run in heads.indices { try heads[run].advance(Self.mergeBuffer) }
    heads.removeAll { $0.record == nil }
    // A heap: no head is before the one at half its index.
    heads.sort { $0.precedes($1) }
    var output = RecordSpool<ScratchRecord>(
      directory: directory, residentCount: 16 * SortedRecords.blockCount)
    var firsts: [ScratchRecord] = []
    while let record = heads.first?.record {
      if isKept(record) {
        if output.count % SortedRecords.blockCount == 0 { firsts.append(record) }
        try output.append(record)
      }
      try heads[0].advance(Self.mergeBuffer)
      if heads[0].record == nil {
        heads.swapAt(0, heads.count - 1)
        heads.removeLast()
      }
      Self.sink(&heads)
    }
    return SortedRecords(
      try output.flushed(), firsts: firsts, count: output.count, directory: directory)
  }

  private static func sink(_ heads: inout [RunHead]) {
    var position = 0
    while true {
      var least = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < heads.count && heads[child].precedes(heads[least]) { least = child }
      if least == position { return }
      heads.swapAt(position, least)
      position = least
    }
  }
}

/// The next record of a sorted run, with its read buffer.
private struct RunHead {
  private let runs: RecordSpool<ScratchRecord>
  private var rest: Range<Int>
  private var buffer: [ScratchRecord] = []
  private var position = -1

  init(_ runs: RecordSpool<ScratchRecord>, block: Int) {
    (self.runs, rest) = (runs, runs.range(of: block))
  }

  var record: ScratchRecord? { buffer.indices.contains(position) ? buffer[position] : nil }

  func precedes(_ other: RunHead) -> Bool {
    guard let record, let next = other.record else { return record != nil }
    return record < next
  }

  mutating func advance(_ count: Int) throws(TileStorageError) {
    position += 1
    guard position >= buffer.count, !rest.isEmpty else { return }
    let part = rest.prefix(count)
    buffer = try runs.records(in: part)
    rest = part.upperBound..<rest.upperBound
    position = 0
  }
}
