import ArgumentParser
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

extension SourceImages {
  /// Reads which images, folders and lists are meant, and checks the options that say where one image is.
  init(_ sources: [String], _ options: ImageOptions) throws {
    let mosaic = options.mosaic
    var template = try SourceImage(
      sources[0], options.placement, vector: options.vector.planOptions(),
      samples: options.samples.sampleOptions())
    template.outline = try options.clip?.outline.imageOutline()
    let listing = try ImageListing(
      sources, crs: template.crs, cutsToFootprints: mosaic.cutToFootprints)
    let onTop = try mosaic.onTop?.value(of: "--on-top")
    let path = sources[0].hasPrefix("@") ? String(sources[0].dropFirst()) : sources[0]
    self.init(
      listing, readAs: template, onTop: onTop ?? .last,
      path: path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
    if mosaic.cutToFootprints, !hasCutImages {
      throw UsageError.noEffect(
        "--cut-to-footprints", reason: "no index in GeoJSON names the images")
    }
    let given = [
      ("--on-top", onTop != nil), ("--feather", mosaic.feather != nil),
      ("--headers", mosaic.headers != nil),
    ]
    if isOneImage, let option = given.first(where: \.1) {
      throw UsageError.noEffect(option.0, reason: "there is one image")
    }
    if let feather = mosaic.feather {
      guard (1...256).contains(feather) else {
        throw UsageError.invalidValue(
          option: "--feather", found: "\(feather)", expected: "1 to 256 pixels")
      }
      featherWidth = feather
    }
    if !isOneImage, template.outline != nil {
      throw UsageError.noEffect(
        "--outline", reason: "it counts the pixels of one image, and there are several")
    }
    if !isOneImage, template.placement != nil {
      throw UsageError.noEffect(
        options.placement.givenOptions.first ?? "the placement",
        reason: images.count == 1
          ? "the list of the image places it"
          : "there are \(images.count) images, each of which is placed by its own file")
    }
  }
}
