import BuildingManifest
import Mosaics
import RasterSources
import TileModel
import TilePyramid

extension PyramidRequest {
  init(
    _ given: GivenSettings, for sources: [String], to output: BuildOutput, _ running: RunningRequest
  ) throws {
    let settings = try given.settings()
    self.init(try SourceImages(sources, given, settings), output: output)
    if settings.skipsDamagedImages {
      if images.isOneImage {
        throw UsageError.noEffect("--skip-damaged", reason: "there is one image")
      }
      if running.resume {
        throw UsageError.conflict(
          ["--skip-damaged", "--resume"],
          reason: "what the unfinished build left out would not be listed")
      }
    }
    options = settings.options
    options.clips = settings.clips
    skipsDamagedImages = settings.skipsDamagedImages
    headers = settings.headers
    otherInputs = settings.inputs
    scheme = settings.scheme
    tilePath = settings.tilePath
    resources = running.resources
    layer = settings.layer
    layer.floor = settings.floor.map { id in
      LayerDefinition.Floor(id: id, level: FloorNames.level(of: id), name: layer.name)
    }
    let urls = try settings.urls(ofFloor: settings.floor)
    (layer.urlTemplate, layer.retinaURLTemplate) = (urls?.standard, urls?.retina)
    do throws(TileFormatFault) { encoding = try settings.encoding } catch {
      let (name, expected, reason) = error.fault
      guard let expected else { throw UsageError.noEffect("--\(name)", reason: reason) }
      throw UsageError.invalidValue(
        option: "--\(name)", found: "\(settings.quality ?? PyramidEncoding.defaultQuality)",
        expected: expected)
    }
  }
}

extension SourceImages {
  init(_ sources: [String], _ given: GivenSettings, _ settings: PyramidSettings) throws {
    let template = try SourceImage(sources[0], given, settings)
    let listing = try ImageListing(
      sources, crs: template.crs, cutsToFootprints: settings.cutsToFootprints)
    let path = sources[0].hasPrefix("@") ? String(sources[0].dropFirst()) : sources[0]
    self.init(
      listing, readAs: template, onTop: settings.onTop,
      path: path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
    featherWidth = settings.featherWidth
    if settings.cutsToFootprints, !hasCutImages {
      throw UsageError.noEffect(
        "--cut-to-footprints", reason: "no index in GeoJSON names the images")
    }
    if isOneImage {
      if let option = given.first(of: ["--on-top", "--feather", "--headers"]) {
        throw UsageError.noEffect(option, reason: "there is one image")
      }
      return
    }
    if template.outline != nil {
      throw UsageError.noEffect(
        "--outline", reason: "it counts the pixels of one image, and there are several")
    }
    if template.placement != nil {
      throw UsageError.noEffect(
        given.first(of: PlacementSettings.settings.map { "--\($0.name)" }) ?? "the placement",
        reason: images.count == 1
          ? "the list of the image places it"
          : "there are \(images.count) images, each of which is placed by its own file")
    }
  }
}

extension SourceImage {
  init(_ path: String, _ given: GivenSettings, _ settings: PyramidSettings) throws {
    var ways: [String] = []
    if settings.grid == .image {
      if let option = given.first(of: ["--crs", "--transform"]) {
        throw UsageError.noEffect(
          option, reason: "with --grid image the image is nowhere on the globe")
      }
      ways.append("--grid image")
    }
    ways += Self.ways.filter(given.options.contains)
    if ways.count > 1 {
      throw UsageError.conflict(ways, reason: "each of them says where the image is")
    }
    let sizes = ["--metres-per-pixel", "--scale"]
    if sizes.allSatisfy(given.options.contains) {
      throw UsageError.conflict(sizes, reason: "both say how large a pixel is on the ground")
    }
    if settings.anchor != nil, given.first(of: sizes) == nil {
      throw UsageError.missing(
        "--metres-per-pixel or --scale", neededBy: "--anchor",
        example: "--metres-per-pixel 0.02, or --scale 1:100")
    }
    // Without another way the image may bring control points along.
    if settings.transform != nil, !ways.isEmpty, given.first(of: ["--gcp", "--gcp-file"]) == nil {
      throw UsageError.missing(
        "--gcp or --gcp-file", neededBy: "--transform", example: "--gcp-file f.points")
    }
    self = try settings.image(path)
  }

  private static let ways = [
    "--world-file", "--bounds", "--corners", "--gcp", "--gcp-file", "--kml", "--anchor",
    "--fit-outline",
  ]
}
