package import Georeferencing
import TileModel

extension EmbeddedGeoreference {
  /// Reads the georeference of a file.
  ///
  /// `nil` for a missing file, a file of another format, and a file other than TIFF without a georeference.
  package init?(ofFile path: String, _ open: SourceFile?, page: Int) throws(GeoreferenceError) {
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

  /// A GeoTIFF counts before a GML document.
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
        var document = try box.bytes(of: input, limit: TextFile.limit)
        // GDAL ends it as texts of C end.
        while document.last == 0 { document.removeLast() }
        documents.append(document)
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
