import ArgumentParser
import RasterSources

/// The options that state where an image is.
struct PlacementOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Place it by its outer corners, "lat,lng lat,lng lat,lng lat,lng": top-left, top-right, \
      bottom-right, bottom-left.
      """,
      valueName: "corners"))
  var corners: String?

  @Option(
    help: ArgumentHelp(
      """
      Read control points from a .points file of QGIS, a table px,py,lat,lng or with a header, \
      lines -gcp of gdal_translate, or an annotation of Allmaps.
      """,
      valueName: "file"),
    completion: .file())
  var gcpFile: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Place it by control points; give two or more. Pixels count from the top left corner, y \
      down.
      """,
      valueName: "px,py,lat,lng"))
  var gcp: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Fit control points, also those in a GeoTIFF, by similarity, affine, projective, \
      polynomial2, polynomial3 or tps (default: similarity for two points, affine for more).
      """,
      valueName: "kind"),
    completion: .choices(TransformKind.self))
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
  var metresPerPixel: ParsedOption<LimitedNumber<PixelSizeLimits>>?

  @Option(
    help: ArgumentHelp(
      """
      State the scale of the drawing on paper, for --anchor; a scan needs --dpi, too.
      """, valueName: "1:n"))
  var scale: ParsedOption<DrawingScale>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      State the compass direction of the image's top, clockwise, for --anchor (default: 0).
      """,
      valueName: "degrees"))
  var bearing: ParsedOption<LimitedNumber<BearingLimits>>?

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
    help: ArgumentHelp("Place it by its edges in degrees, longitude first.", valueName: "W,S,E,N"))
  var bounds: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Name the system of a world file or of control points, or in which bounds are linear, by \
      a code such as EPSG:32633, a full name, well-known text, or a string of PROJ.
      """,
      valueName: "EPSG:n"))
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
      """, valueName: "kind"),
    completion: .choices(GridKind.self))
  var grid: ParsedOption<GridKind>?
}

/// What the grid of tiles divides.
enum GridKind: String, CaseIterable, OptionArgument {
  /// The square of Web Mercator.
  case world
  /// The image itself.
  case image
}
