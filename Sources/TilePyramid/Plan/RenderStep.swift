public import Georeferencing
import Platform
import RasterSources
import TileImaging
import TileModel

/// One reading of a raster of the image, and the zooms that are made of it: the deepest is resampled from
/// the raster, each other one is an overview of the zoom below it.
public struct RenderStep: Sendable {
  /// Which raster of the image is read.
  public enum Raster: String, Hashable, Sendable {
    /// The image itself.
    case image
    /// A smaller picture: an overview in the file, or a scale of its decoder.
    case reduction
    /// A drawing of a PDF or an SVG that is made for the zoom.
    case rendition
  }

  /// How the raster is read and its samples come to those of the deepest zoom.
  public enum Access: Hashable, Sendable {
    /// Its rows are read in order and its samples copied: sample (0, 0) is the world pixel in that column
    /// and row of the deepest zoom.
    case aligned(column: Int, row: Int)
    /// It is north-up: its rows are read in order and resampled along rows, then along columns.
    case streamed
    /// It is warped by windows, out of a scratch file of so many bytes into which its rows are copied.
    case scratch(byteCount: Int)
    /// It is as ``aligned(column:row:)`` or ``streamed``, but a row of tiles takes more memory than there is: a
    /// few columns at a time are read, out of a scratch file of so many bytes into which its rows are copied.
    case columns(byteCount: Int)
    /// It is warped by windows, out of the file itself with so many bytes of decoded blocks.
    case windows(byteCount: Int)
    /// It is composited of so many rasters, each of which is warped by windows, with so many bytes of
    /// decoded blocks.
    case sheets(count: Int, byteCount: Int)
  }

  /// What reading the raster takes.
  public struct Reading: Sendable {
    /// How many times the rows of the file are read, at least 1; windows are read where they are needed.
    public let rowPasses: Int
    /// The bytes of the scratch file in which the raster's rows are put into order first; 0 when the file
    /// holds them so.
    public let reorderingScratch: Int
    /// The bytes that reading the rows takes beyond a few of them.
    let rowBytes: Int
    /// The part of them that the system gets back when all rows are read.
    let returnedBytes: Int
    /// The bytes of a part of the raster that can be prepared for the thread that reads; 0 where none can.
    let partBytes: Int
    /// The bytes that drawing the raster takes outside this process.
    let renderingBytes: Int

    init(_ size: PixelSize, _ capabilities: RasterCapabilities, renderingBytes: Int) {
      rowPasses = capabilities.rowPasses
      reorderingScratch =
        capabilities.storesRowsInOrder ? 0 : ScratchRaster.bytesNeeded(for: size)
      rowBytes = capabilities.rowReadingBytes
      // Small pieces stay with the process: of a JPEG those of the colours, a third.
      returnedBytes = capabilities.wholeImageBytes / 3 * 2
      partBytes = capabilities.partBytes
      self.renderingBytes = renderingBytes
    }
  }

  /// The georeference and the grid of the image, and the choices of the caller.
  private(set) var frame: PyramidFrame
  /// The zooms that are made, shallowest first; never empty.
  ///
  /// Ranges count metatiles, which are single tiles unless retina tiles are made.
  public private(set) var levels: [PyramidLevel]
  /// Which raster of the image is read.
  public let raster: Raster
  /// The size of the raster in samples.
  public let size: PixelSize
  /// How the raster is read.
  public internal(set) var access: Access
  /// What that takes.
  public let reading: Reading
  /// The map from world pixels of the deepest zoom to pixels of the raster.
  let mapping: GridMapping
  /// By how many columns and rows the raster is reduced before it is resampled.
  let reduction: SourceReduction
  /// How the rasters are warped that it is composited of, in the order of painting; empty for one raster.
  private(set) var sheets: [SheetStep] = []
  /// Over how many samples of tiles these are blended where they overlap; 0 where they are not.
  private(set) var featherWidth = 0
  /// How the step is cut into blocks of which it makes some; `nil` for one that makes all of its tiles.
  private(set) var cut: StepCut?
  /// The number of the step of which it makes some tiles alone; `nil` for one that makes all of its tiles.
  var partOf: Int? { cut?.step }

  /// Decides how a raster is read.
  init(
    _ raster: Raster, size: PixelSize, capabilities: RasterCapabilities, renderingBytes: Int = 0,
    levels: [PyramidLevel], in frame: PyramidFrame, access given: Access? = nil
  ) {
    let zoom = levels[levels.count - 1].zoom
    self.levels = frame.options.makesRetinaTiles ? levels.map(\.metatiles) : levels
    self.frame = frame
    self.raster = raster
    self.size = size
    reading = Reading(size, capabilities, renderingBytes: renderingBytes)
    mapping =
      raster == .image
      ? frame.mapping
      : GridMapping(
        georeference: frame.georeference.resized(from: frame.size, to: size), size: size,
        grid: frame.grid, zoom: zoom, gridShift: frame.gridShift.metres)
    let bounds = frame.worldPixelBounds(atZoom: zoom)
    reduction = SourceReduction(
      mapping: mapping, northWest: bounds.northWest, southEast: bounds.southEast,
      resampling: frame.options.resampling)
    if let given {
      access = given
      return
    }
    switch mapping.form {
    case .aligned(let originX, let originY): access = .aligned(column: originX, row: originY)
    case .separable: access = .streamed
    case .affine, .general:
      if reduction.isIdentity, let bytes = capabilities.windowBytes {
        access = .windows(byteCount: bytes)
      } else {
        access = .scratch(
          byteCount: ScratchRaster.bytesNeeded(for: reduction.reducedSize(of: size)))
      }
    }
  }

