import TileModel

/// What reading a database of tiles may come to, by its size: a view can make rows and bytes without end, and
/// keep SQLite busy between two of them.
struct DatabaseBounds: Hashable, Sendable {
  /// The most rows of tiles that any file is read for.
  static let maximumRowCount = 1 << 27

  /// The longest text or blob of any file, in bytes.
  static let maximumValueByteCount = 64 << 20

  /// The bytes of the file and of the log beside it.
  let fileByteCount: Int

  /// The most rows of tiles.
  ///
  /// SQLite stores a row in at least eight bytes.
  var rowCount: Int { min(Self.maximumRowCount, 64 + fileByteCount / 8) }

  /// The longest text or blob, in bytes.
  ///
  /// What is stored is no longer than the file, and half as long again when it is converted from UTF-16.
  var valueByteCount: Int {
    min(Self.maximumValueByteCount, max(1 << 16, 2 * fileByteCount))
  }

  /// The most bytes of all tiles together, one that several addresses share counted for each.
  ///
  /// An address takes some 12 bytes of a file, so this is met when all share tiles of 48 KiB.
  var tileByteCount: Int { (1 << 26) + 4096 * fileByteCount }

  /// The most instructions of SQLite's machine for a statement that reads a table once: 2 × 10^6, and 32
  /// for each byte, as for sorting all rows.
  var scanWork: Int { 2_000_000 + 32 * fileByteCount }

  /// The instructions for one search by address, in the mean of all: 10^4, and one for each byte, as
  /// where there is no index.
  var searchWork: Int { 10_000 + fileByteCount }

  /// The most bytes that SQLite may hold, as for sorting rows.
  static let memory = 64 << 20

  /// The bytes that a connection holds beside that: SQLite's cache of 2,000 KiB and a schema.
  static let cacheMemory = 4 << 20

  /// The instructions between two looks at the work done and at whether to stop; few where each may
  /// copy much.
  var interval: Int { max(10, min(1000, 50_000_000 / valueByteCount)) }

  /// The bounds of a file of a size.
  init(byteCount: Int) { fileByteCount = byteCount }

  /// The bounds of a file and of the log beside it.
  init(path: String) throws(TileStorageError) {
    let log = try FileSystem.byteCount(of: path + "-wal") ?? 0
    self.init(byteCount: (try FileSystem.byteCount(of: path) ?? 0) + log)
  }

  /// The error for more metadata than is read, which is as much as one value may have.
  func tooMuchMetadata(path: String) -> TileStorageError {
    .excessive(path: path, found: "more than \(valueByteCount) bytes of metadata")
  }

  /// The error for one row more.
  func tooManyRows(path: String) -> TileStorageError {
    .excessive(path: path, found: "more than \(rowCount) rows of tiles")
  }

  /// The error for more bytes of tiles.
  func tooManyBytes(path: String) -> TileStorageError {
    .excessive(path: path, found: "more than \(tileByteCount) bytes of tiles")
  }
}
