import Foundation

/// The project's collection of real test files, which is beside the repository when present.
///
/// Tests that need it are enabled by ``isAvailable`` and so say that they are skipped without it.
package enum TestData {
  /// The folder, `../shared/testdata` from the package, or the one `TILEPYRAMID_TESTDATA` names.
  package static let root: String = {
    if let named = ProcessInfo.processInfo.environment["TILEPYRAMID_TESTDATA"] { return named }
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.deletingLastPathComponent().appendingPathComponent("shared/testdata").path
  }()

  /// Whether the folder exists.
  package static let isAvailable = FileManager.default.fileExists(atPath: root)

  /// The path of one file.
  package static func path(_ name: String) -> String { root + "/" + name }

  /// The contents of one file.
  package static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }
}
