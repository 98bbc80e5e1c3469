import Platform
public import RasterSources
import TileImaging
public import TileModel

/// Exactly which tiles will be made and how, before any is made.
public struct PyramidPlan: Sendable {
  /// The tiles of one zoom.
  public struct Level: Hashable, Sendable {
    /// The rectangle of tiles that the image's bounds meet, in the plan's own columns; see
    /// ``PyramidPlan/address(zoom:column:row:)``.
    public let range: TileRange
    /// The size of one sample in projected metres.
    public let resolution: Double
    /// The zoom.
    public var zoom: Int { range.zoom }
  }

  /// How the image is read.
  public enum Access: Hashable, Sendable {
    /// The image lies on the grid: its rows stream and its samples are copied.
    case aligned
    /// The image is north-up: its rows stream and are resampled as they arrive.
    case streamed
    /// The image is turned or bent: it goes through a scratch file of so many bytes.
    case scratch(byteCount: Int)
    /// The image is turned or bent, and its file allows windows to be read, with so many bytes of
    /// decoded blocks.
    case windows(byteCount: Int)
  }

  /// The levels, shallowest first; never empty.
  public let levels: [Level]
  /// The choices the plan was made with.
  public let options: PyramidOptions
  /// The path of the image, for messages.
  public let path: String
  /// The size of the image.
  public let size: PixelSize
  /// How the image is read.
  public let access: Access
  /// The zoom, with fractions, at which the level's resolution equals the image's.
  public let nativeZoom: Double
  /// The image's bounds in projected metres, clipped to the Mercator square; across the antimeridian
  /// they go on beyond its eastern or western edge.
  public let mercatorBounds: MercatorBounds
  /// The bytes of the scratch file in which the image's rows are put into order first; 0 when the
  /// file holds them so.
  public let reorderingScratch: Int
  /// The bytes that reading the image's rows takes beyond a few of them.
  let readingBytes: Int
  /// How the plan's columns are turned around the globe.
  let turn: GridTurn
  /// Where the image lies.
  let georeference: Georeference
  /// Where the deepest level's samples lie on the image.
  let mapping: GridMapping
  /// What is used of the image, at the deepest level; `nil` for all of it.
  ///
  /// - Throws: `CancellationError`.
  func clipMask(isCancelled: () -> Bool) throws -> ClipMask? {
    try ClipMask(
      options.clips, bounds: mercatorBounds, turn: turn, grid: grid, zoom: deepest.zoom
    ) { if isCancelled() { throw CancellationError() } }
  }
  /// By how many source columns and rows the image is reduced before it is resampled.
  let reduction: SourceReduction
  /// Whether it is for a part of the image, in which there may be nothing to see.
  private(set) var isPart = false

  /// How many filtered source rows a streamed build holds at once.
  var ringRowCount: Int {
    guard access == .streamed else { return 0 }
    let window = WorldWindow(range: deepest.range, tileSize: options.tileSize.rawValue)
    let middle = (window.rows.lowerBound + window.rows.upperBound) / 2
    // Rows of an image in degrees are finest at the equator; elsewhere the scale is constant.
    let equator = grid.worldSize(atZoom: deepest.zoom) / 2
    let places =
      [window.rows.lowerBound, window.rows.upperBound - 1, middle]
      + (window.rows.contains(equator) ? [equator] : [])
    let span =
      places.map {
        (mapping.row(atY: Double($0 + 1)) - mapping.row(atY: Double($0))) / Double(reduction.rows)
      }.max() ?? 1
    let widening = Resampling.widening(forReduction: span)
    return Int((2 * options.resampling.radius * widening).rounded(.up)) + 2
  }

  /// The grid of the tiles.
  public var grid: TileGrid { TileGrid(tileSize: options.tileSize) }
  /// The deepest level.
  public var deepest: Level { levels[levels.count - 1] }
  /// The number of addresses of all levels, including those that will turn out empty.
  public var tileCount: Int { levels.reduce(0) { $0 + $1.range.count } }
  /// The image's bounds in degrees; `west > east` across the antimeridian.
  public var bounds: GeographicBounds { turn.bounds(of: mercatorBounds) }

