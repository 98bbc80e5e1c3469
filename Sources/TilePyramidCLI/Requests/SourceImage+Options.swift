import RasterSources
import TileModel

extension SourceImage {
  /// Reads where an image is, and checks the options for that against each other.
  init(
    _ path: String, _ options: PlacementOptions, vector: VectorPlanOptions = VectorPlanOptions(),
    samples: SampleOptions = SampleOptions()
  ) throws {
    var ways: [String] = []
    let isImageGrid = try options.grid?.value(of: "--grid") == .image
    if isImageGrid {
      if options.crs != nil || options.transform != nil {
        throw UsageError.noEffect(
          options.crs != nil ? "--crs" : "--transform",
          reason: "with --grid image the image is nowhere on the globe")
      }
      ways.append("--grid image")
    }
    if options.worldFile != nil { ways.append("--world-file") }
    if options.bounds != nil { ways.append("--bounds") }
    if options.corners != nil { ways.append("--corners") }
    if !options.gcp.isEmpty { ways.append("--gcp") }
    if options.gcpFile != nil { ways.append("--gcp-file") }
    if options.kml != nil { ways.append("--kml") }
    if options.anchor != nil { ways.append("--anchor") }
    if ways.count > 1 {
      throw UsageError.conflict(ways, reason: "each of them says where the image is")
    }
    try Self.requireCompanions(options, ways: ways)
    self.init(path)
    self.vector = vector
    self.samples = samples
    crs = try options.crs.map { try CoordinateReferenceSystem(parsing: $0) }
    transform = try options.transform?.value(of: "--transform")
    // The size of the tiles is that of the request.
    placement =
      isImageGrid ? .imageGrid(.standard) : try Placement(options, transform: transform)
  }

  private static func requireCompanions(
    _ options: PlacementOptions, ways: [String]
  ) throws(UsageError) {
    if options.metresPerPixel != nil, options.scale != nil {
      throw .conflict(
        ["--metres-per-pixel", "--scale"], reason: "both say how large a pixel is on the ground")
    }
    for (option, isGiven) in [
      ("--anchor-pixel", options.anchorPixel != nil),
      ("--metres-per-pixel", options.metresPerPixel != nil),
      ("--scale", options.scale != nil), ("--bearing", options.bearing != nil),
    ] where isGiven && options.anchor == nil {
      throw .missing("--anchor", neededBy: option, example: "--anchor 47.3769,8.5417")
    }
    // Without another way the image may bring control points along.
    if options.transform != nil, !ways.isEmpty, options.gcp.isEmpty, options.gcpFile == nil {
      throw .missing("--gcp or --gcp-file", neededBy: "--transform", example: "--gcp-file f.points")
    }
  }
}

extension Placement {
  /// Reads the statement of an option; `nil` when none is given.
  fileprivate init?(_ options: PlacementOptions, transform: TransformKind?) throws {
    if let path = options.worldFile {
      self = .worldFile(path: path)
    } else if let text = options.bounds {
      self = .bounds(try GeographicBounds(optionText: text))
    } else if let text = options.corners {
      self = .corners(try CornerCoordinates(optionText: text))
    } else if !options.gcp.isEmpty {
      self = .controlPoints(try ControlPointSet(optionTexts: options.gcp), kind: transform)
    } else if let path = options.gcpFile {
      self = .controlPointFile(path: path, kind: transform)
    } else if let path = options.kml {
      self = .overlayFile(path: path)
    } else if let text = options.anchor {
      self = .anchor(try ImageAnchor(anchor: text, options))
    } else {
      return nil
    }
  }
}

extension ImageAnchor {
  /// Reads the values of the options.
  fileprivate init(anchor: String, _ options: PlacementOptions) throws {
    let position = try GeographicCoordinate(optionText: anchor)
    let pixel = try options.anchorPixel.map { try PixelPoint(optionText: $0) }
    let sampleSize: SampleSize
    if let scale = options.scale {
      sampleSize = .scale(try scale.value(of: "--scale"))
    } else if let metres = options.metresPerPixel {
      sampleSize = .metres(try metres.value(of: "--metres-per-pixel").value)
    } else {
      throw UsageError.missing(
        "--metres-per-pixel or --scale", neededBy: "--anchor",
        example: "--metres-per-pixel 0.02, or --scale 1:100")
    }
    let bearing = try options.bearing?.value(of: "--bearing").value ?? 0
    self.init(anchor: position, anchorPixel: pixel, sampleSize: sampleSize, bearing: bearing)
  }
}

extension SourceImages {
  /// Reads which images, folders and lists are meant, and checks the options that say where one image is.
  init(
    _ sources: [String], _ placement: PlacementOptions, clip: ClipOptions? = nil,
    vector: VectorOptions, samples: SampleOptionGroup, mosaic: MosaicOptions
  ) throws {
    var template = try SourceImage(
      sources[0], placement, vector: vector.planOptions(), samples: samples.sampleOptions())
    template.outline = try clip?.outline.imageOutline()
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
        placement.givenOptions.first ?? "the placement",
        reason: images.count == 1
          ? "the list of the image places it"
          : "there are \(images.count) images, each of which is placed by its own file")
    }
  }
}
