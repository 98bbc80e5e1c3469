__head__
/*?isPacked*/
import android.content.Context;
/*?fileName*/
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
/*:*/
import android.content.res.AssetManager;
/*.*/
/*.*/
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import com.google.android.gms.maps.model.LatLng;
import com.google.android.gms.maps.model.LatLngBounds;
import com.google.android.gms.maps.model.Tile;
import com.google.android.gms.maps.model.TileOverlayOptions;
import com.google.android.gms.maps.model.TileProvider;
/*!isPacked*/
import com.google.android.gms.maps.model.UrlTileProvider;
/*.*/
import java.io.ByteArrayOutputStream;
/*?isPacked*/
/*?fileName*/
import java.io.File;
import java.io.FileOutputStream;
/*.*/
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
/*:*/
import java.net.MalformedURLException;
import java.net.URL;
/*.*/

__notes__// The tiles of __comment__.
public final class __typeName__ /*?isPacked*/implements TileProvider/*:*/extends UrlTileProvider/*.*/ {
  /** The side of tile images in pixels. */
  public static final int TILE_SIZE = __tileSize__;
  /** The shallowest zoom with tiles. */
  public static final int MINIMUM_ZOOM = __minimumZoom__;
  /** The deepest zoom with tiles. */
  public static final int MAXIMUM_ZOOM = __maximumZoom__;
  /** Who must be credited, as HTML; may be null. */
  public static final String ATTRIBUTION = __attribution__;
  /** Changes whenever a tile does; URLs carry it so that caches notice. */
  public static final String VERSION_TOKEN = __versionToken__;
  /** The area covered. */
  public static final LatLngBounds BOUNDS =
      new LatLngBounds(
          new LatLng(__south__, __west__), new LatLng(__north__, __east__));

  /*?isPacked*/
  /*?fileName*/
  /** The MBTiles file that holds the tiles; add it to the assets of the app. */
  public static final String FILE_NAME = __fileName__;

  // Arguments are texts, which are no numbers by themselves.
  private static final String QUERY =
      "SELECT tile_data FROM tiles WHERE zoom_level = CAST(? AS INTEGER) "
          + "AND tile_column = CAST(? AS INTEGER) AND tile_row = CAST(? AS INTEGER)";

  private static SQLiteDatabase shared;

  private final SQLiteDatabase database;

  /** Creates a provider that reads FILE_NAME among the app's assets. */
  public __typeName__(Context context) {
    this(open(context));
  }

  /** Creates a provider that reads a file that the app has opened. */
  public __typeName__(SQLiteDatabase database) {
    this.database = database;
  }

  /**
   * A tile, NO_TILE when there is none, or null when it cannot be read, so that the map asks again; may
   * be called on any thread. Columns count from the west and rows from the north.
   */
  @Override
  public Tile getTile(int x, int y, int zoom) {
    if (!hasTile(x, y, zoom)) {
      return NO_TILE;
    }
    // MBTiles counts rows from the south.
    int row = (1 << zoom) - 1 - y;
    String[] address = {String.valueOf(zoom), String.valueOf(x), String.valueOf(row)};
    try (Cursor cursor = database.rawQuery(QUERY, address)) {
      byte[] data = cursor.moveToFirst() ? cursor.getBlob(0) : null;
      return data == null ? null : new Tile(TILE_SIZE, TILE_SIZE, data);
    } catch (RuntimeException error) {
      return null;
    }
  }

  /** The file among the app's assets, opened once for all providers. */
  private static synchronized SQLiteDatabase open(Context context) {
    if (shared == null) {
      int flags = SQLiteDatabase.OPEN_READONLY | SQLiteDatabase.NO_LOCALIZED_COLLATORS;
      try {
        shared = SQLiteDatabase.openDatabase(copy(context).getPath(), null, flags);
      } catch (IOException error) {
        throw new IllegalStateException(error);
      }
    }
    return shared;
  }

