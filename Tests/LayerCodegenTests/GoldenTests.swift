import Foundation
import LayerCodegen
import Testing
import TileModel

@Suite("Goldens")
struct GoldenTests {
  @Test("Generated files are the recorded goldens", arguments: ClientKind.allCases)
  func goldens(kind: ClientKind) throws {
    let files =
      kind == .openSeadragon
      ? try ClientCode.generate(kind, for: [SampleLayers.picture(.standard)])
      : try ClientCode.generate(kind, for: SampleLayers.museum(), named: "Museum")
        + ClientCode.generate(kind, for: [SampleLayers.sitePlan()])
        + ClientCode.generate(
          kind, forLocated: SampleLayers.gallery().map { LocatedLayer($0) }, named: "Gallery",
          indoor: kind.hasIndoorMaps ? .follow : nil)
        + ClientCode.generate(
          kind, forLocated: SampleLayers.annex().map { LocatedLayer($0) }, named: "Annex",
          indoor: kind.hasIndoorMaps ? .off : nil)
    let folder = Compiler.packageRoot.appendingPathComponent(
      "Tests/LayerCodegenTests/Goldens/\(kind.rawValue)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for old in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(old))
      }
      for file in files {
        try Data(file.contents.utf8).write(to: folder.appendingPathComponent(file.path))
      }
      Issue.record("goldens were recorded; run again without RECORD_GOLDENS")
      return
    }
    let recorded = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(recorded.sorted() == files.map(\.path).sorted())
    for file in files {
      let url = folder.appendingPathComponent(file.path)
      #expect(try String(contentsOf: url, encoding: .utf8) == file.contents, "\(file.path)")
    }
  }
}

extension ClientKind {
  /// The clients that show tiles of the world.
  static let ofTheWorld = allCases.filter { $0 != .openSeadragon }
}
