import TileStorage

extension CheckpointDraft {
  /// Adds classes, a byte each.
  func append(_ classes: [SegmentClass]) throws(TileStorageError) {
    let bytes = classes.map(\.rawValue)
    var outcome: Result<Void, TileStorageError> = .success(())
    bytes.withUnsafeBytes { raw in
      do throws(TileStorageError) { try append(raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
  }

  /// Adds the bytes of memory that may change later.
  func append(_ bytes: UnsafeMutableRawBufferPointer) throws(TileStorageError) {
    try append(UnsafeRawBufferPointer(bytes))
  }
}

extension SavedWork {
  /// Reads classes, a byte each.
  func readClasses(count: Int) throws(TileStorageError) -> [SegmentClass] {
    var bytes = [UInt8](repeating: 0, count: count)
    var outcome: Result<Void, TileStorageError> = .success(())
    bytes.withUnsafeMutableBytes { raw in
      do throws(TileStorageError) { try read(into: raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
    let classes = bytes.compactMap(SegmentClass.init(rawValue:))
    guard classes.count == count else { throw damage("it holds an unknown class of samples") }
    return classes
  }
}
