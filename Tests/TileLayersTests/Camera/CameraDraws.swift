import TileLayers
import TileModel
import TilePyramidTesting

/// Cameras, views and points drawn at random.
struct CameraDraws {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func value(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }

  mutating func coordinate(latitude: ClosedRange<Double> = -84...84) -> GeographicCoordinate {
    GeographicCoordinate(latitude: value(latitude), longitude: value(-180...179.999))
  }

  mutating func position(zoom: ClosedRange<Double>, tilted: Bool = true) -> CameraPosition {
    CameraPosition(
      target: coordinate(), zoom: value(zoom), bearing: value(0...360),
      viewingAngle: tilted ? value(0...70) : 0)
  }

  mutating func viewport(padded: Bool = true) -> Viewport {
    var viewport = Viewport(size: ScreenSize(width: value(200...1200), height: value(200...1200)))
    if padded {
      viewport.padding = ViewInsets(
        top: value(0...80), left: value(0...80), bottom: value(0...80), right: value(0...80))
    }
    return viewport
  }

  mutating func point(in viewport: Viewport) -> ScreenPoint {
    ScreenPoint(x: value(0...viewport.size.width), y: value(0...viewport.size.height))
  }
}

/// The difference between two longitudes, at least 0 and at most 180.
func longitudeGap(_ one: Double, _ other: Double) -> Double {
  let gap = abs(one - other).truncatingRemainder(dividingBy: 360)
  return min(gap, 360 - gap)
}

/// The larger of the differences of two screen points in x and y.
func gap(_ one: ScreenPoint, _ other: ScreenPoint) -> Double {
  max(abs(one.x - other.x), abs(one.y - other.y))
}
