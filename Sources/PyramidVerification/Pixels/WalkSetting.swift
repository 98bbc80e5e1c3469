import RasterSources
import TileModel
import TileStorage

/// The shared input of all threads of a walk.
struct WalkSetting: Sendable {
  let inspection: StoreInspection
  let index: TileIndex
  let retina: StoreInspection?
  let definition: LayerDefinition?
  let kernel: OverviewKernel
  /// The colour of empty places in a format without transparency, red in the low byte; `nil` where they are
  /// transparent.
  let background: UInt32?
  let format: TileFormat?
  let options: VerificationOptions
  let collector: FindingCollector
  let contents: ContentLedger
  let sourceCheck: SourceCheck?
  let isCancelled: @Sendable () -> Bool

  init(
    _ inspection: StoreInspection, format: TileFormat?, firstTile: DecodedTile?,
    options: VerificationOptions, collector: FindingCollector,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    (self.inspection, self.options, self.collector) = (inspection, options, collector)
    self.isCancelled = isCancelled
    index = inspection.tiles
    retina = collector.wants(.retinaPixels) ? inspection.retina : nil
    definition = inspection.document?.definition
    kernel = OverviewKernel(definition, tilesAreLossy: firstTile?.isLossy ?? false)
    background = definition.flatMap(Self.background)
    self.format = definition?.format ?? format
    contents = ContentLedger(scratch: options.scratch.path)
    guard let source = options.source, VerificationRule.ofSources.contains(where: collector.wants)
    else {
      sourceCheck = nil
      return
    }
    sourceCheck = try SourceCheck(
      of: source, inspection, firstTile: firstTile, background: background, options: options,
      isCancelled: isCancelled)
  }

  /// Red is in the low byte.
  private static func background(_ definition: LayerDefinition) -> UInt32? {
    guard definition.format.details?.holdsAlpha == false,
      let color = definition.background.flatMap(PixelColor.init(hexadecimal:))
    else { return nil }
    return UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16
      | UInt32(color.alpha) << 24
  }

  var shallowest: Int { index.zooms.first ?? 0 }
  var deepest: Int { index.zooms.last ?? 0 }
}

/// A number of tiles, and the first few of them.
struct TileTally: Sendable {
  private(set) var count = 0
  private(set) var examples: [TileCoordinate] = []

  mutating func add(_ tile: TileCoordinate) {
    count += 1
    if examples.count < 100 { examples.append(tile) }
  }

  mutating func merge(_ other: TileTally) {
    count += other.count
    examples += other.examples.prefix(100 - examples.count)
  }
}

/// The results of a walk, or of one thread of it.
struct WalkOutcome: Sendable {
  /// The mean difference of overviews from the exact mean: a sum in 256ths of a level, and its terms.
  struct Drift: Sendable {
    var sum = 0
    var count = 0
  }

  var zooms: [Int: ZoomSummary] = [:]
  var digest = ContentDigest()
  var overviews = OverviewLedger()
  var shown: [Int: ShownAddresses] = [:]
  var drift: [Int: Drift] = [:]
  var sides: [Int: TileTally] = [:]
  var formats: [TileFormat: TileTally] = [:]
  var holdsLossyTiles = false

  mutating func merge(_ other: WalkOutcome) {
    for (zoom, part) in other.zooms {
      var sum = zooms[zoom] ?? ZoomSummary(zoom: zoom)
      sum.tiles += part.tiles
      sum.bytes += part.bytes
      sum.blank += part.blank
      sum.oneColor += part.oneColor
      sum.damaged += part.damaged
      zooms[zoom] = sum
    }
    digest.add(other.digest)
    overviews.merge(other.overviews)
    for (zoom, part) in other.shown { shown[zoom, default: ShownAddresses()].merge(part) }
    for (zoom, part) in other.drift {
      drift[zoom, default: Drift()].sum += part.sum
      drift[zoom, default: Drift()].count += part.count
    }
    for (side, tally) in other.sides { sides[side, default: TileTally()].merge(tally) }
    for (format, tally) in other.formats { formats[format, default: TileTally()].merge(tally) }
    holdsLossyTiles = holdsLossyTiles || other.holdsLossyTiles
  }
}

/// The addresses of a zoom at which the zoom above shows something.
struct ShownAddresses: Sendable {
  /// An address without a tile.
  struct Empty: Sendable {
    let tile: TileCoordinate
    let isCertain: Bool
  }

  private static let limit = 10_000

  var filled = 0
  private(set) var empty: [Empty] = []

  mutating func add(_ address: Empty) {
    if empty.count < Self.limit { empty.append(address) }
  }

  mutating func merge(_ other: ShownAddresses) {
    filled += other.filled
    empty += other.empty.prefix(Self.limit - empty.count)
  }
}
