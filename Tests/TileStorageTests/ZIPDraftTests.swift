import Testing
import TileStorage

@Suite("ZIP archives")
struct ZIPDraftTests {
  private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func number(_ bytes: [UInt8], at start: Int, _ count: Int) -> Int {
    number(bytes[start..<start + count])
  }

  @Test("A file is stored with its CRC-32 and its name in UTF-8")
  func file() {
    var archive = ZIPDraft()
    // The check value of CRC-32.
    let file = archive.file("é/1.png", Array("123456789".utf8))
    #expect(Array(file.prefix(4)) == Array("PK\u{3}\u{4}".utf8))
    #expect(number(file, at: 14, 4) == 0xCBF4_3926)
    #expect(number(file, at: 18, 4) == 9 && number(file, at: 22, 4) == 9)
    #expect(String(decoding: file[30..<38], as: UTF8.self) == "é/1.png")
    #expect(file.count == 30 + 8 + 9)
    let end = archive.end()
    #expect(Array(end.prefix(4)) == Array("PK\u{1}\u{2}".utf8))
    #expect(number(end, at: 16, 4) == 0xCBF4_3926)
    #expect(number(end, at: end.count - 6, 4) == file.count)
    #expect(number(end, at: end.count - 12, 2) == 1)
    #expect(end.count == 46 + 8 + 22)
  }

  @Test("65,535 files and more are counted in the end of ZIP64, which its locator names")
  func many() {
    var archive = ZIPDraft()
    var length = 0
    for index in 0..<65_535 { length += archive.file("\(index)", [1]).count }
    let end = archive.end()
    let record = end.count - 22 - 20 - 56
    #expect(Array(end[record..<record + 4]) == Array("PK\u{6}\u{6}".utf8))
    #expect(number(end, at: record + 32, 8) == 65_535)
    #expect(number(end, at: record + 40, 8) == record)
    #expect(number(end, at: record + 48, 8) == length)
    #expect(number(end, at: record + 56 + 8, 8) == length + record)
    #expect(number(end, at: end.count - 12, 2) == 0xFFFF)
  }

  @Test("A file beyond 4 GiB is found by its extra field")
  func far() {
    var archive = ZIPDraft(at: 5 << 30)
    let file = archive.file("far", [1, 2, 3])
    let end = archive.end()
    #expect(number(end, at: 42, 4) == 0xFFFF_FFFF)
    #expect(number(end, at: 30, 2) == 12)
    let extra = 46 + 3
    #expect(number(end, at: extra, 2) == 1 && number(end, at: extra + 2, 2) == 8)
    #expect(number(end, at: extra + 4, 8) == (5 << 30))
    let record = extra + 12
    #expect(number(end, at: record + 48, 8) == (5 << 30) + file.count)
    #expect(number(end, at: end.count - 6, 4) == 0xFFFF_FFFF)
  }
}