  /// Decides how a picture is composited.
  init(compositing composite: RasterComposite, in frame: PyramidFrame) {
    let steps = composite.sheets.enumerated().compactMap { index, sheet in
      SheetStep(sheet, index: index, in: frame)
    }
    self.init(
      .image, size: frame.size, capabilities: RasterCapabilities(), levels: frame.levels, in: frame,
      access: .sheets(count: steps.count, byteCount: SheetStep.windowBytes(of: steps)))
    self.sheets = steps
    featherWidth = min(composite.featherWidth, options.tileSize.rawValue)
  }

  /// The same step for some tiles alone; `nil` when none of its zooms is among `levels`.
  func restricted(to levels: [PyramidLevel]) -> RenderStep? {
    var step = self
    step.frame.options.makesRetinaTiles = false
    step.levels = levels.filter { level in self.levels.contains { $0.zoom == level.zoom } }
    return step.levels.isEmpty ? nil : step
  }

  /// The same step for the blocks below the roots of a shard.
  func restricted(to roots: TileRange, of cut: StepCut) -> RenderStep? {
    var step = self
    step.cut = cut
    step.levels = levels.filter { deepest.zoom - $0.zoom <= cut.blockLevel }.map { level in
      let below = roots.ancestor(levels: roots.zoom - level.zoom)
      return PyramidLevel(
        range: TileRange(
          zoom: level.zoom, x: below.x.clamped(to: level.range.x),
          y: below.y.clamped(to: level.range.y)),
        resolution: level.resolution)
    }
    return step.deepest.range.isEmpty ? nil : step
  }

  package func raster(of source: any RasterSource) throws -> any RasterSource {
    raster == .image ? source : try source.resized(to: size)
  }

  /// The deepest zoom.
  public var deepest: PyramidLevel { levels[levels.count - 1] }
  /// The bytes of all scratch files at once.
  public var scratchBytes: Int {
    switch access {
    case .scratch(let bytes), .columns(let bytes): reading.reorderingScratch + bytes
    case .sheets: SheetStep.scratchBytes(of: sheets)
    case .aligned, .streamed, .windows: reading.reorderingScratch
    }
  }
  /// By how many columns and rows the raster is averaged down as it is read, before it is resampled; 1 each
  /// where it is not.
  public var averagedBlock: PixelSize {
    PixelSize(width: reduction.columns, height: reduction.rows)
  }
  /// Whether samples are copied, since the raster is on the grid.
  public var copiesSamples: Bool { if case .aligned = mapping.form { true } else { false } }
  /// Whether samples are mixed in linear light.
  public var mixesLight: Bool { frame.mixesLight }
  /// The choices of the caller.
  var options: PyramidOptions { frame.options }
  var grid: TileGrid { frame.grid }
  /// Samples along one side of a metatile: of a tile, or of 2 × 2 tiles of one zoom that are rendered as one
  /// because they are the retina tile of the zoom above, too.
  var metatileSide: Int { options.tileSize.rawValue * (options.makesRetinaTiles ? 2 : 1) }

  /// What is used of the image, at the deepest zoom; `nil` for all of it.
  func clipMask(isCancelled: () -> Bool) throws -> ClipMask? {
    try ClipMask(
      options.clips, bounds: frame.mercatorBounds, gridShift: frame.gridShift, grid: grid,
      zoom: deepest.zoom
    ) { if isCancelled() { throw CancellationError() } }
  }

  /// How many filtered source rows a north-up raster needs at once; 0 for any other.
  var ringRowCount: Int {
    guard case .separable = mapping.form else { return 0 }
    let window = WorldWindow(range: deepest.range, tileSize: metatileSide)
    let middle = (window.rows.lowerBound + window.rows.upperBound) / 2
    // Rows of an image in degrees are finest at the equator; elsewhere the scale is constant.
    let equator = grid.worldSize(atZoom: deepest.zoom) / 2
    let locations =
      [window.rows.lowerBound, window.rows.upperBound - 1, middle]
      + (window.rows.contains(equator) ? [equator] : [])
    let span =
      locations.map {
        (mapping.row(atY: Double($0 + 1)) - mapping.row(atY: Double($0))) / Double(reduction.rows)
      }.max() ?? 1
    let widening = Resampling.widening(forReduction: span)
    return Int((2 * options.resampling.radius * widening).rounded(.up)) + 2
  }
}

