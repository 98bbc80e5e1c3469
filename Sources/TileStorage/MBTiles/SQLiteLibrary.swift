import CSQLite

/// The library that reads and writes MBTiles files.
package enum SQLiteLibrary {
  /// Its version, on which the bytes of a database may depend.
  package static let version = String(cString: sqlite3_libversion())
}
