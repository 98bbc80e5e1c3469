import RasterSources
import TileModel

/// An explicit placement as asked for; `nil` parts are left to the files beside the image.
struct PlacementRequest: Hashable, Sendable {
  /// The statement, complete but for what depends on the image's size.
  enum Statement: Hashable, Sendable {
    case fixed(Placement)
    /// An overlay anchored at the image's centre.
    case centered(GroundOverlay)
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
      statement = try Self.overlay(anchor: text, options)
    }
  }

  /// The placement of an image of a size, or `nil` to look for files beside it.
  func placement(of size: PixelSize) -> Placement? {
    switch statement {
    case nil: return nil
    case .fixed(let placement): return placement
    case .centered(var overlay):
      overlay.anchorPixel = PixelPoint(x: Double(size.width) / 2, y: Double(size.height) / 2)
      return .groundOverlay(overlay)
    }
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
    if options.anchor != nil, options.metresPerPixel == nil {
      throw .missing("--metres-per-pixel", neededBy: "--anchor", example: "--metres-per-pixel 0.02")
    }
    for (option, value) in [
      ("--anchor-pixel", options.anchorPixel), ("--metres-per-pixel", options.metresPerPixel),
      ("--bearing", options.bearing),
    ] where value != nil && options.anchor == nil {
      throw .missing("--anchor", neededBy: option, example: "--anchor 47.3769,8.5417")
    }
    // Without another way the image may bring control points along.
    if options.transform != nil, !ways.isEmpty, options.gcp.isEmpty, options.gcpFile == nil {
      throw .missing("--gcp or --gcp-file", neededBy: "--transform", example: "--gcp-file f.points")
    }
  }

  private static func overlay(anchor: String, _ options: PlacementOptions) throws -> Statement {
    let overlay = GroundOverlay(
      anchor: try GeographicCoordinate(optionText: anchor),
      anchorPixel: try options.anchorPixel.map { try PixelPoint(optionText: $0) }
        ?? PixelPoint(x: 0, y: 0),
      metresPerPixel: try OptionValue.number(
        options.metresPerPixel ?? "", option: "--metres-per-pixel", in: 1e-6...1e6,
        expected: "metres, such as 0.02"),
      bearing: try OptionValue.number(
        options.bearing ?? "0", option: "--bearing", in: -3600...3600,
        expected: "degrees clockwise from north"))
    return options.anchorPixel == nil ? .centered(overlay) : .fixed(.groundOverlay(overlay))
  }
}
