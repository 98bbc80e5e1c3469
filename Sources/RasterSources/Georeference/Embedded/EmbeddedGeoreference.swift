import TileModel

/// What the file of an image itself says of where the image is.
enum EmbeddedGeoreference {
  case geoTIFF(TIFFGeoTags)
  /// Those of a TIFF in a JP2 file (GeoJP2).
  case geoJP2(TIFFGeoTags)
  /// A document in a JP2 file (GMLJP2).
  case grid(RectifiedGrid)
  case page(PDFPosition)

  /// What messages call it.
  var name: String {
    switch self {
    case .geoTIFF, .geoJP2: "\(format) tags"
    case .grid: "\(format) grid"
    case .page: format
    }
  }

  /// What messages call the part of it that names the system.
  var systemPart: String {
    switch self {
    case .geoTIFF, .geoJP2: "keys"
    case .grid: "srsName"
    case .page: "system"
    }
  }

  /// What messages call the way in which it is stated.
  var format: String {
    switch self {
    case .geoTIFF: "GeoTIFF"
    case .geoJP2: "GeoJP2"
    case .grid: "GMLJP2"
    case .page(let position): position.name
    }
  }

  /// Whether it says where the image is, and not only in which system.
  var hasPosition: Bool {
    switch self {
    case .geoTIFF(let tags), .geoJP2(let tags):
      !tags.transformation.isEmpty || !tags.tiepoints.isEmpty
    case .grid, .page: true
    }
  }

  /// Where the image, of a size, is; `named` is a system that was named, which wins over the stated one.
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

  /// The system that it states; `nil` for none.
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

// MARK: - Files

extension EmbeddedGeoreference {
  /// Reads what a file says; `nil` for a file of another format, one that says nothing in another format
  /// than TIFF, or one that is not there.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - open: The same file, where it is open.
  ///   - page: The page of a TIFF, from 1.
  /// - Throws: ``GeoreferenceError``.
  init?(ofFile path: String, _ open: SourceFile?, page: Int) throws(GeoreferenceError) {
    let format: RasterFormat?
    let file: SourceFile
    do throws(RasterError) {
      file = if let open { open } else { try SourceFile(path: path) }
      format = RasterFormat(
        leadingBytes: try InputFile(file).leadingBytes(RasterFormat.signatureLength))
      if format == .tiff {
        self = .geoTIFF(try TIFFGeoTags(file, page: page))
        return
      }
    } catch {
      // Whoever placed an image without a file, as tests and sketches do, has no tags.
      guard TextFile.exists(path) else { return nil }
      throw .cannotRead(path: path, reason: error.report.description)
    }
    guard format == .jpeg2000, let found = try Self.inBoxes(of: file) else { return nil }
    self = found
  }

  /// What the boxes of a JP2 file say: a GeoTIFF counts before a document.
  private static func inBoxes(
    of file: SourceFile
  ) throws(GeoreferenceError) -> EmbeddedGeoreference? {
    var tags: EmbeddedGeoreference?
    var documents: [[UInt8]] = []
    do throws(RasterError) {
      let input = try InputFile(file)
      let boxes = try JPEG2000File(input)
      if let range = boxes.geoTIFF {
        tags = .geoJP2(TIFFGeoTags(try TIFFHandle(file, in: range)))
        if let tags, tags.hasPosition { return tags }
      }
      for box in boxes.markup.prefix(64) where box.content.count <= TextFile.limit {
        documents.append(try box.bytes(of: input, limit: TextFile.limit))
      }
    } catch {
      throw .cannotRead(path: file.path, reason: error.report.description)
    }
    for document in documents {
      if let grid = try RectifiedGrid(document, path: file.path) { return .grid(grid) }
    }
    return tags
  }
}