  /** Copies the file out of the assets, in which SQLite cannot read, unless this version is there. */
  private static File copy(Context context) throws IOException {
    File folder = new File(context.getNoBackupFilesDir(), "__typeName__");
    File file = new File(folder, VERSION_TOKEN + ".mbtiles");
    if (file.exists()) {
      return file;
    }
    // What is there is of another version, or was not finished.
    File[] others = folder.listFiles();
    if (others != null) {
      for (File other : others) {
        other.delete();
      }
    }
    folder.mkdirs();
    File part = new File(folder, "part");
    try (InputStream input = context.getAssets().open(FILE_NAME);
        OutputStream output = new FileOutputStream(part)) {
      copy(input, output);
    }
    if (!part.renameTo(file)) {
      throw new IOException(file + " cannot be written");
    }
    return file;
  }

  /*:*/
  private final AssetManager assets;

  /** Creates a provider that reads the folder among the app's assets. */
  public __typeName__(Context context) {
    assets = context.getAssets();
  }

  /**
   * A tile, NO_TILE when there is none, or null when it cannot be read, so that the map asks again; may
   * be called on any thread. Columns count from the west and rows from the north.
   */
  @Override
  public Tile getTile(int x, int y, int zoom) {
    if (!hasTile(x, y, zoom)) {
      return NO_TILE;
    }
    /*?isFlipped*/
    // Files count rows from the south.
    int row = (1 << zoom) - 1 - y;
    /*.*/
    try (InputStream input = assets.open(__path__)) {
      ByteArrayOutputStream data = new ByteArrayOutputStream();
      copy(input, data);
      return new Tile(TILE_SIZE, TILE_SIZE, data.toByteArray());
    } catch (IOException error) {
      return null;
    }
  }

  /*.*/
  private static void copy(InputStream input, OutputStream output) throws IOException {
    byte[] buffer = new byte[16384];
    for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
      output.write(buffer, 0, count);
    }
  }

  /*:*/
  /*?isRelative*/
  private final URL base;
  /*.*/

  /** Creates a provider/*?isRelative*/; base is the URL of the layer definition, or of its folder with a slash at the end/*.*/. */
  public __typeName__(/*?isRelative*/URL base/*.*/) {
    super(TILE_SIZE, TILE_SIZE);
    /*?isRelative*/
    this.base = base;
    /*.*/
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
    /*?isFlipped*/
    // The server counts rows from the south.
    int row = (1 << zoom) - 1 - y;
    /*.*/
    try {
      return new URL(/*?isRelative*/base, /*.*/__address__ + VERSION_TOKEN);
    } catch (MalformedURLException error) {
      throw new IllegalStateException(error);
    }
  }

  /*.*/
  /** What to pass to GoogleMap.addTileOverlay; tiles are enlarged for four zooms beyond the deepest. */
  public TileOverlayOptions createOptions() {
    return createOptions(4);
  }

  /** What to pass to GoogleMap.addTileOverlay; tiles are enlarged for overzoom zooms beyond the deepest. */
  public TileOverlayOptions createOptions(int overzoom) {
    return new TileOverlayOptions()
        .tileProvider(overzoom > 0 ? new Enlarged(this, overzoom) : this)
        .zIndex(__zIndex__f)
        .transparency(__transparency__f);
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

  /*@tables*/
  /** __comment__ */
  public static boolean /*?word*/is__word__/*:*/hasTile/*.*/(int x, int y, int zoom) {
    return __word__Coverage.hasTile(x, y, zoom);
  }

  /** Which tiles /*?word*/are __title__/*:*/exist/*.*/: per zoom, bands of rows that hold the same columns. */
  private static final class __word__Coverage {
    /** Numbers of five bits a character, the least significant first. */
    private static final String[] PACKED = {
      /*@chunks*/
      "__first__"/*@more*/
          + "__line__"/*.*/,
      /*.*/
    };

    private static final String ALPHABET =
        "__alphabet__";

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
  /*!last*/

  /*.*/
  /*.*/
}
