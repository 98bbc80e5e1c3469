import Georeferencing
import Platform
import TileImaging
import TileModel

/// Draws rows of elevations of one raster.
struct ReliefDrawing: Sendable {
  /// Conversion of slopes from pixels to the ground: metres of rise per metre east and north.
  private struct Ground {
    var column = SIMD2<Double>()
    var row = SIMD2<Double>()
  }

  private let relief: Relief
  private let grounds: [Ground]
  /// Unit vector towards the light: east, north, up.
  private let light: SIMD3<Double>
  private static let bandHeight = 64

  init(_ relief: Relief, size: PixelSize, georeference: Georeference) {
    self.relief = relief
    let from = relief.light ?? ReliefLight()
    let (azimuth, altitude) = (from.azimuth * .pi / 180, from.altitude * .pi / 180)
    light = SIMD3(sin(azimuth) * cos(altitude), cos(azimuth) * cos(altitude), sin(altitude))
    guard relief.light != nil else {
      grounds = []
      return
    }
    grounds = stride(from: 0, to: size.height, by: Self.bandHeight).map { row in
      let middle = PixelPoint(
        x: Double(size.width) / 2,
        y: min(Double(row) + Double(Self.bandHeight) / 2, Double(size.height)))
      return Self.ground(at: middle, georeference)
    }
  }

  private static func ground(at point: PixelPoint, _ georeference: Georeference) -> Ground {
    func step(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let before = georeference.mercator(of: PixelPoint(x: point.x - x, y: point.y - y))
      let behind = georeference.mercator(of: PixelPoint(x: point.x + x, y: point.y + y))
      return SIMD2(behind.x - before.x, behind.y - before.y)
    }
    let factor = WebMercator.scaleFactor(atY: georeference.mercator(of: point).y)
    let (column, row) = (step(0.5, 0) / factor, step(0, 0.5) / factor)
    let area = column.x * row.y - column.y * row.x
    // Without a position the ground is level.
    guard area.isFinite, area != 0 else { return Ground() }
    return Ground(column: SIMD2(row.y, -row.x) / area, row: SIMD2(-column.y, column.x) / area)
  }

  func draw(
    _ above: UnsafePointer<UInt32>, _ own: UnsafePointer<UInt32>, _ below: UnsafePointer<UInt32>,
    row number: Int, count: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    let ground = grounds.isEmpty ? Ground() : grounds[number / Self.bandHeight]
    let noData = relief.colors?.noData ?? SIMD4()
    for x in 0..<count {
      let sample = own[x &+ 1]
      let color =
        sample < 0xFF00_0000 ? noData : color(sample, above + x, own + x, below + x, ground)
      UnsafeMutableRawPointer(target).storeBytes(
        of: color.w == 0 ? SIMD4() : color, toByteOffset: 4 &* x, as: SIMD4<UInt8>.self)
    }
  }

  private func color(
    _ sample: UInt32, _ above: UnsafePointer<UInt32>, _ own: UnsafePointer<UInt32>,
    _ below: UnsafePointer<UInt32>, _ ground: Ground
  ) -> SIMD4<UInt8> {
    let height = HeightSample.metres(of: sample)
    guard relief.light != nil else {
      let color = relief.colors?.color(ofHeight: height) ?? SIMD4(repeating: 255)
      return Self.rounded(color)
    }
    // A nodata neighbour has the elevation of the pixel itself (Horn 1981, as in GDAL).
    @inline(__always)
    func rise(_ row: UnsafePointer<UInt32>, _ column: Int) -> Double {
      row[column] < 0xFF00_0000 ? 0 : HeightSample.metres(of: row[column]) - height
    }
    let (northWest, north, northEast) = (rise(above, 0), rise(above, 1), rise(above, 2))
    let (west, east) = (rise(own, 0), rise(own, 2))
    let (southWest, south, southEast) = (rise(below, 0), rise(below, 1), rise(below, 2))
    let across = (northEast + 2 * east + southEast - northWest - 2 * west - southWest) / 8
    let down = (southWest + 2 * south + southEast - northWest - 2 * north - northEast) / 8
    let slope = ground.column * across + ground.row * down
    let facing = light.z - slope.x * light.x - slope.y * light.y
    let steepness = 1 + slope.x * slope.x + slope.y * slope.y
    let shade = max(0, facing / steepness.squareRoot())
    guard let ramp = relief.colors else {
      let grey = 1 + 254 * shade
      return Self.rounded(SIMD4(grey, grey, grey, 255))
    }
    let color = ramp.color(ofHeight: height)
    var shaded = color
    // Level ground keeps its colour.
    if shade <= light.z {
      shaded *= shade / light.z
    } else {
      let lit = (shade - light.z) / (1 - light.z) / 2
      shaded += (255 - shaded) * lit
    }
    shaded.w = color.w
    return Self.rounded(shaded)
  }

  private static func rounded(_ color: SIMD4<Double>) -> SIMD4<UInt8> {
    SIMD4<UInt8>(
      color.rounded(.toNearestOrAwayFromZero)
        .clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255)))
  }
}
