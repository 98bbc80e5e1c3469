import TileModel

extension KotlinClient {
  /// The provider of tiles that are packed with the app, in a file or a folder of its assets.
  static func appText(_ layer: ClientLayer) -> String {
    let isFile = layer.fileName != nil
    var code = CodeWriter()
    code.write(isFile ? fileImports : folderImports)
    code.write(
      IdentifierNotes.comment([layer.identifierEntry])
        + "// The tiles of \(StringLiteral.comment(layer.definition.name)).")
    code.write(isFile ? fileProvider(layer) : folderProvider(layer))
    code.write(createOptions(layer) + "\n\ncompanion object {", indent: 1)
    code.write(constants(layer), indent: 2)
    if let name = layer.fileName { code.write(database(layer, fileName: name), indent: 2) }
    code.write(KotlinCoverage.source(layer), indent: 2)
    code.write("  }\n}")
    return code.text
  }

  private static let modelImports = """
    import com.google.android.gms.maps.model.LatLng
    import com.google.android.gms.maps.model.LatLngBounds
    import com.google.android.gms.maps.model.Tile
    import com.google.android.gms.maps.model.TileOverlayOptions
    import com.google.android.gms.maps.model.TileProvider
    """

  private static let fileImports = """
    import android.content.Context
    import android.database.sqlite.SQLiteDatabase
    \(modelImports)
    import java.io.File

    """

  private static let folderImports = """
    import android.content.Context
    \(modelImports)
    import java.io.IOException

    """

  private static let getTileComment = """
    /**
     * A tile, NO_TILE when there is none, or null when it cannot be read, so that the map asks again; may
     * be called on any thread. Columns count from the west and rows from the north.
     */
    """

  private static func fileProvider(_ layer: ClientLayer) -> String {
    """
    class \(layer.typeName)(private val database: SQLiteDatabase) : TileProvider {
      /** Creates a provider that reads FILE_NAME among the app's assets. */
      constructor(context: Context) : this(open(context))

    \(getTileComment.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      override fun getTile(x: Int, y: Int, zoom: Int): Tile? {
        if (!hasTile(x, y, zoom)) return TileProvider.NO_TILE
        // MBTiles counts rows from the south.
        val address = arrayOf("$zoom", "$x", "${(1 shl zoom) - 1 - y}")
        return try {
          database.rawQuery(QUERY, address).use { cursor ->
            val data = if (cursor.moveToFirst()) cursor.getBlob(0) else null
            data?.let { Tile(TILE_SIZE, TILE_SIZE, it) }
          }
        } catch (error: RuntimeException) {
          null
        }
      }

    """
  }

  private static func database(_ layer: ClientLayer, fileName: String) -> String {
    """
    /** The MBTiles file that holds the tiles; add it to the assets of the app. */
    const val FILE_NAME = \(StringLiteral.kotlin(fileName))

    // Arguments are texts, which are no numbers by themselves.
    private const val QUERY =
      "SELECT tile_data FROM tiles WHERE zoom_level = CAST(? AS INTEGER) " +
        "AND tile_column = CAST(? AS INTEGER) AND tile_row = CAST(? AS INTEGER)"

    private var shared: SQLiteDatabase? = null

    /** The file among the app's assets, opened once for all providers. */
    @Synchronized
    private fun open(context: Context): SQLiteDatabase {
      val flags = SQLiteDatabase.OPEN_READONLY or SQLiteDatabase.NO_LOCALIZED_COLLATORS
      return shared
        ?: SQLiteDatabase.openDatabase(copy(context).path, null, flags).also { shared = it }
    }

    /** Copies the file out of the assets, in which SQLite cannot read, unless this version is there. */
    private fun copy(context: Context): File {
      val folder = File(context.noBackupFilesDir, "\(layer.typeName)")
      val file = File(folder, "$VERSION_TOKEN.mbtiles")
      if (file.exists()) return file
      // What is there is of another version, or was not finished.
      folder.deleteRecursively()
      folder.mkdirs()
      val part = File(folder, "part")
      context.assets.open(FILE_NAME).use { input ->
        part.outputStream().use { output -> input.copyTo(output) }
      }
      check(part.renameTo(file)) { "$file cannot be written" }
      return file
    }

    """
  }

  private static func folderProvider(_ layer: ClientLayer) -> String {
    let path = layer.address(
      isAsset: true, zoom: "${zoom}", column: "${x}", row: layer.isFlipped ? "${row}" : "${y}",
      format: "${" + layer.fileExtension { "if (is\($0.word)(x, y, zoom)) \($1) else " } + "}",
      text: StringLiteral.kotlinContent
    ).joined()
    let flip = "\n    // Files count rows from the south.\n    val row = (1 shl zoom) - 1 - y"
    return """
      class \(layer.typeName)(context: Context) : TileProvider {
        private val assets = context.assets

      \(getTileComment.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
        override fun getTile(x: Int, y: Int, zoom: Int): Tile? {
          if (!hasTile(x, y, zoom)) return TileProvider.NO_TILE\(layer.isFlipped ? flip : "")
          return try {
            Tile(TILE_SIZE, TILE_SIZE, assets.open("\(path)").use { it.readBytes() })
          } catch (error: IOException) {
            null
          }
        }

      """
  }
}
