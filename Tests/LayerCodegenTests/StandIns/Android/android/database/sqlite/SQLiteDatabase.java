package android.database.sqlite;

import android.database.Cursor;

/** As in Android, over this machine's SQLite; queries give the first column of their first row. */
public final class SQLiteDatabase {
  public static final int OPEN_READONLY = 1;
  public static final int NO_LOCALIZED_COLLATORS = 16;

  static {
    System.loadLibrary("database");
  }

  private final long handle;

  private SQLiteDatabase(long handle) {
    this.handle = handle;
  }

  /** As in Android. */
  public static SQLiteDatabase openDatabase(String path, Object factory, int flags) {
    if ((flags & OPEN_READONLY) == 0) {
      throw new IllegalArgumentException("tiles are only read");
    }
    long handle = open(path);
    if (handle == 0) {
      throw new SQLiteException(path);
    }
    return new SQLiteDatabase(handle);
  }

  /** As in Android: arguments are bound as texts. */
  public Cursor rawQuery(String query, String[] arguments) {
    byte[] blob = first(handle, query, arguments);
    return new Cursor() {
      @Override
      public boolean moveToFirst() {
        return blob != null;
      }

      @Override
      public byte[] getBlob(int column) {
        return blob;
      }

      @Override
      public void close() {}
    };
  }

  private static native long open(String path);

  private static native byte[] first(long handle, String query, String[] arguments);
}
