import Foundation
import Georeferencing
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Tiles of a part of a source")
struct SourceClipTests {
  /// The north-west corner of the picture, in world samples of zoom 6: in the middle of the map, and
  /// where the antimeridian crosses it.
  private static let corners: [(x: Double, y: Double)] = [(10_300.3, 5_123.8), (16_000, 5_123.8)]

  /// A triangle with a hole, moved east by some samples, and a box that cuts off a part of it.
  private static func areas(_ corner: (x: Double, y: Double), east: Double = 0) -> [ClipArea] {
    let triangle = [(60.3, 80.6), (610.2, 130.4), (230.7, 600.9)]
    let hole = [(200.0, 180.0), (310, 180), (310, 290), (200, 290)]
    let box = [(0.0, 0.0), (350, 0), (350, 800), (0, 800)]
    func ring(_ points: [(Double, Double)]) -> [MercatorPoint] {
      points.map { x, y in
        TileGrid(tileSize: .standard).mercator(
          of: WorldPixelPoint(x: corner.x + x + east, y: corner.y + y), atZoom: 6)
      }
    }
    return [
      ClipArea(polygons: [ClipArea.Polygon(rings: [ring(triangle), ring(hole)])]),
      ClipArea(polygons: [ClipArea.Polygon(rings: [ring(box)])]),
    ]
  }

  private func store(
    _ corner: (x: Double, y: Double), degrees: Double, clips: [ClipArea]
  ) throws -> (store: SampleStore, source: VerificationSource) {
    let raster = SamplePicture.raster(side: 700)
    let georeference = SampleTiles.georeference(x: corner.x, y: corner.y, degrees: degrees)
    var options = SampleTiles.options
    options.clips = clips
    let store = try SampleStore.mbtiles(try SampleTiles(raster, georeference, options: options))
    let source = VerificationSource(
      raster: raster, georeference: georeference, clips: clips,
      scratch: ScratchDirectory(path: store.folder.path))
    return (store, source)
  }

  @Test(
    "Tiles of a clipped source agree with it where the clip is given", arguments: corners.indices,
    [0.0, 21])
  func part(corner: Int, degrees: Double) throws {
    let (store, source) = try store(
      Self.corners[corner], degrees: degrees, clips: Self.areas(Self.corners[corner]))
    store.options.source = source
    let report = try store.verify()
    #expect(!report.fails(at: .warning), "\(report.text)")
    // Samples around the triangle count as well.
    #expect((report.source?.samples ?? 0) > 200_000)
  }

  @Test("Polygons that overlap agree with the source, and their parity does not")
  func overlapping() throws {
    let corner = Self.corners[0]
    let polygons = Self.areas(corner).flatMap(\.polygons)
    let (store, source) = try store(corner, degrees: 0, clips: [ClipArea(polygons: polygons)])
    store.options.source = source
    #expect(!(try store.verify()).fails(at: .warning))
    let parity = ClipArea(polygons: [ClipArea.Polygon(rings: polygons.flatMap(\.rings))])
    store.options.source?.clips = [parity]
    #expect(try store.verify().broken.contains("source.pixels"))
  }

  @Test(
    "Tiles of a clipped source differ from the whole source and from another clip",
    arguments: corners.indices)
  func otherPart(corner: Int) throws {
    let corner = Self.corners[corner]
    let (store, source) = try store(corner, degrees: 0, clips: Self.areas(corner))
    for clips in [[], Self.areas(corner, east: 60), Array(Self.areas(corner).prefix(1))] {
      store.options.source = source
      store.options.source?.clips = clips
      let broken = try store.verify().broken
      #expect(broken.contains("source.pixels"))
      #expect(
        broken.isSubset(of: ["source.missing", "source.pixels", "source.shift"]), "\(broken)")
    }
  }
}
