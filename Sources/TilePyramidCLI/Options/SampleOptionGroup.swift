import ArgumentParser
import RasterSources
import TileImaging

/// The options that tell how the samples of an image become colours.
struct SampleOptionGroup: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How samples of a TIFF or a 16-bit PNG are brought to 8 bits: none, percent (2nd to 98th \
      percentile), or the two values that become black and white (default: none for unsigned samples \
      of up to 16 bits that use a quarter of their range or more, else percent).
      """,
      valueName: "none|percent|min,max"))
  var stretch: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The bands of a TIFF that are drawn, from 1: one for grey, three for red, green and blue, a fourth \
      for alpha (default: what the file says of its bands).
      """,
      valueName: "r,g,b"))
  var bands: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The value of a sample that stands for nothing, in place of the file's.", valueName: "value"))
  var nodata: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How many levels of 8 bits a sample may be from nodata, for lossy files: then only what is connected \
      with the edge of the image becomes transparent (default: 0, exactly nodata, wherever it is).
      """,
      valueName: "levels"))
  var nodataTolerance: String?

  @Option(help: ArgumentHelp("A colour that is made transparent, #RRGGBB.", valueName: "colour"))
  var transparent: String?

  @Option(
    help: ArgumentHelp(
      "What shows through transparent parts of the image, and of jpeg tiles (there white), #RRGGBB.",
      valueName: "colour"))
  var background: String?

  /// The values of the options.
  func sampleOptions(threads: Int = 1) throws(UsageError) -> SampleOptions {
    var options = SampleOptions(threads: threads)
    if let stretch {
      guard let value = SampleStretch(text: stretch) else {
        throw .invalidValue(
          option: "--stretch", found: stretch,
          expected: "none, percent, or the least and the greatest value, such as 0,4095")
      }
      options.stretch = value
    }
    if let bands {
      guard let value = BandSelection(text: bands) else {
        throw .invalidValue(
          option: "--bands", found: bands,
          expected: "one band, three, or four with alpha last, from 1, such as 3,2,1")
      }
      options.bands = value
    }
    if let nodata {
      guard let value = Double(nodata), !value.isInfinite else {
        throw .invalidValue(option: "--nodata", found: nodata, expected: "a number, such as 0")
      }
      options.noData = value
    }
    if let nodataTolerance {
      guard let levels = Int(nodataTolerance), (0...255).contains(levels) else {
        throw .invalidValue(
          option: "--nodata-tolerance", found: nodataTolerance, expected: "0 to 255 levels")
      }
      options.noDataTolerance = levels
    }
    options.transparent = try color(transparent, option: "--transparent")
    options.background = try color(background, option: "--background")
    return options
  }

  private func color(_ text: String?, option: String) throws(UsageError) -> OpaqueColor? {
    guard let text else { return nil }
    guard let color = OpaqueColor(hexadecimal: text) else {
      throw .invalidValue(option: option, found: text, expected: "a colour such as #FFFFFF")
    }
    return color
  }
}

extension SampleOptions {
  /// Everything that the samples depend on, in words.
  var identityText: String {
    "bands \(bands?.text ?? "the file's"), "
      + "stretch \(stretch.map { "\($0)" } ?? "by kind"), nodata \(noData.map { "\($0)" } ?? "the file's") "
      + "within \(noDataTolerance), transparent \(transparent?.description ?? "none"), "
      + "background \(background?.description ?? "none")"
  }
}
