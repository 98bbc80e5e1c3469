import Georeferencing
import Mosaics
import RasterSources
import TileImaging
import TileModel
import TileStorage

/// The comparison of the deepest zoom with the source by the method that the layer definition states;
/// used by all threads of a walk.
final class SourceCheck: Sendable {
  let source: VerificationSource
  /// Of which tiles are composited, in the order of painting.
  let sheets: [SourceSheet]
  let tileSize: TileSize
  let clip: SourceClip?
  /// What tiles without alpha show where the source is transparent.
  let background: SIMD4<Float>?
  let definition: LayerDefinition
  private let rendering: LayerDefinition.Rendering
  private let windows: OpenWindows
  /// The tiles that are compared; `nil` for all.
  private let chosen: Set<UInt64>?
  private let isCancelled: @Sendable () -> Bool
  private let found = Guarded<[RenderedResidual]>([])

  /// Prepares the comparison; `nil` where the definition does not say how tiles were made, or the image
  /// has no raster of the size that was read.
  init?(
    of source: VerificationSource, _ inspection: StoreInspection, background: UInt32?,
    options: VerificationOptions, isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    guard let definition = inspection.document?.definition, let rendering = definition.rendering,
      let deepest = inspection.tiles.zooms.last, deepest == definition.maximumZoom,
      let sheets = try SourceSheet.sheets(of: source, rendering)
    else { return nil }
    self.source = source
    self.sheets = sheets
    self.definition = definition
    self.rendering = rendering
    self.isCancelled = isCancelled
    tileSize = definition.tileSize
    clip = SourceClip(source.clips)
    self.background = background.map {
      SIMD4(Float($0 & 255), Float($0 >> 8 & 255), Float($0 >> 16 & 255), 255)
    }
    let count = inspection.tiles.count(atZoom: deepest)
    let numbers = options.comparedNumbers(of: count)
    chosen =
      numbers.count == count
      ? nil
      : Set(numbers.compactMap { inspection.tiles.entry(number: $0, atZoom: deepest)?.key })
    windows = SourceSheet.windows(of: sheets, threads: options.threads, isCancelled)
    // A source that cannot be read is found before tiles are.
    _ = try windows.windows(of: 0)
  }

  /// The number of tiles that are compared, as far as it is limited.
  var chosenCount: Int? { chosen?.count }

  /// Whether a tile of the deepest zoom is compared.
  func compares(_ key: UInt64) -> Bool { chosen?.contains(key) ?? true }

  /// Makes what computes tiles of one of ``sheets``, for one thread.
  func makeExpectedTile(_ number: Int) throws -> ExpectedTile {
    try ExpectedTile(
      of: sheets[number], windows.windows(of: number), tileSize: tileSize, kind: kind,
      isCancelled: isCancelled)
  }

  /// Notes what a thread found.
  func add(_ residual: RenderedResidual) { found.withLock { $0.append(residual) } }

  /// What was found, by tile.
  var residuals: [RenderedResidual] { found.withLock { $0 }.sorted { $0.tile < $1.tile } }

  var kind: SampleKind { definition.elevation == nil ? .colors : .heights }

  /// Whether samples that several rasters show are blended.
  var isBlended: Bool { rendering.featherWidth > 0 }

  /// How much time encoders took.
  var effort: EncodingEffort { rendering.effort.flatMap(EncodingEffort.init) ?? .balanced }

  /// The levels that rounding leaves: half of one in colour and in alpha each, what arithmetic in single
  /// precision adds, and where samples are averaged before, half of one that a kernel may enlarge.
  ///
  /// Rasters that are composited were each rounded before, and what is nearly opaque is made so.
  func tolerance(compositing: Bool) -> Float {
    let averages = sheets.contains { $0.method.block != PixelSize(width: 1, height: 1) }
    if let elevation = definition.elevation {
      // Steps of 1/256 m, in which single precision errs by one or two of high mountains.
      return 4 + Float(elevation.encoding.precision / HeightSample.step) / 2
    }
    return (averages ? 3 : 2) + (compositing ? 2 : 0)
  }

  /// How a lossy tile was encoded.
  func encoding(of image: DecodedTile) -> TileEncoding {
    let quality = rendering.quality ?? 80
    let color = background.map {
      OpaqueColor(red: UInt8($0.x), green: UInt8($0.y), blue: UInt8($0.z))
    }
    return TileCodecs.encoding(
      of: image.format, quality: image.format == .jpeg ? max(1, quality) : quality,
      background: color ?? .white)
  }
}
