import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Goldens")
struct GoldenTests {
  /// Files of layers that have nothing that those of others have not; GeneratedClientTests runs those in Swift.
  private static func isRepeated(_ file: GeneratedFile, of kind: ClientKind) -> Bool {
    kind != .swift && kind != .tileJSON && file.path.contains(/^(Gallery|Museum[^B])\w*Tiles/)
  }

  @Test("Generated files are the recorded goldens", arguments: ClientKind.allCases)
  func goldens(kind: ClientKind) throws {
    let museum = try SampleLayers.museum()
    let silent =
      try kind == .openSeadragon ? [] : ClientCode.generate(kind, for: museum, named: "Museum")
    let files = try
      (kind == .openSeadragon
      ? ClientCode.generate(kind, for: [SampleLayers.picture(.standard)])
      : ClientCode.generate(
        kind, forLocated: museum.map { LocatedLayer($0) }, named: "Museum",
        indoor: kind.hasIndoorMaps ? .off : nil)
        + ClientCode.generate(kind, for: [SampleLayers.sitePlan()])
        + ClientCode.generate(
          kind, forLocated: SampleLayers.gallery().map { LocatedLayer($0) }, named: "Gallery",
          indoor: kind.hasIndoorMaps ? .follow : nil))
      .filter { !Self.isRepeated($0, of: kind) }
    // A switch that leaves the map's own floors as they are does nothing that one that hides them does not.
    let lines = Set(files.flatMap { $0.contents.split(separator: "\n") })
    for line in silent.filter({ !Self.isRepeated($0, of: kind) }).flatMap({
      $0.contents.split(separator: "\n")
    }) {
      #expect(lines.contains(line) || line.contains(/^ *(\/\/|\*)/), "\(line)")
    }
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
