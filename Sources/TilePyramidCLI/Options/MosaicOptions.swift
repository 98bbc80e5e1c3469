import ArgumentParser
import Mosaics
import RasterSources

/// The options for several images of one picture.
struct MosaicOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Choose which image lies on top where several show something: last or first of the list, \
      finest, or newest. (default: last)
      """, valueName: "which"))
  var onTop: ParsedOption<SourceImages.Order>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Blend images where several show something, over so many pixels of the deepest zoom from where each \
      ends: 1 to 256. Each image is then resampled by itself.
      """, valueName: "pixels"))
  var feather: Int?

  @Flag(
    help: "Use of each image of an index in GeoJSON what is inside the geometry of its feature.")
  var cutToFootprints = false

  @Option(
    help: ArgumentHelp(
      """
      Keep what the headers of images say in a file, and do not open images the next time that are as they were.
      """, valueName: "file"),
    completion: .file())
  var headers: String?

  @Flag(
    help: "Leave out images that are missing or damaged; build lists them, and ends with 1.")
  var skipDamaged = false
}
