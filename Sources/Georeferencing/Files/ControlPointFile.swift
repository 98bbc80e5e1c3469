import TileModel

/// Control points read from a file: `.points` of QGIS, a table, options of `gdal_translate`, a Georeference
/// Annotation, or what OziExplorer, MapInfo and ENVI save.
package struct ControlPointFile: Hashable, Sendable {
  /// The points with their system, including disabled ones.
  package var set: ControlPointSet
  /// The pixels that the file counts.
  ///
  /// ``set`` counts those of the picture where the image is known.
  package var counting: PixelCounting
  package var isFittedInOwnSystem: Bool
  package var kind: TransformKind?
  package var outline: ImageOutline?
  package var warnings: [String]

  /// Reads control points.
  ///
  /// A `.points` file of QGIS has the columns mapX, mapY, sourceX, sourceY (or pixelX, pixelY) and enable,
  /// with y negative downwards. Its `#CRS:` line wins over `crs`. Without either the system is judged from
  /// the size of the values.
  ///
  /// A table has px, py, lat and lng in this order or in that of its header, and may have an id. In a
  /// projected system it has px, py, easting and northing. Lines that begin with `#` are comments.
  ///
  /// Options are `-gcp column row x y`, any number on a line. An annotation is JSON of the IIIF
  /// Georeference Extension.
  package init(
    bytes: [UInt8], path: String, crs: CoordinateReferenceSystem? = nil
  ) throws(GeoreferenceError) {
    try self.init(bytes: bytes, path: path, crs: crs, image: nil)
  }

  init(
    bytes: [UInt8], path: String, crs: CoordinateReferenceSystem?, image: ControlledImage?
  ) throws(GeoreferenceError) {
    let listed: ListedPoints
    if GeoreferenceAnnotation.isLikely(bytes) {
      listed = try GeoreferenceAnnotation.points(bytes, path: path, image: image?.frame.size)
    } else if let points = try CalibrationFile.points(bytes, path: path, crs: crs) {
      listed = points
    } else if let points = try ControlPointOptions.points(bytes, path: path, crs: crs) {
      listed = points
    } else {
      listed = try ControlPointTable.points(bytes, path: path, crs: crs)
    }
    (counting, isFittedInOwnSystem) = (listed.counting, listed.isFittedInOwnSystem)
    (kind, outline, warnings) = (listed.kind, listed.outline, listed.warnings)
    var points = listed.points
    if listed.system == .geographic {
      let limit = ControlPointSet(crs: .geographic, points: points).longitudeLimit
      for (point, line) in zip(points, listed.lines) where point.isEnabled {
        try GeographicCoordinate(latitude: point.position.y, longitude: point.position.x)
          .checkedForDegrees(location: "\(path):\(line)", longitudeLimit: limit)
      }
    }
    if listed.isUpward {
      let reading = try SourcePositions(points, lines: listed.lines, path: path, image: image)
      for (index, pixel) in reading.pixels.enumerated() { points[index].pixel = pixel }
      warnings += reading.warnings
    }
    if let image {
      try image.confirmHolding(points, counting: counting, location: path)
      if counting == .stored {
        for index in points.indices { points[index].pixel = image.frame.shown(points[index].pixel) }
      }
    }
    set = ControlPointSet(crs: listed.system, points: points.withoutRunningNumbers)
  }

  package init(path: String, crs: CoordinateReferenceSystem? = nil) throws(GeoreferenceError) {
    try self.init(bytes: TextFile.utf8(path), path: path, crs: crs)
  }

  init(
    path: String, crs: CoordinateReferenceSystem?, image: ControlledImage
  ) throws(GeoreferenceError) {
    try self.init(bytes: TextFile.utf8(path), path: path, crs: crs, image: image)
  }
}

extension ControlPointSet {
  /// The set as a `.points` file of QGIS: y negative downwards, residuals 0 (QGIS computes its own).
  public var pointsFileText: String {
    var text = "#CRS: \(crs.definition)\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n"
    for point in points {
      let numbers = [point.position.x, point.position.y, point.pixel.x, 0 - point.pixel.y]
      text += numbers.map { NumberText.plain($0) }.joined(separator: ",")
      text += ",\(point.isEnabled ? 1 : 0),0,0,0\n"
    }
    return text
  }
}
