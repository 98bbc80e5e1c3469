public import Georeferencing
import TileModel

/// An image as a caller names it: the file, how it is read, and where it is.
public struct SourceImage: Hashable, Sendable {
  /// The path of a PNG, JPEG, WebP, HEIC, AVIF, TIFF, JPEG 2000, PDF or SVG file.
  public var path: String
  /// Where the image is; `nil` to read that from the files beside it or its tags.
  public var placement: Placement?
  /// The system of a world file, of bounds' linearity, or of a `.points` file that names none.
  public var crs: CoordinateReferenceSystem?
  /// What control points in the image's tags or beside it are fitted with; `nil` for
  /// similarity with two points and affine with more.
  public var transform: TransformKind?
  /// What is drawn of a PDF or an SVG; of a scan the resolution counts only for a placement by scale.
  public var vector = VectorPlanOptions()
  /// What is used of the image; `nil` for all of it.
  public var outline: ImageOutline?
  /// How samples become colours.
  public var samples = SampleOptions()

  /// Names an image that is read as its file says.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - placement: Where the image is; `nil` to read that from the files beside it or its tags.
  public init(_ path: String, placement: Placement? = nil) {
    self.path = path
    self.placement = placement
  }

  /// Opens the image; only its header is read.
  ///
  /// - Throws: ``RasterError``.
  public func open() throws(RasterError) -> any RasterSource { try open(SourceFile(path: path)) }

  package func open(_ file: SourceFile) throws(RasterError) -> any RasterSource {
    var vector = vector
    // Of a scan the resolution says nothing but how large its samples are on paper.
    if isGeoreferencedByScale, try VectorFormat(file) == nil { vector.dotsPerInch = nil }
    return try openRaster(file, samples: samples, vector: vector)
  }

  /// Finds where the opened image is.
  ///
  /// - Parameter raster: What ``open()`` returned.
  /// - Returns: The georeference, checked.
  /// - Throws: ``GeoreferenceError``.
  public func resolveGeoreference(
    of raster: any RasterSource
  ) throws(GeoreferenceError) -> ResolvedGeoreference { try resolveGeoreference(of: raster, nil) }

  private func resolveGeoreference(
    of raster: any RasterSource, _ file: SourceFile?, normalises: Bool = true
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    var resolved = try GeoreferenceResolver.resolve(
      placement, crs: crs, imagePath: path,
      frame: PictureFrame(size: raster.size, orientation: raster.orientation),
      dotsPerInch: raster.vectorDocument?.dotsPerInch ?? vector.dotsPerInch,
      resolution: raster.resolution, kind: transform, page: samples.page ?? vector.page ?? 1,
      file: file,
      pagePosition: raster.vectorDocument?.position, normalises: normalises)
    try resolved.cut(along: outline)
    return resolved
  }

  /// Opens the image and finds where it is.
  ///
  /// - Throws: ``RasterError`` or ``GeoreferenceError``.
  public func georeferenced() throws -> GeoreferencedImage {
    try georeferenced(SourceFile(path: path)).cropped(samples).image.drawn(as: samples.relief)
  }

  /// The image out of its open file, with its placement.
  package func georeferenced(
    _ file: SourceFile, normalises: Bool = true
  ) throws -> GeoreferencedImage {
    let raster = try open(file)
    return GeoreferencedImage(
      raster: raster,
      resolved: try resolveGeoreference(of: raster, file, normalises: normalises))
  }

  /// The image, its mask, and the files that may be read to georeference it; nothing needs be there.
  package var files: [String] {
    let sidecars = Sidecars(imagePath: path)
    let own = [path, ExternalMask.path(ofImage: path), sidecars.auxiliaryPath]
    return own + sidecars.files(for: placement).filter { $0 != sidecars.auxiliaryPath }
  }

  /// Version line of the program that draws the plan; `nil` for an image that none draws, and where
  /// none can be asked.
  package var drawingProgram: String? {
    do throws(RasterError) {
      guard let format = try VectorFormat(SourceFile(path: path)),
        let program = HelperProgram(named: format.program, searchPath: vector.searchPath)
      else { return nil }
      let run = HelperRun(
        program: program, arguments: [format.versionOption], planPath: path,
        scratch: .system, limits: vector.limits, clock: DrawingClock(seconds: 10),
        outputLimit: 1 << 16,
        joinsErrors: true)
      let text = String(decoding: try run.output().leadingBytes(1 << 16), as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).first.map(String.init)
    } catch {
      // Opening or drawing the plan says what is wrong with it.
      return nil
    }
  }

  private var isGeoreferencedByScale: Bool {
    if case .anchor(let anchor) = placement { anchor.isByScale } else { false }
  }
}

/// An image that was opened, and its georeference.
public struct GeoreferencedImage: Sendable {
  /// The image.
  public let raster: any RasterSource
  /// Where it is, and how that was found.
  public let resolved: ResolvedGeoreference

  /// Puts both together.
  package init(raster: any RasterSource, resolved: ResolvedGeoreference) {
    (self.raster, self.resolved) = (raster, resolved)
  }

  /// The picture, and how it lies among the samples that the file stores.
  package var frame: PictureFrame {
    PictureFrame(size: raster.size, orientation: raster.orientation)
  }
}
