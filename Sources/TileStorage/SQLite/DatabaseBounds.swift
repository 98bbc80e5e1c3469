/// Limits for reading a database of tiles, by its size.
///
/// A view can make rows and bytes without end, and keep SQLite busy between two rows.
struct DatabaseBounds: Hashable, Sendable {
  static let maximumRowCount = 1 << 27

  /// In bytes, for any file.
  static let maximumValueByteCount = 64 << 20

  let fileByteCount: Int

  /// SQLite stores a row in at least eight bytes.
  var rowCount: Int { min(Self.maximumRowCount, 64 + fileByteCount / 8) }

  /// Text and blobs are no longer than the file, or half as long again when converted from UTF-16.
  var valueByteCount: Int { min(Self.maximumValueByteCount, max(1 << 16, 2 * fileByteCount)) }

  /// A tile counts for each of its addresses.
  ///
  /// An address takes some 12 bytes, so that the limit is met when all share tiles of 48 KiB.
  var tileByteCount: Int { (1 << 26) + 4096 * fileByteCount }

  /// Virtual machine instructions for one scan of a table: 2 × 10^6, and 32 for each byte, as for a sort.
  var scanWork: Int { 2_000_000 + 32 * fileByteCount }

  /// Mean virtual machine instructions for one search: 10^4, and one for each byte, as without an index.
  var searchWork: Int { 10_000 + fileByteCount }

  /// Bytes that SQLite may hold, as for a sort.
  static let memory = 64 << 20

  /// Additional bytes of a connection: SQLite's cache of 2,000 KiB and a schema.
  static let cacheMemory = 4 << 20

  /// Virtual machine instructions between two checks; few where each may copy much.
  var interval: Int { max(10, min(1000, 50_000_000 / valueByteCount)) }

  init(byteCount: Int) { fileByteCount = byteCount }

  init(path: String) throws(TileStorageError) {
    let log = try FileSystem.byteCount(of: path + "-wal") ?? 0
    self.init(byteCount: (try FileSystem.byteCount(of: path) ?? 0) + log)
  }

  func tooMuchMetadata(path: String) -> TileStorageError {
    .excessive(path: path, found: "more than \(valueByteCount) bytes of metadata")
  }

  func tooManyRows(path: String) -> TileStorageError {
    .excessive(path: path, found: "more than \(rowCount) rows of tiles")
  }

  func tooManyBytes(path: String) -> TileStorageError {
    .excessive(path: path, found: "more than \(tileByteCount) bytes of tiles")
  }
}
