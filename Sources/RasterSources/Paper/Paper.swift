public import TileImaging

/// The paper of a plan, which is removed to leave the ink alone.
public struct Paper: Hashable, Sendable {
  /// Paper colour in sRGB, `nil` to find it.
  ///
  /// The search takes the most frequent of the lightest colours, or the ground of a PDF.
  public var color: OpaqueColor?
  /// Largest difference from the paper colour, in 8-bit levels.
  ///
  /// `nil` takes the variation of the paper itself.
  public var tolerance: Int?
  /// Whether only paper connected with the edge of the image is removed, so that white rooms stay.
  public var isOutsideOnly = false

  /// Describes paper.
  public init(_ color: OpaqueColor? = nil, tolerance: Int? = nil) {
    self.color = color
    self.tolerance = tolerance
  }

  /// Reads `auto`, `#RRGGBB` or one of the basic names of CSS, `nil` for anything else.
  public init?(text: String) {
    guard text == "auto" || OpaqueColor(text: text) != nil else { return nil }
    self.init(OpaqueColor(text: text))
  }

  static func text(_ color: OpaqueColor, tolerance: Int) -> String {
    tolerance == 0
      ? "\(color), exactly" : "\(color), within \(tolerance) level\(tolerance == 1 ? "" : "s")"
  }
}

/// Treatment of an image's colours when its paper is removed.
public enum InkHandling: String, Hashable, Sendable, CaseIterable {
  /// Colours stay unchanged.
  case keep
  /// Lightness in CIE Lab is inverted and hue stays, for dark maps.
  case invert
}

/// Part that is cropped from an image.
public enum ImageCrop: String, Hashable, Sendable, CaseIterable {
  /// Margins of paper, or transparent margins.
  case auto
}
