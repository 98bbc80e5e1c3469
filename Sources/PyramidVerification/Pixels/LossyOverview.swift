import TileImaging
import TileModel

/// Judges overviews of lossy tiles, or lossy ones, by what their codec does at the quality that the
/// layer definition states; belongs to one thread.
///
/// Both the overview and what it is made of were changed by compression, the latter at the deepest zoom,
/// so that it may be off by more than what encoding the expected overview does.
final class LossyOverview {
  private let effect: LossyEffect
  private let encoding: TileEncoding
  private let background: SIMD4<Float>?
  private let side: Int
  private let values: UnsafeMutablePointer<SIMD4<Float>>
  private let others: UnsafeMutablePointer<SIMD4<Float>>
  private let low: UnsafeMutablePointer<SIMD4<Float>>
  private let high: UnsafeMutablePointer<SIMD4<Float>>

  /// The levels by which lossy compression moves a plain background, at most.
  static let backgroundSlack = 12
  static let limits = LossyLimits(
    squareFactor: 2, squareLevels: 5, tileFactor: 1.4, tileLevels: 2)

  /// Takes how the layer's tiles are encoded; `nil` where it does not say.
  init?(_ definition: LayerDefinition?) {
    guard let definition, let rendering = definition.rendering, let quality = rendering.quality
    else { return nil }
    let color =
      definition.background.flatMap(PixelColor.init(hexadecimal:)) ?? PixelColor(255, 255, 255)
    let format = definition.isHybrid ? .jpeg : definition.format
    encoding = TileCodecs.encoding(
      of: format, quality: format == .jpeg ? max(1, quality) : quality,
      background: OpaqueColor(red: color.red, green: color.green, blue: color.blue))
    background =
      encoding.holdsAlpha
      ? nil : SIMD4(Float(color.red), Float(color.green), Float(color.blue), 255)
    side = definition.tileSize.rawValue
    effect = LossyEffect(
      side: side, effort: rendering.effort.flatMap(EncodingEffort.init) ?? .balanced)
    values = .allocate(capacity: side * side)
    others = .allocate(capacity: side * side)
    low = .allocate(capacity: side * side)
    high = .allocate(capacity: side * side)
  }

  deinit {
    values.deallocate()
    others.deallocate()
    low.deallocate()
    high.deallocate()
  }

  /// What compression does not explain of an overview.
  func fault(
    of image: DecodedTile, _ mean: MeanPlane, quadrants known: UInt8
  ) throws -> LossyFault? {
    for index in 0..<side * side {
      let value = UnsafeRawPointer(mean.values).loadUnaligned(
        fromByteOffset: 8 &* index, as: SIMD4<UInt16>.self)
      values[index] = SIMD4<Float>(value) / 256
      guard let plain = mean.plain else { continue }
      let other = UnsafeRawPointer(plain.values).loadUnaligned(
        fromByteOffset: 8 &* index, as: SIMD4<UInt16>.self)
      // Compression keeps means, but not all of the contrast by whose square those of light are brighter: of
      // red lines as fine as samples, luma keeps 0.3. With a background samples are mixed as they are.
      low[index] = SIMD4<Float>(other) / 256
      high[index] = low[index] + 12 * (values[index] - low[index]).max()
      high[index].w = low[index].w
    }
    return try judge(image, range: mean.plain == nil ? nil : (low, high), known)
  }

  /// The same of samples that are picked, red in the low byte.
  func fault(
    of image: DecodedTile, picked: UnsafePointer<UInt32>, quadrants known: UInt8
  ) throws -> LossyFault? {
    for index in 0..<side * side { values[index] = Self.premultiplied(picked[index]) }
    return try judge(image, range: nil, known)
  }

