import Deflate

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

  /// The fraction of pixels that equal their left neighbour: near 1 in plans, near 0 in photographs.
  var repeatFraction: Double {
    width == 1 ? 1 : Double(analysis.repeats) / Double((width - 1) * height)
  }

  /// That fraction of the pixels that show, so that a photograph is one beyond whose edge there is
  /// nothing.
  var visibleRepeatFraction: Double {
    let visible = width * height - analysis.transparentCount
    return visible <= 0
      ? 1 : max(0, Double(analysis.repeats - analysis.transparentCount) / Double(visible))
  }
}

/// The rules of what is tried for which tile, found by measuring plans, scanned maps, aerial images
/// and noise.
///
/// Palettes are never filtered: filtering made each measured set larger. In true colours and greys
/// neither "no filter" nor the least sum of magnitudes wins by any simple property, so both are tried on
/// some of the rows. Plans are written without a filter first; where that leaves pixels that are in no match,
/// rows from all over the tile tell whether filters pay, as they do by a tenth to a sixth where there are
/// shades. On filtered photographs runs and fitted codes alone make 5 % less than libdeflate's level 6, at
/// ten times its speed: they are tried on the same rows.
struct TileStrategy {
  /// libdeflate's level for trying filters on a band.
  let probeLevel: Int32
  /// libdeflate's level for all that is not searched by pixels or runs.
  let level: Int32
  /// How matches of rows of plans are chosen.
  let choice: PixelDeflater.Choice
  /// The filters that are tried where filtering is possible.
  private let filters: [FilterStrategy]
  /// The fraction of the rows that filters are tried on.
  let probeFraction: Double

  init(_ effort: EncodingEffort) {
    switch effort {
    case .fast:
      (probeLevel, level) = (1, 1)
      choice = .first
      (filters, probeFraction) = ([.unfiltered, .adaptive], 0.0625)
    case .balanced:
      (probeLevel, level) = (1, 6)
      choice = .cheap
      (filters, probeFraction) = ([.unfiltered, .adaptive], 0.125)
    case .smallest:
      (probeLevel, level) = (5, 11)
      choice = .cheapest
      let fixed: [RowFilter] = [.sub, .up, .average, .paeth]
      (filters, probeFraction) = ([.unfiltered, .adaptive] + fixed.map { .fixed($0) }, 0.25)
    }
  }

  /// Whether all that may help is tried on every tile.
  var isThorough: Bool { choice == .cheapest }

  /// What filters are tried on.
  struct Sample {
    var filters: [FilterStrategy]
    /// The rows.
    var bands: [Range<Int>]
    /// The part of the bytes at the level for trying that those at the level for all else are
    /// expected to be: in noise a longer search finds nothing.
    var searchGain: Double
    /// The part of these that unfiltered rows are expected to be, whose matches are in rows that the
    /// sample leaves out.
    var unfilteredGain = 1.0
    /// The part of the rows' bytes of which no filter may make less: little content says little of the rest.
    var tellingPart = 1.0 / 16

    var rowCount: Int { bands.reduce(0) { $0 + $1.count } }
  }

  /// A tenth of the rows of a plan, from all over it.
  func sampleOfPlan(_ tile: TileShape) -> Sample {
    Sample(
      filters: filters, bands: bands(0.1, of: tile), searchGain: 0.9, unfilteredGain: 0.94)
  }

  /// Whether filters may make a plan smaller that has so many pixels in no match: not where these are
  /// few of those that do not repeat.
  func mayGainByFilters(_ tile: TileShape, literalPixels: Int) -> Bool {
    let others = Double(tile.width * tile.height) * (1 - tile.repeatFraction)
    return Double(literalPixels) >= 0.08 * others
  }

  /// Whether so little of a plan repeats that some of its rows tell whether filters pay: elsewhere what
  /// repeats may be in the others.
  func isShaded(_ tile: TileShape) -> Bool { tile.visibleRepeatFraction < 0.65 }

