import TileImaging
import TileModel

/// What any kernel can make of the samples of one tile: a sample of its overview is a weighted mean of those
/// around it, with weights below 0 for kernels that sharpen.
///
/// Such a mean is within the range of the samples, widened by the part of the weights that is below 0;
/// so is any difference of channels, which for lines of grey has no range at all. That holds of levels, or,
/// where means are of light, of light; colours that are picked are within both ranges.
struct KernelReach {
  /// The samples on each side that the widest usual kernel takes in: Lanczos with three lobes, of half the scale.
  static let reach = 6
  /// The weights of that kernel below 0, which sum up to -0.2013 along one axis and so to
  /// -2 × 0.2013 × 1.2013 in two; those of cubic kernels are smaller.
  private static let overshoot: Float = 0.4836
  /// Rounding, once or twice, and palettes of few colours, in levels.
  private static let levels: Float = 8
  /// The same in light, whose slope at white is 2.28.
  private static let lightLevels: Float = 18
  /// The alpha from which on a sample beside transparent ones is judged: kernels that multiply by alpha divide by it,
  /// and what they overshoot by is then at most twice as much.
  private static let leastAlpha = 128

  private let pixels: UnsafePointer<UInt32>
  private let side: Int

  /// Takes the tile under a quarter of the overview, which must outlive this.
  init(_ below: DecodedTile) {
    pixels = below.pixels
    side = below.side
  }

  /// Whether a kernel can make a sample.
  enum Judgement {
    /// It can, or may have seen neighbours of the tile.
    case possible
    /// No kernel can.
    case foreign
    /// None can, since all that it sees is transparent.
    case overNothing
  }

  /// Whether a kernel can make a sample of the overview.
  func judge(_ color: UInt32, _ x: Int, _ y: Int) -> Judgement {
    guard color &>> 24 >= Self.leastAlpha, holds(x), holds(y) else { return .possible }
    // Most samples are within the range of those nearest to them.
    if judge(color, x, y, reach: 2) == .possible { return .possible }
    return judge(color, x, y, reach: Self.reach)
  }

  private func holds(_ position: Int) -> Bool {
    2 * position + 1 - Self.reach >= 0 && 2 * position + Self.reach < side
  }

  private func judge(_ color: UInt32, _ x: Int, _ y: Int, reach: Int) -> Judgement {
    var (levels, light) = (ColorRange(), ColorRange())
    var (isVisible, isOpaque) = (false, true)
    for row in (2 &* y &+ 1 &- reach)...(2 &* y &+ reach) {
      for column in (2 &* x &+ 1 &- reach)...(2 &* x &+ reach) {
        let pixel = UInt32(littleEndian: pixels[row &* side &+ column])
        if pixel &>> 24 < 255 { isOpaque = false }
        if pixel &>> 24 == 0 { continue }
        isVisible = true
        levels.include(Self.features(Self.levels(pixel)))
        light.include(Self.features(Self.light(pixel)))
      }
    }
    guard isVisible else { return .overNothing }
    if !isOpaque {
      levels.includeHidden()
      light.includeHidden()
    }
    let overshoot = isOpaque ? Self.overshoot : 2 * Self.overshoot
    let isForeign =
      levels.excludes(Self.features(Self.levels(color)), overshoot: overshoot, room: Self.levels)
      && light.excludes(
        Self.features(Self.light(color)), overshoot: overshoot, room: Self.lightLevels)
    return isForeign ? .foreign : .possible
  }

  /// Red, green and blue, and half the differences of each two of them.
  static func features(_ color: SIMD4<Float>) -> SIMD8<Float> {
    let others = SIMD4(color.y, color.z, color.x, color.w)
    return SIMD8(lowHalf: color, highHalf: (color - others) / 2)
  }

  /// Red, green and blue of a pixel, red in its low byte.
  static func levels(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(pixel & 255), Float(pixel &>> 8 & 255), Float(pixel &>> 16 & 255), 0)
  }

  /// The light of red, green and blue, 255 for white.
  private static func light(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(
      lights[Int(pixel & 255)], lights[Int(pixel &>> 8 & 255)], lights[Int(pixel &>> 16 & 255)], 0)
  }

  private static let lights = (0..<256).map { Float(SRGBCurve.light(of: Double($0) / 255) * 255) }
}

/// The range of colours and of the differences of their channels.
struct ColorRange {
  private var low = SIMD8<Float>(repeating: .infinity)
  private var high = SIMD8<Float>(repeating: -.infinity)

  mutating func include(_ features: SIMD8<Float>) {
    low = pointwiseMin(low, features)
    high = pointwiseMax(high, features)
  }

  /// Includes black and white, and so every grey: what is usually hidden under transparency.
  mutating func includeHidden() {
    for level in [0, 255] as [Float] {
      include(KernelReach.features(SIMD4(level, level, level, 0)))
    }
  }

  /// By how much a colour is beyond the range widened by a part of it.
  func excess(_ features: SIMD8<Float>, overshoot: Float) -> Float {
    let room = overshoot * (high - low)
    return pointwiseMax(features - high - room, low - room - features).max()
  }

  func excludes(_ features: SIMD8<Float>, overshoot: Float, room: Float) -> Bool {
    excess(features, overshoot: overshoot) > room
  }
}
