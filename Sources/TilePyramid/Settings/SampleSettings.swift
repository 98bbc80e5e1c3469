import RasterSources

/// The way of samples to colours.
package enum SampleSettings: SettingGroup {
  package static let settings = Setting.list {
    Setting(
      "paper", \.samples.paper, .paper(), "auto|colour", in: [.shared, .variant],
      """
      Take paper out of the colours, so that ink with soft edges is left: a colour, or auto to \
      find it.
      """)
    Setting(
      "paper-tolerance", \.paperTolerance, .integer(0...255, "0 to 255 levels"), "levels",
      in: [.shared, .variant], needs: paper,
      "Allow paper to vary by so many levels of 8 bits (default: as much as it does).")
    Setting(
      "paper-outside", \.isPaperOutsideOnly, .flag(), in: [.shared, .variant], needs: paper,
      "Take paper out only where it is connected with the edge of the image.")
    Setting(
      "ink", \.samples.ink, .choice, "keep|invert", in: [.shared, .variant],
      """
      Choose what becomes of the colours of ink: keep, or invert their lightness and keep \
      their hue, for dark maps (default: {default}).
      """)
    Setting(
      "crop", \.samples.crop, .choice, "auto", in: .shared,
      "Take the margins off the image: auto, those of paper, or transparent ones.")
    Setting(
      "transparent", \.samples.transparent, .color(), "colour", in: [.shared, .variant],
      "Make a colour transparent, #RRGGBB or a name such as white.")
    Setting(
      "background", \.samples.background,
      .color(inManifest: "; the key of maps beneath floors is backgrounds"), "colour",
      in: [.shared, .variant],
      """
      Show this colour through transparent parts of the image, and of jpeg tiles (there \
      white), #RRGGBB or a name.
      """)
    Setting(
      "nodata", \.samples.noData, .sample(), "value", parameter: "noData", in: .shared,
      "Take this nodata value instead of the file's.")
    Setting(
      "nodata-tolerance", \.samples.noDataTolerance, .integer(0...255, "0 to 255 levels"), "levels",
      parameter: "noDataTolerance", in: .shared,
      """
      Allow samples of lossy files to be so many levels of 8 bits from nodata; then only what \
      is connected with the edge of the image becomes transparent (default: {default}, exactly nodata, \
      wherever it is).
      """)
    Setting(
      "stretch", \.samples.stretch, .stretch(), "none|percent|min,max", in: [.shared, .variant],
      """
      Bring samples of a TIFF, a JPEG 2000 or a 16-bit PNG to 8 bits by none, percent (2nd to \
      98th percentile), or the two values that become black and white (default: none for \
      unsigned samples of up to 16 bits that use a quarter of their range or more, else \
      percent).
      """)
    Setting(
      "bands", \.samples.bands, .bands(), "r,g,b", in: [.shared, .variant],
      """
      Draw these bands of a TIFF or JPEG 2000, counted from 1: one for grey, three for red, \
      green and blue, a fourth for alpha (default: what the file says of its bands).
      """)
    Setting(
      "color", \.samples.colors, .choice, "convert|keep", parameter: "colors",
      in: [.shared, .variant],
      """
      Choose what becomes of colours that an ICC profile or chunks of a PNG say are not sRGB: \
      convert to sRGB, or keep, which takes samples as they are (default: {default}).
      """)
    Setting(
      "hillshade", \.hillshade,
      SettingKind(.flag, "true or false") { $0 == "true" ? ReliefLight() : nil }, in: [],
      "Draw the heights in a TIFF of one band as a hillshade, grey or with `colorRelief` in colours."
    )
    Setting(
      "color-relief", \.colorRelief, .contents(of: []) { try ColorRamp(path: $0) }, "file",
      "Draw the heights in a TIFF of one band in the colours of a file, as gdaldem color-relief has them."
    )
    Setting(
      "vertical-unit", \.samples.verticalUnit, .choice, "unit",
      "Take this unit of heights instead of the file's: m, ft or us-ft.")
  }

  private static let paper = Setting.Need(names: ["paper"], example: "auto")
}

/// The choice of what is drawn of a PDF or an SVG.
package enum VectorSettings: SettingGroup {
  package static let settings = Setting.list {
    Setting(
      "page", \.vector.page, .integer(1...Int.max, "a page, from 1"), "n", in: .floor,
      "Choose the page of a PDF or a TIFF (default: 1).")
    // The identity has the size of the image.
    Setting(
      "dpi", \.vector.dotsPerInch, .number(1...9600, "1 to 9600"), "n", parameter: "dotsPerInch",
      in: .shared, isInIdentity: false,
      """
      Set the resolution in which pixels are counted (default: 150 for PDF, 96 for SVG); for a \
      scan, state the one that `scale` needs.
      """)
    Setting(
      "layers", \.vector.layers, .names(), "a,b", in: [.shared, .variant],
      "Draw no groups at the top of an SVG but these, by id or label.")
  }
}
