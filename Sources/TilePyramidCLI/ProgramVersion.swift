import RasterSources
import TileImaging
import TileStorage

/// The version of the program, which unfinished builds are bound to.
enum ProgramVersion {
  static let text = "0.1.0"

  /// The version and those of the libraries that the program uses, a line each.
  static let details = ([text] + LibraryVersions.all + RasterLibraryVersions.all + [storeLibrary])
    .joined(separator: "\n")

  private static let storeLibrary = "SQLite \(SQLiteLibrary.version)"
}
