// An MBTiles file; any number of threads may read it, one at a time.
typedef struct {
  sqlite3 *database;
  sqlite3_stmt *query;
} TileFile;

// Opens a file; 0 when it cannot be read, and no tile from it.
static int OpenTileFile(TileFile *file, const char *path) {
  static const char text[] =
      "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?";
  int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX;
  return sqlite3_open_v2(path ? path : "", &file->database, flags, 0) == SQLITE_OK &&
         sqlite3_prepare_v2(file->database, text, -1, &file->query, 0) == SQLITE_OK;
}

static void CloseTileFile(TileFile *file) {
  sqlite3_finalize(file->query);
  sqlite3_close(file->database);
}

// The image file of a tile, to be freed with sqlite3_free; NULL when it cannot be read.
static void *CopyTile(TileFile *file, NSUInteger x, NSUInteger y, NSUInteger zoom, size_t *count) {
  if (!file->query) {
    return 0;
  }
  void *copy = 0;
  // The answer belongs to the query, so no other thread may ask before it is copied.
  sqlite3_mutex *mutex = sqlite3_db_mutex(file->database);
  sqlite3_mutex_enter(mutex);
  sqlite3_bind_int64(file->query, 1, (sqlite3_int64)zoom);
  sqlite3_bind_int64(file->query, 2, (sqlite3_int64)x);
  // MBTiles counts rows from the south.
  sqlite3_bind_int64(file->query, 3, ((sqlite3_int64)1 << zoom) - 1 - (sqlite3_int64)y);
  if (sqlite3_step(file->query) == SQLITE_ROW) {
    const void *bytes = sqlite3_column_blob(file->query, 0);
    *count = (size_t)sqlite3_column_bytes(file->query, 0);
    copy = bytes ? sqlite3_malloc64(*count) : 0;
    if (copy) {
      memcpy(copy, bytes, *count);
    }
  }
  sqlite3_reset(file->query);
  sqlite3_mutex_leave(mutex);
  return copy;
}
