import ArgumentParser
import Georeferencing
import RasterSources
import TileModel

/// The options that state where an image is.
struct PlacementOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Place it by its outer corners, "lat,lng lat,lng lat,lng lat,lng": top-left, top-right, \
      bottom-right, bottom-left.
      """, valueName: "corners"))
  var corners: String?

  @Option(
    help: ArgumentHelp(
      """
      Read control points from a .points file of QGIS, a table px,py,lat,lng or with a header, \
      lines -gcp of gdal_translate, or an annotation of Allmaps.
      """, valueName: "file"),
    completion: .file())
  var gcpFile: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Place it by control points; give two or more. Pixels count from the top left corner, y \
      down.
      """, valueName: "px,py,lat,lng"))
  var gcp: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Fit control points, also those in a GeoTIFF, by similarity, affine, projective, \
      polynomial2, polynomial3 or tps (default: similarity for two points, affine for more).
      """, valueName: "kind"))
  var transform: ParsedOption<TransformKind>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Place it by the coordinates of one pixel; needs --metres-per-pixel or --scale.",
      valueName: "lat,lng"))
  var anchor: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("State the size of a pixel on the ground, for --anchor.", valueName: "m"))
  var metresPerPixel: String?

  @Option(
    help: ArgumentHelp(
      "State the scale of the drawing on paper, for --anchor; a scan needs --dpi, too, where its file states no resolution.",
      valueName: "1:n"))
  var scale: ParsedOption<DrawingScale>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "State the compass direction of the image's top, clockwise, for --anchor (default: 0).",
      valueName: "degrees"))
  var bearing: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Choose the pixel that --anchor places (default: the centre).", valueName: "px,py"))
  var anchorPixel: String?

  @Option(
    help: ArgumentHelp(
      "Place it by a world file, which needs --crs unless there is a .prj.", valueName: "file"),
    completion: .file())
  var worldFile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Place it by its edges in degrees, longitude first, or in the unit of a projected --crs.",
      valueName: "W,S,E,N"))
  var bounds: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Name the system of a world file or of control points, or in which bounds are linear, by \
      a code such as EPSG:32633, a full name, well-known text, or a string of PROJ.
      """, valueName: "EPSG:n"))
  var crs: String?

  @Option(
    help: ArgumentHelp(
      "Place it by the GroundOverlay of the image in a KML or KMZ file.", valueName: "file"),
    completion: .file(extensions: ["kml", "kmz"]))
  var kml: String?

  @Option(
    help: ArgumentHelp(
      """
      Give image for an image without coordinates: tiles are of the picture itself, whose \
      pixels are those of the deepest zoom, from the top left corner of tile 0/0.
      """, valueName: "kind"))
  var grid: ParsedOption<GridKind>?
}

/// What the grid of tiles divides.
enum GridKind: String, CaseIterable, OptionArgument {
  /// The square of Web Mercator.
  case world
  case image
}

extension SourceImage {
  /// Reads where an image is, and checks the options for that against each other.
  init(
    _ path: String, _ options: PlacementOptions, vector: VectorPlanOptions = VectorPlanOptions(),
    samples: SampleOptions = SampleOptions()
  ) throws {
    var ways: [String] = []
    let isImageGrid = try options.grid?.value(of: "--grid") == .image
    if isImageGrid {
      if options.crs != nil || options.transform != nil {
        throw UsageError.noEffect(
          options.crs != nil ? "--crs" : "--transform",
          reason: "with --grid image the image is nowhere on the globe")
      }
      ways.append("--grid image")
    }
    if options.worldFile != nil { ways.append("--world-file") }
    if options.bounds != nil { ways.append("--bounds") }
    if options.corners != nil { ways.append("--corners") }
    if !options.gcp.isEmpty { ways.append("--gcp") }
    if options.gcpFile != nil { ways.append("--gcp-file") }
    if options.kml != nil { ways.append("--kml") }
    if options.anchor != nil { ways.append("--anchor") }
    if ways.count > 1 {
      throw UsageError.conflict(ways, reason: "each of them says where the image is")
    }
    try Self.requireCompanions(options, ways: ways)
    self.init(path)
    self.vector = vector
    self.samples = samples
    crs = try options.crs.map { try CoordinateReferenceSystem(parsing: $0) }
    transform = try options.transform?.value(of: "--transform")
    // The size of the tiles is that of the request.
    placement =
      isImageGrid
      ? .imageGrid(.standard) : try Placement(options, crs: crs, transform: transform)
  }

  private static func requireCompanions(
    _ options: PlacementOptions, ways: [String]
  ) throws(UsageError) {
    if options.metresPerPixel != nil, options.scale != nil {
      throw .conflict(
        ["--metres-per-pixel", "--scale"], reason: "both say how large a pixel is on the ground")
    }
    for (option, isGiven) in [
      ("--anchor-pixel", options.anchorPixel != nil),
      ("--metres-per-pixel", options.metresPerPixel != nil),
      ("--scale", options.scale != nil), ("--bearing", options.bearing != nil),
    ] where isGiven && options.anchor == nil {
      throw .missing("--anchor", neededBy: option, example: "--anchor 47.3769,8.5417")
    }
    // Without another way the image may bring control points along.
    if options.transform != nil, !ways.isEmpty, options.gcp.isEmpty, options.gcpFile == nil {
      throw .missing("--gcp or --gcp-file", neededBy: "--transform", example: "--gcp-file f.points")
    }
  }
}

extension Placement {
  /// Reads the statement of an option; `nil` when none is given.
  fileprivate init?(
    _ options: PlacementOptions, crs: CoordinateReferenceSystem?, transform: TransformKind?
  ) throws {
    if let path = options.worldFile {
      self = .worldFile(path: path)
    } else if let text = options.bounds {
      self = try Placement(boundsText: text, crs: crs)
    } else if let text = options.corners {
      self = .corners(try CornerCoordinates(optionText: text))
    } else if !options.gcp.isEmpty {
      self = .controlPoints(try ControlPointSet(optionTexts: options.gcp), kind: transform)
    } else if let path = options.gcpFile {
      self = .controlPointFile(path: path, kind: transform)
    } else if let path = options.kml {
      self = .overlayFile(path: path)
    } else if let text = options.anchor {
      self = .anchor(try ImageAnchor(anchor: text, options))
    } else {
      return nil
    }
  }
}

extension ImageAnchor {
  /// Reads the values of the options.
  fileprivate init(anchor: String, _ options: PlacementOptions) throws {
    let position = try GeographicCoordinate(optionText: anchor)
    let pixel = try options.anchorPixel.map { try PixelPoint(optionText: $0) }
    let sampleSize: SampleSize
    if let scale = options.scale {
      sampleSize = .scale(try scale.value(of: "--scale"))
    } else if let metres = try OptionValue.number(
      options.metresPerPixel, of: "--metres-per-pixel", in: 1e-6...1e6, "metres, such as 0.02")
    {
      sampleSize = .metres(metres)
    } else {
      throw UsageError.missing(
        "--metres-per-pixel or --scale", neededBy: "--anchor",
        example: "--metres-per-pixel 0.02, or --scale 1:100")
    }
    let bearing = try OptionValue.number(
      options.bearing, of: "--bearing", in: -3600...3600.0, "degrees clockwise from north")
    self.init(anchor: position, anchorPixel: pixel, sampleSize: sampleSize, bearing: bearing ?? 0)
  }
}
