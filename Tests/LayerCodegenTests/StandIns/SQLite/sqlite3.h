// The declarations of SQLite that generated code uses, for syntax checks without the system's headers.
#pragma once

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_mutex sqlite3_mutex;
typedef long long sqlite3_int64;
typedef unsigned long long sqlite3_uint64;

#define SQLITE_OK 0
#define SQLITE_ROW 100
#define SQLITE_OPEN_READONLY 0x00000001
#define SQLITE_OPEN_FULLMUTEX 0x00010000

int sqlite3_open_v2(const char *path, sqlite3 **database, int flags, const char *system);
int sqlite3_close(sqlite3 *database);
const char *sqlite3_errmsg(sqlite3 *database);
sqlite3_mutex *sqlite3_db_mutex(sqlite3 *database);
void sqlite3_mutex_enter(sqlite3_mutex *mutex);
void sqlite3_mutex_leave(sqlite3_mutex *mutex);
int sqlite3_prepare_v2(sqlite3 *database, const char *text, int count, sqlite3_stmt **statement,
                       const char **rest);
int sqlite3_bind_int64(sqlite3_stmt *statement, int index, sqlite3_int64 value);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);
int sqlite3_finalize(sqlite3_stmt *statement);
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column);
int sqlite3_column_bytes(sqlite3_stmt *statement, int column);
void *sqlite3_malloc64(sqlite3_uint64 count);
void sqlite3_free(void *bytes);
