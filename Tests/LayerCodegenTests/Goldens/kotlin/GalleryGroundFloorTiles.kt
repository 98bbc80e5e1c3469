// Generated from a layer definition by tilepyramid; do not edit.

import android.graphics.Bitmap
import android.graphics.BitmapFactory
import com.google.android.gms.maps.model.LatLng
import com.google.android.gms.maps.model.LatLngBounds
import com.google.android.gms.maps.model.Tile
import com.google.android.gms.maps.model.TileOverlayOptions
import com.google.android.gms.maps.model.TileProvider
import com.google.android.gms.maps.model.UrlTileProvider
import java.io.ByteArrayOutputStream
import java.net.URL

// The tiles of "Gallery, L0".
class GalleryGroundFloorTiles : UrlTileProvider(TILE_SIZE, TILE_SIZE) {
  /**
   * The URL of a tile, or null when there is no such tile. Columns count from the west and rows from
   * the north.
   */
  override fun getTileUrl(x: Int, y: Int, zoom: Int): URL? {
    if (!hasTile(x, y, zoom)) return null
    return URL("https://a.example/L0/${zoom}/${x}/${y}.png?v=$VERSION_TOKEN")
  }

  /** What to pass to GoogleMap.addTileOverlay; tiles are enlarged for overzoom zooms beyond the deepest. */
  @JvmOverloads
  fun createOptions(overzoom: Int = 4): TileOverlayOptions =
    TileOverlayOptions()
      .tileProvider(if (overzoom > 0) Enlarged(this, overzoom) else this)
      .zIndex(0f)
      .transparency(0.0f)

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
    const val TILE_SIZE = 256
    /** The shallowest zoom with tiles. */
    const val MINIMUM_ZOOM = 1
    /** The deepest zoom with tiles. */
    const val MAXIMUM_ZOOM = 1
    /** Who must be credited, as HTML. */
    val ATTRIBUTION: String? = null
    /** Changes whenever a tile does; URLs carry it so that caches notice. */
    const val VERSION_TOKEN = "0000000000000002"
    /** The area covered. */
    val BOUNDS = LatLngBounds(
      LatLng(53.54, 9.98), LatLng(53.56, 10.01)
    )

    /** Whether there is a tile. */
    @JvmStatic
    fun hasTile(x: Int, y: Int, zoom: Int): Boolean = COVERAGE.hasTile(x, y, zoom)

    private val COVERAGE by lazy {
      Coverage(
        arrayOf(
          "BABABBAC"
        )
      )
    }

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
        const val ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
      }
    }
  }
}
