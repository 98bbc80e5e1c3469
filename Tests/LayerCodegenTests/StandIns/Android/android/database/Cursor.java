package android.database;

import java.io.Closeable;

/** As in Android. */
public interface Cursor extends Closeable {
  /** As in Android. */
  boolean moveToFirst();

  /** As in Android. */
  byte[] getBlob(int column);

  @Override
  void close();
}
