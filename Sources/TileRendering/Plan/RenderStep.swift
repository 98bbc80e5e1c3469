package import Georeferencing
import Platform
package import RasterSources
import TileImaging
package import TileModel

/// One reading of a raster of the image, with the zooms made of it.
///
/// The deepest is resampled from the raster, each other one is an overview of the zoom below it.
package struct RenderStep: Sendable {
  package enum Raster: String, Hashable, Sendable {
    /// The image itself.
    case image
    /// A smaller picture: an overview in the file, or a scale of its decoder.
    case reduction
    /// A drawing of a PDF or an SVG that is made for the zoom.
    case rendition
  }

  package enum Access: Hashable, Sendable {
    /// Rows are read in order and samples copied.
    ///
    /// Sample (0, 0) is the world pixel in that column and row of the deepest zoom.
    case aligned(column: Int, row: Int)
    /// Rows of a north-up raster are read in order, and resampled along rows, then along columns.
    case streamed
    /// Windows are warped, out of a scratch file of so many bytes with a copy of the rows.
    case scratch(byteCount: Int)
    /// A few columns at a time are read, out of a scratch file of so many bytes with a copy of the
    /// rows.
    ///
    /// It replaces ``aligned(column:row:)`` and ``streamed`` when a row of tiles exceeds the
    /// memory.
    case columns(byteCount: Int)
    /// Windows are warped, out of the file itself with so many bytes of decoded blocks.
    case windows(byteCount: Int)
    /// The picture is composited of so many rasters, each warped by windows, with so many bytes of
    /// decoded blocks.
    case sheets(count: Int, byteCount: Int)
  }

  package struct Reading: Sendable {
    /// The number of passes over the rows of the file, at least 1; windows are read on demand.
    package let rowPasses: Int
    /// The bytes of the scratch file that puts the raster's rows into order first; 0 for ordered
    /// rows.
    package let reorderingScratch: Int
    /// Bytes that reading the rows takes beyond a few of them.
    package let rowBytes: Int
    /// Bytes that the system gets back when all rows are read.
    package let returnedBytes: Int
    /// Bytes that drawing the raster takes outside this process.
    package let renderingBytes: Int

    init(_ size: PixelSize, _ capabilities: RasterCapabilities, renderingBytes: Int) {
      rowPasses = capabilities.rowPasses
      reorderingScratch = capabilities.storesRowsInOrder ? 0 : ScratchRaster.bytesNeeded(for: size)
      rowBytes = capabilities.rowReadingBytes
      // Small pieces stay with the process: of a JPEG those of the colours, a third.
      returnedBytes = capabilities.wholeImageBytes / 3 * 2
      self.renderingBytes = renderingBytes
    }
  }

  package private(set) var frame: PyramidExtent
  /// The zooms that are made, shallowest first; never empty.
  ///
  /// Ranges count metatiles, which are single tiles unless retina tiles are made.
  package private(set) var levels: [PyramidLevel]
  package let raster: Raster
  package let size: PixelSize
  package internal(set) var access: Access
  /// The cost of reading.
  package let reading: Reading
  /// World pixels of the deepest zoom to pixels of the raster.
  package let mapping: GridMapping
  let reduction: SourceReduction
  package private(set) var sheets: [GridStep] = []
  /// Blending width in samples of tiles; 0 without blending.
  package private(set) var featherWidth = 0
  /// The block division of a partial step; `nil` for one that makes all of its tiles.
  package private(set) var cut: StepCut?
  /// The number of the divided step; `nil` for one that makes all of its tiles.
  package var partOf: Int? { cut?.step }

  init(
    _ raster: Raster, size: PixelSize, capabilities: RasterCapabilities, renderingBytes: Int = 0,
    levels: [PyramidLevel], in frame: PyramidExtent, access given: Access? = nil
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
    case .affine, .general: access = .warped(capabilities, size, reduction)
    }
  }

  init(compositing composite: RasterComposite, in frame: PyramidExtent) {
    let steps = composite.sheets.enumerated().compactMap { index, sheet in
      GridStep(sheet, index: index, in: frame)
    }
    self.init(
      .image, size: frame.size, capabilities: RasterCapabilities(), levels: frame.levels, in: frame,
      access: .sheets(count: steps.count, byteCount: GridStep.windowBytes(of: steps)))
    self.sheets = steps
    featherWidth = min(composite.featherWidth, options.tileSize.rawValue)
  }

  /// `nil` when no zoom of the step is among `levels`.
  package func restricted(to levels: [PyramidLevel]) -> RenderStep? {
    var step = self
    step.frame.options.makesRetinaTiles = false
    step.levels = levels.filter { level in self.levels.contains { $0.zoom == level.zoom } }
    return step.levels.isEmpty ? nil : step
  }

  package func restricted(to roots: TileRange, of cut: StepCut) -> RenderStep? {
    var step = self
    step.cut = cut
    step.levels = levels.filter { deepest.zoom - $0.zoom <= cut.blockLevel }.map { level in
      let below = roots.ancestor(levels: roots.zoom - level.zoom)
      return PyramidLevel(
        range: TileRange(
          zoom: level.zoom, x: below.x.clamped(to: level.range.x),
          y: below.y.clamped(to: level.range.y)), resolution: level.resolution)
    }
    return step.deepest.range.isEmpty ? nil : step
  }

  package func raster(of source: any RasterSource) throws -> any RasterSource {
    raster == .image ? source : try source.resized(to: size)
  }

  package var deepest: PyramidLevel { levels[levels.count - 1] }
  package var scratchBytes: Int {
    switch access {
    case .scratch(let bytes), .columns(let bytes): reading.reorderingScratch + bytes
    case .sheets: GridStep.scratchBytes(of: sheets)
    case .aligned, .streamed, .windows: reading.reorderingScratch
    }
  }
  package var averagedBlock: PixelSize {
    PixelSize(width: reduction.columns, height: reduction.rows)
  }
  package var copiesSamples: Bool { if case .aligned = mapping.form { true } else { false } }
  package var mixesLight: Bool { frame.mixesLight }
  package var options: PyramidOptions { frame.options }
  var grid: TileGrid { frame.grid }
  /// Samples along one side of a metatile: a tile, or 2 × 2 tiles that also make the retina tile
  /// above.
  package var metatileSide: Int { options.tileSize.rawValue * (options.makesRetinaTiles ? 2 : 1) }

  /// The visible part of the image at the deepest zoom; `nil` for all of it.
  package func clipMask(isCancelled: () -> Bool) throws -> ClipMask? {
    try ClipMask(
      options.clips, bounds: frame.mercatorBounds, gridShift: frame.gridShift, grid: grid,
      zoom: deepest.zoom
    ) { if isCancelled() { throw CancellationError() } }
  }

  /// Filtered rows held at once for a north-up raster; 0 for any other.
  package var ringRowCount: Int {
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

/// One raster of a composite, with its way to samples of the deepest zoom.
package struct GridStep: Sendable {
  static let openLimit = 64
  /// Bytes of decoded blocks of all open rasters, at most.
  private static let windowLimit = 256 << 20
  /// Cache in bytes for a raster that is copied into a scratch file first.
  static let scratchCache = 16 << 20
  /// Rasters with tables and windows kept by a thread, at most.
  static let warpersPerThread = 4
  package let index: Int
  package let step: RenderStep
  var range: TileRange { step.deepest.range }

  init?(_ sheet: GridRaster, index: Int, in whole: PyramidExtent) {
    guard let frame = PyramidExtent(sheet, of: whole) else { return nil }
    self.index = index
    let first = RenderStep.steps(for: sheet.raster, in: frame)[0]
    step = first.warped(sheet.raster.capabilities)
  }

  var windowBytes: Int {
    if case .windows(let bytes) = step.access { bytes } else { Self.scratchCache }
  }

  static func openCount(of sheets: [GridStep]) -> Int {
    let largest = sheets.reduce(1) { max($0, $1.windowBytes) }
    return max(1, min(sheets.count, openLimit, max(4, windowLimit / largest)))
  }

  static func windowBytes(of sheets: [GridStep]) -> Int {
    sheets.map(\.windowBytes).sorted(by: >).prefix(openCount(of: sheets)).reduce(0, +)
  }

  static func scratchBytes(of sheets: [GridStep]) -> Int {
    sheets.map(\.step.scratchBytes).sorted(by: >).prefix(openCount(of: sheets)).reduce(0, +)
  }

  package static func bytesPerThread(tileSize: Int, featherWidth: Int) -> Int {
    let warping =
      warpersPerThread * ((8 << 20) + PositionLattice.byteCount(tileSize: tileSize))
      + 20 * tileSize * tileSize
    guard featherWidth > 0 else { return warping }
    // Nine tiles of one raster are requested at a time.
    return warping + RenderedLayers.byteCount(tileSize: tileSize, asked: 9)
      + 28 * tileSize * tileSize
      + FeatherWeights.byteCount(width: featherWidth, tileSize: tileSize)
  }
}

extension RenderStep {
  fileprivate func warped(_ capabilities: RasterCapabilities) -> RenderStep {
    var step = self
    switch access {
    case .scratch, .columns, .windows, .sheets: return self
    case .aligned, .streamed: break
    }
    step.access = .warped(capabilities, size, reduction)
    return step
  }
}

extension RenderStep.Access {
  /// Windows of the file itself where they need no averaging, otherwise of a copy.
  fileprivate static func warped(
    _ capabilities: RasterCapabilities, _ size: PixelSize, _ reduction: SourceReduction
  ) -> RenderStep.Access {
    if reduction.isIdentity, let bytes = capabilities.windowBytes {
      return .windows(byteCount: bytes)
    }
    return .scratch(byteCount: ScratchRaster.bytesNeeded(for: reduction.reducedSize(of: size)))
  }

  package var rendersWindows: Bool {
    switch self {
    case .windows, .sheets, .scratch, .columns: true
    case .aligned, .streamed: false
    }
  }

  package var isOfWindows: Bool {
    switch self {
    case .windows, .sheets: true
    case .aligned, .streamed, .scratch, .columns: false
    }
  }

  package var copiesRows: Bool {
    switch self {
    case .scratch, .columns: true
    case .aligned, .streamed, .windows, .sheets: false
    }
  }
}

extension RenderStep {
  /// The block of samples that is averaged as the raster is copied.
  package var copyReduction: SourceReduction {
    if case .columns = access { .identity } else { reduction }
  }

  /// A variant with less memory, which reads a few columns at a time; `nil` for one that reads no
  /// rows.
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
  /// Divides the step at the nearest possible zoom: blocks have at least a zoom above the deepest,
  /// if the step has.
  package func cut(atZoom zoom: Int, number: Int) -> StepCut {
    let shallowest = levels[0].zoom
    let zoom = min(max(zoom, shallowest), max(shallowest, deepest.zoom - 1))
    let level = deepest.zoom - zoom
    let blockLevel = min(level, ColumnGroup.zooms)
    return StepCut(
      step: number, roots: levels[zoom - shallowest].range, level: level, blockLevel: blockLevel,
      isBelowOthers: levels.count - 1 > blockLevel)
  }
}
