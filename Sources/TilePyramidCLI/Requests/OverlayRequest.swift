import RasterSources
import TileModel

/// A placement by an anchor, a size of samples and a bearing, as asked for.
struct OverlayRequest: Hashable, Sendable {
  /// How large samples are on the ground.
  enum SampleSize: Hashable, Sendable {
    case metres(Double)
    case scale(DrawingScale)
  }

  var anchor: GeographicCoordinate
  /// The position of the anchor in the image; `nil` for its centre.
  var anchorPixel: PixelPoint?
  var sampleSize: SampleSize
  /// The compass direction of the image's top, in degrees clockwise from north.
  var bearing: Double

  /// Reads the values of the options.
  init(anchor: String, _ options: PlacementOptions) throws {
    self.anchor = try GeographicCoordinate(optionText: anchor)
    anchorPixel = try options.anchorPixel.map { try PixelPoint(optionText: $0) }
    if let text = options.scale {
      guard let scale = DrawingScale(text) else {
        throw UsageError.invalidValue(
          option: "--scale", found: text, expected: "the scale of the drawing, such as 1:100")
      }
      sampleSize = .scale(scale)
    } else {
      sampleSize = .metres(
        try OptionValue.number(
          options.metresPerPixel ?? "", option: "--metres-per-pixel", in: 1e-6...1e6,
          expected: "metres, such as 0.02"))
    }
    bearing = try OptionValue.number(
      options.bearing ?? "0", option: "--bearing", in: -3600...3600,
      expected: "degrees clockwise from north")
  }

  /// The placement of an image.
  ///
  /// - Parameters:
  ///   - size: The size of the image.
  ///   - dotsPerInch: The resolution at which its samples stand on paper, as far as known.
  /// - Returns: The image's position, size and rotation on the map.
  /// - Throws: ``UsageError`` where a scale needs the resolution.
  func overlay(of size: PixelSize, dotsPerInch: Double?) throws(UsageError) -> GroundOverlay {
    let metresPerPixel: Double
    switch sampleSize {
    case .metres(let metres): metresPerPixel = metres
    case .scale(let scale):
      guard let dotsPerInch else {
        throw .missing("--dpi", neededBy: "--scale", example: "--dpi 300, as the plan was scanned")
      }
      metresPerPixel = scale.metresPerPixel(dotsPerInch: dotsPerInch)
    }
    return GroundOverlay(
      anchor: anchor,
      anchorPixel: anchorPixel
        ?? PixelPoint(x: Double(size.width) / 2, y: Double(size.height) / 2),
      metresPerPixel: metresPerPixel, bearing: bearing)
  }
}
