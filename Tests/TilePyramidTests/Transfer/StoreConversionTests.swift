import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("StoreConversion")
struct StoreConversionTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func request(_ output: BuildOutput) throws -> PyramidRequest {
    let anchor = ImageAnchor(
      anchor: GeographicCoordinate(latitude: 47.36565, longitude: 8.54585),
      sampleSize: .metres(0.1), bearing: 0)
    var request = PyramidRequest(
      SourceImage(folder.path("plan.png"), placement: .anchor(anchor)), output: output)
    request.layer.attribution = "<b>Us</b>"
    return request
  }

  /// A built folder of tiles, with a transparent corner.
  private func build(_ name: String, hybrid: Bool = false) async throws -> String {
    let raster = SyntheticRaster.noise(
      seed: 4, opaque: false, size: PixelSize(width: 500, height: 1100))
    try folder.write(raster, as: "plan.png")
    var request = try request(.directory(folder.path(name)))
    if hybrid { request.encoding = .hybrid(quality: 80, effort: .fast) }
    _ = try await PyramidBuild(request).run()
    return folder.path(name)
  }

  private func output(_ name: String) throws -> BuildOutput {
    name.contains(".") ? try .file(folder.path(name)) : .directory(folder.path(name))
  }

  private func convert(
    _ source: String, _ name: String, _ selection: TileSelection = TileSelection()
  ) async throws -> StoreConversion.Outcome {
    var conversion = StoreConversion(of: source, to: try output(name))
    conversion.selection = selection
    return try conversion.run()
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test("A copy has the bytes of a build into the same format")
  func sameAsBuild() async throws {
    let source = try await build("tiles")
    for name in ["x.mbtiles", "x.pmtiles", "x.gpkg"] {
      _ = try await convert(source, name)
      let request = try request(.file(folder.path("built-" + name)))
      _ = try await PyramidBuild(request).run()
      #expect(try bytes(folder.path(name)) == bytes(folder.path("built-" + name)), "\(name)")
    }
  }

  @Test("Zooms are taken, and coverage and digest are those of the part")
  func zooms() async throws {
    let source = try await build("tiles")
    let whole = try #require(try openTileStore(source).definition)
    let range = (whole.minimumZoom + 1)...(whole.maximumZoom - 1)
    let outcome = try await convert(source, "part.pmtiles", TileSelection(zooms: range))
    let part = outcome.layer.definition
    #expect(part.minimumZoom == range.lowerBound && part.maximumZoom == range.upperBound)
    #expect(part.coverage.levels == whole.coverage.levels.filter { range.contains($0.zoom) })
    #expect(part.digest != whole.digest && part.bounds == whole.bounds)
    let reader = try openTileStore(folder.path("part.pmtiles"))
    var record = PyramidRecord()
    for tile in try reader.coordinates() {
      record.add(try #require(try reader.tile(at: tile)), at: tile)
    }
    #expect(record.digest == part.digest)
  }

  @Test("The tiles that show a part of an area are taken, and no neighbours")
  func area() async throws {
    let source = try await build("tiles")
    let whole = try #require(try openTileStore(source).definition)
    let tile = try #require(whole.coverage.levels.last?.boundingRange.first { _ in true })
    let box = TileGrid().bounds(of: tile)
    let bounds = GeographicBounds(box)
    // The bounds of a tile are its own only: its neighbours touch them.
    let outcome = try await convert(
      source, "one.gpkg", TileSelection(areas: [try ClipArea(bounds)]))
    let deepest = try #require(outcome.layer.definition.coverage.levels.last)
    #expect(deepest.tileCount == 1 && deepest.contains(x: tile.x, y: tile.y))
    for level in outcome.layer.definition.coverage.levels { #expect(level.tileCount == 1) }
    #expect(outcome.layer.definition.bounds.west >= bounds.west - 1e-9)
  }

  @Test("What cannot be copied is refused, and nothing is left")
  func refused() async throws {
    let source = try await build("tiles", hybrid: true)
    await #expect(throws: FailureReport.hybrid(path: source, .pmtiles)) {
      try await convert(source, "a.pmtiles")
    }
    _ = try await convert(source, "copy")
    #expect(try bytes(source + "/layer.json") == bytes(folder.path("copy/layer.json")))
    await #expect(throws: FailureReport.self) {
      try await convert(source, "b", TileSelection(zooms: 1...2))
    }
    await #expect(throws: TileStorageError.self) { try await convert(source, "copy") }
    #expect(throws: TileStorageError.self) {
      var conversion = StoreConversion(of: source, to: .directory(source, existing: .overwrite))
      conversion.scheme = .tms
      return try conversion.run()
    }
    #expect(folder.listing.filter { $0.contains("a.pmtiles") || $0.hasPrefix("b") }.isEmpty)
  }

  @Test(
    "Stores of other programs become stores of every format, with the size of their tiles",
    .enabled(if: TestData.isAvailable, "the test data is not beside the repository"),
    arguments: [
      ("usgs-mt-whitney-8-15-webp-512.pmtiles", 512), ("byte_png.pmtiles", 256),
      ("one_tile.mbtiles", 256), ("martin_webp2.pmtiles", 512),
    ])
  func others(name: String, side: Int) async throws {
    let source = TestData.path("stores/" + name)
    let original = try openTileStore(source)
    for target in ["a.mbtiles", "a.pmtiles", "a.gpkg", "a"] {
      let outcome = try await convert(source, target)
      #expect(outcome.layer.definition.tileSize.rawValue == side)
      let copy = try openTileStore(folder.path(target))
      #expect(try copy.coordinates() == original.coordinates())
      for tile in try original.coordinates() {
        #expect(try copy.tile(at: tile) == original.tile(at: tile))
      }
    }
  }

  // MARK: Selection

  /// Known by hand: at zoom 2 a tile is a quarter of the world wide.
  @Test("A triangle takes the tiles that its inside meets")
  func triangle() throws {
    let side = WebMercator.extent / 4
    func point(_ x: Double, _ y: Double) -> MercatorPoint {
      MercatorPoint(x: x * side - 2 * side, y: 2 * side - y * side)
    }
    // From the middle of the first tile to the right, and down along the diagonal.
    let area = ClipArea(polygons: [.init(rings: [[point(0.5, 0.5), point(3, 0.5), point(3, 3)]])])
    #expect(try selected(area, zoom: 2) == [[0, 0], [1, 0], [2, 0], [1, 1], [2, 1], [2, 2]])
    // An edge along the side of tiles takes none beyond it.
    let square = ClipArea(polygons: [
      .init(rings: [[point(1, 1), point(2, 1), point(2, 2), point(1, 2)]])
    ])
    #expect(try selected(square, zoom: 2) == [[1, 1]])
    #expect(try selected(square, zoom: 1) == [[0, 0]])
    #expect(try selected(square, zoom: 0) == [[0, 0]])
    #expect(try selected(square, zoom: 3).count == 4)
    // A hole of whole tiles is left out.
    let ring = ClipArea(polygons: [
      .init(rings: [
        [point(0, 0), point(3, 0), point(3, 3), point(0, 3)],
        [point(1, 1), point(2, 1), point(2, 2), point(1, 2)],
      ])
    ])
    #expect(try selected(ring, zoom: 2).count == 8)
    // Beyond the antimeridian the map goes on with its first column.
    let across = try ClipArea(GeographicBounds(west: 170, south: -10, east: -170, north: 10))
    #expect(try selected(across, zoom: 2) == [[0, 1], [3, 1], [0, 2], [3, 2]])
  }

  private func selected(_ area: ClipArea, zoom: Int) throws -> [[Int]] {
    let selection = TileSelection(areas: [area])
    return selection.tiles(among: TileRange(zoom: zoom, x: 0..<(1 << zoom), y: 0..<(1 << zoom)))
      .map { [$0.x, $0.y] }
  }
}
