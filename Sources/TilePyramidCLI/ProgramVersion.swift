import RasterSources
import TileImaging
import TilePyramid
import TileStorage

/// The version of the program and of what it uses.
enum ProgramVersion {
  static let text = PyramidBuild.version

  /// The version and those of the libraries that the program uses, a line each.
  static let details = ([text] + LibraryVersions.all + RasterLibraryVersions.all + [storeLibrary])
    .joined(separator: "\n")

  private static let storeLibrary = "SQLite \(SQLiteLibrary.version)"
}
