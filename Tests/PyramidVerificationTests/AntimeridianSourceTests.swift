import Georeferencing
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Verifying against an image at the antimeridian")
struct AntimeridianSourceTests {
  @Test(
    "What is undamaged is not reported, across it, at it and beside it",
    arguments: [
      (179.8, -179.9), (179.9, -179.8), (179.9, 180), (-180, -179.9), (179.7, 179.9), (-180, 180),
    ],
    ["EPSG:4326", "EPSG:3857"])
  func undamaged(longitudes: (west: Double, east: Double), crs: String) async throws {
    let folder = try TemporaryDirectory()
    let size = PixelSize(width: 300, height: 200)
    try folder.write(.noise(seed: 3, opaque: true, size: size), as: "a.png")
    var image = SourceImage(
      folder.path("a.png"),
      placement: .bounds(
        GeographicBounds(west: longitudes.west, south: 9, east: longitudes.east, north: 9.1)))
    image.crs = try CoordinateReferenceSystem(parsing: crs)
    var request = PyramidRequest(image, output: .directory(folder.path("tiles")))
    if longitudes.west == -180, longitudes.east == 180 { request.options.maximumZoom = 3 }
    let build = try PyramidBuild(request)
    _ = try await build.run()
    var options = VerificationOptions()
    options.comparesEveryTile = true
    options.source = VerificationSource(
      raster: build.image.raster, georeference: build.image.resolved.georeference, clips: [],
      scratch: ScratchDirectory(path: folder.path))
    let report = try PyramidVerifier.verify(folder.path("tiles"), options: options)
    #expect(!report.fails(at: .error), "\(report.text)")
  }
}
