import Georeferencing
import Platform
import RasterSources
import TileImaging
public import TileModel

/// The zooms and tiles of an image by its georeference, before a raster is chosen.
package struct PyramidExtent: Sendable {
  let path: String
  let size: PixelSize
  let georeference: Georeference
  var options: PyramidOptions
  /// The levels, shallowest first; never empty.
  private(set) var levels: [PyramidLevel]
  /// The fractional zoom at the image's own resolution.
  let nativeZoom: Double
  /// Projected metres, clipped to the Mercator square; bounds across the antimeridian continue
  /// beyond its eastern or western edge.
  let mercatorBounds: MercatorBounds
  package let gridShift: GridShift
  /// World pixels of the deepest level to pixels of the image.
  let mapping: GridMapping
  /// True for means in linear light: ``OverviewLight/linear``, and samples that span two of the
  /// image or more.
  ///
  /// Near the image's own size samples are interpolated, not averaged. In light, kernels that
  /// overshoot at an edge show that more on its dark side.
  private(set) var mixesLight = false

  init(
    path: String, size: PixelSize, georeference: Georeference, options: PyramidOptions
  ) throws(FailureReport) {
    guard options.overviewLight == .srgb || options.overviewResampling == .average else {
      throw .noMeans(options.overviewResampling)
    }
    let grid = TileGrid(tileSize: options.tileSize)
    guard let footprint = georeference.footprint(of: size) else {
      throw .areaWithoutPosition(path: path, system: georeference.crs.title, fraction: 1)
    }
    guard footprint.minX.isFinite, footprint.maxX.isFinite else {
      throw .outsideWebMercator(path: path)
    }

    let resolution = Self.finestResolution(of: georeference, size: size)
    guard resolution.isFinite, resolution > 0 else { throw .outsideWebMercator(path: path) }
    let automatic = grid.zoom(forResolution: resolution, rounding: options.zoomRounding)
    let maximumZoom = options.maximumZoom ?? automatic
    for zoom in [options.minimumZoom, options.maximumZoom].compactMap(\.self)
    where !(0...TileCoordinate.maximumZoom).contains(zoom) { throw .zoomOutOfRange(zoom) }
    // Half a sample of slack at the antimeridian: bounds that end on it are rounded both ways.
    let slack = grid.resolution(atZoom: maximumZoom) / 2
    guard let gridShift = GridShift(for: footprint, slack: slack) else {
      throw .spansBothMeridians(path: path)
    }
    guard var bounds = gridShift.clipped(footprint) else { throw .outsideWebMercator(path: path) }
    for area in options.clips {
      guard let common = area.nearest(to: bounds).bounds.flatMap({ bounds.intersection($0) }) else {
        let isExchanged = bounds.withAxesExchanged.flatMap { area.bounds?.intersection($0) } != nil
        throw .nothingInClip(path: path, isExchanged: isExchanged)
      }
      bounds = common
    }
    let missing = georeference.crs.fractionWithoutPosition(in: bounds)
    guard missing <= 0.5 else {
      throw .areaWithoutPosition(path: path, system: georeference.crs.title, fraction: missing)
    }
    let minimumZoom =
      options.minimumZoom ?? min(maximumZoom, Self.singleTileZoom(of: bounds, grid: grid))
    guard minimumZoom <= maximumZoom else {
      throw .zoomsReversed(minimum: minimumZoom, maximum: maximumZoom)
    }
    let shifted = gridShift.shifted(bounds)
    let deepest = grid.tiles(
      covering: shifted, atZoom: maximumZoom, tolerance: GridMapping.tolerance)
    let sample = grid.resolution(atZoom: maximumZoom)
    let fraction = min(bounds.width / sample, 1) * min(bounds.height / sample, 1)
    guard !deepest.isEmpty, fraction >= 0.001 else {
      throw .vanishes(path: path, zoom: maximumZoom)
    }

    levels = (minimumZoom...maximumZoom).map { zoom in
      PyramidLevel(
        range: deepest.ancestor(levels: maximumZoom - zoom),
        resolution: grid.resolution(atZoom: zoom))
    }
    if options.makesRetinaTiles {
      guard options.tileSize == .standard else { throw .retinaTileSize }
      guard levels.count > 1 else { throw .retinaZoom(path: path, zoom: maximumZoom) }
    }
    let count = levels.tileCount(withRetina: options.makesRetinaTiles)
    guard count <= options.maximumTileCount else {
      throw .tooManyTiles(count: count, limit: options.maximumTileCount, deepestZoom: maximumZoom)
    }
    self.path = path
    self.size = size
    self.georeference = georeference
    self.options = options
    nativeZoom = log2(grid.resolution(atZoom: 0) / resolution)
    mercatorBounds = bounds
    self.gridShift = gridShift
    mapping = GridMapping(
      georeference: georeference, size: size, grid: grid, zoom: maximumZoom,
      gridShift: gridShift.metres)
    mixesLight =
      options.overviewLight == .linear && options.resampling != .nearest && reduction >= 2
  }

  /// Frames one raster of a composite; `nil` when it is outside the picture.
  init?(_ sheet: GridRaster, of whole: PyramidExtent) {
    guard let footprint = sheet.georeference.footprint(of: sheet.raster.size),
      footprint.minX.isFinite, footprint.maxX.isFinite,
      let bounds = whole.gridShift.clipped(footprint),
      let visible = bounds.intersection(whole.mercatorBounds)
    else { return nil }
    let resolution = Self.finestResolution(of: sheet.georeference, size: sheet.raster.size)
    guard resolution.isFinite, resolution > 0 else { return nil }
    let zoom = whole.deepest.zoom
    let all = whole.grid.tiles(
      covering: whole.gridShift.shifted(visible), atZoom: zoom, tolerance: GridMapping.tolerance)
    let range = TileRange(
      zoom: zoom, x: all.x.clamped(to: whole.deepest.range.x),
      y: all.y.clamped(to: whole.deepest.range.y))
    guard !range.isEmpty else { return nil }
    path = sheet.raster.path
    size = sheet.raster.size
    georeference = sheet.georeference
    options = whole.options
    mixesLight = whole.mixesLight
    levels = [PyramidLevel(range: range, resolution: whole.deepest.resolution)]
    nativeZoom = log2(whole.grid.resolution(atZoom: 0) / resolution)
    mercatorBounds = bounds
    gridShift = whole.gridShift
    mapping = GridMapping(
      georeference: sheet.georeference, size: sheet.raster.size, grid: whole.grid, zoom: zoom,
      gridShift: whole.gridShift.metres)
  }

  var grid: TileGrid { TileGrid(tileSize: options.tileSize) }
  var deepest: PyramidLevel { levels[levels.count - 1] }

  /// Least number of image samples that a sample of the deepest level spans along each axis.
  var reduction: Double {
    let bounds = worldPixelBounds(atZoom: deepest.zoom)
    let scale = mapping.leastScale(from: bounds.northWest, to: bounds.southEast)
    // Arithmetic leaves a whole number a little above or below.
    return min(scale.u, scale.v) * (1 + 1e-6)
  }

  /// Corners of the image's bounds in world pixels of the shifted grid, as in ``mapping`` and the
  /// levels' columns.
  func worldPixelBounds(
    atZoom zoom: Int
  ) -> (northWest: WorldPixelPoint, southEast: WorldPixelPoint) {
    let bounds = gridShift.shifted(mercatorBounds)
    return (
      grid.worldPixel(of: bounds.northWest, atZoom: zoom),
      grid.worldPixel(of: bounds.southEast, atZoom: zoom)
    )
  }

  /// One tile and the tiles that it is made of; `nil` when there is no such tile.
  func restricted(to tile: TileCoordinate) -> PyramidExtent? {
    let column = gridShift.column(tile.x, atZoom: tile.zoom)
    guard let level = levels.first(where: { $0.zoom == tile.zoom }),
      level.range.x.contains(column), level.range.y.contains(tile.y)
    else { return nil }
    let one = TileRange(zoom: tile.zoom, x: column..<(column + 1), y: tile.y..<(tile.y + 1))
    var frame = self
    frame.options.makesRetinaTiles = false
    frame.levels = levels.filter { $0.zoom >= tile.zoom }.map { level in
      let below = one.ancestor(levels: tile.zoom - level.zoom)
      return PyramidLevel(
        range: TileRange(
          zoom: level.zoom, x: below.x.clamped(to: level.range.x),
          y: below.y.clamped(to: level.range.y)), resolution: level.resolution)
    }
    return frame
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
        // At the rim of a system's area there is no step.
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

extension [PyramidLevel] {
  func tileCount(withRetina isRetina: Bool) -> Int {
    reduce(0) { $0 + $1.range.count }
      + (isRetina ? dropFirst().reduce(0) { $0 + $1.metatiles.range.count } : 0)
  }
}

/// The tiles of one zoom of a plan.
public struct PyramidLevel: Hashable, Sendable {
  /// The rectangle of tiles that the image's bounds meet, in the plan's own columns; see
  /// ``PyramidPlan/address(zoom:column:row:)``.
  public let range: TileRange
  /// The size of one sample in projected metres.
  public let resolution: Double
  /// The zoom.
  public var zoom: Int { range.zoom }

  var metatiles: PyramidLevel {
    func halved(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound >> 1..<(range.upperBound + 1) >> 1
    }
    return PyramidLevel(
      range: TileRange(zoom: zoom, x: halved(range.x), y: halved(range.y)), resolution: resolution)
  }
}

/// A range of whole tiles in world pixels.
package struct WorldWindow {
  package let columns: Range<Int>
  package let rows: Range<Int>

  package init(range: TileRange, tileSize: Int) {
    columns = range.x.lowerBound * tileSize..<range.x.upperBound * tileSize
    rows = range.y.lowerBound * tileSize..<range.y.upperBound * tileSize
  }
}
