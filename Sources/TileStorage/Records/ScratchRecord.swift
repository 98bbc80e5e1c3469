/// Two numbers that are sorted together, by the first and then by the second.
package struct ScratchRecord: Comparable, Sendable, BitwiseCopyable {
  /// What records are found by.
  package let key: UInt64
  /// What is kept under the key.
  package let value: UInt64

  package init(key: UInt64, value: UInt64) { (self.key, self.value) = (key, value) }

  package static func < (first: ScratchRecord, second: ScratchRecord) -> Bool {
    (first.key, first.value) < (second.key, second.value)
  }
}

extension TileStorageError {
  /// A scratch file in a folder that cannot be used.
  static func scratchFile(
    _ operation: String, _ directory: String, _ code: Int32
  ) -> TileStorageError {
    .system(operation: operation + " a scratch file in", path: directory, code: code)
  }
}