  /// The same of samples that may be any of those under them, or what is between these and the mean.
  ///
  /// Where it is not known which, they are expected to be the mean, or of these what is furthest from it.
  func fault(
    of image: DecodedTile, darkened plane: DarkenedPlane?, _ mean: MeanPlane,
    _ children: [DecodedTile?], quadrants known: UInt8
  ) throws -> LossyFault? {
    let mayHideAlpha = blocksThatMayHideAlpha(children)
    for y in 0..<side {
      for x in 0..<side {
        let index = y &* side &+ x
        let alpha = Float(mean.values[4 &* index &+ 3]) / 65280
        let value =
          plane.map { Self.premultiplied($0.colors[index]) }
          ?? SIMD4<Float>(
            UnsafeRawPointer(mean.values).loadUnaligned(
              fromByteOffset: 8 &* index, as: SIMD4<UInt16>.self)) / 256
        (values[index], low[index], high[index]) = (value, value, value)
        others[index] = plane.map { Self.premultiplied($0.others[index]) } ?? value
        let block = y / DarkenedPlane.block * blocksAcross + x / DarkenedPlane.block
        DarkenedPlane.forEachUnder(x, y, side: side, children) { color in
          var value = Self.levels(color)
          if mayHideAlpha[block] { add(lessTransparent(value), to: index) }
          value *= alpha
          add(value, to: index)
          if plane == nil, distance(value, index) > distance(others[index], index) {
            others[index] = value
          }
        }
      }
    }
    return try judge(image, others: others, range: (low, high), known)
  }

  private var blocksAcross: Int { side / DarkenedPlane.block }

  /// How far premultiplied levels are from what is expected of a sample, squared.
  private func distance(_ value: SIMD4<Float>, _ index: Int) -> Float {
    let difference = value - values[index]
    return (difference * difference).sum()
  }

  private func add(_ value: SIMD4<Float>, to index: Int) {
    low[index] = pointwiseMin(low[index], value)
    high[index] = pointwiseMax(high[index], value)
  }

  /// For each block of an overview in a format without alpha whether some sample under it has the
  /// background's colour, which may be that of transparency.
  private func blocksThatMayHideAlpha(_ children: [DecodedTile?]) -> [Bool] {
    var blocks = [Bool](repeating: false, count: blocksAcross * blocksAcross)
    guard let background else { return blocks }
    for y in 0..<side {
      for x in 0..<side {
        let block = y / DarkenedPlane.block * blocksAcross + x / DarkenedPlane.block
        guard !blocks[block] else { continue }
        DarkenedPlane.forEachUnder(x, y, side: side, children) { color in
          let difference = Self.levels(color) - background
          if max(difference.max(), -difference.min()) <= Float(Self.backgroundSlack) {
            blocks[block] = true
          }
        }
      }
    }
    return blocks
  }

  /// What a darkened sample shows at most of a child that was laid on the background.
  ///
  /// It has the colour that the child had before, and the mean of four alphas, which is at most a quarter of
  /// that child's and three quarters. How transparent the child was is not known, but its colour is
  /// one that there is.
  private func lessTransparent(_ value: SIMD4<Float>) -> SIMD4<Float> {
    guard let background else { return value }
    let difference = value - background
    var alpha: Float = 0
    for channel in 0..<3 where difference[channel] != 0 {
      let room = difference[channel] < 0 ? background[channel] : 255 - background[channel]
      alpha = max(alpha, abs(difference[channel]) / max(1, room))
    }
    return alpha > 0 ? background + difference * (0.25 + 0.75 / min(1, alpha)) : value
  }

  private func judge(
    _ image: DecodedTile, others: UnsafeMutablePointer<SIMD4<Float>>? = nil,
    range: LossyEffect.Bounds?, _ known: UInt8
  ) throws -> LossyFault? {
    try effect.fault(
      of: image, LossyEffect.Wanted(values: values, others: others, range: range),
      encoding: encoding,
      background: background, quadrants: known, limits: Self.limits)
  }

  private static func premultiplied(_ color: UInt32) -> SIMD4<Float> {
    levels(color) * (Float(color &>> 24) / 255)
  }

  /// The straight levels of a pixel as if it was opaque, red in its low byte.
  private static func levels(_ color: UInt32) -> SIMD4<Float> {
    SIMD4(Float(color & 255), Float(color &>> 8 & 255), Float(color &>> 16 & 255), 255)
  }
}
