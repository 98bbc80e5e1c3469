import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Tiles of an image in a system of PROJ")
struct SystemWarpTests {
  static let geometries = [
    SystemImage(system: "EPSG:32633", origin: (450_000, 5_300_000), step: (2, 2), rotation: 0),
    SystemImage(system: "EPSG:32633", origin: (300_000, 7_900_000), step: (900, 900), rotation: 0),
    SystemImage(system: "EPSG:2154", origin: (650_000, 6_860_000), step: (0.5, 0.5), rotation: 17),
    SystemImage(system: "EPSG:3413", origin: (-600_000, -900_000), step: (1500, 1500), rotation: 0),
    SystemImage(system: "EPSG:4258", origin: (10, 52), step: (0.001, 0.001), rotation: 0),
    SystemImage(system: "EPSG:32760", origin: (700_000, 6_000_000), step: (500, 500), rotation: -8),
    SystemImage(
      system: "ESRI:54009", origin: (1_000_000, 5_000_000), step: (3000, 3000), rotation: 0),
  ]

  static let size = PixelSize(width: 600, height: 400)

  @Test(
    "Tiles warped from a system of PROJ show each sample where the exact transform puts it",
    arguments: geometries)
  func positions(geometry: SystemImage) throws {
    let georeference = try geometry.georeference()
    let code = PositionCode(period: 40)
    let source = SyntheticRaster.positionCoded(code, size: Self.size)
    let options = PyramidOptions()
    let native = try PyramidPlan(for: source, georeference: georeference, options: options)
    let zoom = native.deepest.zoom
    let built = try BuiltPyramid(source, georeference, .zooms(zoom, zoom, resampling: .bilinear))
    let grid = built.plan.grid
    let inverse = try #require(georeference.pixelToCRS.inverse)
    var (worst, count) = (0.0, 0)
    var sum = SIMD2<Double>(0, 0)
    for (tile, bytes) in built.tiles {
      let samples = try PNGDecoder.samples(bytes)
      for y in stride(from: 3, to: 256, by: 7) {
        for x in stride(from: 3, to: 256, by: 7) {
          let offset = 4 * (y * 256 + x)
          guard samples[offset + 3] == 255 else { continue }
          let position = grid.mercator(
            of: WorldPixelPoint(
              x: Double(256 * tile.x + x) + 0.5, y: Double(256 * tile.y + y) + 0.5), atZoom: zoom)
          let expected = try #require(
            inverse.apply(georeference.crs.point(ofMercator: position)), "\(tile)")
          guard expected.x > 4, expected.y > 4, expected.x < Double(Self.size.width) - 4,
            expected.y < Double(Self.size.height) - 4, code.distanceFromTurn(expected) > 3
          else { continue }
          let found = code.position(
            red: Double(samples[offset]), green: Double(samples[offset + 1]), near: expected)
          let error = SIMD2(found.x - expected.x, found.y - expected.y)
          worst = max(worst, abs(error.x), abs(error.y))
          sum += error
          count += 1
        }
      }
    }
    #expect(count > 500)
    // An eighth of a source sample, and what the levels of the code cannot tell: rounding of the
    // source and of the result, half a level each, and the 512 phases of the kernel.
    #expect(worst <= 0.125 + code.period / 510 + 0.002, "\(worst)")
    let mean = sum / Double(max(count, 1))
    #expect(max(abs(mean.x), abs(mean.y)) < 0.02, "\(mean)")
  }

  @Test(
    "Tiles warped from a system of PROJ are the same for any number of threads, and alone",
    arguments: [geometries[1], geometries[2]])
  func determinism(geometry: SystemImage) throws {
    let source = SyntheticRaster.noise(seed: 11, opaque: false, size: Self.size)
    let georeference = try geometry.georeference()
    let plan = try PyramidPlan(for: source, georeference: georeference, options: PyramidOptions())
    let one = try BuiltPyramid(source, plan: plan, threads: 1)
    let many = try BuiltPyramid(source, plan: plan, threads: 5)
    #expect(one.tiles == many.tiles && one.order == many.order)
    let tile = try #require(one.order.first { $0.zoom == plan.deepest.zoom })
    let alone = try BuiltPyramid(source, plan: try #require(plan.restricted(to: tile)))
    #expect(alone.tiles[tile] == one.tiles[tile])
  }

  @Test(
    "Tiles warped from a system of PROJ cover the image and nothing else", arguments: geometries)
  func coverage(geometry: SystemImage) throws {
    let georeference = try geometry.georeference()
    let source = SyntheticRaster.flat(PixelColor(200, 10, 40), size: Self.size)
    let built = try BuiltPyramid(source, georeference, PyramidOptions())
    let grid = built.plan.grid
    let zoom = built.plan.deepest.zoom
    let columns = built.plan.levels.last?.range.x.count ?? 0
    #expect(columns < 12, "no smear around the world")
    let inverse = try #require(georeference.pixelToCRS.inverse)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<400 {
      // A position of the image, and one a little outside.
      for (margin, isInside) in [(-3.0, true), (3, false)] {
        let pixel = PixelPoint(
          x: .random(in: -margin...Double(Self.size.width) + margin, using: &generator),
          y: isInside
            ? .random(in: -margin...Double(Self.size.height) + margin, using: &generator)
            : Double(Self.size.height) + margin)
        let position = georeference.mercator(of: pixel)
        guard position.isFinite, abs(position.y) < WebMercator.halfExtent else { continue }
        var x = position.x
        if x > WebMercator.halfExtent { x -= WebMercator.extent }
        if x < -WebMercator.halfExtent { x += WebMercator.extent }
        let world = grid.worldPixel(of: MercatorPoint(x: x, y: position.y), atZoom: zoom)
        let tile = try #require(
          TileCoordinate(zoom: zoom, x: Int(world.x) / 256, y: Int(world.y) / 256))
        let alpha: UInt8
        if let bytes = built.tiles[tile] {
          let samples = try PNGDecoder.samples(bytes)
          alpha = samples[4 * (Int(world.y) % 256 * 256 + Int(world.x) % 256) + 3]
        } else {
          alpha = 0
        }
        let back = inverse.apply(
          georeference.crs.point(ofMercator: MercatorPoint(x: x, y: position.y)))
        guard let back, abs(back.x - pixel.x) < 0.01 else { continue }
        #expect(alpha == (isInside ? 255 : 0), "\(pixel)")
      }
    }
  }
}
