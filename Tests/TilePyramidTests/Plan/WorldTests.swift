import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting

/// A map of the whole world in some projection of a sphere, of a smooth picture.
struct WorldMap: Sendable, CustomTestStringConvertible {
  /// A projection of the sphere by its formulas, apart from the program, with lengths in radii and
  /// angles in radians from the middle meridian.
  enum Kind: CaseIterable {
    case degrees, plateCarree, mercator, equalArea, gallStereographic, sinusoidal

    var name: String {
      switch self {
      case .degrees: "longlat"
      case .plateCarree: "eqc"
      case .mercator: "merc"
      case .equalArea: "cea"
      case .gallStereographic: "gall"
      case .sinusoidal: "sinu"
      }
    }

    /// Half the width and half the height of the map; Mercator's at 85 degrees.
    var half: (x: Double, y: Double) {
      switch self {
      case .degrees, .plateCarree, .sinusoidal: (.pi, .pi / 2)
      case .mercator: (.pi, asinh(tan(85 * .pi / 180)))
      case .equalArea: (.pi, 1)
      case .gallStereographic: (.pi / 2.0.squareRoot(), 1 + 0.5.squareRoot())
      }
    }

    /// The longitude from the middle and the latitude; `nil` off the globe.
    func position(_ x: Double, _ y: Double) -> (longitude: Double, latitude: Double)? {
      switch self {
      case .degrees, .plateCarree: (x, y)
      case .mercator: (x, atan(sinh(y)))
      case .equalArea: (x, asin(min(max(y, -1), 1)))
      case .gallStereographic: (x * 2.0.squareRoot(), 2 * atan(y / (1 + 0.5.squareRoot())))
      case .sinusoidal: abs(x) <= .pi * cos(y) ? (x / cos(y), y) : nil
      }
    }
  }

  static let radius = 6_378_137.0

  let kind: Kind
  /// The middle meridian in degrees.
  let meridian: Double
  let size: PixelSize

  var testDescription: String { "\(kind) around \(meridian), \(size)" }

  /// The picture, in levels.
  static func levels(_ longitude: Double, _ latitude: Double) -> SIMD3<Double> {
    SIMD3(
      128 + 100 * sin(3 * longitude) * cos(latitude),
      128 + 100 * cos(2 * longitude + 1) * cos(latitude),
      128 + 100 * sin(2 * latitude) * cos(longitude))
  }

  /// The size of a sample.
  var step: (x: Double, y: Double) {
    (2 * kind.half.x / Double(size.width), 2 * kind.half.y / Double(size.height))
  }

  var raster: SyntheticRaster {
    let map = self
    return SyntheticRaster(name: "world", size: size, isOpaque: kind != .sinusoidal) { x, y in
      let place = (
        -map.kind.half.x + (Double(x) + 0.5) * map.step.x,
        map.kind.half.y - (Double(y) + 0.5) * map.step.y
      )
      guard let position = map.kind.position(place.0, place.1) else {
        return PixelColor(0, 0, 0, alpha: 0)
      }
      let value = Self.levels(position.longitude + map.meridian * .pi / 180, position.latitude)
      func byte(_ level: Double) -> UInt8 { UInt8(level.rounded()) }
      return PixelColor(byte(value.x), byte(value.y), byte(value.z))
    }
  }

  /// The georeference of the map; in degrees it begins at another meridian instead of being around
  /// it.
  func georeference() throws -> Georeference {
    let unit = kind == .degrees ? 180 / Double.pi : Self.radius
    let crs =
      kind == .degrees
      ? CoordinateReferenceSystem.geographic
      : try CoordinateReferenceSystem(
        parsing: "+proj=\(kind.name) +lon_0=\(meridian) +R=\(Self.radius) +units=m")
    return try Georeference(
      crs: crs,
      pixelToCRS: .affine(
        AffineTransform(
          originX: -kind.half.x * unit + (kind == .degrees ? meridian : 0),
          originY: kind.half.y * unit, columnX: step.x * unit, columnY: 0, rowX: 0,
          rowY: -step.y * unit))
    ).normalised(size: size, location: "p").validated(size: size, path: "p")
  }

  /// The tiles of a zoom, and the plan.
  func build(_ zoom: Int) throws -> (plan: PyramidPlan, plane: Plane) {
    let image = try GeoreferencedImage(
      raster: raster, resolved: ResolvedGeoreference(georeference(), "a test")
    ).cutAtAntimeridian()
    let built = try BuiltPyramid(image.raster, image.resolved.georeference, .zooms(zoom, zoom))
    return (built.plan, try built.deepest())
  }
}

