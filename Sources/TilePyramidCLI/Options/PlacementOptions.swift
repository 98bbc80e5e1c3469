import ArgumentParser
import RasterSources

/// The options that state where an image is.
struct PlacementOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      image for an image without coordinates: tiles of the picture itself, whose pixels are those of the \
      deepest zoom, from the top left corner of tile 0/0.
      """, valueName: "kind"),
    completion: .choices(GridKind.self))
  var grid: ParsedOption<GridKind>?

  @Option(
    help: ArgumentHelp("A world file; needs --crs unless there is a .prj.", valueName: "file"),
    completion: .file())
  var worldFile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The system of a world file or of control points, or in which bounds are linear: a code such as \
      EPSG:32633, a full name, well-known text, or a string of PROJ.
      """,
      valueName: "EPSG:n"))
  var crs: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The edges in degrees, longitude first.", valueName: "W,S,E,N"))
  var bounds: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The outer corners as "lat,lng lat,lng lat,lng lat,lng": top-left, top-right, bottom-right, \
      bottom-left.
      """,
      valueName: "corners"))
  var corners: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A control point; give two or more. Pixels from the top left corner, y down.",
      valueName: "px,py,lat,lng"))
  var gcp: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Control points: a .points file of QGIS, a table px,py,lat,lng or with a header, lines -gcp of \
      gdal_translate, or an annotation of Allmaps.
      """,
      valueName: "file"),
    completion: .file())
  var gcpFile: String?

  @Option(
    help: ArgumentHelp(
      """
      What control points, also those in a GeoTIFF, are fitted with: similarity, affine, projective, \
      polynomial2, polynomial3 or tps (default: similarity for two points, affine for more).
      """,
      valueName: "kind"),
    completion: .choices(TransformKind.self))
  var transform: ParsedOption<TransformKind>?

  @Option(
    help: ArgumentHelp("A KML or KMZ file with a GroundOverlay of the image.", valueName: "file"),
    completion: .file(extensions: ["kml", "kmz"]))
  var kml: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The coordinates of one pixel of the image.", valueName: "lat,lng"))
  var anchor: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The pixel that --anchor refers to (default: the centre).", valueName: "px,py"))
  var anchorPixel: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of a pixel on the ground, for --anchor.", valueName: "m"))
  var metresPerPixel: ParsedOption<LimitedNumber<PixelSizeLimits>>?

  @Option(
    help: ArgumentHelp(
      "The scale of the drawing on paper, for --anchor; of a scan with --dpi.", valueName: "1:n"))
  var scale: ParsedOption<DrawingScale>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The compass direction of the image's top, clockwise, for --anchor (default: 0).",
      valueName: "degrees"))
  var bearing: ParsedOption<LimitedNumber<BearingLimits>>?
}

/// What the grid of tiles divides.
enum GridKind: String, CaseIterable, OptionArgument {
  /// The square of Web Mercator.
  case world
  /// The image itself.
  case image
}
