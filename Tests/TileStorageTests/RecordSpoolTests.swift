import Foundation
import Testing
import TileStorage

@Suite("Sorted records")
struct RecordSpoolTests {
  /// A record that does not fill its stride.
  private struct Record: BitwiseCopyable, Equatable, Sendable {
    let number: Int
    let mark: UInt8?
  }

  private static let records = (0..<100).map { number in
    Record(number: number * 7919 % 101, mark: number % 3 == 0 ? nil : UInt8(number))
  }

  private static func spool(residentCount: Int, in folder: String) -> RecordSpool<Record> {
    RecordSpool(directory: folder, residentCount: residentCount)
  }

  @Test(
    "Sorted records come back in order from memory and from the disk",
    arguments: [0, 1, 3, 99, 100, 101])
  func keepsOrder(residentCount: Int) throws {
    var spool = Self.spool(
      residentCount: residentCount, in: FileManager.default.temporaryDirectory.path)
    for count in 1...2 {
      for record in Self.records { try spool.append(record) }
      for _ in 0..<2 {
        var found: [Record] = []
        try spool.forEach { found.append($0) }
        #expect(found == Array(repeatElement(Self.records, count: count).joined()))
      }
    }
  }

  @Test("Sorting records needs a scratch file only for more than fit in memory")
  func failsWithoutFolder() throws {
    var spool = Self.spool(residentCount: 2, in: "/nonexistent")
    try spool.append(Self.records[0])
    try spool.append(Self.records[1])
    #expect(throws: TileStorageError.self) { try spool.append(Self.records[2]) }
  }
}
