public import TileImaging

/// The paper that a plan is drawn on, which is taken out of its colours so that the ink alone is left.
public struct Paper: Hashable, Sendable {
  /// Its colour in sRGB; `nil` to find it: the most frequent of the lightest colours of the image, or,
  /// of a PDF, what it is drawn on.
  public var color: OpaqueColor?
  /// How many levels of 8 bits a sample may differ from the colour and be paper; `nil` to take that from
  /// how much the paper itself varies.
  public var tolerance: Int?
  /// Whether only what is connected with the edge of the image is taken out, so that white rooms stay.
  public var isOutsideOnly = false

  /// Describes paper.
  public init(_ color: OpaqueColor? = nil, tolerance: Int? = nil) {
    self.color = color
    self.tolerance = tolerance
  }

  /// Reads `auto`, `#RRGGBB` or one of the basic names of CSS; `nil` for anything else.
  public init?(text: String) {
    guard text == "auto" || OpaqueColor(text: text) != nil else { return nil }
    self.init(OpaqueColor(text: text))
  }

  /// What is said of a paper for people, such as `#FAF5E6, within 4 levels`.
  static func text(_ color: OpaqueColor, tolerance: Int) -> String {
    tolerance == 0
      ? "\(color), exactly" : "\(color), within \(tolerance) level\(tolerance == 1 ? "" : "s")"
  }
}

/// What becomes of the colours of an image when its paper is taken out.
public enum InkHandling: String, Hashable, Sendable, CaseIterable {
  /// They stay as they are.
  case keep
  /// Their lightness in CIE Lab is inverted and their hue stays, for dark maps: black is white.
  case invert
}

/// What is taken off an image.
public enum ImageCrop: String, Hashable, Sendable, CaseIterable {
  /// The margins of paper around what it shows, or its transparent margins.
  case auto
}
