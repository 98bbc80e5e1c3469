import TileImaging
import TileModel

/// Drawing of elevations as a picture: coloured, hillshaded, or both.
public struct Relief: Hashable, Sendable {
  /// Light of the hillshade, `nil` for colours alone.
  public var light: ReliefLight?
  /// Colours of elevations, `nil` for grey.
  public var colors: ColorRamp?

  /// Creates a relief.
  ///
  /// Without light and colours all is white.
  public init(light: ReliefLight? = nil, colors: ColorRamp? = nil) {
    self.light = light
    self.colors = colors
  }
}

/// The light of a hillshade.
public struct ReliefLight: Hashable, Sendable {
  /// Azimuth of the light, in degrees clockwise from north.
  public var azimuth: Double
  /// Altitude of the light above the horizon, in degrees, more than 0 and at most 90.
  public var altitude: Double

  /// Creates a light.
  ///
  /// The defaults are the cartographic convention: from the north-west at 45 degrees.
  public init(azimuth: Double = 315, altitude: Double = 45) {
    self.azimuth = azimuth
    self.altitude = altitude
  }
}

/// Colours of elevations: stops, and an interpolation between them.
public struct ColorRamp: Hashable, Sendable {
  /// Colour between stops, by the names of QGIS.
  public enum Interpolation: String, Hashable, Sendable {
    /// Linear interpolation, clamped to the first and the last stop.
    case linear
    /// Colour of the first stop at or above the value, none above the last.
    case discrete
    /// None.
    case exact
  }

  /// An elevation and its colour.
  public struct Stop: Hashable, Sendable {
    /// The elevation, in metres.
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
  /// The colour of nodata, `nil` for transparency.
  public let noData: SIMD4<UInt8>?

  /// The colour between stops.
  public let interpolation: Interpolation

  /// Creates a ramp, or `nil` without a stop.
  ///
  /// Elevations must be finite, except a discrete stop above all others.
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
      guard low < stops.count, interpolation == .discrete || stops[low].height - height <= near
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
