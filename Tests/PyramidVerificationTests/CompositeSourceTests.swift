import Foundation
import Georeferencing
import Mosaics
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Tiles of images on several grids")
struct CompositeSourceTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Systems and places: on the grid of the map, turned, in UTM, and in degrees; each reaches into the others.
  private static let places: [(crs: String, affine: Georeferencing.AffineTransform)] = [
    ("EPSG:3857", affine(1_001_000, 6_001_000, 1.1)),
    (
      "EPSG:3857",
      Georeferencing.AffineTransform(
        originX: 1_001_300, originY: 6_001_100, columnX: 1.2, columnY: -0.5, rowX: -0.5, rowY: -1.2)
    ),
    ("EPSG:32632", affine(499_520, 5_245_060, 0.8)),
    ("EPSG:4326", affine(8.9930, 47.3590, 0.000_008)),
  ]

  private static func affine(
    _ x: Double, _ y: Double, _ step: Double
  ) -> Georeferencing.AffineTransform {
    AffineTransform.northUp(x, y, step: step)
  }

  /// Writes an image for each place, of which every other one has holes and soft edges.
  private func images(moved: Int? = nil) throws -> SourceImages {
    var listing = try ImageListing([])
    for (index, place) in Self.places.enumerated() {
      let picture = SyntheticRaster.noise(
        seed: UInt64(40 + index), opaque: index % 2 == 0,
        size: PixelSize(width: 330, height: 290))
      let path = folder.path("\(index).png")
      try PNGFileWriter.write(RGBAImage(picture), to: path, compression: .fast)
      var affine = place.affine
      if index == moved { affine.originX += 0.4 * affine.columnX }
      try folder.write(WorldFile(affine).text.utf8, as: "\(index).pgw")
      try listing.add(
        ListedImage(
          path, placement: .worldFile(path: folder.path("\(index).pgw")),
          crs: CoordinateReferenceSystem(parsing: place.crs)))
    }
    return SourceImages(listing, readAs: SourceImage(""), path: folder.path)
  }

  private func source(
    _ images: SourceImages, clips: [ClipArea] = []
  ) throws -> VerificationSource {
    var source = try VerificationSource(images, scratch: ScratchDirectory(path: folder.path))
    source.clips = clips
    return source
  }

  private func build(
    _ images: SourceImages, _ options: PyramidOptions, _ encoding: PyramidEncoding? = nil
  ) async throws -> String {
    var request = PyramidRequest(images, output: try .file(folder.path("t.mbtiles")))
    request.options = options
    if let encoding { request.encoding = encoding }
    request.resources.threads = 2
    _ = try await PyramidBuild(request).run()
    return folder.path("t.mbtiles")
  }

  private func verify(_ path: String, _ source: VerificationSource) throws -> VerificationReport {
    var options = VerificationOptions()
    options.threads = 2
    options.comparesEveryTile = true
    options.source = source
    return try PyramidVerifier.verify(path, options: options)
  }

  @Test(
    "Each sample is what the images give there, by every kernel, enlarged and reduced",
    arguments: Resampling.allCases, [15, 17, 18])
  func sound(resampling: Resampling, zoom: Int) async throws {
    let images = try images()
    var options = PyramidOptions()
    options.resampling = resampling
    options.maximumZoom = zoom
    let report = try verify(try await build(images, options), try source(images))
    #expect(!report.fails(at: .note), "\(report.text)")
    #expect((report.source?.peakSignalToNoise ?? 0) > (resampling == .nearest ? 60 : 55))
  }

  @Test("Lossy tiles and tiles of a part agree, too", arguments: [true, false])
  func lossyAndClipped(isLossy: Bool) async throws {
    let images = try images()
    var options = PyramidOptions()
    options.maximumZoom = 17
    let clip = try ClipArea(
      GeographicBounds(optionText: "8.9928,47.3570,8.9965,47.3592", option: "clip-bounds"))
    if !isLossy { options.clips = [clip] }
    let path = try await build(
      images, options,
      isLossy
        ? PyramidEncoding(.webp, quality: 70, isLossless: false, background: .white, effort: .fast)
        : nil)
    let report = try verify(path, try source(images, clips: options.clips))
    #expect(!report.fails(at: .note), "\(report.text)")
    #expect((report.source?.samples ?? 0) > 100_000)
  }

  @Test("An image that is two fifths of a pixel elsewhere is found", arguments: 0..<4)
  func moved(image: Int) async throws {
    var options = PyramidOptions()
    options.maximumZoom = 17
    options.minimumZoom = 17
    let path = try await build(try images(), options)
    let report = try verify(path, try source(images(moved: image)))
    #expect(report.fails(at: .error), "\(report.text)")
  }

  @Test("Images in another order cannot be compared, and the error says so")
  func otherOrder() async throws {
    var images = try images()
    var options = PyramidOptions()
    options.maximumZoom = 17
    let path = try await build(images, options)
    let raster = try source(images).raster
    images = SourceImages([images.images[1], images.images[0]], readAs: SourceImage(""))
    let other = try source(images)
    #expect(raster.sheets.count == 4 && other.raster.sheets.count == 2)
    #expect(throws: FailureReport.self) {
      try verify(path, other)
    }
  }

  @Test("A tile that shows the image below instead of the one on top is found")
  func wrongImageOnTop() async throws {
    let images = try images()
    var options = PyramidOptions()
    options.maximumZoom = 17
    options.minimumZoom = 17
    var upside = images
    upside.onTop = .first
    let path = try await build(upside, options)
    // The same grids in the order of the definition, with what they show exchanged.
    let report = try verify(path, try source(images))
    #expect(report.fails(at: .error), "\(report.text)")
  }

  @Test("Of blended images a sample is between those of the images, and what is not is found")
  func blended() async throws {
    var images = try images()
    images.featherWidth = 24
    var options = PyramidOptions()
    options.maximumZoom = 17
    let path = try await build(images, options)
    let report = try verify(path, try source(images))
    #expect(!report.fails(at: .note), "\(report.text)")
    let moved = try self.images(moved: 2)
    #expect(try verify(path, try source(moved)).fails(at: .error))
  }
}
