import Foundation
import Testing
import TilePyramid

@Suite("The version")
struct VersionTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Workspace.packageRoot.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("The newest changes are those of this version")
  func changes() throws {
    let article = try Self.text("Sources/TilePyramid/TilePyramid.docc/Changes.md")
    let newest = article.split(separator: "\n").first { $0.hasPrefix("## ") }
    #expect(newest == "## \(PyramidBuild.version)")
  }

  @Test(
    "Packages are named with this version in documents",
    arguments: ["README.md", "Sources/TilePyramid/TilePyramid.docc/Installing.md"])
  func packages(path: String) throws {
    let names = try Self.text(path).matches(of: /tilepyramid[-_]([0-9]+\.[0-9]+\.[0-9]+)/)
    #expect(!names.isEmpty)
    for name in names { #expect(String(name.1) == PyramidBuild.version, "\(name.0)") }
  }
}
