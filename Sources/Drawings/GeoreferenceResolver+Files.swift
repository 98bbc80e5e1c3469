package import Georeferencing
package import RasterSources
import TileModel

extension GeoreferenceResolver {
  /// A given `crs` wins over a `.prj` or `.aux.xml`.
  package static func resolve(
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
