package import Mosaics
package import RasterSources

extension RenderStep {
  /// Indexed by the numbers of ``sheets``.
  package func openSheets(
    of rasters: [GridRaster], for areas: [TileArea]?, scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> OpenWindows {
    let sheets = sheets
    return OpenWindows(limit: GridStep.openCount(of: sheets)) {
      let sheet = sheets[$0]
      return try sheet.windows(
        of: rasters[sheet.index].raster, for: areas, scratch: scratch, isCancelled: isCancelled)
    }
  }
}

extension GridStep {
  fileprivate func windows(
    of raster: any RasterSource, for areas: [TileArea]?, scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any RasterWindows {
    var raster = try step.raster(of: raster)
    guard case .scratch(let byteCount) = step.access else { return try raster.makeWindows() }
    let shown = step.rasterAreas(of: areas)
    raster = step.raster(raster, within: shown)
    let reader = CancellableRows(
      base: try raster.makeRowReader(scratch: scratch, isCancelled: isCancelled),
      isCancelled: isCancelled)
    let copy = try ScratchCopy(
      of: reader, areas: shown, step: step, directory: scratch,
      cacheBytes: min(Self.scratchCache, byteCount)
    ) { _ in }
    try copy.runAlone()
    return copy.raster
  }
}
