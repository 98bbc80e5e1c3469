import ArgumentParser
import RasterSources
import TileModel
import TilePyramid

/// The options that `build` and `plan` have of the pyramid that is made.
///
/// `Running` is what the command has of options that govern a run, in their place among the others in the help.
struct BuildOptions<Running: ParsableArguments>: ParsableArguments {
  @OptionGroup(title: "Georeference") var placement: PlacementOptions
  @OptionGroup(title: "Tiles and pixels") var pyramid: PyramidOptionGroup
  @OptionGroup(title: "Running") var running: Running
  @OptionGroup(title: "Layer definition") var layer: LayerOptions
  @OptionGroup(title: "What is used of it") var clip: ClipOptions
  @OptionGroup(title: "Samples of the image") var samples: SampleOptionGroup
  @OptionGroup(title: "PDF and SVG") var vector: VectorOptions
  @OptionGroup(title: "Several images") var mosaic: MosaicOptions

  private var image: ImageOptions {
    ImageOptions(
      placement: placement, mosaic: mosaic, clip: clip, vector: vector, samples: samples)
  }

  /// The names of those that were given and do not govern the run.
  var given: [String] { image.given + pyramid.givenOptions + layer.givenOptions }

  /// The pyramid that is asked for, checked as far as that is possible without opening the image.
  func request(
    for sources: [String], to output: BuildOutput, scheme: ParsedOption<TileScheme>?, path: String?,
    _ running: RunningRequest
  ) throws -> PyramidRequest {
    var request = PyramidRequest(try SourceImages(sources, image), output: output)
    request.options = try PyramidOptions(pyramid)
    request.options.clips = try clip.areas()
    request.skipsDamagedImages = mosaic.skipDamaged
    request.headers = mosaic.headers
    if mosaic.skipDamaged {
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

/// No options, for a command that has none of a kind.
struct NoOptions: ParsableArguments {}

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
