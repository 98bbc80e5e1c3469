import RasterSources
import TileModel

/// An explicit placement as asked for; `nil` parts are left to the files beside the image.
struct PlacementRequest: Hashable, Sendable {
  /// The statement, complete but for what depends on the image's size.
  enum Statement: Hashable, Sendable {
    case fixed(Placement)
    case overlay(OverlayRequest)
  }

  var statement: Statement?
  var crs: CoordinateReferenceSystem?
  /// The kind of transform, also for control points that the image brings along.
  var transform: TransformKind?

  /// Checks the options against each other and reads their values.
  init(_ options: PlacementOptions) throws {
    var ways: [String] = []
    if options.worldFile != nil { ways.append("--world-file") }
    if options.bounds != nil { ways.append("--bounds") }
    if options.corners != nil { ways.append("--corners") }
    if !options.gcp.isEmpty { ways.append("--gcp") }
    if options.gcpFile != nil { ways.append("--gcp-file") }
    if options.kml != nil { ways.append("--kml") }
    if options.anchor != nil { ways.append("--anchor") }
    if ways.count > 1 {
      throw UsageError.conflict(ways, reason: "each of them says where the image lies")
    }
    try Self.requireCompanions(options, ways: ways)
    crs = try options.crs.map { try CoordinateReferenceSystem(parsing: $0) }
    transform = try options.transform.map { try OptionValue.choice($0, option: "--transform") }
    if let path = options.worldFile {
      statement = .fixed(.worldFile(path: path))
    } else if let text = options.bounds {
      statement = .fixed(.bounds(try GeographicBounds(optionText: text)))
    } else if let text = options.corners {
      statement = .fixed(.corners(try CornerCoordinates(optionText: text)))
    } else if !options.gcp.isEmpty {
      let set = try ControlPointSet(optionTexts: options.gcp)
      statement = .fixed(.controlPoints(set, kind: transform))
    } else if let path = options.gcpFile {
      statement = .fixed(.controlPointFile(path: path, kind: transform))
    } else if let path = options.kml {
      statement = .fixed(.overlayFile(path: path))
    } else if let text = options.anchor {
      statement = .overlay(try OverlayRequest(anchor: text, options))
    }
  }

  /// Opens an image that is to be placed so.
  func openImage(
    path: String, vector: VectorPlanOptions, samples: SampleOptions
  ) throws -> any RasterSource {
    var vector = vector
    // Of a scan the resolution says nothing but how large its samples are on paper.
    if isByScale, try VectorFormat(path: path) == nil { vector.dotsPerInch = nil }
    return try openRaster(path: path, samples: samples, vector: vector)
  }

  /// The placement of an image; `nil` to look for files beside it.
  ///
  /// - Parameters:
  ///   - raster: The image.
  ///   - dotsPerInch: The resolution that was asked for, if any.
  /// - Returns: The placement.
  /// - Throws: ``UsageError`` where a scale needs the resolution.
  func placement(
    of raster: any RasterSource, dotsPerInch: Double?
  ) throws(UsageError) -> Placement? {
    switch statement {
    case nil: return nil
    case .fixed(let placement): return placement
    case .overlay(let overlay):
      let dotsPerInch = (raster as? VectorPlan)?.dotsPerInch ?? dotsPerInch
      return .groundOverlay(try overlay.overlay(of: raster.size, dotsPerInch: dotsPerInch))
    }
  }

  private var isByScale: Bool {
    guard case .overlay(let overlay) = statement, case .scale = overlay.sampleSize else {
      return false
    }
    return true
  }

  /// The files that say where an image lies.
  func files(besides image: String) -> [String] {
    let sidecars = Sidecars(imagePath: image)
    guard case .fixed(let placement) = statement else {
      return statement == nil ? sidecars.files(for: nil) : []
    }
    return sidecars.files(for: placement)
  }

  private static func requireCompanions(
    _ options: PlacementOptions, ways: [String]
  ) throws(UsageError) {
    if options.anchor != nil, options.metresPerPixel == nil, options.scale == nil {
      throw .missing(
        "--metres-per-pixel or --scale", neededBy: "--anchor",
        example: "--metres-per-pixel 0.02, or --scale 1:100")
    }
    if options.metresPerPixel != nil, options.scale != nil {
      throw .conflict(
        ["--metres-per-pixel", "--scale"], reason: "both say how large a pixel is on the ground")
    }
    for (option, value) in [
      ("--anchor-pixel", options.anchorPixel), ("--metres-per-pixel", options.metresPerPixel),
      ("--scale", options.scale), ("--bearing", options.bearing),
    ] where value != nil && options.anchor == nil {
      throw .missing("--anchor", neededBy: option, example: "--anchor 47.3769,8.5417")
    }
    // Without another way the image may bring control points along.
    if options.transform != nil, !ways.isEmpty, options.gcp.isEmpty, options.gcpFile == nil {
      throw .missing("--gcp or --gcp-file", neededBy: "--transform", example: "--gcp-file f.points")
    }
  }
}
