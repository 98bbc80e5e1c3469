import Deflate

/// The facts about a tile that decide its form.
struct TileShape {
  var width: Int
  var height: Int
  var analysis: TileAnalysis
  /// `nil` for more than 256 colours.
  var colours: Int?

  /// Fraction of pixels equal to their left neighbour: near 1 in plans, near 0 in photographs.
  var repeatFraction: Double {
    width == 1 ? 1 : Double(analysis.repeats) / Double((width - 1) * height)
  }

  /// The same fraction of the visible rows, so that the empty space beside a photograph does not
  /// count.
  var visibleRepeatFraction: Double {
    let visible = width * height - analysis.transparentCount
    return visible <= 0
      ? 1 : max(0, Double(analysis.repeats - analysis.transparentCount) / Double(visible))
  }
}

/// The rules that select the trials for a tile, found by measuring plans, scanned maps, aerial
/// images and noise.
///
/// Palettes are never filtered: filtering made each measured set larger. In true colours and greys
/// no simple property decides between "no filter" and the least sum of magnitudes. Both are tried
/// on some of the rows. Plans are written without a filter first. If that leaves pixels without a
/// match, rows from all over the tile tell whether filters pay. With shades they save a tenth to a
/// sixth. On filtered photographs runs and fitted codes alone save 5 % against libdeflate's level
/// 6, at ten times its speed.
struct TileStrategy {
  let probeLevel: Int32
  let level: Int32
  let choice: PixelDeflater.Choice
  private let filters: [FilterStrategy]
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

  var isThorough: Bool { choice == .cheapest }

  /// The rows that filters are tried on.
  struct Sample {
    var filters: [FilterStrategy]
    var bands: [Range<Int>]
    /// Expected bytes at the final level relative to the trial level: in noise a longer search
    /// finds nothing.
    var searchGain: Double
    /// Expected fraction of these bytes for unfiltered rows, whose matches may lie outside the
    /// sample.
    var unfilteredGain = 1.0
    /// Fraction of the raw bytes below which a sample is too empty to tell.
    var tellingPart = 1.0 / 16

    var rowCount: Int { bands.reduce(0) { $0 + $1.count } }
  }

  func bandsOfPlan(_ tile: TileShape) -> [Range<Int>] { bands(0.1, of: tile) }

  func sampleOfPlan(_ tile: TileShape, _ filter: FilterStrategy) -> Sample {
    Sample(
      filters: [filter], bands: bandsOfPlan(tile), searchGain: 0.9, unfilteredGain: 0.94)
  }

  /// False for a plan whose pixels without a match are few of those that do not repeat.
  func mayGainByFilters(_ tile: TileShape, literalPixels: Int) -> Bool {
    let others = Double(tile.width * tile.height) * (1 - tile.repeatFraction)
    return Double(literalPixels) >= 0.08 * others
  }

  /// Shaded plans repeat so little that some rows tell whether filters pay; in others the repeats
  /// may lie elsewhere.
  func isShaded(_ tile: TileShape) -> Bool { tile.visibleRepeatFraction < 0.65 }

  /// Decides whether a sample of rows matches others of the tile, and not only its own.
  func repeatsElsewhere(alone: Int, inTile: Int) -> Bool { Double(inTile) < 0.95 * Double(alone) }

  func keepsMatches(_ filtered: (matches: Int, runs: Int)) -> Bool {
    Double(filtered.matches) < 0.9 * Double(filtered.runs)
  }

  func mayBeLess(_ filtered: Int, than unfiltered: Int) -> Bool {
    Double(filtered) < 0.97 * Double(unfiltered)
  }

  /// The samples in the order of cost; the next serves a tile whose sample before is nearly empty.
  ///
  /// A few rows of a photograph tell as much as many.
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

  /// Decides whether to search matches behind more filters: noise behind one filter of a photograph
  /// is noise behind the others.
  func searchesOn(_ tile: TileShape, matches: Int, runs: Int) -> Bool {
    isThorough || !isPhotograph(tile) || matches <= runs + runs / 32
  }

  /// Tests filters by their bytes relative to the best of the sample.
  ///
  /// In a plan the other rows may tell otherwise.
  func mayBeBest(_ tile: TileShape, part: Double) -> Bool { searchesPixels(tile) && part <= 1.03 }

  private func bands(_ fraction: Double, of tile: TileShape) -> [Range<Int>] {
    let bandCount = min(8, tile.height)
    let count = max(1, Int(Double(tile.height) * fraction) / bandCount)
    return (0..<bandCount).map { band in
      let first = (2 * band + 1) * tile.height / (2 * bandCount) - count / 2
      return first..<first + count
    }
  }

  /// Rows in the middle of the visible ones, where the edge of a plan is least likely.
  private func rows(_ fraction: Double, of tile: TileShape) -> Range<Int> {
    let count = min(tile.height, max(8, Int(Double(tile.height) * fraction)))
    let visible = tile.analysis.visibleRows
    let middle = (visible.lowerBound + visible.upperBound - count) / 2
    let first = min(max(middle, 0), tile.height - count)
    return first..<first + count
  }

  var levels: Set<Int32> { [probeLevel, level] }

  /// Searches rows by pixels when many repeat, but not all: libdeflate's codes for a single colour
  /// are shorter.
  func searchesPixels(_ tile: TileShape) -> Bool {
    tile.colours != 1 && tile.repeatFraction >= 0.5 && tile.visibleRepeatFraction >= 0.25
  }

  /// Filtered rows cost most; they are searched only with few shades among the repeats.
  ///
  /// Elsewhere libdeflate does as well.
  func searchesPixels(_ tile: TileShape, filter: FilterStrategy) -> Bool {
    searchesPixels(tile) && (filter == .unfiltered || !isShaded(tile))
  }

  /// Filters are not tried on plans when time is short.
  func triesFilters(_ tile: TileShape) -> Bool { choice != .first || !searchesPixels(tile) }

  func triesTrueColour(_ tile: TileShape) -> Bool {
    guard let colours = tile.colours else { return true }
    return choice != .first && colours > 64 && tile.repeatFraction < 0.5
  }
}