  /// Whether the image's bounds are those of its tiles at every level, so that an opaque image leaves
  /// no part of them transparent; false for images that are turned, bent or clipped.
  public var fillsTiles: Bool {
    switch mapping.form {
    case .affine, .general: return false
    case .aligned, .separable: break
    }
    guard options.clips.isEmpty else { return false }
    return levels.allSatisfy { level in
      let bounds = turn.turned(mercatorBounds)
      let window = WorldWindow(range: level.range, tileSize: options.tileSize.rawValue)
      let northWest = grid.worldPixel(of: bounds.northWest, atZoom: level.zoom)
      let southEast = grid.worldPixel(of: bounds.southEast, atZoom: level.zoom)
      let gaps = [
        northWest.x - Double(window.columns.lowerBound),
        northWest.y - Double(window.rows.lowerBound),
        Double(window.columns.upperBound) - southEast.x,
        Double(window.rows.upperBound) - southEast.y,
      ]
      return gaps.allSatisfy { $0 <= GridMapping.tolerance }
    }
  }

  /// The address of the tile in a column and row of a level's ``Level/range``.
  ///
  /// The two differ only for an image across the antimeridian, whose columns are counted from
  /// Greenwich so that they are without a gap.
  public func address(zoom: Int, column: Int, row: Int) -> TileCoordinate? {
    TileCoordinate(zoom: zoom, x: turn.column(column, atZoom: zoom), y: row)
  }

  /// Plans a pyramid.
  ///
  /// - Parameters:
  ///   - source: The image.
  ///   - georeference: Where it lies; valid for its size.
  ///   - options: The caller's choices.
  /// - Throws: ``PlanningError``.
  public init(
    for source: any RasterSource, georeference: Georeference, options: PyramidOptions
  ) throws(PlanningError) {
    let size = source.size
    let grid = TileGrid(tileSize: options.tileSize)
    let path = source.path
    guard let footprint = georeference.footprint(of: size), footprint.minX.isFinite,
      footprint.maxX.isFinite
    else { throw .outsideWebMercator(path: path) }

    let resolution = Self.finestResolution(of: georeference, size: size)
    guard resolution.isFinite, resolution > 0 else { throw .outsideWebMercator(path: path) }
    let automatic = grid.zoom(forResolution: resolution, rounding: options.zoomRounding)
    let maximumZoom = options.maximumZoom ?? automatic
    for zoom in [options.minimumZoom, options.maximumZoom].compactMap(\.self)
    where !(0...TileCoordinate.maximumZoom).contains(zoom) {
      throw .zoomOutOfRange(zoom)
    }
    // Half a sample of slack at the antimeridian: bounds that end on it are rounded both ways.
    let slack = grid.resolution(atZoom: maximumZoom) / 2
    guard let turn = GridTurn(for: footprint, slack: slack) else {
      throw .spansBothMeridians(path: path)
    }
    guard var bounds = turn.clipped(footprint) else { throw .outsideWebMercator(path: path) }
    for area in options.clips {
      guard let common = area.nearest(to: bounds).bounds.flatMap({ bounds.intersection($0) })
      else { throw .nothingInClip(path: path) }
      bounds = common
    }
    let missing = georeference.crs.shareWithoutPosition(in: bounds)
    guard missing <= 0.5 else {
      throw .groundWithoutPosition(path: path, system: georeference.crs.title, share: missing)
    }
    let minimumZoom =
      options.minimumZoom ?? min(maximumZoom, Self.singleTileZoom(of: bounds, grid: grid))
    guard minimumZoom <= maximumZoom else {
      throw .zoomsReversed(minimum: minimumZoom, maximum: maximumZoom)
    }
    let turned = turn.turned(bounds)
    let deepest = grid.tiles(
      covering: turned, atZoom: maximumZoom, tolerance: GridMapping.tolerance)
    let sample = grid.resolution(atZoom: maximumZoom)
    let share = min(bounds.width / sample, 1) * min(bounds.height / sample, 1)
    guard !deepest.isEmpty, share >= 0.001 else {
      throw .vanishes(path: path, zoom: maximumZoom)
    }

    levels = (minimumZoom...maximumZoom).map { zoom in
      Level(
        range: deepest.ancestor(levels: maximumZoom - zoom),
        resolution: grid.resolution(atZoom: zoom))
    }
    let count = levels.reduce(0) { $0 + $1.range.count }
    guard count <= options.maximumTileCount else {
      throw .tooManyTiles(
        count: count, limit: options.maximumTileCount, deepestZoom: maximumZoom)
    }
    self.options = options
    self.georeference = georeference
    self.path = path
    self.size = size
    readingBytes = source.rowReadingBytes
    reorderingScratch = source.storesRowsInOrder ? 0 : ScratchRaster.bytesNeeded(for: size)
    nativeZoom = log2(grid.resolution(atZoom: 0) / resolution)
    mercatorBounds = bounds
    self.turn = turn
    mapping = GridMapping(
      georeference: georeference, size: size, grid: grid, zoom: maximumZoom, turn: turn.metres)
    reduction = SourceReduction(
      mapping: mapping, northWest: grid.worldPixel(of: turned.northWest, atZoom: maximumZoom),
      southEast: grid.worldPixel(of: turned.southEast, atZoom: maximumZoom),
      resampling: options.resampling)
    switch mapping.form {
    case .aligned: access = .aligned
    case .separable: access = .streamed
    case .affine, .general:
      if reduction.isIdentity, let bytes = (source as? any WindowedSource)?.windowBytes {
        access = .windows(byteCount: bytes)
      } else {
        access = .scratch(
          byteCount: ScratchRaster.bytesNeeded(for: reduction.reducedSize(of: size)))
      }
    }
  }

