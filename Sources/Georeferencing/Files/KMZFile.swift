import CLibDeflate
import TileModel

/// The KML document in a KMZ file, which is a ZIP archive (APPNOTE.TXT 6.3.10).
struct KMZFile {
  static let signature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  private let file: RegularFile
  private let path: String

  /// `doc.kml`, else the first entry whose name ends in `.kml`.
  static func document(path: String) throws(GeoreferenceError) -> [UInt8] {
    let file: RegularFile
    do throws(RegularFileError) { file = try RegularFile(path: path) } catch {
      throw GeoreferenceError(error, path: path)
    }
    return try KMZFile(file: file, path: path).document
  }

  private func bytes(at offset: Int, count: Int) throws(GeoreferenceError) -> [UInt8] {
    do throws(RegularFileError) { return try file.bytes(at: offset, count: count) } catch {
      throw GeoreferenceError(error, path: path)
    }
  }

  private struct Entry {
    var name: String
    var isEncrypted: Bool
    var method: Int
    var checksum: Int
    var compressed: Int
    var size: Int
    var offset: Int
  }

  private var document: [UInt8] {
    get throws(GeoreferenceError) {
      let documents = try entries.filter { $0.name.lowercased().hasSuffix(".kml") }
      guard let entry = documents.first(where: { $0.name == "doc.kml" }) ?? documents.first else {
        throw fault("an archive without a document")
      }
      return try contents(of: entry)
    }
  }

  private var entries: [Entry] {
    get throws(GeoreferenceError) {
      // The record of the end has a comment of at most 65,535 bytes behind it.
      let tail = try bytes(at: max(0, file.byteCount - 65_557), count: min(file.byteCount, 65_557))
      let marks: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
      guard
        let end = stride(from: tail.count - 22, through: 0, by: -1)
          .first(where: { tail[$0..<$0 + 4].elementsEqual(marks) }),
        case let (count, offset) = (tail.number(end + 12, 4), tail.number(end + 16, 4)),
        count <= TextFile.limit, offset + count <= file.byteCount
      else { throw fault("an archive without its directory") }
      let directory = try bytes(at: offset, count: count)
      var entries: [Entry] = []
      var start = 0
      while start + 46 <= directory.count, directory.number(start, 4) == 0x0201_4B50 {
        let nameLength = directory.number(start + 28, 2)
        guard start + 46 + nameLength <= directory.count else { break }
        let name = directory[(start + 46)..<(start + 46 + nameLength)]
        entries.append(
          Entry(
            name: String(decoding: name, as: UTF8.self),
            isEncrypted: directory.number(start + 8, 2) & 1 == 1,
            method: directory.number(start + 10, 2), checksum: directory.number(start + 16, 4),
            compressed: directory.number(start + 20, 4), size: directory.number(start + 24, 4),
            offset: directory.number(start + 42, 4)))
        start += 46 + nameLength + directory.number(start + 30, 2) + directory.number(start + 32, 2)
      }
      return entries
    }
  }

  private func contents(of entry: Entry) throws(GeoreferenceError) -> [UInt8] {
    guard entry.size <= TextFile.limit, entry.compressed <= TextFile.limit else {
      throw .tooLarge(path: path, limit: TextFile.limit)
    }
    let header = try bytes(at: entry.offset, count: 30)
    guard header.count == 30, header.starts(with: Self.signature), !entry.isEncrypted,
      entry.method == 0 || entry.method == 8
    else { throw fault("\(entry.name.excerpt), which is encrypted or damaged") }
    let start = entry.offset + 30 + header.number(26, 2) + header.number(28, 2)
    let stored = try bytes(at: start, count: entry.compressed)
    let contents = entry.method == 0 ? stored : try inflated(stored, size: entry.size)
    let checksum = contents.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    guard contents.count == entry.size, Int(checksum) == entry.checksum else {
      throw fault("\(entry.name.excerpt), which is damaged")
    }
    return contents
  }

  /// Raw DEFLATE.
  private func inflated(_ bytes: [UInt8], size: Int) throws(GeoreferenceError) -> [UInt8] {
    guard let handle = libdeflate_alloc_decompressor() else {
      throw .cannotRead(path: path, reason: "memory is short")
    }
    defer { libdeflate_free_decompressor(handle) }
    return [UInt8](unsafeUninitializedCapacity: size) { target, count in
      var written = 0
      let status = bytes.withUnsafeBytes {
        libdeflate_deflate_decompress(
          handle, $0.baseAddress, $0.count, target.baseAddress, size, &written)
      }
      count = status == LIBDEFLATE_SUCCESS ? written : 0
    }
  }

  private func fault(_ found: String) -> GeoreferenceError {
    .malformedFile(
      path: path, line: 1, column: nil, found: found, expected: "a KMZ file with a doc.kml inside")
  }
}

extension [UInt8] {
  /// Little-endian.
  fileprivate func number(_ offset: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }
}
