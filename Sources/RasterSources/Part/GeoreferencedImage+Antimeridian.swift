package import Georeferencing

extension GeoreferencedImage {
  package func cutAtAntimeridian() throws(GeoreferenceError) -> GeoreferencedImage {
    let georeference = resolved.georeference
    guard raster.sheets.isEmpty, raster.capabilities.drawing == nil,
      case .affine(let affine) = georeference.pixelToCRS,
      let periodic = PeriodicColumns(of: georeference, size: raster.size),
      let columns = periodic.columnsOfWorld(
        width: raster.size.width, margin: georeference.isWarped ? 1 : 0)
    else { return self }
    let part = ImagePart(
      columns: columns, rows: 0..<raster.size.height, outline: nil, period: periodic.count)
    var resolved = resolved
    resolved.georeference = try Georeference(
      crs: georeference.crs,
      pixelToCRS: georeference.pixelToCRS.moved(by: Double(columns.lowerBound) * affine.columnX)
    ).normalised(
      size: part.size, halfTurn: Double(periodic.count) * affine.columnX / 2, location: raster.path)
    return GeoreferencedImage(raster: part.raster(of: raster), resolved: resolved)
  }
}

extension Georeference {
  /// Footprints of a tile's pixels are then approximate, so that one at an edge of the world may reach
  /// beyond it.
  fileprivate var isWarped: Bool { if case .other = crs { true } else { false } }
}
