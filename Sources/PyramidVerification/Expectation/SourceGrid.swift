import Georeferencing
import Mosaics
import RasterSources
import TileModel

/// A raster on one grid of pixels with the way in which tiles were made of it, alone or with others.
struct SourceGrid: Sendable {
  let source: VerificationSource
  var method: RenderingMethod
  let inverse: InversePixelTransform
  private let raster: any RasterSource
  /// `nil` where it cannot be told.
  private let footprint: SourceFootprint?

  private static let openLimit = 64
  private static let windowLimit = 256 << 20
  private static let copyBytes = 64 << 20

  /// `nil` where there is no raster of the size that was read.
  private init?(_ source: VerificationSource, _ method: RenderingMethod) throws {
    guard let inverse = source.georeference.pixelToCRS.inverse,
      let raster = try Self.raster(of: source, method)
    else { return nil }
    (self.source, self.method, self.raster, self.inverse) = (source, method, raster, inverse)
    footprint = SourceFootprint(source)
  }

  /// In the order of painting; `nil` where a definition does not say how these rasters were read.
  static func sheets(
    of source: VerificationSource, _ rendering: LayerDefinition.Rendering
  ) throws -> [SourceGrid]? {
    let all = source.raster.sheets
    guard !all.isEmpty else {
      guard
        let method = RenderingMethod(
          rendering, source.georeference, rasterSize: rendering.rasterSize,
          block: rendering.averagedBlock, isWarped: false),
        let sheet = try SourceGrid(source, method)
      else { return nil }
      return [sheet]
    }
    var sheets: [SourceGrid] = []
    for grid in rendering.grids {
      guard all.indices.contains(grid.number) else { return nil }
      var part = source
      part.raster = all[grid.number].raster
      part.georeference = all[grid.number].georeference
      guard
        let method = RenderingMethod(
          rendering, part.georeference, rasterSize: grid.rasterSize, block: grid.averagedBlock,
          isWarped: true), let sheet = try SourceGrid(part, method)
      else { return nil }
      sheets.append(sheet)
    }
    return sheets.isEmpty ? nil : sheets
  }

  /// Other programs may read the raster in their own way; `nil` where positions in it cannot be told.
  static func unstated(_ source: VerificationSource) throws -> [SourceGrid]? {
    let method = RenderingMethod(.bilinear, source.georeference, rasterSize: source.raster.size)
    return try SourceGrid(source, method).map { [$0] }
  }

  /// `nil` where the image has none of that size.
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

  static func windows(
    of sheets: [SourceGrid], _ isCancelled: @escaping @Sendable () -> Bool
  ) -> OpenWindows {
    let largest = sheets.reduce(1) { max($0, $1.raster.capabilities.windowBytes ?? copyBytes) }
    return OpenWindows(limit: min(openLimit, max(4, windowLimit / largest))) {
      try sheets[$0].windows(isCancelled)
    }
  }

  private func windows(_ isCancelled: @escaping @Sendable () -> Bool) throws -> any RasterWindows {
    if raster.capabilities.windowBytes != nil { return try raster.makeWindows() }
    return try ScratchRaster(copying: raster, in: source.scratch, isCancelled: isCancelled)
  }

  func meets(_ tile: TileCoordinate, grid: TileGrid) -> Bool {
    footprint?.meets(grid.bounds(of: tile)) ?? true
  }
}
