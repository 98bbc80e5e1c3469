import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Sources that offer more than rows")
struct SourceAccessTests {
  /// A raster whose windows can be read.
  private struct Windowed: RasterSource {
    let base: SyntheticRaster
    let samples: [UInt8]

    init(_ base: SyntheticRaster) {
      self.base = base
      samples = base.samples
    }

    var header: RasterHeader {
      var header = base.header
      header.capabilities.windowBytes = 1 << 20
      return header
    }

    func openRows(
      from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> (reader: any RasterRowReader, firstRow: Int) {
      throw RasterError.notAFile(path: path, found: "a folder")
    }

    func makeWindows() throws -> any RasterWindows { Windows(size: size, samples: samples) }
  }

  private struct Windows: RasterWindows {
    let size: PixelSize
    let samples: [UInt8]

    func read(
      x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
      bytesPerRow: Int
    ) throws {
      for row in 0..<height {
        for byte in 0..<4 * width {
          target[row * bytesPerRow + byte] = samples[4 * ((y + row) * size.width + x) + byte]
        }
      }
    }
  }

  /// A raster with smaller pictures.
  private struct Reducible: RasterSource {
    let base: SyntheticRaster
    let smaller: [SyntheticRaster]

    var header: RasterHeader {
      var header = base.header
      header.capabilities.reductions = smaller.map { RasterReduction(size: $0.size) }
      return header
    }

    func resized(to size: PixelSize) throws -> any RasterSource {
      try #require(smaller.first { $0.size == size })
    }

    func openRows(
      from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> (reader: any RasterRowReader, firstRow: Int) {
      (try base.makeRowReader(scratch: scratch), 0)
    }
  }

  @Test(
    "Windows and a scratch file make the same tiles",
    arguments: [ImageGeometry.rotated, .perspective])
  func windows(geometry: ImageGeometry) throws {
    let size = PixelSize(width: 610, height: 470)
    let source = Drawing.noiseWithAlpha.raster(size)
    let georeference = geometry.georeference(size: size)
    let scratch = try BuiltPyramid(source, georeference, .zooms(15, 17))
    let windows = try BuiltPyramid(Windowed(source), georeference, .zooms(15, 17))
    #expect(windows.plan.steps[0].access == .windows(byteCount: 1 << 20))
    #expect(!windows.tiles.isEmpty)
    #expect(windows.tiles == scratch.tiles)
    #expect(windows.record.digest == scratch.record.digest)
  }

  @Test("A picture of half the size is read when the level is half as fine, and copied on the grid")
  func aligned() throws {
    let size = PixelSize(width: 512, height: 512)
    let worldPixels = WorldPixelGrid(zoom: 17)
    let georeference = worldPixels.northUp(x: 256 * 70_400, y: 256 * 42_560)
    let half = Drawing.noise.raster(PixelSize(width: 256, height: 256))
    let quarter = Drawing.noiseWithAlpha.raster(PixelSize(width: 128, height: 128))
    let source = Reducible(base: Drawing.noise.raster(size), smaller: [half, quarter])
    let built = try BuiltPyramid(source, georeference, .zooms(16, 16))
    let plane = try built.deepest()
    // The tile is the smaller picture, sample for sample.
    let samples = half.samples
    for y in stride(from: 0, to: 256, by: 17) {
      for x in 0..<256 {
        let expected = Array(samples[(4 * (256 * y + x))...].prefix(4))
        let pixel = plane[256 * 35_200 + x, 256 * 21_280 + y]
        #expect((0..<4).map { pixel[$0] } == expected)
      }
    }
  }

  @Test("No smaller picture is read at the image's own zoom, or with the nearest sample")
  func notReduced() throws {
    let size = PixelSize(width: 610, height: 470)
    let image = Drawing.noise.raster(size)
    let half = Drawing.linesOnNothing.raster(PixelSize(width: 305, height: 235))
    let source = Reducible(base: image, smaller: [half])
    let georeference = ImageGeometry.streamedMercator.georeference(size: size)
    for options in [.zooms(15, 17), .zooms(14, 15, resampling: .nearest)] as [PyramidOptions] {
      let plain = try BuiltPyramid(image, georeference, options)
      #expect(try BuiltPyramid(source, georeference, options).tiles == plain.tiles)
    }
    let coarse = try BuiltPyramid(source, georeference, .zooms(14, 15))
    #expect(try coarse.tiles != BuiltPyramid(image, georeference, .zooms(14, 15)).tiles)
  }

