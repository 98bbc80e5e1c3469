import ArgumentParser
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
