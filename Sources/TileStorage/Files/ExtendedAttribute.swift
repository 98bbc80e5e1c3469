import CFileShim
import Platform

/// A small note that a file system keeps with a file or folder, and not in it.
enum ExtendedAttribute {
  /// The most bytes that are written: what ext4 takes besides a few others.
  static let capacity = 3000

  /// Gives a file or folder a note, or replaces it.
  static func write(_ bytes: [UInt8], as name: String, to path: String) -> Bool {
    guard bytes.count <= capacity else { return false }
    return bytes.withUnsafeBytes { tp_set_attribute(path, name, $0.baseAddress, $0.count) } == 0
  }

  /// The note of a file or folder; `nil` where there is none.
  static func read(_ name: String, of path: String) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      count = max(0, tp_get_attribute(path, name, target.baseAddress, capacity))
    }
    return bytes.isEmpty ? nil : bytes
  }
}
