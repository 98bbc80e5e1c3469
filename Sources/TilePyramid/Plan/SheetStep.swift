import RasterSources
import TileModel

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
  ///
  /// - Parameters:
  ///   - tileSize: The side of a tile.
  ///   - featherWidth: Over how many samples they are blended.
  /// - Returns: The bytes.
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
    case .scratch, .windows, .sheets: return self
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
  /// Whether no rows are read.
  var isOfWindows: Bool {
    switch self {
    case .windows, .sheets: true
    case .aligned, .streamed, .scratch: false
    }
  }
}
