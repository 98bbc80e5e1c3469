/// The images of an MBTiles file of this package or of a shard, by their ids.
///
/// A file that is replaced, or a shard that is merged, is read while the new file is written, in which images
/// are named by their ids until they are copied.
final class MBTilesImages {
  /// The path of the file.
  let path: String
  private let select: SQLiteStatement

  /// Opens a file.
  ///
  /// - Throws: ``TileStorageError``.
  init(path: String) throws(TileStorageError) {
    self.path = path
    let connection = try MBTilesReader.open(path, bounds: try MBTilesBounds(path: path))
    // One transaction for all that is read, so that the file is not locked and looked at for each image.
    try connection.execute("BEGIN")
    select = try connection.prepare(
      "SELECT tile_data FROM tiles_data WHERE tile_data_id = ?")
  }

  /// Opens a shard.
  ///
  /// - Throws: ``TileStorageError``.
  init(shard path: String) throws(TileStorageError) {
    self.path = path
    let connection = try SQLiteConnection(path: path, access: .readImmutable)
    select = try connection.prepare("SELECT data FROM content WHERE id = ?")
  }

  /// Calls `body` with an image, which is valid only meanwhile.
  ///
  /// - Throws: ``TileStorageError/outputChanged(path:found:)`` when it is not there, or what `body` throws.
  func withImage<Result>(
    _ id: Int, _ body: (UnsafeRawBufferPointer) throws(TileStorageError) -> Result
  ) throws(TileStorageError) -> Result {
    select.bind(id, at: 1)
    defer { select.reset() }
    let missing = TileStorageError.outputChanged(path: path, found: "an image that is missing")
    guard try select.step() else { throw missing }
    return try select.withBlob(0) { (raw) throws(TileStorageError) in
      guard let raw else { throw missing }
      return try body(raw)
    }
  }
}

/// Files from which images are copied, of which few are open at the same time.
struct ImageFiles {
  private static let openLimit = 64
  private var files: [(path: String, isShard: Bool)] = []
  private var numbers: [String: Int] = [:]
  private var open: [Int: MBTilesImages] = [:]
  /// The numbers of open files, the one that was used last at the end.
  private var recent: [Int] = []

  /// The numbers of the files.
  var indices: Range<Int> { files.indices }

  /// The number of a file.
  mutating func number(of path: String, isShard: Bool) -> Int {
    if let number = numbers[path] { return number }
    numbers[path] = files.count
    files.append((path, isShard))
    return files.count - 1
  }

  /// A file that is open.
  ///
  /// - Throws: ``TileStorageError``.
  mutating func file(_ number: Int) throws(TileStorageError) -> MBTilesImages {
    if recent.last != number {
      recent.removeAll { $0 == number }
      recent.append(number)
    }
    if let file = open[number] { return file }
    if recent.count > Self.openLimit { open[recent.removeFirst()] = nil }
    let (path, isShard) = files[number]
    let file = isShard ? try MBTilesImages(shard: path) : try MBTilesImages(path: path)
    open[number] = file
    return file
  }
}
