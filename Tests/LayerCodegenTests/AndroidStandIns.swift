import Foundation
import Testing
import TilePyramidTesting

/// The stand-ins for the SDKs of Android, compiled once for all tests.
enum AndroidStandIns {
  private static let folder = Result { try TemporaryDirectory() }

  /// The folder of the classes; it is there until the tests end.
  static let classes = Result {
    let folder = try Self.folder.get()
    atexit { try? AndroidStandIns.removeFolder() }
    let root = Compiler.standIn("Android")
    let walker = try #require(FileManager.default.enumerator(atPath: root))
    let sources = walker.compactMap { $0 as? String }.filter { $0.hasSuffix(".java") }.sorted()
    try Compiler.java?.compile(
      ["-encoding", "UTF-8", "-d", folder.path] + sources.map { "\(root)/\($0)" })
    return folder
  }

  private static func removeFolder() throws {
    try FileManager.default.removeItem(at: folder.get().url)
  }
}
