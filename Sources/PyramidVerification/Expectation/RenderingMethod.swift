import Georeferencing
import TileModel

/// The stated way in which the deepest zoom was made of a source: the raster, its averaging and the kernel.
struct RenderingMethod: Sendable {
  /// The precision with which positions and spans were computed.
  enum Form: Sendable {
    case separable
    /// Straight lines, with one span for all samples.
    case affine
    case general
  }

  var kernel: ExpectedKernel
  let form: Form
  let rasterSize: PixelSize
  let block: PixelSize
  let mixesLight: Bool

  /// `nil` where a definition does not state enough.
  init?(
    _ rendering: LayerDefinition.Rendering, _ georeference: Georeference, rasterSize: [Int],
    block: [Int], isWarped: Bool
  ) {
    guard let kind = ExpectedKernel.Kind(rawValue: rendering.resampling), rasterSize.count == 2,
      block.count == 2
    else { return nil }
    self.init(
      kind, georeference, rasterSize: PixelSize(width: rasterSize[0], height: rasterSize[1]),
      block: PixelSize(width: block[0], height: block[1]), isWarped: isWarped,
      mixesLight: rendering.mixesLight)
  }

  init(
    _ kind: ExpectedKernel.Kind, _ georeference: Georeference, rasterSize: PixelSize,
    block: PixelSize = PixelSize(width: 1, height: 1), isWarped: Bool = false,
    mixesLight: Bool = false
  ) {
    self.mixesLight = mixesLight
    kernel = ExpectedKernel(kind)
    self.rasterSize = rasterSize
    self.block = block
    form = Self.form(of: georeference, size: rasterSize, isWarped: isWarped)
  }

  private static func form(of georeference: Georeference, size: PixelSize, isWarped: Bool) -> Form {
    guard case .affine(let map) = georeference.pixelToCRS else { return .general }
    // Off by less than a thousandth of a sample across the image, the limit of north-up images.
    let isUpright =
      !isWarped && map.columnX > 0 && map.rowY < 0
      && abs(map.rowX * Double(size.height)) < 0.001 * map.columnX
      && abs(map.columnY * Double(size.width)) < 0.001 * -map.rowY
    switch georeference.crs {
    case .webMercator: return isUpright ? .separable : .affine
    case .geographic: return isUpright ? .separable : .general
    case .other: return .general
    }
  }

  var size: PixelSize {
    PixelSize(
      width: (rasterSize.width + block.width - 1) / block.width,
      height: (rasterSize.height + block.height - 1) / block.height)
  }

  var end: SIMD2<Double> {
    SIMD2(
      Double(rasterSize.width) / Double(block.width),
      Double(rasterSize.height) / Double(block.height))
  }

  func slack(span: SIMD2<Double>) -> SIMD2<Double> {
    let least = SIMD2<Double>(repeating: Self.tableSlack)
    guard case .general = form else { return least }
    let interpolated = SIMD2(min(0.125, 0.05 * span.x), min(0.125, 0.05 * span.y))
    return least + interpolated * Self.uncheckedFactor
  }

  private static let tableSlack = 0.0015
  private static let uncheckedFactor = 1.25

  func bounded(_ span: Double) -> Double {
    switch form {
    case .separable: return max(span, 1e-9)
    case .affine:
      // The same everywhere but for the rounding of positions.
      return min(
        max((span * Self.affinePrecision).rounded() / Self.affinePrecision, 1e-6), Self.widestSpan)
    case .general:
      let bounded = min(max(span, kernel.kind == .average ? 1e-6 : 1), Self.widestSpan)
      // Few enough for a table of weights each, and near enough to the exact one.
      let unit = bounded.binade / 64
      return (bounded / unit).rounded() * unit
    }
  }

  static let widestSpan = 32.0
  static let spanRatio = 1.0905077326652577
  private static let affinePrecision = 0x1p20

  /// The spans within ``spanRatio`` of the exact one, which may have been taken in its place.
  ///
  /// Within its cube where the map bends within a few samples, so that each sample is interpolated by
  /// itself.
  func alternatives(to span: Double, bends: Bool) -> [Double] {
    guard case .general = form else { return [span] }
    let least = kernel.kind == .average ? 1e-6 : 1
    var (spans, wider, narrower) = ([span], span, span)
    for _ in 0..<(bends ? 3 : 1) {
      wider = min(wider * Self.spanRatio, Self.widestSpan)
      narrower = max(narrower / Self.spanRatio, least)
      spans += [wider, narrower]
    }
    return spans
  }
}
