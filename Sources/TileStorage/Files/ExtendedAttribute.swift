import CFileShim
import Platform

/// Extended attributes of files and folders.
enum ExtendedAttribute {
  /// In bytes, with room for a few other attributes in ext4.
  static let capacity = 3000

  static func write(_ bytes: [UInt8], as name: String, to path: String) -> Bool {
    guard bytes.count <= capacity else { return false }
    return bytes.withUnsafeBytes { tp_set_attribute(path, name, $0.baseAddress, $0.count) } == 0
  }

  static func read(_ name: String, of path: String) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      count = max(0, tp_get_attribute(path, name, target.baseAddress, capacity))
    }
    return bytes.isEmpty ? nil : bytes
  }
}
