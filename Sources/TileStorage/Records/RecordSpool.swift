import TileModel

/// A sequence of records in bounded memory, in insertion order.
///
/// Overflow goes to an unnamed scratch file.
package struct RecordSpool<Record: BitwiseCopyable & Sendable>: Sendable {
  private let directory: String
  private let residentCount: Int
  /// Orders a block before it is written or read.
  private let arrange: (@Sendable (inout [Record]) -> Void)?
  private var resident: [Record] = []
  private var blockCount = 0
  private var file: UnnamedFile?

  package init(
    directory: String, residentCount: Int, arrange: (@Sendable (inout [Record]) -> Void)? = nil
  ) {
    self.directory = directory
    self.residentCount = max(1, residentCount)
    self.arrange = arrange
  }

  /// Copies share the scratch file: only one of them may be appended to.
  package mutating func append(_ record: Record) throws(TileStorageError) {
    if resident.count == residentCount { try writeBlock() }
    resident.append(record)
  }

  package func forEach(_ body: (Record) throws -> Void) throws {
    for block in blocks { for record in try records(of: block) { try body(record) } }
  }

  var blocks: ClosedRange<Int> { 0...blockCount }

  var count: Int { blockCount * residentCount + resident.count }

  func range(of block: Int) -> Range<Int> {
    block * residentCount..<min((block + 1) * residentCount, count)
  }

  func records(of block: Int) throws(TileStorageError) -> [Record] {
    try records(in: range(of: block))
  }

  /// Records of one block.
  func records(in range: Range<Int>) throws(TileStorageError) -> [Record] {
    let written = blockCount * residentCount
    guard range.lowerBound < written, let file else {
      return Array(resident[range.lowerBound - written..<range.upperBound - written])
    }
    var code: Int32 = 0
    let records: [Record] = file.records(in: range, &code)
    if code != 0 { throw .scratchFile("read", directory, code) }
    return records
  }

  mutating func arrangeRest() { arrange?(&resident) }

  /// The scratch file with all records.
  func flushed() throws(TileStorageError) -> UnnamedFile {
    let target: UnnamedFile
    if let file { target = file } else { target = try .scratch(in: directory) }
    let code = resident.withUnsafeBytes {
      target.write($0, at: blockCount * residentCount * MemoryLayout<Record>.stride)
    }
    if code != 0 { throw .scratchFile("write", directory, code) }
    return target
  }

  private mutating func writeBlock() throws(TileStorageError) {
    arrangeRest()
    file = try flushed()
    blockCount += 1
    resident.removeAll(keepingCapacity: true)
  }
}
