import Hashing
import Platform
import TileModel

/// Journal of a directory's tiles in the order of writing.
///
/// An entry precedes its tile, so that every file of a killed process is in the journal.
final class TileJournal {
  /// A tile in the journal.
  struct Entry: Hashable {
    let tile: TileCoordinate
    let content: Hash128
    let byteCount: Int
    let format: TileFormat?
    /// True for a planned link to an earlier file.
    ///
    /// A later entry of the same tile without the mark says that the link failed.
    let isLink: Bool
    var isRetina = false

    static let size = 32
  }

  private let path: String
  private let file: Int32
  private(set) var count: Int

  /// Drops an incomplete last entry.
  init(path: String) throws(TileStorageError) {
    self.path = path
    file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      let code = errno
      close(file)
      throw .system(operation: "examine", path: path, code: code)
    }
    count = Int(status.st_size) / Entry.size
    do throws(TileStorageError) { try truncate(to: count) } catch {
      close(file)
      throw error
    }
  }

  deinit { close(file) }

  func append(_ entry: Entry) throws(TileStorageError) {
    var bytes = [UInt8](repeating: 0, count: Entry.size)
    bytes.withUnsafeMutableBytes { raw in
      raw[0] = UInt8(truncatingIfNeeded: entry.tile.zoom)
      raw[1] = entry.isLink ? 1 : 0
      raw[2] = entry.format?.details?.journalNumber ?? 0
      raw[3] = entry.isRetina ? 1 : 0
      raw.storeBytes(of: UInt32(entry.tile.x).littleEndian, toByteOffset: 4, as: UInt32.self)
      raw.storeBytes(of: UInt32(entry.tile.y).littleEndian, toByteOffset: 8, as: UInt32.self)
      raw.storeBytes(
        of: UInt32(truncatingIfNeeded: entry.byteCount).littleEndian, toByteOffset: 12,
        as: UInt32.self)
      raw.storeBytes(of: entry.content.low.littleEndian, toByteOffset: 16, as: UInt64.self)
      raw.storeBytes(of: entry.content.high.littleEndian, toByteOffset: 24, as: UInt64.self)
    }
    try FileSystem.write(bytes, to: file, path: path)
    count += 1
  }

  func forEach(
    from first: Int, to end: Int, _ body: (Entry) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    var next = first
    while next < end {
      let step = min(2048, end - next)
      guard lseek(file, off_t(next * Entry.size), SEEK_SET) >= 0 else {
        throw .system(operation: "read", path: path, code: errno)
      }
      let bytes = try FileSystem.read(file, upTo: step * Entry.size, path: path)
      guard bytes.count == step * Entry.size else {
        throw .savedWorkDamaged(path: path, reason: "it is too short")
      }
      for index in 0..<step {
        guard let entry = Self.entry(bytes, at: index * Entry.size) else {
          throw .savedWorkDamaged(path: path, reason: "entry \(next + index) names no tile")
        }
        try body(entry)
      }
      next += step
    }
  }

  func truncate(to count: Int) throws(TileStorageError) {
    let end = off_t(count * Entry.size)
    guard ftruncate(file, end) == 0, lseek(file, end, SEEK_SET) == end else {
      throw .system(operation: "write", path: path, code: errno)
    }
    self.count = count
  }

  private static func entry(_ bytes: [UInt8], at offset: Int) -> Entry? {
    bytes.withUnsafeBytes { raw in
      func word(_ position: Int) -> Int {
        Int(
          UInt32(
            littleEndian: raw.loadUnaligned(fromByteOffset: offset + position, as: UInt32.self)))
      }
      func half(_ position: Int) -> UInt64 {
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset + position, as: UInt64.self))
      }
      let number = raw[offset + 2]
      let format = TileFormatDescription.all.first { $0.journalNumber == number }?.format
      guard raw[offset + 1] <= 1, raw[offset + 3] <= 1, number == 0 || format != nil,
        let tile = TileCoordinate(zoom: Int(raw[offset]), x: word(4), y: word(8))
      else { return nil }
      return Entry(
        tile: tile, content: Hash128(low: half(16), high: half(24)), byteCount: word(12),
        format: format, isLink: raw[offset + 1] == 1, isRetina: raw[offset + 3] == 1)
    }
  }
}