@Suite("Maps of the whole world")
struct WorldTests {
  private static let zoom = 1
  private static let side = 512

  /// Worlds that are cut at meridians drawn by chance: at a column, and in the middle of one.
  private static let maps = WorldMap.Kind.allCases.flatMap { kind -> [WorldMap] in
    var random = SeededGenerator(seed: 49)
    return (0..<2).map { number in
      let width = 360 * (number + 1)
      let column = 360 / Double(width)
      let meridian = Double(Int.random(in: -170...170, using: &random))
      return WorldMap(
        kind: kind, meridian: number == 0 ? meridian : meridian + column / Double(number + 1),
        size: PixelSize(width: width, height: 240))
    }
  }

  @Test("A world shows the right place wherever it is cut, without a seam", arguments: maps)
  func everywhere(_ map: WorldMap) throws {
    let (plan, plane) = try map.build(Self.zoom)
    #expect(plan.bounds.west == -180 && plan.bounds.east == 180)
    var worst = 0.0
    var gaps = 0
    plane.forEach { x, y, sample in
      let latitude = atan(sinh(.pi * (1 - (Double(y) + 0.5) / Double(Self.side / 2))))
      // Beyond 84 degrees the map of Mercator ends.
      guard abs(latitude) < 84 * .pi / 180 else { return }
      let longitude = ((Double(x) + 0.5) / Double(Self.side) * 2 - 1) * .pi
      guard sample.w == 255 else {
        // The outline of a sinusoidal map is as transparent as it leaves samples, of which a kernel reaches
        // two and coverage half of one along each axis; down a row the outline moves by up to pi rows.
        let distance =
          abs(remainder(longitude - (map.meridian + 180) * .pi / 180, 2 * .pi)) * cos(latitude)
        let reach = 3 * (map.step.x + .pi * map.step.y)
        if map.kind != .sinusoidal || distance > reach { gaps += 1 }
        return
      }
      let expected = WorldMap.levels(longitude, latitude)
      for channel in 0..<3 { worst = max(worst, abs(Double(sample[channel]) - expected[channel])) }
    }
    // Two roundings to 8 bits are a level, and a cubic kernel with its overshoot leaves less than two more.
    #expect(worst < 3, "\(worst)")
    #expect(gaps == 0)
  }

  @Test("A world that is cut at a column has the samples of the same world cut at the antimeridian")
  func wholeColumns() throws {
    for kind in WorldMap.Kind.allCases where kind != .sinusoidal {
      let size = PixelSize(width: 360, height: 180)
      let first = try WorldMap(kind: kind, meridian: 0, size: size).build(Self.zoom).plane
      let second = try WorldMap(kind: kind, meridian: 73, size: size).build(Self.zoom).plane
      let difference = first.largestDifference(from: second)
      // Sums of positions have another last digit, which may round a sample the other way.
      #expect(difference.levels <= 1, "\(kind) \(difference)")
    }
  }

  typealias Grid = (west: Double, north: Double, step: Double, width: Int, height: Int)

  /// Grids that are one world, told otherwise.
  private static let grids: [Grid] = [
    // Samples whose middles are on the meridians, from -180 to 180 and from 0 to 360.
    (-180.25, 90.25, 0.5, 721, 361), (-0.25, 90.25, 0.5, 721, 361),
    // The same without the last column, which is the first.
    (-180.25, 90.25, 0.5, 720, 361), (-0.25, 90.25, 0.5, 720, 361),
    // Fifteen digits of a sixth of a degree.
    (-180, 90, 0.166666666666667 * 3, 720, 360), (-180, 90.0000001, 0.5, 720, 360),
  ]

