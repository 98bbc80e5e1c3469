import TileModel

/// The images of a store in one file, or of a shard, by the numbers that its reader gives them.
///
/// A file that is replaced, converted or merged is read while the new one is written, in which images are known
/// by these numbers until they are copied.
protocol StoredImages: AnyObject {
  /// The path of the file.
  var path: String { get }
  /// Calls `body` with an image, which is valid only meanwhile.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - byteCount: Its length, for a file in which the number does not tell it.
  ///   - body: Receives the bytes.
  /// - Throws: ``TileStorageError/outputChanged(path:found:)`` when it is not there, or what `body` throws.
  func withImage(
    _ number: Int, byteCount: Int,
    _ body: (UnsafeRawBufferPointer) throws(TileStorageError) -> Void
  ) throws(TileStorageError)
}

/// The images of a database, by the id of their row.
final class DatabaseImages: StoredImages {
  let path: String
  private let select: SQLiteStatement

  /// Takes an open database.
  ///
  /// - Parameters:
  ///   - connection: The database.
  ///   - sql: Selects the image of an id.
  /// - Throws: ``TileStorageError``.
  init(_ connection: SQLiteConnection, _ sql: String) throws(TileStorageError) {
    path = connection.path
    // One transaction for all that is read, so that the file is not locked and looked at for each image.
    try connection.execute("BEGIN")
    select = try connection.prepare(sql)
  }

  func withImage(
    _ number: Int, byteCount: Int,
    _ body: (UnsafeRawBufferPointer) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    select.bind(number, at: 1)
    defer { select.reset() }
    let missing = TileStorageError.outputChanged(path: path, found: "an image that is missing")
    guard try select.step() else { throw missing }
    try select.withBlob(0) { (raw) throws(TileStorageError) in
      guard let raw else { throw missing }
      try body(raw)
    }
  }
}

/// Files from which images are copied, of which few are open at the same time.
struct ImageFiles {
  private static let openLimit = 64
  private var files: [TileFile.Holder] = []
  private var numbers: [TileFile.Holder: Int] = [:]
  private var open: [Int: any StoredImages] = [:]
  /// The numbers of open files, the one that was used last at the end.
  private var recent: [Int] = []

  /// The numbers of the files.
  var indices: Range<Int> { files.indices }

  /// The number of a file.
  mutating func number(of file: TileFile.Holder) -> Int {
    if let last = recent.last, files[last] == file { return last }
    if let number = numbers[file] { return number }
    numbers[file] = files.count
    files.append(file)
    return files.count - 1
  }

  /// The images of a file.
  ///
  /// - Throws: ``TileStorageError``.
  mutating func images(_ number: Int) throws(TileStorageError) -> any StoredImages {
    if recent.last != number {
      recent.removeAll { $0 == number }
      recent.append(number)
    }
    if let file = open[number] { return file }
    if recent.count > Self.openLimit { open[recent.removeFirst()] = nil }
    let file = try files[number].openImages()
    open[number] = file
    return file
  }
}

extension TileFile.Holder {
  /// Opens the file.
  ///
  /// - Throws: ``TileStorageError``.
  fileprivate func openImages() throws(TileStorageError) -> any StoredImages {
    guard let format else {
      return try DatabaseImages(
        try SQLiteConnection(path: path, access: .readImmutable),
        "SELECT data FROM content WHERE id = ?")
    }
    guard let file = format.file else { throw .notAStore(path: path, found: "a folder") }
    return try file.openImages(path)
  }
}
