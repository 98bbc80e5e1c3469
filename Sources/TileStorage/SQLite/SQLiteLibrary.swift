import CSQLite

/// The library that reads and writes databases.
package enum SQLiteLibrary {
  /// Its version, on which the bytes of a database may depend.
  package static let version = String(cString: sqlite3_libversion())

  /// A text without NUL, which SQLite's text functions take for an end: U+FFFD stands for it.
  static func text(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  /// What a database depends on besides what is written to it.
  static var identity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("SQLite", version)
    return identity
  }
}
