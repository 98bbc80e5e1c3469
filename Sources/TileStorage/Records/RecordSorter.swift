import TileModel

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
  private let residentCount: Int
  private var resident: [ScratchRecord] = []
  private var runs: [Range<Int>] = []
  private var file: UnnamedFile?

  package init(directory: String, residentCount: Int = Self.residentCount) {
    self.directory = directory
    self.residentCount = max(1, residentCount)
  }

  package mutating func append(_ record: ScratchRecord) throws(TileStorageError) {
    if resident.count == residentCount { try writeRun() }
    resident.append(record)
  }

  package consuming func sorted(
    keeping isKept: (ScratchRecord) -> Bool = { _ in true }
  ) throws(TileStorageError) -> SortedRecords {
    guard let file else {
      resident.sort()
      resident.removeAll { !isKept($0) }
      return SortedRecords(resident)
    }
    try writeRun()
    resident = []
    var heads = runs.map { RunHead(file: file, rest: $0) }
    var output = RecordWriter(try .scratch(in: directory), directory: directory)
    for run in heads.indices { try heads[run].advance(Self.mergeBuffer, directory) }
    heads.removeAll { $0.record == nil }
    // A heap: no head is before the one at half its index.
    heads.sort { $0.precedes($1) }
    while let record = heads.first?.record {
      if isKept(record) { try output.append(record) }
      try heads[0].advance(Self.mergeBuffer, directory)
      if heads[0].record == nil {
        heads.swapAt(0, heads.count - 1)
        heads.removeLast()
      }
      Self.sink(&heads)
    }
    return try output.finish()
  }

  private mutating func writeRun() throws(TileStorageError) {
    guard !resident.isEmpty else { return }
    resident.sort()
    let target: UnnamedFile
    if let file { target = file } else { target = try .scratch(in: directory) }
    file = target
    let start = runs.last?.upperBound ?? 0
    let code = resident.withUnsafeBytes {
      target.write($0, at: start * MemoryLayout<ScratchRecord>.stride)
    }
    if code != 0 { throw .scratchFile("write", directory, code) }
    runs.append(start..<(start + resident.count))
    resident.removeAll(keepingCapacity: true)
  }

  private static func sink(_ heads: inout [RunHead]) {
    var position = 0
    while true {
      var least = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < heads.count && heads[child].precedes(heads[least]) {
        least = child
      }
      if least == position { return }
      heads.swapAt(position, least)
      position = least
    }
  }
}

/// The next record of a sorted run, with its read buffer.
private struct RunHead {
  private let file: UnnamedFile
  private var rest: Range<Int>
  private var buffer: [ScratchRecord] = []
  private var position = -1

  init(file: UnnamedFile, rest: Range<Int>) { (self.file, self.rest) = (file, rest) }

  var record: ScratchRecord? { buffer.indices.contains(position) ? buffer[position] : nil }

  func precedes(_ other: RunHead) -> Bool {
    guard let record, let next = other.record else { return record != nil }
    return record < next
  }

  mutating func advance(_ count: Int, _ directory: String) throws(TileStorageError) {
    position += 1
    guard position >= buffer.count, !rest.isEmpty else { return }
    let part = rest.prefix(count)
    var code: Int32 = 0
    buffer = file.records(in: part, &code)
    if code != 0 { throw .scratchFile("read", directory, code) }
    rest = part.upperBound..<rest.upperBound
    position = 0
  }
}

/// Sequential writer of records.
private struct RecordWriter {
  private let file: UnnamedFile
  private let directory: String
  private var buffer: [ScratchRecord] = []
  private var firsts: [ScratchRecord] = []
  private var count = 0

  init(_ file: UnnamedFile, directory: String) { (self.file, self.directory) = (file, directory) }

  mutating func append(_ record: ScratchRecord) throws(TileStorageError) {
    if count % SortedRecords.blockCount == 0 { firsts.append(record) }
    buffer.append(record)
    count += 1
    if buffer.count == 16 * SortedRecords.blockCount { try flush() }
  }

  mutating func finish() throws(TileStorageError) -> SortedRecords {
    try flush()
    return SortedRecords(file, firsts: firsts, count: count, directory: directory)
  }

  private mutating func flush() throws(TileStorageError) {
    let start = (count - buffer.count) * MemoryLayout<ScratchRecord>.stride
    let code = buffer.withUnsafeBytes { file.write($0, at: start) }
    if code != 0 { throw .scratchFile("write", directory, code) }
    buffer.removeAll(keepingCapacity: true)
  }
}