  /// The same plan with other levels.
  init(_ plan: PyramidPlan, levels: [Level]) {
    self.levels = levels
    options = plan.options
    georeference = plan.georeference
    path = plan.path
    size = plan.size
    access = plan.access
    readingBytes = plan.readingBytes
    reorderingScratch = plan.reorderingScratch
    nativeZoom = plan.nativeZoom
    mercatorBounds = plan.mercatorBounds
    turn = plan.turn
    mapping = plan.mapping
    reduction = plan.reduction
    isPart = plan.isPart
  }

  /// The same plan for one tile alone: only the samples that it needs are rendered, and every sample
  /// comes out as in the whole plan.
  ///
  /// - Parameter tile: A tile of one of the plan's levels.
  /// - Returns: A plan whose shallowest level is the tile, or `nil` when the plan has no such tile.
  public func restricted(to tile: TileCoordinate) -> PyramidPlan? {
    let column = turn.column(tile.x, atZoom: tile.zoom)
    guard let level = levels.first(where: { $0.zoom == tile.zoom }),
      level.range.x.contains(column), level.range.y.contains(tile.y)
    else { return nil }
    let one = TileRange(zoom: tile.zoom, x: column..<(column + 1), y: tile.y..<(tile.y + 1))
    var plan = PyramidPlan(
      self,
      levels: levels.filter { $0.zoom >= tile.zoom }.map { level in
        let below = one.ancestor(levels: tile.zoom - level.zoom)
        return Level(
          range: TileRange(
            zoom: level.zoom, x: below.x.clamped(to: level.range.x),
            y: below.y.clamped(to: level.range.y)),
          resolution: level.resolution)
      })
    plan.isPart = true
    return plan
  }

  /// The finest projected sample size over the image, in metres.
  private static func finestResolution(of georeference: Georeference, size: PixelSize) -> Double {
    var finest = Double.infinity
    for i in 0...4 {
      for j in 0...4 {
        let x = Double(size.width) * Double(i) / 4
        let y = Double(size.height) * Double(j) / 4
        let position = georeference.mercator(of: PixelPoint(x: x, y: y))
        guard position.isFinite, abs(position.y) <= WebMercator.halfExtent * 1.000001 else {
          continue
        }
        let sample = georeference.projectedResolution(at: PixelPoint(x: x, y: y))
        // At the rim of what a system reaches there is no step.
        guard sample.perColumn.isFinite, sample.perRow.isFinite else { continue }
        finest = min(finest, sample.perColumn, sample.perRow)
      }
    }
    return finest
  }

  /// The deepest zoom at which `bounds` is at most one tile wide and high.
  private static func singleTileZoom(of bounds: MercatorBounds, grid: TileGrid) -> Int {
    let side = max(bounds.width, bounds.height)
    let tolerance = 1 + 1e-9
    return (0...TileCoordinate.maximumZoom).last { zoom in
      side <= WebMercator.extent / Double(1 << zoom) * tolerance
    } ?? 0
  }
}
