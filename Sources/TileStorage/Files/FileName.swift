import Platform

/// The name of a directory entry, byte for byte.
///
/// Names need not be text: they are compared and passed on as bytes. Only messages show them as UTF-8.
struct FileName: Hashable, Comparable, Sendable {
  /// NUL-terminated.
  let cString: [CChar]

  init(cString: UnsafePointer<CChar>) {
    var end = 0
    while cString[end] != 0 { end += 1 }
    self.cString = Array(UnsafeBufferPointer(start: cString, count: end + 1))
  }

  init(_ text: some StringProtocol) { cString = text.utf8.map { CChar(bitPattern: $0) } + [0] }

  private var bytes: some Collection<UInt8> {
    cString.dropLast().lazy.map { UInt8(bitPattern: $0) }
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    cString.withUnsafeBytes { raw in
      body(UnsafeBufferPointer(rebasing: raw.bindMemory(to: UInt8.self).dropLast()))
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

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

  init(_ text: String) { names = text.split(separator: "/").map { FileName($0) } }

  var text: String { names.map(\.text).joined(separator: "/") }

  var parent: TreePath { TreePath(Array(names.dropLast())) }

  /// Outermost first, without the root.
  var parents: [TreePath] { (1..<max(1, names.count)).map { TreePath(Array(names[..<$0])) } }

  func appending(_ name: FileName) -> TreePath { TreePath(names + [name]) }

  static func < (first: TreePath, second: TreePath) -> Bool {
    first.names.lexicographicallyPrecedes(second.names)
  }
}
