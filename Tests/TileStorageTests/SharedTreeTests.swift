import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("A tree that layers share")
struct SharedTreeTests {
  private func tile(_ x: Int, _ y: Int) throws -> TileCoordinate {
    try #require(TileCoordinate(zoom: 4, x: x, y: y))
  }

  private func definition(_ template: TileTemplate?) throws -> LayerDefinition {
    LayerDefinition(
      name: "M", urlTemplate: template?.relativeURL,
      bounds: GeographicBounds(west: 0, south: 0, east: 1, north: 1),
      coverage: TileCoverage([try tile(1, 2), try tile(1, 3)]))
  }

  private func linkCount(_ path: String) throws -> Int {
    let value = try FileManager.default.attributesOfItem(atPath: path)[.referenceCount]
    return try #require(value as? Int)
  }

  @Test("Layers of one tree link equal tiles, from several threads", arguments: [true, false])
  func links(isShared: Bool) async throws {
    let folder = try TemporaryDirectory()
    let tree = try OutputTree(path: folder.path("out"))
    let links = SharedTileLinks()
    var writers: [DirectoryTileWriter] = []
    var templates: [TileTemplate] = []
    for floor in ["a", "b", "c", "d"] {
      let template = try TileTemplate(path: "{floor}/{z}/{x}/{y}.png", floor: floor, format: .png)
      templates.append(template)
      writers.append(
        try DirectoryTileWriter(
          in: tree,
          layout: DirectoryTileWriter.Layout(
            template: template, hardLinks: true, layerFile: "\(floor).layer.json"),
          links: isShared ? links : nil))
    }
    let locations: [TileCoordinate] = try (0..<256).map { try tile($0 / 16, $0 % 16) }
    await withTaskGroup(of: Void.self) { group in
      for writer in writers {
        group.addTask {
          for location in locations {
            do {
              // Rows of one content, so that layers meet at each of them.
              try writer.write([UInt8(location.y), 1, 2, 3], at: location)
            } catch {
              Issue.record(error)
            }
          }
        }
      }
    }
    var distinct = 0
    for (writer, template) in zip(writers, templates) {
      distinct += try writer.finish(definition(template)).distinctTileCount
    }
    try tree.publish()
    #expect(distinct == (isShared ? 16 : 64))
    for floor in ["a", "b", "c", "d"] {
      let count = try linkCount(folder.path("out/\(floor)/4/3/5.png"))
      #expect(count == (isShared ? 64 : 16))
    }
    #expect(folder.listing.count == 1028)
  }

  @Test("A tree of layers holds MBTiles files, which appear with it or not at all")
  func mbtiles() throws {
    let folder = try TemporaryDirectory()
    let alone = try SingleFileWriter(path: folder.path("alone.mbtiles"))
    let tree = try OutputTree(path: folder.path("out"))
    let writers = try ["a", "b"].map { try SingleFileWriter(in: tree, named: "\($0).mbtiles") }
    for writer in writers + [alone] {
      for location in [try tile(1, 2), try tile(1, 3)] {
        try writer.write([1, 2, 3], at: location)
      }
      _ = try writer.finish(definition(nil))
    }
    #expect(folder.listing.filter { !$0.hasPrefix(".") } == ["alone.layer.json", "alone.mbtiles"])
    try tree.publish()
    let expected = ["a.layer.json", "a.mbtiles", "b.layer.json", "b.mbtiles"].map { "out/\($0)" }
    #expect(folder.listing == ["alone.layer.json", "alone.mbtiles"] + expected)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("alone.mbtiles")))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("out/a.mbtiles"))) == bytes)

    let dropped = try OutputTree(path: folder.path("other"))
    let writer = try SingleFileWriter(in: dropped, named: "a.mbtiles")
    try writer.write([1], at: try tile(1, 2))
    writer.abandon()
    dropped.abandon()
    #expect(folder.listing.count == 6)
    #expect(throws: TileStorageError.self) {
      try SingleFileWriter(in: OutputTree(path: folder.path("third")), named: "../a.mbtiles")
    }
  }
}
