__head__
/*?isPacked*/
import android.content.Context
/*?fileName*/
import android.database.sqlite.SQLiteDatabase
/*.*/
/*.*/
import android.graphics.Bitmap
import android.graphics.BitmapFactory
import com.google.android.gms.maps.model.LatLng
import com.google.android.gms.maps.model.LatLngBounds
import com.google.android.gms.maps.model.Tile
import com.google.android.gms.maps.model.TileOverlayOptions
import com.google.android.gms.maps.model.TileProvider
/*!isPacked*/
import com.google.android.gms.maps.model.UrlTileProvider
/*.*/
import java.io.ByteArrayOutputStream
/*?isPacked*/
import java.io./*?fileName*/File/*:*/IOException/*.*/
/*:*/
import java.net.URL
/*.*/

__notes__// The tiles of __comment__.
/*?isPacked*/
/*?fileName*/
class __typeName__(private val database: SQLiteDatabase) : TileProvider {
  /** Creates a provider that reads FILE_NAME among the app's assets. */
  constructor(context: Context) : this(open(context))

/*:*/
class __typeName__(context: Context) : TileProvider {
  private val assets = context.assets

/*.*/
  /**
   * A tile, NO_TILE when there is none, or null when it cannot be read, so that the map asks again; may
   * be called on any thread. Columns count from the west and rows from the north.
   */
  override fun getTile(x: Int, y: Int, zoom: Int): Tile? {
    if (!hasTile(x, y, zoom)) return TileProvider.NO_TILE
    /*?fileName*/
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
    /*:*/
    /*?isFlipped*/
    // Files count rows from the south.
    val row = (1 shl zoom) - 1 - y
    /*.*/
    return try {
      Tile(TILE_SIZE, TILE_SIZE, assets.open("__path__").use { it.readBytes() })
    } catch (error: IOException) {
      null
    }
    /*.*/
  }

/*:*/
/*?isRelative*/
// base is the URL of the layer definition, or of its folder with a slash at the end.
class __typeName__(private val base: URL) : UrlTileProvider(TILE_SIZE, TILE_SIZE) {
/*:*/
class __typeName__ : UrlTileProvider(TILE_SIZE, TILE_SIZE) {
/*.*/
  /**
   * The URL of a tile, or null when there is no such tile. Columns count from the west and rows from
   * the north.
   */
  override fun getTileUrl(x: Int, y: Int, zoom: Int): URL? {
    if (!hasTile(x, y, zoom)) return null
    /*?isFlipped*/
    // The server counts rows from the south.
    val row = (1 shl zoom) - 1 - y
    /*.*/
    return URL(/*?isRelative*/base, /*.*/"__address__$VERSION_TOKEN")
  }

/*.*/
  /** What to pass to GoogleMap.addTileOverlay; tiles are enlarged for overzoom zooms beyond the deepest. */
  @JvmOverloads
  fun createOptions(overzoom: Int = 4): TileOverlayOptions =
    TileOverlayOptions()
      .tileProvider(if (overzoom > 0) Enlarged(this, overzoom) else this)
      .zIndex(__zIndex__f)
      .transparency(__transparency__f)

  /** The tiles of a provider, and enlarged parts of them beyond the deepest. */
  private class Enlarged(private val tiles: TileProvider, private val overzoom: Int) : TileProvider {
    override fun getTile(x: Int, y: Int, zoom: Int): Tile? {
      val levels = (0..minOf(overzoom, 8)).firstOrNull { hasTile(x shr it, y shr it, zoom - it) }
        ?: return TileProvider.NO_TILE
      val column = x shr levels
      val row = y shr levels
      val depth = zoom - levels
      // A hole among tiles stays one.
      val isHole =
        levels > 0 && (0..3).any { hasTile(2 * column + it % 2, 2 * row + it / 2, depth + 1) }
      if (isHole) return TileProvider.NO_TILE
      val tile = tiles.getTile(column, row, depth)
      if (levels == 0) return tile
      val data = tile?.data ?: return tile
      val image = BitmapFactory.decodeByteArray(data, 0, data.size) ?: return null
      val width = image.width shr levels
      val height = image.height shr levels
      val left = (x - (column shl levels)) * width
      val top = (y - (row shl levels)) * height
      val output = ByteArrayOutputStream()
      // Without a filter pixels are repeated.
      Bitmap.createScaledBitmap(
        Bitmap.createBitmap(image, left, top, width, height), tile.width, tile.height, false
      ).compress(Bitmap.CompressFormat.PNG, 100, output)
      return Tile(tile.width, tile.height, output.toByteArray())
    }
  }