  /// Whether filtered rows that take such a part of the bytes of a sample are worth a second compression.
  func mayBeLess(filteredPart: Double) -> Bool { filteredPart < 0.97 }

  /// What filters are tried on, in the order of cost; the next is for a tile of whose rows the one
  /// before holds hardly any content.
  ///
  /// Of a photograph a few rows tell as much as many.
  func samples(_ tile: TileShape) -> [Sample] {
    if isThorough {
      let fractions = tile.height > 128 ? [probeFraction, 1] : [1]
      return fractions.map {
        Sample(
          filters: filters, bands: bands($0, of: tile),
          searchGain: isPhotograph(tile) ? 0.97 : 0.95,
          unfilteredGain: 0.94, tellingPart: 1.0 / 64)
      }
    }
    let careful = Sample(
      filters: filters, bands: [rows(probeFraction, of: tile)],
      searchGain: probeLevel == level ? 1 : 0.95)
    guard isPhotograph(tile) else { return [careful] }
    let quick = Sample(
      filters: [.unfiltered, .fixed(.average), .fixed(.paeth), .adaptive],
      bands: [rows(1 / 32, of: tile)], searchGain: 1)
    return [quick, careful]
  }

  private func isPhotograph(_ tile: TileShape) -> Bool { tile.visibleRepeatFraction < 0.25 }

  /// Whether matches are looked for behind more filters, where those behind one took so many bytes: what is
  /// noise behind one filter of a photograph is so behind the others.
  func searchesOn(_ tile: TileShape, matches: Int, runs: Int) -> Bool {
    isThorough || !isPhotograph(tile) || matches <= runs + runs / 32
  }

  /// Whether filters may be the best for which the rows of a sample took so much of the bytes of those that did
  /// best: of a plan, whose other rows may tell otherwise.
  func mayBeBest(_ tile: TileShape, part: Double) -> Bool { searchesPixels(tile) && part <= 1.03 }

  /// Rows in eight bands from all over a tile.
  private func bands(_ fraction: Double, of tile: TileShape) -> [Range<Int>] {
    let bandCount = min(8, tile.height)
    let count = max(1, Int(Double(tile.height) * fraction) / bandCount)
    return (0..<bandCount).map { band in
      let first = (2 * band + 1) * tile.height / (2 * bandCount) - count / 2
      return first..<first + count
    }
  }

  /// Rows in the middle of those that show something, where the edge of a plan is least likely.
  private func rows(_ fraction: Double, of tile: TileShape) -> Range<Int> {
    let count = min(tile.height, max(8, Int(Double(tile.height) * fraction)))
    let visible = tile.analysis.visibleRows
    let middle = (visible.lowerBound + visible.upperBound - count) / 2
    let first = min(max(middle, 0), tile.height - count)
    return first..<first + count
  }

  /// Every level that is used.
  var levels: Set<Int32> { [probeLevel, level] }

  /// Whether a tile's rows are searched by pixels: only where many of them repeat, and not all, since
  /// libdeflate's codes for a single colour are shorter.
  func searchesPixels(_ tile: TileShape) -> Bool {
    tile.colours != 1 && tile.repeatFraction >= 0.5 && tile.visibleRepeatFraction >= 0.25
  }

  /// Whether these rows are: of filtered ones, which cost most, only where there are few shades among
  /// what repeats; elsewhere libdeflate does as well.
  func searchesPixels(_ tile: TileShape, filter: FilterStrategy) -> Bool {
    searchesPixels(tile) && (filter == .unfiltered || !isShaded(tile))
  }

  /// Whether filters are tried at all: not on plans where time is short.
  func triesFilters(_ tile: TileShape) -> Bool { choice != .first || !searchesPixels(tile) }

  /// Whether a form without a palette is tried.
  func triesTrueColour(_ tile: TileShape) -> Bool {
    guard let colours = tile.colours else { return true }
    return choice != .first && colours > 64 && tile.repeatFraction < 0.5
  }
}
