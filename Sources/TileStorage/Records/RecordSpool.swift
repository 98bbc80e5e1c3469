import TileModel

/// A sequence of records in bounded memory, in insertion order.
///
/// Overflow goes to an unnamed scratch file.
package struct RecordSpool<Record: BitwiseCopyable & Sendable>: Sendable {
  private let directory: String
  private let residentCount: Int
  private var resident: [Record] = []
  private var blockCount = 0
  private var file: UnnamedFile?

  package init(directory: String, residentCount: Int) {
    self.directory = directory
    self.residentCount = max(1, residentCount)
  }

  /// Copies share the scratch file: only one of them may be appended to.
  package mutating func append(_ record: Record) throws(TileStorageError) {
    if resident.count == residentCount { try writeBlock() }
    resident.append(record)
  }

  package func forEach(_ body: (Record) throws -> Void) throws {
    for block in blocks {
      for record in try records(of: block) { try body(record) }
    }
  }

  var blocks: ClosedRange<Int> { 0...blockCount }

  func records(of block: Int) throws(TileStorageError) -> [Record] {
    guard block < blockCount, let file else { return resident }
    var code: Int32 = 0
    let range = (block * residentCount)..<((block + 1) * residentCount)
    let records: [Record] = file.records(in: range, &code)
    if code != 0 { throw .scratchFile("read", directory, code) }
    return records
  }

  private mutating func writeBlock() throws(TileStorageError) {
    let target: UnnamedFile
    if let file { target = file } else { target = try .scratch(in: directory) }
    file = target
    let code = resident.withUnsafeBytes { target.write($0, at: blockCount * $0.count) }
    if code != 0 { throw .scratchFile("write", directory, code) }
    blockCount += 1
    resident.removeAll(keepingCapacity: true)
  }
}
