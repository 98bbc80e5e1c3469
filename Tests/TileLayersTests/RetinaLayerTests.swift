import Foundation
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Layers of retina tiles")
struct RetinaLayerTests {
  @Test("A layer is of the tiles of 512 samples where it is to be and there are some")
  func chosen() async throws {
    let folder = try TemporaryDirectory()
    let layout = DirectoryTileWriter.Layout(
      template: try TileTemplate("{z}/{x}/{y}.png"),
      retinaTemplate: try TileTemplate("{z}/{x}/{y}@2x.png"))
    let writer = try DirectoryTileWriter(path: folder.path("tiles"), layout: layout)
    let top = try #require(TileCoordinate(zoom: 1, x: 1, y: 0))
    var record = PyramidRecord()
    var tiles: [Int: [UInt8]] = [:]
    for (side, addresses) in [(256, [top, top.children[2]]), (512, [top])] {
      let bytes = try PNGTileEncoder(effort: .fast).encode(
        [UInt8](repeating: 200, count: 4 * side * side), width: side, height: side)
      tiles[side] = bytes
      var file = TileFile(bytes)
      file.isRetina = side == 512
      for tile in addresses {
        try writer.write(file, at: tile)
        record.add(file, at: tile)
      }
    }
    let retina = try #require(record.retina)
    _ = try writer.finish(
      LayerDefinition(
        name: "Pair", urlTemplate: layout.template.relativeURL,
        bounds: GeographicBounds(west: 0, south: 0, east: 90, north: 66), digest: record.digest,
        coverage: record.coverage,
        retina: LayerDefinition.Retina(
          urlTemplate: layout.retinaTemplate?.relativeURL, digest: retina.digest,
          coverage: retina.coverage)))

    var options = TileLayer.Options()
    for path in ["tiles", "tiles/layer.json"] {
      for (uses, side, zooms) in [(false, 256, 1...2), (true, 512, 1...1)] {
        options.usesRetinaTiles = uses
        let layer = try TileLayer.open(folder.path(path), options: options)
        #expect(layer.information.tileSize.rawValue == side)
        #expect(layer.information.extent.zooms == zooms)
        #expect(await layer.tile(at: top).content?.bytes == tiles[side])
      }
    }
    // An app asks for the tiles of either size by the definition alone.
    let definition = try #require(try openTileStore(folder.path("tiles")).definition)
    let large = try #require(definition.retinaLayer)
    let base = URL(string: "https://a.example/p/layer.json")
    let url = try large.tileURLConstructor(relativeTo: base)
    #expect(
      url(1, 0, 1)?.absoluteString
        == "https://a.example/p/1/1/0@2x.png?v=\(large.versionToken)")
    #expect(url(2, 1, 2) == nil)
  }
}
