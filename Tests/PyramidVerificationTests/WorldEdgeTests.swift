import Foundation
import Georeferencing
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Verifying at the edges of the world")
struct WorldEdgeTests {
  /// Tiles of noise where a world file and a system put it.
  private struct Built {
    let folder: TemporaryDirectory
    let build: PyramidBuild
    var tiles: String { folder.path("tiles") }

    init(
      _ size: PixelSize, west: Double, north: Double, step: Double, crs: String, zoom: Int
    ) async throws {
      folder = try TemporaryDirectory()
      try folder.write(.noise(seed: 9, opaque: true, size: size), as: "a.png")
      let lines = [step, 0, 0, -step, west + step / 2, north - step / 2].map(\.description)
      try folder.write(lines.joined(separator: "\n").utf8, as: "a.pgw")
      var image = SourceImage(folder.path("a.png"))
      image.crs = try CoordinateReferenceSystem(parsing: crs)
      var request = PyramidRequest(image, output: .directory(folder.path("tiles")))
      request.options.minimumZoom = zoom
      request.options.maximumZoom = zoom
      build = try PyramidBuild(request)
      _ = try await build.run()
    }

    func report() throws -> VerificationReport {
      var options = VerificationOptions()
      options.comparesEveryTile = true
      options.source = VerificationSource(
        raster: build.image.raster, georeference: build.image.resolved.georeference, clips: [],
        scratch: ScratchDirectory(path: folder.path))
      return try PyramidVerifier.verify(tiles, options: options)
    }
  }

  @Test("The north of an image that reaches beyond the pole is missed where it is not built")
  func north() async throws {
    let built = try await Built(
      PixelSize(width: 401, height: 400), west: 10, north: 90.025, step: 0.05, crs: "EPSG:4326",
      zoom: 5)
    let sound = try built.report()
    #expect(!sound.fails(at: .warning), "\(sound.text)")
    for column in 16...18 {
      for row in 0..<6 {
        try FileManager.default.removeItem(atPath: built.tiles + "/5/\(column)/\(row).png")
      }
    }
    let missing = try built.report().findings("source.missing")
    #expect(missing.count == 18)
  }

  @Test("A seam at the meridian where a projection is cut inside the map is found")
  func seam() async throws {
    let step = 2 * Double.pi * 6_378_137 / 720
    let built = try await Built(
      PixelSize(width: 720, height: 360), west: -360 * step, north: 180 * step, step: step,
      crs: "+proj=eqc +lon_0=180 +R=6378137", zoom: 1)
    let sound = try built.report()
    #expect(!sound.fails(at: .warning), "\(sound.text)")
    // Longitude 0 is the western edge of the second column of tiles.
    let path = built.tiles + "/1/1/0.png"
    let tile = try TileDecoder.decode([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    var samples = Array(tile.samples)
    for row in 0..<256 {
      for channel in 0..<3 { samples[4 * 256 * row + channel] = 127 }
    }
    try PNGFileWriter.write(
      RGBAImage(width: 256, height: 256, samples: samples), to: path, compression: .fast)
    #expect(try built.report().findings("source.pixels").map(\.location) == ["tile 1/1/0"])
  }

  @Test("The edge of a world that is enlarged ends alike in every block")
  func enlarged() async throws {
    let step = 2 * Double.pi * 6_378_137 / 120
    let built = try await Built(
      PixelSize(width: 120, height: 77), west: -60 * step, north: 38.3 * step, step: step,
      crs: "+proj=mill +lon_0=31 +R=6378137", zoom: 2)
    let report = try built.report()
    #expect(!report.fails(at: .warning), "\(report.text)")
  }
}