/// How one of the rasters that a picture is composited of comes to samples of the deepest zoom.
struct SheetStep: Sendable {
  /// The most rasters that are open at the same time.
  static let openLimit = 64
  /// The most memory for their decoded blocks.
  private static let windowLimit = 256 << 20
  /// What a raster takes whose rows are copied into a scratch file first.
  static let scratchCache = 16 << 20
  /// The most rasters of which a thread keeps the tables and windows.
  static let warpersPerThread = 4

  /// The number of the raster.
  let index: Int
  /// How it is warped: by windows of its own or of a scratch file.
  let step: RenderStep
  /// The tiles of the deepest zoom that it meets.
  var range: TileRange { step.deepest.range }

  /// Decides how a raster is warped; `nil` when the picture shows nothing of it.
  init?(_ sheet: RasterSheet, index: Int, in whole: PyramidFrame) {
    guard let frame = PyramidFrame(sheet, of: whole) else { return nil }
    self.index = index
    let first = RenderStep.steps(for: sheet.raster, in: frame)[0]
    step = first.warped(sheet.raster.capabilities)
  }

  /// The bytes of decoded blocks of a raster.
  var windowBytes: Int {
    if case .windows(let bytes) = step.access { bytes } else { Self.scratchCache }
  }

  /// How many rasters are kept open.
  static func openCount(of sheets: [SheetStep]) -> Int {
    let largest = sheets.reduce(1) { max($0, $1.windowBytes) }
    return max(1, min(sheets.count, openLimit, max(4, windowLimit / largest)))
  }

  /// The bytes of decoded blocks of all rasters that are open at the same time.
  static func windowBytes(of sheets: [SheetStep]) -> Int {
    sheets.map(\.windowBytes).sorted(by: >).prefix(openCount(of: sheets)).reduce(0, +)
  }

  /// The bytes of the scratch files of all rasters that may be there at the same time.
  static func scratchBytes(of sheets: [SheetStep]) -> Int {
    sheets.map(\.step.scratchBytes).sorted(by: >).prefix(openCount(of: sheets)).reduce(0, +)
  }

  /// What a thread takes for the rasters that it warps, and for compositing.
  static func bytesPerThread(tileSize: Int, featherWidth: Int) -> Int {
    let warping =
      warpersPerThread * ((8 << 20) + PositionLattice.byteCount(tileSize: tileSize))
      + 20 * tileSize * tileSize
    guard featherWidth > 0 else { return warping }
    // Of one raster at a time nine tiles are asked for.
    return warping + RenderedLayers.byteCount(tileSize: tileSize, asked: 9)
      + 28 * tileSize * tileSize
      + FeatherWeights.byteCount(width: featherWidth, tileSize: tileSize)
  }
}

extension RenderStep {
  /// The same, warped by windows whatever the map is.
  fileprivate func warped(_ capabilities: RasterCapabilities) -> RenderStep {
    var step = self
    switch access {
    case .scratch, .columns, .windows, .sheets: return self
    case .aligned, .streamed: break
    }
    if reduction.isIdentity, let bytes = capabilities.windowBytes {
      step.access = .windows(byteCount: bytes)
    } else {
      step.access = .scratch(
        byteCount: ScratchRaster.bytesNeeded(for: reduction.reducedSize(of: size)))
    }
    return step
  }
}

extension RenderStep.Access {
  /// Whether samples are read by windows, in any order.
  var rendersWindows: Bool {
    switch self {
    case .windows, .sheets, .scratch, .columns: true
    case .aligned, .streamed: false
    }
  }

  /// Whether no rows are read.
  var isOfWindows: Bool {
    switch self {
    case .windows, .sheets: true
    case .aligned, .streamed, .scratch, .columns: false
    }
  }

  /// Whether rows are copied into a scratch file first.
  var copiesRows: Bool {
    switch self {
    case .scratch, .columns: true
    case .aligned, .streamed, .windows, .sheets: false
    }
  }
}

extension RenderStep {
  /// The columns and rows that are averaged into one as the raster is copied.
  var copyReduction: SourceReduction { if case .columns = access { .identity } else { reduction } }

  /// The same with less memory: some columns of the raster at a time in place of whole rows; `nil` for one that
  /// reads no rows.
  package var readingColumns: RenderStep? {
    switch access {
    case .aligned, .streamed: break
    case .scratch, .columns, .windows, .sheets: return nil
    }
    var step = self
    step.access = .columns(byteCount: ScratchRaster.bytesNeeded(for: size))
    return step
  }
}

extension RenderStep {
  /// Cuts the step at a zoom or as near as it can be: blocks have at least a zoom above the deepest, if the step has.
  func cut(atZoom zoom: Int, number: Int) -> StepCut {
    let shallowest = levels[0].zoom
    let zoom = min(max(zoom, shallowest), max(shallowest, deepest.zoom - 1))
    let level = deepest.zoom - zoom
    let blockLevel = min(level, ColumnGroup.zooms)
    return StepCut(
      step: number, roots: levels[zoom - shallowest].range, level: level, blockLevel: blockLevel,
      isBelowOthers: levels.count - 1 > blockLevel)
  }
}
