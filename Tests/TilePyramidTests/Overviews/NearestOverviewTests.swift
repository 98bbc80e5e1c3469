import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Nearest overviews")
struct NearestOverviewTests {
  @Test(
    "Nearest overviews take the sample north-west of the centre", arguments: TileSize.allCases,
    [(0, 0), (1, 1), (3, 2)])
  func picks(tileSize: TileSize, origin: (Int, Int)) throws {
    let side = tileSize.rawValue
    let size = PixelSize(width: 3 * side + 50, height: 2 * side + 170)
    let source = Drawing.noiseWithAlpha.raster(size)
    let georeference = WorldPixelGrid(zoom: 14, tileSize: tileSize).northUp(
      x: Double((4000 + origin.0) * side + 99), y: Double((3000 + origin.1) * side + 201))
    let built = try BuiltPyramid(
      source, georeference, .zooms(8, 14, tileSize: tileSize, overviews: .nearest))
    let deepest = try built.deepest()
    for zoom in built.zooms.dropFirst() {
      let halvings = 14 - zoom
      // The one up and to the left of the four samples around the centre of 2^n by 2^n.
      let offset = (1 << (halvings - 1)) - 1
      var wrong = 0
      try built.plane(zoom).forEach { x, y, sample in
        if sample != deepest[(x << halvings) + offset, (y << halvings) + offset] { wrong += 1 }
      }
      #expect(wrong == 0, "zoom \(zoom)")
    }
  }
}
