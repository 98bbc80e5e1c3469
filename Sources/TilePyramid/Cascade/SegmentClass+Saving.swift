import TileStorage

extension CheckpointDraft {
  /// Adds bytes.
  func append(_ bytes: [UInt8]) throws(TileStorageError) {
    var outcome: Result<Void, TileStorageError> = .success(())
    bytes.withUnsafeBytes { raw in
      do throws(TileStorageError) { try append(raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
  }

  /// Adds classes, a byte each.
  func append(_ classes: [SegmentClass]) throws(TileStorageError) {
    try append(classes.map(\.rawValue))
  }

  /// Adds the bytes of memory that may change later.
  func append(_ bytes: UnsafeMutableRawBufferPointer) throws(TileStorageError) {
    try append(UnsafeRawBufferPointer(bytes))
  }
}

extension CheckpointReader {
  /// Reads bytes.
  func readBytes(count: Int) throws(TileStorageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var outcome: Result<Void, TileStorageError> = .success(())
    bytes.withUnsafeMutableBytes { raw in
      do throws(TileStorageError) { try read(into: raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
    return bytes
  }

  /// Reads classes, a byte each.
  func readClasses(count: Int) throws(TileStorageError) -> [SegmentClass] {
    let classes = try readBytes(count: count).compactMap(SegmentClass.init(rawValue:))
    guard classes.count == count else { throw damage("it holds an unknown class of samples") }
    return classes
  }
}