  companion object {
    /** The side of tile images in pixels. */
    const val TILE_SIZE = __tileSize__
    /** The shallowest zoom with tiles. */
    const val MINIMUM_ZOOM = __minimumZoom__
    /** The deepest zoom with tiles. */
    const val MAXIMUM_ZOOM = __maximumZoom__
    /** Who must be credited, as HTML. */
    val ATTRIBUTION: String? = __attribution__
    /** Changes whenever a tile does; URLs carry it so that caches notice. */
    const val VERSION_TOKEN = __versionToken__
    /** The area covered. */
    val BOUNDS = LatLngBounds(
      LatLng(__south__, __west__), LatLng(__north__, __east__)
    )

    /*?isPacked*/
    /*?fileName*/
    /** The MBTiles file that holds the tiles; add it to the assets of the app. */
    const val FILE_NAME = __fileName__

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
      val folder = File(context.noBackupFilesDir, "__typeName__")
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

    /*.*/
    /*.*/
    /*@tables*/
    /** __comment__ */
    @JvmStatic
    fun /*?word*/is__word__/*:*/hasTile/*.*/(x: Int, y: Int, zoom: Int): Boolean = /*?word*/__upper___/*.*/COVERAGE.hasTile(x, y, zoom)

    private val /*?word*/__upper___/*.*/COVERAGE by lazy {
      Coverage(
        arrayOf(
          /*@chunks*/
          "__first__"/*@more*/ +
            "__line__"/*.*//*!last*/,/*.*/
          /*.*/
        )
      )
    }

    /*.*/
    /** Which tiles exist: per zoom, bands of rows that hold the same columns. */
    private class Coverage(packed: Array<String>) {
      // Ranges are pairs: the first number and the one after the last.
      private val rows = arrayOfNulls<IntArray>(31)
      private val columns = arrayOfNulls<Array<IntArray>>(31)

      /** Unpacks numbers of five bits a character, the least significant first. */
      init {
        val text = packed.joinToString("")
        var index = 0
        fun next(): Int {
          var number = 0
          var shift = 0
          while (true) {
            val digit = ALPHABET.indexOf(text[index++])
            number = number or ((digit and 31) shl shift)
            if (digit < 32) return number
            shift += 5
          }
        }
        while (index < text.length) {
          val zoom = next()
          val west = next()
          val bands = next()
          val levelRows = IntArray(2 * bands)
          var row = 0
          columns[zoom] = Array(bands) { band ->
            row += next()
            levelRows[2 * band] = row
            row += next()
            levelRows[2 * band + 1] = row
            var column = west
            IntArray(2 * next()) {
              column += next()
              column
            }
          }
          rows[zoom] = levelRows
        }
      }

      fun hasTile(x: Int, y: Int, zoom: Int): Boolean {
        val levelRows = rows.getOrNull(zoom) ?: return false
        val levelColumns = columns[zoom] ?: return false
        val band = find(levelRows, y)
        return band >= 0 && find(levelColumns[band], x) >= 0
      }

      /** The index of the range that holds a number among ascending ones, or -1. */
      private fun find(ranges: IntArray, number: Int): Int {
        var low = 0
        var high = ranges.size / 2
        while (low < high) {
          val middle = (low + high) / 2
          if (ranges[2 * middle + 1] > number) high = middle else low = middle + 1
        }
        return if (low < ranges.size / 2 && ranges[2 * low] <= number) low else -1
      }

      private companion object {
        const val ALPHABET = "__alphabet__"
      }
    }
  }
}
