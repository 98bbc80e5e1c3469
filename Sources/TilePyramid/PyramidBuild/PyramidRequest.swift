import Drawings
import Georeferencing
public import Mosaics
import RasterSources
import TileImaging
public import TileModel
public import TileRendering

/// A pyramid that ``PyramidBuild`` is to make: of what, and with which means.
public struct PyramidRequest: Hashable, Sendable {
  /// The image, or the images of one picture: how they are read, and where they are.
  public var images: SourceImages
  /// The output.
  public var output: BuildOutput
  /// The names of tiles in a folder, relative to it: a template with `{z}`, `{x}`, `{y}`, and
  /// `{ext}` or `{floor}` where wanted, and `{r}` for the `@2x` of retina tiles; `nil` for `{z}/{x}/{y}.{ext}`.
  public var tilePath: String?
  /// The count of rows in names and URLs.
  public var scheme = TileScheme.xyz
  /// The choice of tiles and of their making.
  public var options = PyramidOptions()
  /// The encoding of tiles as files.
  public var encoding = PyramidEncoding(.png, effort: .balanced)
  /// The rest of the layer definition.
  public var layer = LayerDescription()
  /// The means of the machine.
  public var resources = BuildResources()
  /// Leaves out images of several that cannot be read, and lists them (``BuiltLayer/skipped``); otherwise
  /// they are errors.
  public var skipsDamagedImages = false
  /// A file in which what the headers of several images say is kept for the next build, so that images which
  /// are as they were are not opened to plan; `nil` for none.
  public var headers: String?
  /// Further files that were read for this, such as one of a clip area: no output replaces them.
  public var otherInputs: [String] = []

  /// Asks for a pyramid of an image with the defaults in everything else.
  public init(_ image: SourceImage, output: BuildOutput) {
    self.init(SourceImages(image), output: output)
  }

  /// Asks for a pyramid of images with the defaults in everything else.
  public init(_ images: SourceImages, output: BuildOutput) {
    self.images = images
    self.output = output
  }

  func readingHeights() throws(FailureReport) -> PyramidRequest {
    var request = self
    if images.image.placement?.isImageGrid ?? false {
      request.images.image.placement = .imageGrid(options.tileSize)
    }
    request.images.image.samples.read(as: encoding.elevation?.encoding)
    guard let elevation = encoding.elevation else { return request }
    if let relief = images.image.samples.relief {
      throw .notForHeights(
        relief.light == nil ? "`colorRelief`" : "`hillshade`", found: "a picture of heights")
    }
    if encoding.isHybrid || !encoding.isLossless { throw .lossy(encoding.formatName) }
    if options.overviewResampling.picksColors {
      throw .notForHeights("`overviewResampling`", found: options.overviewResampling.rawValue)
    }
    if options.overviewLight != .srgb {
      throw .notForHeights("`overviewLight`", found: options.overviewLight.rawValue)
    }
    if images.featherWidth > 0 {
      throw .notForHeights("`featherWidth`", found: "\(images.featherWidth)")
    }
    if let height = elevation.noDataHeight {
      let heights = elevation.encoding.lowest...elevation.encoding.highest
      guard heights.contains(height) else { throw .noDataHeight(height, allowed: heights) }
    }
    return request
  }

  func checkOverviews(of raster: any RasterSource) throws(FailureReport) {
    guard raster.capabilities.drawing != nil else { return }
    if options.overviewResampling != .average {
      throw .overviewsRendered(parameter: "`overviewResampling`")
    }
    if options.overviewLight != .srgb { throw .overviewsRendered(parameter: "`overviewLight`") }
  }

  func checkedTemplates() throws -> TileTemplates {
    let format: TileFormat? = encoding.isHybrid ? nil : encoding.baseFormat
    let templates = try TileTemplates(
      tilePath ?? "{z}/{x}/{y}.{ext}", isPair: options.makesRetinaTiles
    ) { text throws(TileTemplateError) in
      try TileTemplate(path: text, floor: layer.floor?.id, format: format)
    }
    if encoding.isHybrid { try checkHybrid(templates.standard) }
    if output.kind.isFile, tilePath != nil {
      throw FailureReport.noEffect(
        "`tilePath`", reason: "\(output.kind.noun) has no paths of tiles")
    }
    try output.check(encoding.baseFormat)
    try output.check(store: output.kind)
    return templates
  }

  private func checkHybrid(_ template: TileTemplate) throws(FailureReport) {
    guard output.kind.holdsMixedFormats else { throw .hybridStore(output.kind) }
    guard template.namesFormat else {
      throw .hybridWithoutExtension("`tilePath`", example: "{z}/{x}/{y}.{ext}")
    }
    guard let url = layer.urlTemplate, !url.namesFormat else { return }
    let path = url.text.prefix { $0 != "?" }.lowercased()
    if TileFormat.extensions.contains(where: { path.hasSuffix("." + $0) }) {
      throw .hybridWithoutExtension(
        "`urlTemplate`", example: "https://example.com/{z}/{x}/{y}.{ext}")
    }
  }
}

extension FailureReport {
  package static func lossy(_ format: String) -> FailureReport {
    FailureReport(
      .badInput,
      "`encoding` needs a lossless format, since a colour off by one in red is "
        + "a height off by 256 m or more", found: format, expected: "png, or webp with `lossless`",
      nextStep: "give `format` png, or `format` webp with `lossless`")
  }

  package static func notForHeights(_ parameter: String, found: String) -> FailureReport {
    FailureReport(
      .badInput, "\(parameter) is for colours, and `encoding` makes tiles of heights",
      found: found, expected: "means of heights, or the nearest one",
      nextStep: "leave \(parameter) or `encoding` out")
  }

  package static func noDataHeight(_ height: Double, allowed: ClosedRange<Double>) -> FailureReport
  {
    FailureReport(
      .badInput, "the encoding has no colour for the height of `noDataHeight`",
      found: NumberText.shortest(height),
      expected: "\(NumberText.shortest(allowed.lowerBound)) to "
        + "\(NumberText.shortest(allowed.upperBound)) metres",
      nextStep: "give a height in that range")
  }
}
