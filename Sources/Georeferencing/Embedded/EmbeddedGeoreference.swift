/// The georeference in the file of an image.
package enum EmbeddedGeoreference {
  case geoTIFF(TIFFGeoTags)
  /// GeoTIFF tags in a JP2 file (GeoJP2).
  case geoJP2(TIFFGeoTags)
  /// A GML document in a JP2 file (GMLJP2).
  case grid(RectifiedGrid)
  case page(PDFPosition)

  var name: String {
    switch self {
    case .geoTIFF, .geoJP2: "\(format) tags"
    case .grid: "\(format) grid"
    case .page: format
    }
  }

  var systemPart: String {
    switch self {
    case .geoTIFF, .geoJP2: "keys"
    case .grid: "srsName"
    case .page: "system"
    }
  }

  var format: String {
    switch self {
    case .geoTIFF: "GeoTIFF"
    case .geoJP2: "GeoJP2"
    case .grid: "GMLJP2"
    case .page(let position): position.name
    }
  }

  package var hasPosition: Bool {
    switch self {
    case .geoTIFF(let tags), .geoJP2(let tags):
      !tags.transformation.isEmpty || !tags.tiepoints.isEmpty
    case .grid, .page: true
    }
  }

  /// `named` wins over the stated system.
  func place(
    _ size: PixelSize, named: CoordinateReferenceSystem?, location: String
  ) throws(GeoreferenceError) -> (
    position: GeoTIFFGeoreference.Position?, crs: CoordinateReferenceSystem?
  ) {
    switch self {
    case .geoTIFF(let tags), .geoJP2(let tags):
      let found = try GeoTIFFGeoreference(tags, named: named, location: location)
      return (found.position, found.crs)
    case .page(let position):
      let found = try position.controlPoints(of: size, named: named, location: location)
      return (.points(found.points), found.crs)
    case .grid(let grid):
      let transform = grid.transform
      guard transform.isFinite else { throw .notFinite(location: location) }
      if let named { return (.transform(transform), named) }
      return (.transform(transform), try system(location: location))
    }
  }

  func system(location: String) throws(GeoreferenceError) -> CoordinateReferenceSystem? {
    switch self {
    case .geoTIFF(let tags), .geoJP2(let tags):
      return try GeoKeySystem(GeoKeys(tags), location: location)?.crs
    case .page(let position):
      return try CoordinateReferenceSystem(parsing: position.system, location: location)
    case .grid(let grid):
      guard let code = grid.code else { return nil }
      return try CoordinateReferenceSystem(parsing: code, location: location)
    }
  }
}
