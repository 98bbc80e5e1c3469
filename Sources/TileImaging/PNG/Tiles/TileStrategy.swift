/// A tile as far as the choice of its form depends on it.
struct TileShape {
  /// Columns.
  var width: Int
  /// Rows.
  var height: Int
  /// What all its pixels have in common.
  var analysis: TileAnalysis
  /// The number of its colours, or `nil` when there are more than 256.
  var colours: Int?

  /// The share of pixels that equal their left neighbour: near 1 in drawings, near 0 in photographs.
  var repeatShare: Double {
    width == 1 ? 1 : Double(analysis.repeats) / Double((width - 1) * height)
  }
}

/// The rules, found by measuring, of what is tried for which tile.
enum TileStrategy {
  /// A filter and the place of a compressor among ``TileStrategy/levels(_:)``.
  struct Choice: Equatable {
    var filter: FilterStrategy
    var deflater: Int
  }

  /// libdeflate's levels that an effort uses: for drawings, for photographs.
  static func levels(_ effort: PNGEffort) -> [Int32] {
    switch effort {
    case .fast: [1, 1]
    case .balanced: [6, 3]
    case .smallest: [12, 12]
    }
  }

  /// Whether a form without a palette is tried: where there is no palette, and where smooth shades may
  /// be smaller filtered than as indexes.
  static func triesTrueColour(_ tile: TileShape, _ effort: PNGEffort) -> Bool {
    guard let colours = tile.colours else { return true }
    switch effort {
    case .fast: return false
    case .balanced: return colours > 64 && tile.repeatShare < 0.5
    case .smallest: return colours > 16
    }
  }

  /// Whether indexes of 2 or 4 bits are also tried as whole bytes, where matches cannot straddle.
  static func triesWideIndexes(_ tile: TileShape, _ effort: PNGEffort) -> Bool {
    effort == .smallest
  }

  /// How the rows of a form are filtered and compressed; the smallest result is kept.
  static func choices(_ form: PixelForm, _ tile: TileShape, _ effort: PNGEffort) -> [Choice] {
    let isDrawing = tile.repeatShare >= 0.5
    if form.bitDepth < 8 || form.colorType == .palette {
      return [Choice(filter: .unfiltered, deflater: 0)]
    }
    switch effort {
    case .fast, .balanced:
      return isDrawing
        ? [Choice(filter: .unfiltered, deflater: 0)] : [Choice(filter: .adaptive, deflater: 1)]
    case .smallest:
      return [.unfiltered, .adaptive, .fixed(.sub), .fixed(.up), .fixed(.average), .fixed(.paeth)]
        .map { Choice(filter: $0, deflater: 0) }
    }
  }
}
