#include <sqlite3.h>

/// Takes away what the schema of a stranger's database could use against its reader: the modules of
/// virtual tables, functions with effects, extensions, and changes of the schema itself.
///
/// Swift cannot call sqlite3_db_config, which takes a varying number of arguments.
///
/// \returns SQLITE_OK, or the first result code that is another one.
static inline int tp_sqlite3_distrust(sqlite3 *database) {
  const int options[][2] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},
      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
  };
  for (unsigned i = 0; i < sizeof options / sizeof options[0]; i++) {
    int result = sqlite3_db_config(database, options[i][0], options[i][1], (int *)0);
    if (result != SQLITE_OK) return result;
  }
  return sqlite3_drop_modules(database, 0);
}
