import ArgumentParser
import Mosaics
import RasterSources
import TileModel
import TilePyramid

/// The options that `build` and `plan` have of the pyramid that is made.
///
/// Commands show them in groups of their own: a group of groups is no group of the parser, which checks nested ones
/// again and again in a debug build.
struct BuildOptions {
  var image: ImageOptions
  var pyramid: PyramidOptionGroup
  var layer: LayerOptions

  /// The names of those that were given.
  var given: [String] { image.given + pyramid.givenOptions + layer.givenOptions }

  /// The pyramid that is asked for, checked as far as that is possible without opening the image.
  func request(
    for sources: [String], to output: BuildOutput, scheme: ParsedOption<TileScheme>?, path: String?,
    _ running: RunningRequest
  ) throws -> PyramidRequest {
    var request = PyramidRequest(try SourceImages(sources, image), output: output)
    request.options = try PyramidOptions(pyramid)
    request.options.clips = try image.clip?.areas() ?? []
    request.skipsDamagedImages = image.mosaic.skipDamaged
    request.headers = image.mosaic.headers
    if image.mosaic.skipDamaged {
      if request.images.isOneImage {
        throw UsageError.noEffect("--skip-damaged", reason: "there is one image")
      }
      if running.resume {
        throw UsageError.conflict(
          ["--skip-damaged", "--resume"],
          reason: "what the unfinished build left out would not be listed")
      }
    }
    request.otherInputs = image.otherInputs
    let format = try pyramid.format?.value(of: "--format") ?? .png
    request.scheme = try scheme?.value(of: "--scheme") ?? .xyz
    request.tilePath = path
    request.layer = try LayerDescription(
      layer, format: format, isPair: request.options.makesRetinaTiles)
    request.resources = running.resources
    request.encoding = try PyramidEncoding(
      format, options: pyramid, background: request.images.image.samples.background ?? .white)
    return request
  }
}

/// The options about images, which commands show in groups of their own.
struct ImageOptions {
  var placement: PlacementOptions
  var mosaic: MosaicOptions
  var clip: ClipOptions?
  var vector: VectorOptions
  var samples: SampleOptionGroup

  /// The names of those that were given.
  var given: [String] {
    placement.givenOptions + mosaic.givenOptions + (clip?.givenOptions ?? [])
      + vector.givenOptions + samples.givenOptions
  }

  /// The files that they name beside the images.
  var otherInputs: [String] { [clip?.cutline, samples.colorRelief].compactMap(\.self) }
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
