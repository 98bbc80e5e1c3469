import Platform

/// The name of an entry of a folder, byte for byte as the file system has it.
///
/// Names need not be text, so they are compared and passed on as bytes; only messages show them as
/// UTF-8.
struct FileName: Hashable, Comparable, Sendable {
  /// The bytes with a NUL at the end, as the system's calls take them.
  let cString: [CChar]

  /// Takes the bytes of a name up to a NUL.
  init(cString: UnsafePointer<CChar>) {
    var end = 0
    while cString[end] != 0 { end += 1 }
    self.cString = Array(UnsafeBufferPointer(start: cString, count: end + 1))
  }

  init(_ text: some StringProtocol) { cString = text.utf8.map { CChar(bitPattern: $0) } + [0] }

  /// The folder itself, as folders list it.
  static let current = FileName(".")
  /// The folder that holds a folder, as folders list it.
  static let parent = FileName("..")

  private var bytes: some Collection<UInt8> {
    cString.dropLast().lazy.map { UInt8(bitPattern: $0) }
  }

  /// Reads the bytes of the name.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    cString.withUnsafeBytes { raw in
      body(UnsafeBufferPointer(rebasing: raw.bindMemory(to: UInt8.self).dropLast()))
    }
  }

  /// The name for messages.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The name when it is UTF-8, else `nil`.
  var validText: String? { String(validating: bytes, as: UTF8.self) }

  static func < (first: FileName, second: FileName) -> Bool {
    // It compares bytes as unsigned ones.
    strcmp(first.cString, second.cString) < 0
  }
}

/// A path relative to the root of a tree, name by name; empty for the root itself.
struct TreePath: Hashable, Comparable, Sendable {
  var names: [FileName]

  init(_ names: [FileName] = []) { self.names = names }

  /// A path in UTF-8, whose names are separated by slashes.
  init(_ text: String) { names = text.split(separator: "/").map { FileName($0) } }

  /// The path for messages.
  var text: String { names.map(\.text).joined(separator: "/") }

  /// The path of the folder that holds what this names; the root's is the root.
  var parent: TreePath { TreePath(Array(names.dropLast())) }

  /// The paths of all folders on the way, the outermost first, without the root.
  var parents: [TreePath] { (1..<max(1, names.count)).map { TreePath(Array(names[..<$0])) } }

  func appending(_ name: FileName) -> TreePath { TreePath(names + [name]) }

  static func < (first: TreePath, second: TreePath) -> Bool {
    first.names.lexicographicallyPrecedes(second.names)
  }
}
