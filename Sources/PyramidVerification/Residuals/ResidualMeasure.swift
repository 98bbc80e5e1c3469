import Platform
import TileModel

/// A measure of the difference of a tile from the expected one, with the bounds of sound stores.
///
/// The bounds are from 300 stores of gdal2tiles, GDAL's MBTiles driver, rio-mbtiles, libvips and this
/// program. They have PNG, JPEG, WebP and AVIF and every kernel of theirs; none is beyond the bounds.
enum ResidualMeasure: CaseIterable, Sendable {
  case relative, east, south, sharpness, detail, mean, square, roughness

  /// The allowed difference in relation to the usual one.
  struct Bounds {
    /// Allowed in any store.
    var least: Float
    /// The factor of the usual difference that is added.
    var usual: Float
    /// The most of both.
    var most: Float
  }

  /// The bounds between two zooms.
  var bounds: Bounds {
    switch self {
    case .relative: Bounds(least: 0.3, usual: 3, most: 0.7)
    case .east, .south: Bounds(least: 0.3, usual: 4, most: 2)
    case .sharpness: Bounds(least: 0.12, usual: 5, most: 0.6)
    case .detail: Bounds(least: 0.13, usual: 4, most: 1)
    case .mean: Bounds(least: 4, usual: 3, most: 20)
    case .square: Bounds(least: 9, usual: 3, most: 40)
    case .roughness: Bounds(least: 0.6, usual: 3, most: 1.5)
    }
  }

  /// The bounds against a source excuse less by usual values: a store may be wrong as a whole.
  var boundsOfSource: Bounds {
    var bounds = bounds
    switch self {
    case .relative: bounds.most = 0.5
    case .east, .south: bounds.most = 1
    case .sharpness: (bounds.least, bounds.most) = (0.3, 0.5)
    case .mean: (bounds.least, bounds.most) = (3, 4)
    case .square: (bounds.least, bounds.most) = (14, 24)
    case .roughness: bounds.most = 1
    case .detail: break
    }
    return bounds
  }

  /// True where stores have a usual value, about which tiles scatter: the effect of their kernel.
  var hasMiddle: Bool { isShift || self == .sharpness || self == .detail }

  var isShift: Bool { self == .east || self == .south }

  /// True where it tells what is shown, and neither its place nor its fineness.
  var isOfWhat: Bool { self == .relative || self == .mean || self == .square }

  /// `nil` where the tile does not tell.
  func value(of residual: PlaneResidual) -> Float? {
    // A tile that shows something else tells neither place nor detail.
    if hasMiddle, residual.relative > 0.5, !isShift || !isCertain(of: residual) { return nil }
    let value: Float =
      switch self {
      case .relative: residual.isTelling ? residual.relative : .nan
      case .east: residual.shift.x
      case .south: residual.shift.y
      case .sharpness: residual.sharpness
      case .detail: residual.detail
      // Saturated colours are clipped where their chroma is kept for four samples together.
      case .mean: max(0, residual.mean - 0.1 * residual.chroma)
      case .square: residual.square
      case .roughness: residual.contrast > 4 ? residual.roughness : .nan
      }
    return value.isNaN ? nil : value
  }

  /// True where compression and aliasing do not explain the value.
  func isCertain(of residual: PlaneResidual) -> Bool { !isShift || residual.explained > 0.4 }

  func text(
    _ residual: PlaneResidual, _ limit: ResidualLimit
  ) -> (found: String, expected: String) {
    func number(_ value: Float, _ digits: Int = 1) -> String {
      NumberText.fixed(Double(value), digits)
    }
    let value = self.value(of: residual) ?? 0
    switch self {
    case .relative:
      return (
        "\(number(100 * value, 0)) % of its contrast and of what it should show is not common to both",
        "at most \(number(100 * limit.most, 0)) %"
      )
    case .east, .south:
      return (
        PlaneResidual.direction(residual.shift),
        "within \(number(limit.most, 2)) samples of the other tiles"
      )
    case .sharpness, .detail:
      let ratio = exp(Double(value - limit.middle))
      return (
        "\(NumberText.fixed(100 * ratio, 0)) % of the contrast of detail beside the tiles below that others have",
        "within \(NumberText.fixed(100 * (exp(Double(limit.most)) - 1), 0)) %"
      )
    case .mean: return ("\(number(value)) levels off in the mean", "at most \(number(limit.most))")
    case .square:
      return (
        "\(number(value)) levels off in the mean of \(PlaneResidual.block) × \(PlaneResidual.block)"
          + " samples at (\(residual.x), \(residual.y))",
        "at most \(number(limit.most)), as in the other tiles"
      )
    case .roughness:
      return (
        "samples off by \(number(100 * value, 0)) % of the contrast around them",
        "at most \(number(100 * limit.most, 0)) %, as in the other tiles"
      )
    }
  }
}

extension PlaneResidual {
  /// 0 along an axis in which nothing tells the shift.
  var knownShift: SIMD2<Float> {
    SIMD2(shift.x.isNaN ? 0 : shift.x, shift.y.isNaN ? 0 : shift.y)
  }

  static func direction(_ shift: SIMD2<Float>) -> String {
    var parts: [String] = []
    if abs(shift.x) > 0.05 {
      parts.append("\(NumberText.fixed(Double(abs(shift.x)), 2)) \(shift.x > 0 ? "east" : "west")")
    }
    if abs(shift.y) > 0.05 {
      parts.append(
        "\(NumberText.fixed(Double(abs(shift.y)), 2)) \(shift.y > 0 ? "south" : "north")")
    }
    return parts.isEmpty ? "no shift" : "shifted \(parts.joined(separator: " and ")) in samples"
  }
}

/// The values of a measure that are usual in a store.
struct ResidualLimit: Sendable {
  let middle: Float
  /// The most by which others may be off the middle.
  let most: Float
  /// The usual distance from the middle.
  let usual: Float
}
