import RasterSources
import TileImaging
import TileModel
import TileStorage

/// The comparison of the deepest zoom with the source by the method that the layer definition states;
/// used by all threads of a walk.
final class SourceCheck: Sendable {
  let source: VerificationSource
  let method: RenderingMethod
  let tileSize: TileSize
  let clip: SourceClip?
  /// What tiles without alpha show where the source is transparent.
  let background: SIMD4<Float>?
  let definition: LayerDefinition
  private let rendering: LayerDefinition.Rendering
  private let windows: any RasterWindows
  /// The tiles that are compared; `nil` for all.
  private let chosen: Set<UInt64>?
  private let isCancelled: @Sendable () -> Bool
  private let found = Guarded<[RenderedResidual]>([])

  /// The most tiles that are compared unless all are asked for.
  static let tileLimit = 256

  /// Prepares the comparison; `nil` where the definition does not say how tiles were made, or the image
  /// has no raster of the size that was read.
  ///
  /// - Throws: `RasterError`, or `CancellationError`.
  init?(
    of source: VerificationSource, _ inspection: StoreInspection, definition: LayerDefinition?,
    background: UInt32?, comparesEveryTile: Bool, threads: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    guard let definition, let rendering = definition.rendering,
      let method = RenderingMethod(rendering, of: source),
      let deepest = inspection.tiles.zooms.last,
      deepest == definition.maximumZoom, source.georeference.pixelToCRS.inverse != nil,
      let raster = try Self.raster(of: source, method)
    else { return nil }
    self.source = source
    self.method = method
    self.definition = definition
    self.rendering = rendering
    self.isCancelled = isCancelled
    tileSize = definition.tileSize
    clip = SourceClip(source.clips)
    self.background = background.map {
      SIMD4(Float($0 & 255), Float($0 >> 8 & 255), Float($0 >> 16 & 255), 255)
    }
    let count = inspection.tiles.count(atZoom: deepest)
    if comparesEveryTile || count <= Self.tileLimit {
      chosen = nil
    } else {
      chosen = Set(
        (0..<Self.tileLimit).compactMap {
          inspection.tiles.entry(number: $0 * count / Self.tileLimit, atZoom: deepest)?.key
        })
    }
    windows = try Self.windows(of: raster, source.scratch, threads: threads, isCancelled)
  }

  /// The raster that was read; `nil` where the image has none of that size.
  private static func raster(
    of source: VerificationSource, _ method: RenderingMethod
  ) throws -> (any RasterSource)? {
    if method.rasterSize == source.raster.size { return source.raster }
    let capabilities = source.raster.capabilities
    guard
      capabilities.drawing != nil
        || capabilities.reductions.contains(where: { $0.size == method.rasterSize })
    else { return nil }
    return try source.raster.resized(to: method.rasterSize)
  }

  /// The raster in a form that is read in any order: its own windows, or a copy.
  private static func windows(
    of raster: any RasterSource, _ scratch: ScratchDirectory, threads: Int,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any RasterWindows {
    if raster.capabilities.windowBytes != nil { return try raster.makeWindows() }
    return try ScratchRaster(
      copying: raster, in: scratch, threads: threads, isCancelled: isCancelled)
  }

  /// The number of tiles that are compared, as far as it is limited.
  var chosenCount: Int? { chosen?.count }

  /// Whether a tile of the deepest zoom is compared.
  func compares(_ key: UInt64) -> Bool { chosen?.contains(key) ?? true }

  /// Makes what tells one thread which tiles the image gives.
  func makeExpectedTile() -> ExpectedTile? {
    ExpectedTile(of: source, windows, method, tileSize: tileSize, isCancelled: isCancelled)
  }

  /// Notes what a thread found.
  func add(_ residual: RenderedResidual) { found.withLock { $0.append(residual) } }

  /// What was found, by tile.
  var residuals: [RenderedResidual] { found.withLock { $0 }.sorted { $0.tile < $1.tile } }

  /// How much time encoders took.
  var effort: EncodingEffort { rendering.effort.flatMap(EncodingEffort.init) ?? .balanced }

  /// The levels that rounding leaves: half of one in colour and in alpha each, what arithmetic in single
  /// precision adds, and where samples are averaged before, half of one that a kernel may enlarge.
  var tolerance: Float { method.block.width * method.block.height > 1 ? 3 : 2 }

  /// How a lossy tile was encoded.
  func encoding(of image: DecodedTile) -> TileEncoding {
    let quality = rendering.quality ?? 80
    guard !image.holdsAlpha else { return .webp(quality: quality) }
    let color = background.map {
      OpaqueColor(red: UInt8($0.x), green: UInt8($0.y), blue: UInt8($0.z))
    }
    return .jpeg(quality: max(1, quality), background: color ?? .white)
  }
}
