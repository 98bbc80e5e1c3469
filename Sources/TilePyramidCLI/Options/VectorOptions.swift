import ArgumentParser
import RasterSources

/// The options that choose what is drawn of an SVG or a PDF.
struct VectorOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Choose the page of a PDF or a TIFF (default: 1).", valueName: "n"))
  var page: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Set the resolution in which pixels are counted (default: 150 for PDF, 96 for SVG); for a \
      scan, state the one that --scale needs.
      """, valueName: "n"))
  var dpi: String?

  @Option(
    help: ArgumentHelp(
      "Draw only these groups at the top of an SVG, by id or label.", valueName: "a,b"))
  var layers: String?

  func planOptions() throws(UsageError) -> VectorPlanOptions {
    var options = VectorPlanOptions()
    options.page = try OptionValue.number(page, of: "--page", in: 1..., "a page, from 1")
    options.dotsPerInch = try OptionValue.number(dpi, of: "--dpi", in: 1...9600, "1 to 9600")
    if let layers {
      options.layers = layers.split(separator: ",").map(String.init)
      guard !options.layers.isEmpty else {
        throw .invalidValue(
          option: "--layers", found: "\"\(layers)\"", expected: "names separated by commas")
      }
    }
    return options
  }
}
