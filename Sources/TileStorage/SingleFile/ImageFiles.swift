import TileModel

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
    guard let format else {
      return try DatabaseImages(
        try SQLiteConnection(path: path, access: .readImmutable),
        "SELECT data FROM content WHERE id = ?")
    }
    guard let file = StoreFormat(rawValue: format)?.file else {
      throw .notAStore(path: path, found: "a folder")
    }
    return try file.openImages(path)
  }
}
