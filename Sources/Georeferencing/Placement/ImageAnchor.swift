public import TileModel

/// A placement by one position of the image, the size of its pixels and a bearing.
///
/// Unlike a ``GroundOverlay`` it needs no knowledge of the image.
public struct ImageAnchor: Hashable, Sendable {
  /// Statement of the ground size of a pixel.
  public enum SampleSize: Hashable, Sendable {
    /// Its side in metres of the WGS 84 ellipsoid.
    case metres(Double)
    /// The scale of the drawing, with the resolution of the image.
    case scale(DrawingScale)
  }

  /// The geographic position of the anchor.
  public var anchor: GeographicCoordinate
  /// The position of the anchor in the image, `nil` for its centre.
  public var anchorPixel: PixelPoint?
  /// Ground size of pixels.
  public var sampleSize: SampleSize
  /// The direction of the image's top at the anchor, in degrees clockwise from true north.
  public var bearing: Double

  /// Creates a placement.
  public init(
    anchor: GeographicCoordinate, anchorPixel: PixelPoint? = nil, sampleSize: SampleSize,
    bearing: Double = 0
  ) {
    self.anchor = anchor
    self.anchorPixel = anchorPixel
    self.sampleSize = sampleSize
    self.bearing = bearing
  }

  package var isByScale: Bool { if case .scale = sampleSize { true } else { false } }

  func overlay(
    of size: PixelSize, dotsPerInch: Double?, resolution: PaperResolution?, path: String
  ) throws(GeoreferenceError) -> GroundOverlay {
    let metresPerPixel: Double
    var pixelRatio = 1.0
    switch sampleSize {
    case .metres(let metres): metresPerPixel = metres
    case .scale(let scale):
      if let resolution, !resolution.isSquare, dotsPerInch != nil || resolution.isRatio {
        throw .unequalResolutions(path: path, resolution)
      }
      guard let across = dotsPerInch ?? resolution?.across else { throw .resolutionRequired }
      metresPerPixel = scale.metresPerPixel(dotsPerInch: across)
      if dotsPerInch == nil, let resolution { pixelRatio = resolution.across / resolution.down }
    }
    var overlay = GroundOverlay(
      anchor: anchor,
      anchorPixel: anchorPixel ?? PixelPoint(x: Double(size.width) / 2, y: Double(size.height) / 2),
      metresPerPixel: metresPerPixel, bearing: bearing)
    overlay.pixelRatio = pixelRatio
    return overlay
  }
}

/// The scale of a drawing on paper, such as 1:100.
public struct DrawingScale: Hashable, Sendable {
  /// Units on the ground per unit on paper, `1...1_000_000`.
  public let denominator: Double

  /// Reads a scale such as `1:100`, `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, Double(parts[0]) == 1, let value = Double(parts[1]),
      (1...1e6).contains(value)
    else { return nil }
    denominator = value
  }

  /// The size of a sample, in metres on the ground, of a drawing with so many samples per inch of paper.
  public func metresPerPixel(dotsPerInch: Double) -> Double { denominator * 0.0254 / dotsPerInch }
}
