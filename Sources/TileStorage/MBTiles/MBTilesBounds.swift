import TileModel

/// What reading an MBTiles file may come to, by its size: a view can produce rows without end, and keep
/// SQLite busy between two of them.
struct MBTilesBounds {
  /// The most rows of tiles that any file is read for.
  static let maximumRowCount = 1 << 27

  /// The most rows of tiles.
  ///
  /// SQLite stores a row in at least eight bytes; half of that is allowed for.
  let rowCount: Int
  /// The most instructions of SQLite's machine between two rows, in ten thousands.
  ///
  /// There are 2 × 10^7, and 32 for each byte, as for sorting all rows.
  let work: Int

  private init(byteCount: Int) {
    rowCount = min(Self.maximumRowCount, 1000 + byteCount / 4)
    work = 2_000 + byteCount / 312
  }

  /// The bounds of a file and of the log beside it.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  init(path: String) throws(TileStorageError) {
    let log = try FileSystem.byteCount(of: path + "-wal") ?? 0
    self.init(byteCount: (try FileSystem.byteCount(of: path) ?? 0) + log)
  }

  /// The error for one row more.
  func tooManyRows(path: String) -> TileStorageError {
    .corrupt(
      path: path, place: "the tiles table", found: "more than \(rowCount) rows",
      expected: "no more than a file of this size can hold")
  }
}
