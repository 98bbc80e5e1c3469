/// Images of a single-file store or a shard, by the numbers of its reader.
///
/// A file that is replaced, converted or merged is read while the new one is written.
protocol StoredImages: AnyObject {
  var path: String { get }
  /// The bytes are valid only during the call.
  func withImage(
    _ number: Int, byteCount: Int, _ body: (UnsafeRawBufferPointer) throws(TileStorageError) -> Void
  ) throws(TileStorageError)
}

/// The images of a database, by the id of their row.
final class DatabaseImages: StoredImages {
  let path: String
  private let select: SQLiteStatement

  /// Takes ownership of the connection.
  init(_ connection: SQLiteConnection, _ sql: String) throws(TileStorageError) {
    path = connection.path
    // One transaction for all that is read, so that the file is not locked and looked at for each image.
    try connection.execute("BEGIN")
    select = try connection.prepare(sql)
  }

  func withImage(
    _ number: Int, byteCount: Int, _ body: (UnsafeRawBufferPointer) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    select.bind(number)
    defer { select.reset() }
    let missing = TileStorageError.outputChanged(path: path, found: "an image that is missing")
    guard try select.step() else { throw missing }
    try select.withBlob(0) { (raw) throws(TileStorageError) in
      guard let raw else { throw missing }
      try body(raw)
    }
  }
}
