public import Georeferencing
public import RasterSources
import TileModel

/// An image as a caller names it: its file, its reading options and its placement.
public struct SourceImage: Hashable, Sendable {
  /// The path of a PNG, JPEG, WebP, HEIC, AVIF, TIFF, JPEG 2000, PDF or SVG file.
  public var path: String
  /// Placement of the image, `nil` for the files beside it or its tags.
  public var placement: Placement?
  /// The system of a world file, of bounds' linearity, or of a `.points` file that names none.
  public var crs: CoordinateReferenceSystem?
  /// Transform fitted to control points in the image's tags or beside it.
  ///
  /// `nil` is a similarity for two points and an affine transform for more.
  public var transform: TransformKind?
  /// Options for a PDF or an SVG.
  ///
  /// The resolution of a scan counts only for a placement by scale.
  public var vector = VectorPlanOptions()
  /// Part of the image that is used, `nil` for all of it.
  public var outline: ImageOutline?
  /// Options that turn stored values into colours.
  public var samples = SampleOptions()

  /// Names an image.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - placement: The placement of the image, `nil` for its sidecars or tags.
  public init(_ path: String, placement: Placement? = nil) {
    self.path = path
    self.placement = placement
  }

  package func open() throws(RasterError) -> any RasterSource { try open(SourceFile(path: path)) }

  package func open(_ file: SourceFile) throws(RasterError) -> any RasterSource {
    var vector = vector
    // The resolution of a scan only sizes its pixels on paper.
    if isGeoreferencedByScale, try VectorFormat(file) == nil { vector.dotsPerInch = nil }
    return try openRaster(file, samples: samples, vector: vector)
  }

  package func resolveGeoreference(
    of raster: any RasterSource, _ file: SourceFile? = nil, normalises: Bool = true
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    do throws(GeoreferenceError) {
      var resolved = try GeoreferenceResolver.resolve(
        placement, crs: crs, imagePath: path, size: raster.size, orientation: raster.orientation,
        dotsPerInch: raster.vectorDocument?.dotsPerInch ?? vector.dotsPerInch,
        resolution: raster.resolution, kind: transform, page: samples.page ?? vector.page ?? 1,
        file: file,
        pagePosition: raster.vectorDocument?.position, raster: raster, normalises: normalises)
      try resolved.cut(along: outline)
      return resolved
    } catch { throw error.of(raster.header) }
  }

  package func georeferenced() throws -> GeoreferencedImage {
    try georeferenced(SourceFile(path: path)).cropped(samples).image.drawn(as: samples.relief)
  }

  package func georeferenced(
    _ file: SourceFile, normalises: Bool = true
  ) throws -> GeoreferencedImage {
    let raster = try open(file)
    return GeoreferencedImage(
      raster: raster, resolved: try resolveGeoreference(of: raster, file, normalises: normalises))
  }

  package var files: [String] {
    let sidecars = Sidecars(imagePath: path)
    let own = [path, ExternalMask.path(ofImage: path), sidecars.auxiliaryPath]
    return own + sidecars.files(for: placement).filter { $0 != sidecars.auxiliaryPath }
  }

  package var drawingProgram: String? {
    do throws(RasterError) {
      guard let format = try VectorFormat(SourceFile(path: path)),
        let program = HelperProgram(named: format.program, searchPath: vector.searchPath)
      else { return nil }
      let run = HelperRun(
        program: program, arguments: [format.versionOption], planPath: path, scratch: .system,
        limits: vector.limits, clock: DrawingClock(seconds: 10), outputLimit: 1 << 16,
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

extension GeoreferenceError {
  /// Tells of a photograph that only its camera's position is known.
  package func of(_ raster: RasterHeader) -> GeoreferenceError {
    guard case .noGeoreference(let image, let lookedFor, nil, _) = self else { return self }
    return .noGeoreference(
      image: image, lookedFor: lookedFor, pointsFile: nil, camera: raster.cameraPosition)
  }
}
