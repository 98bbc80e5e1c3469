import RasterSources
import TileStorage

extension RowAccess {
  /// Saves the row and what the reader needs to begin there.
  func save(to draft: CheckpointDraft) throws(TileStorageError) {
    try draft.append(row)
    try draft.append(bytes.count)
    var outcome: Result<Void, TileStorageError> = .success(())
    bytes.withUnsafeBytes { raw in
      do throws(TileStorageError) { try draft.append(raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
  }

  /// Reads what ``save(to:)`` saved.
  init(from saved: CheckpointReader) throws(TileStorageError) {
    let row = try saved.readInteger()
    let count = try saved.readInteger()
    guard row >= 0, (0...1 << 32).contains(count) else {
      throw saved.damage("it resumes from an impossible position in the image")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var outcome: Result<Void, TileStorageError> = .success(())
    bytes.withUnsafeMutableBytes { raw in
      do throws(TileStorageError) { try saved.read(into: raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
    self.init(row: row, bytes: bytes)
  }
}
