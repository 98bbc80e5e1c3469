import TileModel

extension JavaClient {
  /// The provider of tiles that are packed with the app, in a file or a folder of its assets.
  static func appText(_ layer: ClientLayer) -> String {
    var code = CodeWriter()
    code.write(layer.fileName == nil ? folderImports : fileImports)
    code.write(
      """
      \(IdentifierNotes.comment([layer.identifierEntry]))// The tiles of \(StringLiteral.comment(layer.definition.name)).
      public final class \(layer.typeName) implements TileProvider {
      """)
    code.write(constants(layer), indent: 1)
    if let name = layer.fileName {
      code.write(fileProvider(layer, fileName: name), indent: 1)
    } else {
      code.write(folderProvider(layer), indent: 1)
    }
    code.write(copyStream, indent: 1)
    code.write(createOptions(layer), indent: 1)
    code.write(JavaCoverage.source(layer), indent: 1)
    code.write("}")
    return code.text
  }

  private static let modelImports = """
    import com.google.android.gms.maps.model.LatLng;
    import com.google.android.gms.maps.model.LatLngBounds;
    import com.google.android.gms.maps.model.Tile;
    import com.google.android.gms.maps.model.TileOverlayOptions;
    import com.google.android.gms.maps.model.TileProvider;
    """

  private static let fileImports = """
    import android.content.Context;
    import android.database.Cursor;
    import android.database.sqlite.SQLiteDatabase;
    \(modelImports)
    import java.io.File;
    import java.io.FileOutputStream;
    import java.io.IOException;
    import java.io.InputStream;
    import java.io.OutputStream;

    """

  private static let folderImports = """
    import android.content.Context;
    import android.content.res.AssetManager;
    \(modelImports)
    import java.io.ByteArrayOutputStream;
    import java.io.IOException;
    import java.io.InputStream;
    import java.io.OutputStream;

    """

  private static let getTileComment = """
    /**
     * A tile, NO_TILE when there is none, or null when it cannot be read, so that the map asks again; may
     * be called on any thread. Columns count from the west and rows from the north.
     */
    """

  private static func fileProvider(_ layer: ClientLayer, fileName: String) -> String {
    """
    /** The MBTiles file that holds the tiles; add it to the assets of the app. */
    public static final String FILE_NAME = \(StringLiteral.java(fileName));

    // Arguments are texts, which are no numbers by themselves.
    private static final String QUERY =
        "SELECT tile_data FROM tiles WHERE zoom_level = CAST(? AS INTEGER) "
            + "AND tile_column = CAST(? AS INTEGER) AND tile_row = CAST(? AS INTEGER)";

    private static SQLiteDatabase shared;

    private final SQLiteDatabase database;

    /** Creates a provider that reads FILE_NAME among the app's assets. */
    public \(layer.typeName)(Context context) {
      this(open(context));
    }

    /** Creates a provider that reads a file that the app has opened. */
    public \(layer.typeName)(SQLiteDatabase database) {
      this.database = database;
    }

    \(getTileComment)
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
      File folder = new File(context.getNoBackupFilesDir(), "\(layer.typeName)");
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

    """
  }

  private static func folderProvider(_ layer: ClientLayer) -> String {
    let path = layer.address(
      isAsset: true, zoom: "zoom", column: "x", row: layer.isFlipped ? "row" : "y",
      format: "(" + layer.fileExtension { "is\($0.word)(x, y, zoom) ? \($1) : " } + ")",
      text: StringLiteral.java
    ).joined(separator: " + ")
    let flip = "\n  // Files count rows from the south.\n  int row = (1 << zoom) - 1 - y;"
    return """
      private final AssetManager assets;

      /** Creates a provider that reads the folder among the app's assets. */
      public \(layer.typeName)(Context context) {
        assets = context.getAssets();
      }

      \(getTileComment)
      @Override
      public Tile getTile(int x, int y, int zoom) {
        if (!hasTile(x, y, zoom)) {
          return NO_TILE;
        }\(layer.isFlipped ? flip : "")
        try (InputStream input = assets.open(\(path))) {
          ByteArrayOutputStream data = new ByteArrayOutputStream();
          copy(input, data);
          return new Tile(TILE_SIZE, TILE_SIZE, data.toByteArray());
        } catch (IOException error) {
          return null;
        }
      }

      """
  }

  private static let copyStream = """
    private static void copy(InputStream input, OutputStream output) throws IOException {
      byte[] buffer = new byte[16384];
      for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
        output.write(buffer, 0, count);
      }
    }

    """
}
