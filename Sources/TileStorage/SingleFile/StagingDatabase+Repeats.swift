extension StagingDatabase {
  /// Images that equal an earlier one, by number, with the number of the first.
  ///
  /// They are few: contents that recurred after being forgotten. They depend on the order of tiles; without
  /// them the set of images does not.
  func repeatedContents() throws(TileStorageError) -> [Int: Int] {
    guard forgetsContents else { return [:] }
    var sorter = RecordSorter(directory: OutputPath(path).folder)
    let rows = try prepare("SELECT id, low FROM content")
    while try rows.step() {
      guard let id = rows.integer(0), let low = rows.integer(1) else { continue }
      try sorter.append(ScratchRecord(key: UInt64(bitPattern: Int64(low)), value: UInt64(id)))
    }
    let sorted = try sorter.sorted()
    var repeats: [Int: Int] = [:]
    var group: [Int] = []
    var key: UInt64?
    for record in sorted.records(in: 0..<sorted.count) {
      let id = Int(record.value)
      if record.key != key { (group, key) = ([], record.key) }
      if !group.isEmpty {
        let bytes = try content(id)
        var first: Int?
        for other in group where first == nil {
          if try content(other) == bytes { first = other }
        }
        if let first {
          repeats[id] = first
          continue
        }
      }
      group.append(id)
    }
    try sorted.check()
    return repeats
  }

  private func content(_ id: Int) throws(TileStorageError) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try withContent(id) { bytes = Array($0) }
    return bytes
  }
}
