// Generated from a layer definition by tilepyramid; do not edit.

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import com.google.android.gms.maps.model.LatLng;
import com.google.android.gms.maps.model.LatLngBounds;
import com.google.android.gms.maps.model.Tile;
import com.google.android.gms.maps.model.TileOverlayOptions;
import com.google.android.gms.maps.model.TileProvider;
import com.google.android.gms.maps.model.UrlTileProvider;
import java.io.ByteArrayOutputStream;
import java.net.MalformedURLException;
import java.net.URL;

// The tiles of "Gallery, L0".
public final class GalleryGroundFloorTiles extends UrlTileProvider {
  /** The side of tile images in pixels. */
  public static final int TILE_SIZE = 256;
  /** The shallowest zoom with tiles. */
  public static final int MINIMUM_ZOOM = 1;
  /** The deepest zoom with tiles. */
  public static final int MAXIMUM_ZOOM = 1;
  /** Who must be credited, as HTML; may be null. */
  public static final String ATTRIBUTION = null;
  /** Changes whenever a tile does; URLs carry it so that caches notice. */
  public static final String VERSION_TOKEN = "0000000000000002";
  /** The area covered. */
  public static final LatLngBounds BOUNDS =
      new LatLngBounds(
          new LatLng(53.54, 9.98), new LatLng(53.56, 10.01));


  /** Creates a provider. */
  public GalleryGroundFloorTiles() {
    super(TILE_SIZE, TILE_SIZE);
  }

  /**
   * The URL of a tile, or null when there is no such tile. Columns count from the west and rows from
   * the north.
   */
  @Override
  public URL getTileUrl(int x, int y, int zoom) {
    if (!hasTile(x, y, zoom)) {
      return null;
    }
    try {
      return new URL("https://a.example/L0/" + zoom + "/" + x + "/" + y + ".png?v=" + VERSION_TOKEN);
    } catch (MalformedURLException error) {
      throw new IllegalStateException(error);
    }
  }

  /** What to pass to GoogleMap.addTileOverlay; tiles are enlarged for four zooms beyond the deepest. */
  public TileOverlayOptions createOptions() {
    return createOptions(4);
  }

  /** What to pass to GoogleMap.addTileOverlay; tiles are enlarged for overzoom zooms beyond the deepest. */
  public TileOverlayOptions createOptions(int overzoom) {
    return new TileOverlayOptions()
        .tileProvider(overzoom > 0 ? new Enlarged(this, overzoom) : this)
        .zIndex(0f)
        .transparency(0.0f);
  }

  /** The tiles of a provider, and enlarged parts of them beyond the deepest. */
  private static final class Enlarged implements TileProvider {
    private final TileProvider tiles;
    private final int overzoom;

    Enlarged(TileProvider tiles, int overzoom) {
      this.tiles = tiles;
      this.overzoom = Math.min(overzoom, 8);
    }

    @Override
    public Tile getTile(int x, int y, int zoom) {
      int levels = 0;
      while (!hasTile(x >> levels, y >> levels, zoom - levels)) {
        if (levels == overzoom) {
          return NO_TILE;
        }
        levels++;
      }
      int column = x >> levels;
      int row = y >> levels;
      // A hole among tiles stays one.
      for (int child = 0; levels > 0 && child < 4; child++) {
        if (hasTile(2 * column + child % 2, 2 * row + child / 2, zoom - levels + 1)) {
          return NO_TILE;
        }
      }
      Tile tile = tiles.getTile(column, row, zoom - levels);
      if (levels == 0 || tile == null || tile.data == null) {
        return tile;
      }
      Bitmap image = BitmapFactory.decodeByteArray(tile.data, 0, tile.data.length);
      if (image == null) {
        return null;
      }
      int width = image.getWidth() >> levels;
      int height = image.getHeight() >> levels;
      Bitmap part =
          Bitmap.createBitmap(
              image, (x - (column << levels)) * width, (y - (row << levels)) * height, width, height);
      ByteArrayOutputStream data = new ByteArrayOutputStream();
      // Without a filter pixels are repeated.
      Bitmap.createScaledBitmap(part, tile.width, tile.height, false)
          .compress(Bitmap.CompressFormat.PNG, 100, data);
      return new Tile(tile.width, tile.height, data.toByteArray());
    }
  }

  /** Whether there is a tile. */
  public static boolean hasTile(int x, int y, int zoom) {
    return Coverage.hasTile(x, y, zoom);
  }

  /** Which tiles exist: per zoom, bands of rows that hold the same columns. */
  private static final class Coverage {
    /** Numbers of five bits a character, the least significant first. */
    private static final String[] PACKED = {
      "BABABBAC",
    };

    private static final String ALPHABET =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    // Ranges are pairs: the first number and the one after the last.
    private static final int[][] ROWS = new int[31][];
    private static final int[][][] COLUMNS = new int[31][][];

    static {
      StringBuilder text = new StringBuilder();
      for (String part : PACKED) {
        text.append(part);
      }
      int[] numbers = new int[text.length()];
      int count = 0;
      int shift = 0;
      for (int i = 0; i < text.length(); i++) {
        int digit = ALPHABET.indexOf(text.charAt(i));
        numbers[count] |= (digit & 31) << shift;
        shift += 5;
        if (digit < 32) {
          count++;
          shift = 0;
        }
      }
      for (int next = 0; next < count; ) {
        int zoom = numbers[next++];
        int west = numbers[next++];
        int bands = numbers[next++];
        ROWS[zoom] = new int[2 * bands];
        COLUMNS[zoom] = new int[bands][];
        int row = 0;
        for (int band = 0; band < bands; band++) {
          row += numbers[next++];
          ROWS[zoom][2 * band] = row;
          row += numbers[next++];
          ROWS[zoom][2 * band + 1] = row;
          int[] columns = new int[2 * numbers[next++]];
          int column = west;
          for (int i = 0; i < columns.length; i++) {
            column += numbers[next++];
            columns[i] = column;
          }
          COLUMNS[zoom][band] = columns;
        }
      }
    }

    static boolean hasTile(int x, int y, int zoom) {
      if (zoom < 0 || zoom >= ROWS.length || ROWS[zoom] == null) {
        return false;
      }
      int band = find(ROWS[zoom], y);
      return band >= 0 && find(COLUMNS[zoom][band], x) >= 0;
    }

    /** The index of the range that holds a number among ascending ones, or -1. */
    private static int find(int[] ranges, int number) {
      int low = 0;
      int high = ranges.length / 2;
      while (low < high) {
        int middle = (low + high) / 2;
        if (ranges[2 * middle + 1] > number) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low < ranges.length / 2 && ranges[2 * low] <= number ? low : -1;
    }
  }
}
