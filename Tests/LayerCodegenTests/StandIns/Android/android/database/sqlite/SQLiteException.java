package android.database.sqlite;

/** As in Android. */
public class SQLiteException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SQLiteException(String message) {
    super(message);
  }
}