  @Test(
    "A grid that reaches half a sample, or a rounding, beyond its world is that world",
    arguments: grids)
  func oneWorld(_ grid: Grid) throws {
    for crs in ["EPSG:4326", "EPSG:4258"] {
      let size = PixelSize(width: grid.width, height: grid.height)
      let raster = SyntheticRaster(name: "grid", size: size, isOpaque: true) { x, y in
        let (longitude, latitude) = (
          grid.west + (Double(x) + 0.5) * grid.step, grid.north - (Double(y) + 0.5) * grid.step
        )
        let value = WorldMap.levels(longitude * .pi / 180, latitude * .pi / 180)
        return PixelColor(
          UInt8(value.x.rounded()), UInt8(value.y.rounded()), UInt8(value.z.rounded()))
      }
      let georeference = try Georeference(
        crs: CoordinateReferenceSystem(parsing: crs),
        pixelToCRS: .affine(AffineTransform.northUp(grid.west, grid.north, step: grid.step))
      ).normalised(size: size, location: "p").validated(size: size, path: "p")
      let image = try GeoreferencedImage(
        raster: raster, resolved: ResolvedGeoreference(georeference, "a test")
      ).cutAtAntimeridian()
      #expect(
        image.resolved.outline(of: image.raster.size).map(\.longitude) == [-180, 180, 180, -180])
      let plane = try BuiltPyramid(
        image.raster, image.resolved.georeference, .zooms(Self.zoom, Self.zoom)
      ).deepest()
      var (worst, gaps) = (0.0, 0)
      plane.forEach { x, y, sample in
        if sample.w < 255 { gaps += 1 }
        let expected = WorldMap.levels(
          ((Double(x) + 0.5) / Double(Self.side) * 2 - 1) * .pi,
          atan(sinh(.pi * (1 - (Double(y) + 0.5) / Double(Self.side / 2)))))
        for channel in 0..<3 {
          worst = max(worst, abs(Double(sample[channel]) - expected[channel]))
        }
      }
      #expect(gaps == 0 && worst < 2, "\(crs) \(gaps) \(worst)")
    }
  }

  @Test(
    "An image in degrees that reaches beyond a pole has all tiles up to the edge of the map",
    arguments: [90.025, 90.0000001, 90], ["EPSG:4326", "EPSG:4258"])
  func beyondPole(north: Double, crs: String) throws {
    let size = PixelSize(width: 401, height: 400)
    let raster = SyntheticRaster.flat(PixelColor(10, 200, 30), size: size)
    for sign in [1.0, -1] {
      let georeference = try Georeference(
        crs: CoordinateReferenceSystem(parsing: crs),
        pixelToCRS: .affine(AffineTransform.northUp(10, sign > 0 ? north : 20 - north, step: 0.05))
      ).normalised(size: size, location: "p")
      try georeference.validated(size: size, path: "p")
      let built = try BuiltPyramid(raster, georeference, .zooms(5, 5))
      // From 10 to 30.05 degrees are columns 16...18, from 70 degrees to the edge eight rows.
      #expect(built.tiles.count == 24)
      let bounds = built.plan.bounds
      let (outer, inner) = sign > 0 ? (bounds.north, bounds.south) : (-bounds.south, -bounds.north)
      #expect(abs(outer - WebMercator.maximumLatitude) < 1e-9 && abs(inner - (north - 20)) < 1e-9)
    }
  }

  @Test("A disc of the globe is built, and its bounds are those of what can be seen")
  func disc() throws {
    let half = 5_500_000.0
    let size = PixelSize(width: 300, height: 300)
    // From a height of 5.61 radii the horizon is acos(1 / 6.61) = 81.3 degrees away.
    let horizon = acos(WorldMap.radius / (WorldMap.radius + 35_786_023)) * 180 / .pi
    for middle in [-75.0, 140.7] {
      let georeference = try Georeference(
        crs: CoordinateReferenceSystem(
          parsing: "+proj=geos +h=35786023 +lon_0=\(middle) +R=\(WorldMap.radius) +units=m"),
        pixelToCRS: .affine(AffineTransform.northUp(-half, half, step: 2 * half / 300))
      ).normalised(size: size, location: "p").validated(size: size, path: "p")
      let raster = SyntheticRaster.flat(PixelColor(10, 200, 30), size: size)
      let built = try BuiltPyramid(raster, georeference, .zooms(2, 2))
      let bounds = built.plan.bounds
      let east = middle + horizon > 180 ? middle + horizon - 360 : middle + horizon
      // A five-hundredth of 163 degrees.
      let tolerance = 0.4
      #expect(abs(bounds.west - (middle - horizon)) < tolerance, "\(bounds)")
      #expect(abs(bounds.east - east) < tolerance, "\(bounds)")
      #expect(abs(bounds.north - horizon) < tolerance && abs(bounds.south + horizon) < tolerance)
      let outline = ResolvedGeoreference(georeference, "a test").outline(of: size)
      #expect(outline.count == 4)
      #expect(outline.allSatisfy { $0.latitude.isFinite && abs($0.longitude) <= 180 })
      // The middle of the disc is under the satellite.
      let plane = try Plane(
        TileRange(zoom: 2, x: 0..<4, y: 0..<4), tileSize: 256, tiles: built.tiles)
      #expect(plane[Int((middle + 180) / 360 * 1024), 512].w == 255)
    }
  }
}