  @Test("Of an image across the antimeridian the same smaller picture is read as of one beside it")
  func acrossTheAntimeridian() throws {
    // The system's scale is another one half a world away.
    let size = PixelSize(width: 2000, height: 1000)
    let source = Reducible(
      base: Drawing.flat.raster(size),
      smaller: [2, 4, 8].map {
        Drawing.flat.raster(PixelSize(width: size.width / $0, height: size.height / $0))
      })
    for meridian in [170, 180] {
      let georeference = try Georeference(
        crs: CoordinateReferenceSystem(
          parsing: "+proj=laea +lat_0=20 +lon_0=\(meridian) +datum=WGS84"),
        pixelToCRS: .affine(AffineTransform.northUp(-65_000, 32_500, step: 65))
      ).normalised(size: size, location: "laea")
      let plan = try PyramidPlan(for: source, georeference: georeference, options: .zooms(0, 8))
      #expect((plan.bounds.west > plan.bounds.east) == (meridian == 180))
      #expect(plan.steps.map(\.raster) == [.reduction])
      #expect(plan.steps[0].size == PixelSize(width: 250, height: 125))
    }
  }

  @Test(
    "Across the antimeridian a smaller picture is chosen as half a world away, however the image lies",
    arguments: [ImageGeometry.streamedMercator, .streamedDegrees, .rotated, .perspective])
  func halfAWorldAway(geometry: ImageGeometry) throws {
    let size = PixelSize(width: 1600, height: 1200)
    let source = Reducible(
      base: Drawing.flat.raster(size),
      smaller: [2, 4, 8].map {
        Drawing.flat.raster(PixelSize(width: size.width / $0, height: size.height / $0))
      })
    let worldPixels = WorldPixelGrid(zoom: 12)
    let world = Double(256 << 12)
    for zoom in 7...12 {
      let plans = try [0, world / 2].map { shift in
        try PyramidPlan(
          for: source,
          georeference: geometry.georeference(
            in: worldPixels, x: world / 2 - 700 + shift, y: world / 2 - 5000, size: size),
          options: .zooms(zoom, zoom))
      }
      #expect(plans[0].bounds.west < plans[0].bounds.east)
      #expect(plans[1].bounds.west > plans[1].bounds.east)
      #expect(plans[0].steps.map(\.raster) == plans[1].steps.map(\.raster))
      #expect(plans[0].steps.map(\.size) == plans[1].steps.map(\.size))
      // At zoom 11 the scale is about 2.
      if zoom != 11 {
        #expect((zoom < 11) == (plans[1].steps[0].raster == .reduction), "zoom \(zoom)")
      }
    }
  }

  @Test("An update out of a smaller picture keeps the tiles that are the same")
  func update() throws {
    let size = PixelSize(width: 610, height: 470)
    let source = Reducible(
      base: Drawing.noise.raster(size),
      smaller: [Drawing.linesOnNothing.raster(PixelSize(width: 305, height: 235))])
    let georeference = ImageGeometry.streamedMercator.georeference(size: size)
    let first = try BuiltPyramid(source, georeference, .zooms(14, 15))
    #expect(first.plan.steps.map(\.raster) == [.reduction])
    #expect(first.plan.steps[0].size == PixelSize(width: 305, height: 235))
    let (again, changes) = try BuiltPyramid.update(
      source, first.plan, from: MemoryTileStore(first.tiles))
    #expect(again == first.tiles)
    #expect(changes.isEmpty && changes.keptCount == first.tiles.count)
  }

  @Test("A tile alone is the same out of a smaller picture")
  func tileAlone() throws {
    let size = PixelSize(width: 1220, height: 940)
    let source = Reducible(
      base: Drawing.noise.raster(size),
      smaller: [Drawing.noiseWithAlpha.raster(PixelSize(width: 610, height: 470))])
    for geometry in [ImageGeometry.streamedMercator, .rotated] {
      let georeference = geometry.georeference(
        in: WorldPixelGrid(zoom: 18), x: 256 * 140_814 + 130, y: 256 * 85_134 + 200, size: size)
      let whole = try BuiltPyramid(source, georeference, .zooms(16, 16))
      for tile in whole.plan.deepest.range {
        let plan = try #require(whole.plan.restricted(to: tile))
        #expect(try BuiltPyramid(source, plan: plan, threads: 1).tiles[tile] == whole.tiles[tile])
      }
    }
  }
}
