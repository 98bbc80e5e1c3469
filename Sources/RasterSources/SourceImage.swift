import TileModel

/// An image as a caller names it: the file, how it is read, and where it lies.
public struct SourceImage: Hashable, Sendable {
  /// The path of a PNG, JPEG, WebP, TIFF, PDF or SVG file.
  public var path: String
  /// Where the image lies; `nil` to read that from the files beside it or its tags.
  public var placement: Placement?
  /// The system of a world file, of bounds' linearity, or of a `.points` file that names none.
  public var crs: CoordinateReferenceSystem?
  /// What control points in the image's tags or beside it are fitted with; `nil` for
  /// similarity with two points and affine with more.
  public var transform: TransformKind?
  /// What is drawn of a PDF or an SVG; of a scan the resolution counts only for a placement by scale.
  public var vector = VectorPlanOptions()
  /// How samples become colours.
  public var samples = SampleOptions()

  /// Names an image that is read as its file says.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - placement: Where the image lies; `nil` to read that from the files beside it or its tags.
  public init(_ path: String, placement: Placement? = nil) {
    self.path = path
    self.placement = placement
  }

  /// Opens the image; only its header is read.
  ///
  /// - Throws: ``RasterError``.
  public func open() throws(RasterError) -> any RasterSource {
    var vector = vector
    // Of a scan the resolution says nothing but how large its samples are on paper.
    if isPlacedByScale, try VectorFormat(path: path) == nil { vector.dotsPerInch = nil }
    return try openRaster(path: path, samples: samples, vector: vector)
  }

  /// Finds where the opened image lies.
  ///
  /// - Parameter raster: What ``open()`` returned.
  /// - Returns: The georeference, checked.
  /// - Throws: ``GeoreferenceError``.
  public func resolvePlacement(
    of raster: any RasterSource
  ) throws(GeoreferenceError) -> ResolvedPlacement {
    try PlacementResolver.resolve(
      placement, crs: crs, imagePath: path, size: raster.size,
      dotsPerInch: (raster as? VectorPlan)?.dotsPerInch ?? vector.dotsPerInch, kind: transform,
      page: samples.page ?? vector.page ?? 1)
  }

  /// Opens the image and finds where it lies.
  ///
  /// - Throws: ``RasterError`` or ``GeoreferenceError``.
  public func placed() throws -> PlacedImage {
    let raster = try open()
    return PlacedImage(raster: raster, placement: try resolvePlacement(of: raster))
  }

  /// The image and the files that may be read to place it; nothing needs be there.
  package var files: [String] { [path] + Sidecars(imagePath: path).files(for: placement) }

  private var isPlacedByScale: Bool {
    guard case .anchor(let anchor) = placement, case .scale = anchor.sampleSize else {
      return false
    }
    return true
  }
}

/// An image that was opened, and where it lies.
public struct PlacedImage: Sendable {
  /// The image.
  public let raster: any RasterSource
  /// Where it lies, and how that was found.
  public let placement: ResolvedPlacement

  /// Puts both together.
  package init(raster: any RasterSource, placement: ResolvedPlacement) {
    (self.raster, self.placement) = (raster, placement)
  }
}
