import Georeferencing
import Mosaics
import RasterSources
import TileImaging
import TileModel
import TileStorage

/// The comparison of the deepest zoom with the source, used by all threads of a walk.
///
/// The method is the stated one. Tiles of other programs all differ alike from a bilinear one, by their
/// kernel.
final class SourceCheck: Sendable {
  let source: VerificationSource
  let sheets: [SourceGrid]
  let tileSize: TileSize
  let zoom: Int
  let clip: SourceClip?
  /// The colour of tiles without alpha where the source is transparent; `nil` where it is not known.
  let background: SIMD4<Float>?
  let definition: LayerDefinition?
  /// `nil` where the method is not stated.
  let rendering: LayerDefinition.Rendering?
  let tolerance: Float
  private let index: TileIndex
  private let windows: OpenWindows
  /// `nil` for all.
  private let chosen: Set<UInt64>?
  private let isCancelled: @Sendable () -> Bool
  private let found = Guarded<[RenderedResidual]>([])

  /// `nil` where positions of the source cannot be told.
  init?(
    of source: VerificationSource, _ inspection: StoreInspection, firstTile: DecodedTile?,
    background: UInt32?, options: VerificationOptions, isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    guard let deepest = inspection.tiles.zooms.last else { return nil }
    let definition = inspection.document?.definition
    let stated =
      deepest == definition?.maximumZoom
      ? try definition?.rendering.flatMap { rendering in
        try SourceGrid.sheets(of: source, rendering).map { (rendering, $0) }
      } : nil
    guard stated != nil || source.raster.sheets.isEmpty else {
      throw FailureReport(
        .badInput, "the tiles cannot be compared with these images", at: source.raster.path,
        found:
          "images on \(source.raster.sheets.count) grids of pixels, and a layer definition that"
          + " does not say how these were read",
        expected: "the images of which the tiles were built, in the same order",
        nextStep:
          "name the images as for the build, or compare tiles of another program with images"
          + " on one grid")
    }
    self.source = source
    self.definition = definition
    self.isCancelled = isCancelled
    rendering = stated?.0
    zoom = deepest
    index = inspection.tiles
    tolerance = stated == nil ? Float(options.shiftTolerance) : 0
    clip = SourceClip(source.clips)
    self.background = background.map {
      SIMD4(Float($0 & 255), Float($0 >> 8 & 255), Float($0 >> 16 & 255), 255)
    }
    let count = index.count(atZoom: deepest)
    let numbers = options.comparedNumbers(of: count)
    chosen =
      numbers.count == count
      ? nil : Set(numbers.compactMap { inspection.tiles.entry(number: $0, atZoom: deepest)?.key })
    let size = definition?.tileSize ?? firstTile.flatMap { TileSize(rawValue: $0.side) }
    guard let size, let sheets = try stated?.1 ?? SourceGrid.unstated(source) else { return nil }
    (tileSize, self.sheets) = (size, sheets)
    windows = SourceGrid.windows(of: sheets, isCancelled)
    // A source that cannot be read is found before tiles are.
    _ = try windows.windows(of: 0)
  }

  var chosenCount: Int? { chosen?.count }

  func compares(_ key: UInt64) -> Bool { chosen?.contains(key) ?? true }

  func isAtEdge(_ tile: TileCoordinate) -> Bool {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].contains { x, y in
      TileCoordinate(zoom: tile.zoom, x: tile.x + x, y: tile.y + y).map { !index.contains($0) }
        ?? true
    }
  }

  /// Belongs to one thread.
  func makeExpectedTile(_ number: Int, kernel: ExpectedKernel.Kind? = nil) throws -> ExpectedTile {
    var sheet = sheets[number]
    if let kernel { sheet.method.kernel = ExpectedKernel(kernel) }
    return try ExpectedTile(
      of: sheet, windows.windows(of: number), tileSize: tileSize, kind: kind,
      isCancelled: isCancelled)
  }

  func add(_ residual: RenderedResidual) { found.withLock { $0.append(residual) } }

  var residuals: [RenderedResidual] { found.withLock { $0 }.sorted { $0.tile < $1.tile } }

  var kind: SampleKind { definition?.elevation == nil ? .colors : .heights }

  var isBlended: Bool { rendering?.featherWidth ?? 0 > 0 }

  /// The levels that rounding leaves: half of one in colour and in alpha each, and errors of single
  /// precision.
  ///
  /// Averaging before adds half of one, which a kernel may enlarge. Composited rasters were each rounded
  /// before, and nearly opaque samples are made opaque.
  func tolerance(compositing: Bool) -> Float {
    let averages = sheets.contains { $0.method.block != PixelSize(width: 1, height: 1) }
    if let elevation = definition?.elevation {
      // Steps of 1/256 m, in which single precision errs by one or two of high mountains.
      return 4 + Float(elevation.encoding.precision / HeightSample.step) / 2
    }
    return (averages ? 3 : 2) + (compositing ? 2 : 0)
  }

  /// Evenly chosen unless all are asked for.
  func absentAddresses(_ options: VerificationOptions) -> [TileCoordinate] {
    let grid = TileGrid(tileSize: tileSize)
    let addresses = (SourceFootprint(source)?.parts ?? []).flatMap { part in
      let range = grid.tiles(covering: part, atZoom: zoom)
      let step = max(1, range.count / Self.addressLimit)
      return stride(from: 0, to: range.count, by: step).lazy.map { number in
        TileCoordinate(
          unchecked: range.zoom, x: range.x.lowerBound + number % range.x.count,
          y: range.y.lowerBound + number / range.x.count)
      }.filter { !self.index.contains($0) }
    }
    return options.comparedNumbers(of: addresses.count).map { addresses[$0] }
  }

  private static let addressLimit = 1 << 20
}
