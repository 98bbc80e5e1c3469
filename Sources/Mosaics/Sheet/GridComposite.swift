import Georeferencing
import RasterSources
import TileModel

/// Rasters on different grids as one picture, composited per tile.
///
/// Its own grid is Web Mercator with the resolution of the finest raster.
struct GridComposite: RasterSource {
  private(set) var header: RasterHeader
  private let bounds: MercatorBounds

  init(_ sheets: [GridMosaic], featherWidth: Int, path: String) throws(FailureReport) {
    var whole: MercatorBounds?
    var finest = Double.infinity
    for sheet in sheets {
      let size = sheet.raster.size
      guard let own = sheet.georeference.footprint(of: size) else { continue }
      whole = whole.map { $0.union(own) } ?? own
      for point in size.corners + [size.center] {
        let step = sheet.georeference.projectedResolution(at: point)
        for length in [step.perColumn, step.perRow] where length.isFinite && length > 0 {
          finest = min(finest, length)
        }
      }
    }
    let half = WebMercator.halfExtent
    let world = MercatorBounds(minX: -2 * half, minY: -half, maxX: 2 * half, maxY: half)
    // A raster without a position is refused when the picture is planned.
    bounds = whole?.intersection(world) ?? MercatorBounds(minX: 0, minY: 0, maxX: 0, maxY: 0)
    let columns = (bounds.width / finest).rounded(.up)
    let rows = (bounds.height / finest).rounded(.up)
    guard max(columns, rows) <= Double(ListedImage.longestSide) else {
      throw .tooFarApart(path, columns: columns, rows: rows)
    }
    var header = RasterHeader(
      path: path, size: PixelSize(width: max(1, Int(columns)), height: max(1, Int(rows))),
      isOpaque: false)
    header.details = [RasterDetail("grids", "\(sheets.count)")]
    header.notices = sheets.flatMap(\.raster.notices).withoutRepetitions
    header.composite = RasterComposite(
      sheets: sheets.map { GridRaster(raster: $0.raster, georeference: $0.georeference) },
      featherWidth: max(0, featherWidth))
    self.header = header
  }

  func georeferenced(summary: String, warnings: [String]) -> GeoreferencedImage {
    let transform = AffineTransform(
      originX: bounds.minX, originY: bounds.maxY, columnX: bounds.width / Double(size.width),
      columnY: 0, rowX: 0, rowY: -bounds.height / Double(size.height))
    return GeoreferencedImage(
      raster: self,
      resolved: ResolvedGeoreference(
        Georeference(crs: .webMercator, pixelToCRS: .affine(transform)), summary, warnings: warnings
      ))
  }

  func decoded(byThreads threads: Int) -> any RasterSource {
    var composite = self
    composite.header.composite = header.composite?.mapping {
      $0.raster.decoded(byThreads: threads)
    }
    return composite
  }

  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    throw RasterError.sizeNotRead(path: path, size: size)
  }
}
