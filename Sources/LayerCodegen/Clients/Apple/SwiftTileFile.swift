/// The generated type that reads tiles from an MBTiles file.
enum SwiftTileFile {
  /// The imports that it needs: the system's SQLite, and off Apple's platforms that of this package.
  static let imports = """

    #if canImport(SQLite3)
      import SQLite3
    #else
      import CSQLite
    #endif
    #if canImport(UIKit)
      import UIKit
    #endif

    """

  /// Its source; `integer` is the type of addresses.
  static func source(integer: String) -> String {
    """
    /// An MBTiles file; any number of threads may read it, one at a time.
    private nonisolated final class TileFile: @unchecked Sendable {
      private let lock = NSLock()
      private var database: OpaquePointer?
      private var query: OpaquePointer?

      init(_ url: URL) {
        let text = \"""
          SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
          \"""
        let isOpen =
          sqlite3_open_v2(url.path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK
          && sqlite3_prepare_v2(database, text, -1, &query, nil) == SQLITE_OK
        if !isOpen {
          let reason = String(cString: sqlite3_errmsg(database))
          NSLog("%@", NSString(string: "No tiles can be read from \\(url.path): \\(reason)"))
        }
      }

      deinit {
        sqlite3_finalize(query)
        sqlite3_close(database)
      }

      /// The image file of a tile, or `nil` when it cannot be read.
      func tile(x: \(integer), y: \(integer), zoom: \(integer)) -> Data? {
        lock.lock()
        defer { lock.unlock() }
        guard let query else { return nil }
        defer { sqlite3_reset(query) }
        sqlite3_bind_int64(query, 1, Int64(zoom))
        sqlite3_bind_int64(query, 2, Int64(x))
        // MBTiles counts rows from the south.
        sqlite3_bind_int64(query, 3, (1 << Int64(zoom)) - 1 - Int64(y))
        guard sqlite3_step(query) == SQLITE_ROW, let bytes = sqlite3_column_blob(query, 0) else {
          return nil
        }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(query, 0)))
      }
    }
    """
  }
}
