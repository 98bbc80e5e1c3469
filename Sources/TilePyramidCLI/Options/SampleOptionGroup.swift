import ArgumentParser
import RasterSources
import TileImaging

/// The options that state how the samples of an image become colours.
struct SampleOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Take paper out of the colours, so that ink with soft edges is left: a colour, or auto to \
      find it.
      """, valueName: "auto|colour"))
  var paper: ParsedOption<Paper>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Allow paper to vary by so many levels of 8 bits (default: as much as it does).",
      valueName: "levels"))
  var paperTolerance: String?

  @Flag(help: "Take paper out only where it is connected with the edge of the image.")
  var paperOutside = false

  @Option(
    help: ArgumentHelp(
      """
      Choose what becomes of the colours of ink: keep, or invert their lightness and keep \
      their hue, for dark maps (default: keep).
      """, valueName: "keep|invert"))
  var ink: ParsedOption<InkHandling>?

  @Option(
    help: ArgumentHelp(
      "Take the margins off the image: auto, those of paper, or transparent ones.",
      valueName: "auto"))
  var crop: ParsedOption<ImageCrop>?

  @Option(
    help: ArgumentHelp(
      "Make a colour transparent, #RRGGBB or a name such as white.", valueName: "colour"))
  var transparent: ParsedOption<OpaqueColor>?

  @Option(
    help: ArgumentHelp(
      """
      Show this colour through transparent parts of the image, and of jpeg tiles (there \
      white), #RRGGBB or a name.
      """, valueName: "colour"))
  var background: ParsedOption<OpaqueColor>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take this nodata value instead of the file's.", valueName: "value"))
  var nodata: ParsedOption<NoDataValue>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Allow samples of lossy files to be so many levels of 8 bits from nodata; then only what \
      is connected with the edge of the image becomes transparent (default: 0, exactly nodata, \
      wherever it is).
      """, valueName: "levels"))
  var nodataTolerance: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Bring samples of a TIFF, a JPEG 2000 or a 16-bit PNG to 8 bits by none, percent (2nd to \
      98th percentile), or the two values that become black and white (default: none for \
      unsigned samples of up to 16 bits that use a quarter of their range or more, else \
      percent).
      """, valueName: "none|percent|min,max"))
  var stretch: ParsedOption<SampleStretch>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draw these bands of a TIFF or JPEG 2000, counted from 1: one for grey, three for red, \
      green and blue, a fourth for alpha (default: what the file says of its bands).
      """, valueName: "r,g,b"))
  var bands: ParsedOption<BandSelection>?

  @Option(
    help: ArgumentHelp(
      """
      Choose what becomes of colours that an ICC profile or chunks of a PNG say are not sRGB: \
      convert to sRGB, or keep, which takes samples as they are (default: convert).
      """, valueName: "convert|keep"))
  var color: ParsedOption<ColorHandling>?

  @Flag(
    help:
      "Draw the heights in a TIFF of one band as a hillshade, grey or with --color-relief in colours."
  )
  var hillshade = false

  @Option(
    help: ArgumentHelp(
      "Draw the heights in a TIFF of one band in the colours of a file, as gdaldem color-relief has them.",
      valueName: "file"), completion: .file())
  var colorRelief: String?

  @Option(
    help: ArgumentHelp(
      "Take this unit of heights instead of the file's: m, ft or us-ft.", valueName: "unit"))
  var verticalUnit: ParsedOption<VerticalUnit>?

  func sampleOptions(threads: Int = 1) throws -> SampleOptions {
    var options = SampleOptions(threads: threads)
    options.stretch = try stretch?.value(of: "--stretch")
    options.bands = try bands?.value(of: "--bands")
    options.noData = try nodata?.value(of: "--nodata").value
    options.noDataTolerance = try levels(nodataTolerance, of: "--nodata-tolerance") ?? 0
    options.transparent = try transparent?.value(of: "--transparent")
    options.paper = try paper?.value(of: "--paper")
    if options.paper == nil, paperTolerance != nil || paperOutside {
      throw UsageError.missing(
        "--paper", neededBy: paperOutside ? "--paper-outside" : "--paper-tolerance",
        example: "--paper auto")
    }
    options.paper?.tolerance = try levels(paperTolerance, of: "--paper-tolerance")
    options.paper?.isOutsideOnly = paperOutside
    options.ink = try ink?.value(of: "--ink") ?? .keep
    options.crop = try crop?.value(of: "--crop")
    options.background = try background?.value(of: "--background")
    if hillshade || colorRelief != nil {
      options.relief = Relief(
        light: hillshade ? ReliefLight() : nil, colors: try colorRelief.map(ColorRamp.init(path:)))
    }
    options.verticalUnit = try verticalUnit?.value(of: "--vertical-unit")
    options.colors = try color?.value(of: "--color") ?? .convert
    return options
  }

  private func levels(_ text: String?, of option: String) throws(UsageError) -> Int? {
    try OptionValue.number(text, of: option, in: 0...255, "0 to 255 levels")
  }
}
