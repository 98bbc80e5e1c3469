import TileImaging
import TileModel

/// How heights are drawn as a picture: coloured, shaded by a light, or both.
public struct Relief: Hashable, Sendable {
  /// The light that shades slopes; `nil` for colours alone.
  public var light: ReliefLight?
  /// The colours of heights; `nil` for grey.
  public var colors: ColorRamp?

  /// Creates a choice; with neither, all is white.
  public init(light: ReliefLight? = nil, colors: ColorRamp? = nil) {
    self.light = light
    self.colors = colors
  }
}

/// The light of a hillshade.
public struct ReliefLight: Hashable, Sendable {
  /// Where it comes from, in degrees clockwise from north.
  public var azimuth: Double
  /// How high it is above the horizon, in degrees, more than 0 and at most 90.
  public var altitude: Double

  /// Creates a light; the defaults are from the north-west at half height, as cartographers have it.
  public init(azimuth: Double = 315, altitude: Double = 45) {
    self.azimuth = azimuth
    self.altitude = altitude
  }
}

/// The colours of heights: those of stated heights, and what is between two of them.
public struct ColorRamp: Hashable, Sendable {
  /// The colour of a height that is not stated, by the names of QGIS.
  public enum Interpolation: String, Hashable, Sendable {
    /// Mix of the colours of the stops around a value; that of the first below, of the last above.
    case linear
    /// That of the first stop at or above it; none above the last.
    case discrete
    /// None.
    case exact
  }

  /// A height and its colour.
  public struct Stop: Hashable, Sendable {
    /// The height, in metres.
    public var height: Double
    /// Red, green, blue and alpha, straight.
    public var color: SIMD4<UInt8>

    /// Creates a stop.
    public init(height: Double, color: SIMD4<UInt8>) {
      self.height = height
      self.color = color
    }
  }

  /// The stops, at least one, from the lowest.
  public let stops: [Stop]
  /// The colour where there is no height; `nil` for transparency.
  public let noData: SIMD4<UInt8>?

  /// The colour of other heights.
  public let interpolation: Interpolation

  /// Creates a ramp; `nil` without a stop, or with a height that is not finite, but for one of discrete colours
  /// that is above all.
  public init?(
    _ stops: [Stop], noData: SIMD4<UInt8>? = nil, interpolation: Interpolation = .linear
  ) {
    let isKnown = { (height: Double) in
      height.isFinite || height == .infinity && interpolation == .discrete
    }
    guard !stops.isEmpty, stops.allSatisfy({ isKnown($0.height) }) else { return nil }
    self.interpolation = interpolation
    self.stops = stops.stablySorted { $0.height < $1.height }
    self.noData = noData
  }

  /// The colour of a height: 0 to 255 each, alpha in the last lane.
  func color(ofHeight height: Double) -> SIMD4<Double> {
    var (low, high) = (0, stops.count)
    // The first stop above the height.
    while low < high {
      let middle = (low + high) / 2
      if stops[middle].height > height { high = middle } else { low = middle + 1 }
    }
    if interpolation != .linear {
      // Samples are steps of heights.
      let near = HeightSample.step / 2
      if low > 0, height - stops[low - 1].height <= near { return SIMD4(stops[low - 1].color) }
      guard low < stops.count,
        interpolation == .discrete || stops[low].height - height <= near
      else { return SIMD4() }
      return SIMD4(stops[low].color)
    }
    let above = SIMD4<Double>(stops[min(low, stops.count - 1)].color)
    guard low > 0 else { return above }
    let lower = stops[low - 1]
    let below = SIMD4<Double>(lower.color)
    guard low < stops.count else { return below }
    let fraction = (height - lower.height) / (stops[low].height - lower.height)
    return below + (above - below) * fraction
  }
}
