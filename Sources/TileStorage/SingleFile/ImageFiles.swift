/// Bounded pool of open files from which images are copied.
struct ImageFiles {
  private static let openLimit = 64
  private var files: [TileFile.Holder] = []
  private var numbers: [TileFile.Holder: Int] = [:]
  private var open: [Int: any StoredImages] = [:]
  private var recent: [Int] = []

  var indices: Range<Int> { files.indices }

  mutating func number(of file: TileFile.Holder) -> Int {
    if let last = recent.last, files[last] == file { return last }
    if let number = numbers[file] { return number }
    numbers[file] = files.count
    files.append(file)
    return files.count - 1
  }

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
  fileprivate func openImages() throws(TileStorageError) -> any StoredImages {
    guard let query else { return try PMTilesImages(path: path) }
    let connection =
      isImmutable
      ? try SQLiteConnection(path: path, access: .readImmutable)
      : try SQLiteConnection.store(at: path, bounds: try DatabaseBounds(path: path))
    return try DatabaseImages(connection, query)
  }
}
