import TileModel

/// A key and a value, ordered by key, then by value.
package struct ScratchRecord: Comparable, Sendable, BitwiseCopyable {
  package let key: UInt64
  package let value: UInt64

  package init(key: UInt64, value: UInt64) { (self.key, self.value) = (key, value) }

  package static func < (first: ScratchRecord, second: ScratchRecord) -> Bool {
    (first.key, first.value) < (second.key, second.value)
  }
}

extension TileStorageError {
  static func scratchFile(
    _ operation: String, _ directory: String, _ code: Int32
  ) -> TileStorageError {
    .system(operation: operation + " a scratch file in", path: directory, code: code)
  }
}

extension UnnamedFile {
  static func scratch(in directory: String) throws(TileStorageError) -> UnnamedFile {
    return try rethrowing(try UnnamedFile(directory: directory)) { (error: CreationError) in
      TileStorageError.scratchFile("create", directory, error.code)
    }
  }

  /// Empty, with `code` set to the `errno`, when they cannot be read.
  func records<Record: BitwiseCopyable>(in range: Range<Int>, _ code: inout Int32) -> [Record] {
    let stride = MemoryLayout<Record>.stride
    var result: Int32 = 0
    let records = [Record](unsafeUninitializedCapacity: range.count) { buffer, count in
      result = read(
        into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: range.count * stride),
        at: range.lowerBound * stride)
      count = result == 0 ? range.count : 0
    }
    code = result
    return records
  }
}
