// What the stand-in for Android's SQLiteDatabase calls.
#include <jni.h>
#include <sqlite3.h>

JNIEXPORT jlong JNICALL Java_android_database_sqlite_SQLiteDatabase_open(JNIEnv *env, jclass type,
                                                                         jstring path) {
  (void)type;
  sqlite3 *database = 0;
  const char *text = (*env)->GetStringUTFChars(env, path, 0);
  int result = sqlite3_open_v2(text, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX, 0);
  (*env)->ReleaseStringUTFChars(env, path, text);
  if (result == SQLITE_OK) return (jlong)database;
  sqlite3_close(database);
  return 0;
}

static void throw_error(JNIEnv *env, sqlite3 *database) {
  jclass type = (*env)->FindClass(env, "android/database/sqlite/SQLiteException");
  (*env)->ThrowNew(env, type, sqlite3_errmsg(database));
}

JNIEXPORT jbyteArray JNICALL Java_android_database_sqlite_SQLiteDatabase_first(
    JNIEnv *env, jclass type, jlong handle, jstring query, jobjectArray arguments) {
  (void)type;
  sqlite3 *database = (sqlite3 *)handle;
  sqlite3_stmt *statement = 0;
  const char *text = (*env)->GetStringUTFChars(env, query, 0);
  int result = sqlite3_prepare_v2(database, text, -1, &statement, 0);
  (*env)->ReleaseStringUTFChars(env, query, text);
  for (jsize i = 0; result == SQLITE_OK && i < (*env)->GetArrayLength(env, arguments); i++) {
    jstring argument = (*env)->GetObjectArrayElement(env, arguments, i);
    const char *value = (*env)->GetStringUTFChars(env, argument, 0);
    result = sqlite3_bind_text(statement, i + 1, value, -1, SQLITE_TRANSIENT);
    (*env)->ReleaseStringUTFChars(env, argument, value);
  }
  jbyteArray blob = 0;
  if (result == SQLITE_OK) result = sqlite3_step(statement);
  if (result == SQLITE_ROW) {
    jsize count = sqlite3_column_bytes(statement, 0);
    blob = (*env)->NewByteArray(env, count);
    (*env)->SetByteArrayRegion(env, blob, 0, count, sqlite3_column_blob(statement, 0));
  } else if (result != SQLITE_DONE) {
    throw_error(env, database);
  }
  sqlite3_finalize(statement);
  return blob;
}
