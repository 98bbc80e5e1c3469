public import Georeferencing
import TileModel

extension GeoreferenceResolver {
  /// Resolves a placement.
  ///
  /// - Parameters:
  ///   - placement: The explicit placement. `nil` looks for sidecars.
  ///   - crs: The system of a world file or of edges, in which rows and columns between bounds are evenly
  ///     spaced, or of a `.points` file that names none. It wins over a `.prj` or `.aux.xml`.
  ///   - imagePath: The image, whose neighbours are looked for.
  ///   - size: The size of the image, as a picture.
  ///   - orientation: The orientation of the stored pixels, which foreign files count.
  ///   - dotsPerInch: The resolution at which samples stand on paper, which a placement by scale needs.
  ///   - resolution: The resolution that the file of the image states, which counts without `dotsPerInch`.
  ///   - kind: The transform that control points in the image's tags or beside it are fitted with.
  ///   - page: The page of a TIFF whose tags are read, from 1.
  ///   - file: The image as an open file, `nil` to open it where its tags are needed.
  ///   - pagePosition: The georeference of a PDF's page.
  ///   - raster: The opened image, whose edge may be fitted to an outline; `nil` opens it where that is.
  ///   - normalises: False for an image that is but a part of a larger one.
  /// - Returns: A georeference that passed ``Georeference/validated(size:path:)``.
  /// - Throws: ``GeoreferenceError``.
  public static func resolve(
    _ placement: Placement?, crs: CoordinateReferenceSystem? = nil, imagePath: String,
    size: PixelSize, orientation: ImageOrientation = .upright, dotsPerInch: Double? = nil,
    resolution: PaperResolution? = nil, kind: TransformKind? = nil, page: Int = 1,
    file: SourceFile? = nil, pagePosition: PDFPosition? = nil, raster: (any RasterSource)? = nil,
    normalises: Bool = true
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    var resolved = try resolve(
      placement, crs: crs, imagePath: imagePath,
      frame: PictureFrame(size: size, orientation: orientation), dotsPerInch: dotsPerInch,
      resolution: resolution, kind: kind, normalises: normalises,
      edges: { () throws(GeoreferenceError) in
        do {
          return try InkOutline(of: raster ?? openRaster(SourceFile(path: imagePath))).edges
        } catch {
          throw .notFitted(
            (error as? any ReportableError)?.report ?? FailureReport(.internalFault, "\(error)"))
        }
      }
    ) { () throws(GeoreferenceError) in
      if let pagePosition { return .page(pagePosition) }
      return try EmbeddedGeoreference(ofFile: imagePath, file, page: page)
    }
    guard let header = raster?.header, placement?.isTyped ?? false else { return resolved }
    if let camera = header.cameraPosition,
      let place = resolved.georeference.mercatorBounds(of: size)?.center,
      place.isExchanged(for: WebMercator.project(camera))
    {
      let seen = WebMercator.project(camera).degreesText
      throw .exchangedAxes(
        found: "the image at \(place.degreesText), and its camera at \(seen)", right: nil,
        location: imagePath)
    }
    if header.isPhotograph, case .affine = resolved.georeference.pixelToCRS {
      resolved.warnings.append(
        "the image is a photograph: of a plan on paper, perspective moves parts of it unless it was rectified;"
          + " place it by four `controlPoints` or more with `transform` projective")
    }
    return resolved
  }
}

extension Placement {
  /// False for what other programs made of an image, which may be rectified.
  fileprivate var isTyped: Bool {
    switch self {
    case .bounds, .edges, .corners, .anchor, .outline, .controlPoints, .controlPointFile: true
    case .worldFile, .overlayFile, .groundOverlay, .imageGrid: false
    }
  }
}
