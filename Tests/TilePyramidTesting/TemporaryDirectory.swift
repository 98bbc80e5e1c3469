public import Foundation

/// A fresh folder that is removed, with all it holds, when the last reference goes.
public final class TemporaryDirectory: Sendable {
  /// The folder.
  public let url: URL

  /// Creates an empty folder in the system's temporary folder.
  ///
  /// - Throws: The file system's error when it cannot be created.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tilepyramid-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of the folder.
  public var path: String { url.path }

  /// The path of an entry of the folder.
  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes bytes to an entry of the folder, and creates the folders above it.
  ///
  /// - Throws: The file system's error.
  public func write(_ bytes: some Sequence<UInt8>, as name: String) throws {
    try makeFolder(above: name)
    try Data(bytes).write(to: url.appendingPathComponent(name))
  }

  package func makeFolder(above name: String) throws {
    if !name.contains("/") { return }
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent(name).deletingLastPathComponent(),
      withIntermediateDirectories: true)
  }

  /// The bytes of an entry of the folder.
  ///
  /// - Throws: The file system's error.
  public func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The regular files whose relative paths begin with a text, by the rest of these.
  ///
  /// - Throws: The file system's error.
  public func files(_ beginning: String = "") throws -> [String: [UInt8]] {
    let names = listing.filter { $0.hasPrefix(beginning) }
    return try Dictionary(
      uniqueKeysWithValues: names.map { (String($0.dropFirst(beginning.count)), try bytes($0)) })
  }

  /// The relative paths of all regular files below the folder, sorted.
  public var listing: [String] {
    let base = url.resolvingSymlinksInPath().path + "/"
    guard let walker = FileManager.default.enumerator(atPath: url.path) else { return [] }
    return walker.compactMap { $0 as? String }.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: base + $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// The relative paths of everything below the folder, hidden or not, sorted; folders end in `/`.
  public var entries: [String] {
    guard let walker = FileManager.default.enumerator(atPath: url.path) else { return [] }
    return walker.compactMap { $0 as? String }.map { name in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
      return exists && isFolder.boolValue ? name + "/" : name
    }.sorted()
  }
}
