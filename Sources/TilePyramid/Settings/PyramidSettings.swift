import Drawings
package import RasterSources
package import TileImaging
package import TileModel
package import Georeferencing
package import Mosaics
package import TileRendering

/// The choices that a command line or a manifest makes about a pyramid.
package struct PyramidSettings: Hashable, Sendable {
  // Placement.
  package var corners: CornerCoordinates?
  package var controlPointFile: String?
  package var controlPoints: ControlPointSet?
  package var transform: TransformKind?
  package var anchor: GeographicCoordinate?
  package var metresPerPixel: Double?
  package var scale: DrawingScale?
  package var bearing: Double?
  package var anchorPixel: PixelPoint?
  package var worldFile: String?
  /// The edges, which are read once their system is known.
  package var bounds: String?
  package var crs: CoordinateReferenceSystem?
  package var overlayFile: String?
  package var fitOutline: String?
  package var feature: String?
  package var grid = GridKind.world

  // Reading.
  package var samples = SampleOptions()
  package var vector = VectorPlanOptions()
  package var outline: ImageOutline?
  package var cutline: ReadFile<ClipArea>?
  package var clipBounds: ClipArea?
  private var colorReliefPath = ""

  // Several images.
  package var onTop = SourceImages.Order.last
  package var featherWidth = 0
  package var cutsToFootprints = false
  package var headers: String?
  package var skipsDamagedImages = false

  // Tiles.
  package var options = PyramidOptions()
  package var format = TileFormatChoice.png
  package var quality: Int?
  package var isLossless = false
  package var effort = EncodingEffort.balanced
  package var elevation: ElevationEncoding?
  package var noDataHeight: Double?

  // Layer.
  package var layer = LayerDescription()
  package var floor: String?
  package var url: String?
  package var tilePath: String?
  package var scheme = TileScheme.xyz

  package init() {}

  /// The thing that the grid of tiles divides.
  package enum GridKind: String, CaseIterable, Hashable, Sendable {
    /// The square of Web Mercator.
    case world
    case image
  }

  package var paperTolerance: Int? {
    get { samples.paper?.tolerance }
    set { samples.paper?.tolerance = newValue }
  }

  package var isPaperOutsideOnly: Bool {
    get { samples.paper?.isOutsideOnly ?? false }
    set { samples.paper?.isOutsideOnly = newValue }
  }

  package var hillshade: ReliefLight? {
    get { samples.relief?.light }
    set { samples.relief = Relief(light: newValue, colors: samples.relief?.colors) }
  }

  package var colorRelief: ReadFile<ColorRamp>? {
    get { samples.relief?.colors.map { ReadFile(path: colorReliefPath, contents: $0) } }
    set {
      samples.relief = Relief(light: hillshade, colors: newValue?.contents)
      colorReliefPath = newValue?.path ?? ""
    }
  }
}

extension PyramidSettings {
  /// `nil` where nothing is stated.
  package var placement: Placement? {
    get throws(GeoreferenceError) {
      // The size of the tiles is that of the request.
      if grid == .image { return .imageGrid(.standard) }
      if let worldFile { return .worldFile(path: worldFile) }
      if let bounds { return try Placement(boundsText: bounds, crs: crs) }
      if let corners { return .corners(corners) }
      if let controlPoints { return .controlPoints(controlPoints, kind: transform) }
      if let controlPointFile { return .controlPointFile(path: controlPointFile, kind: transform) }
      if let overlayFile { return .overlayFile(path: overlayFile) }
      if let fitOutline {
        return .outline(OutlinePlacement(path: fitOutline, feature: feature, bearing: bearing))
      }
      guard let anchor,
        let size = scale.map(ImageAnchor.SampleSize.scale)
          ?? metresPerPixel.map(ImageAnchor.SampleSize.metres)
      else { return nil }
      return .anchor(
        ImageAnchor(
          anchor: anchor, anchorPixel: anchorPixel, sampleSize: size, bearing: bearing ?? 0))
    }
  }

  package func image(_ path: String) throws(GeoreferenceError) -> SourceImage {
    var image = SourceImage(path)
    image.vector = vector
    image.samples = samples
    image.outline = outline
    image.crs = crs
    image.transform = transform
    image.placement = try placement
    return image
  }

  /// The areas of the map that limit what is used.
  package var clips: [ClipArea] { [cutline?.contents, clipBounds].compactMap(\.self) }

  /// The files that are read in addition to images.
  package var inputs: [String] { [cutline?.path, colorRelief?.path].compactMap(\.self) }

  package var encoding: PyramidEncoding {
    get throws(TileFormatFault) {
      var encoding = try PyramidEncoding(
        format, quality: quality, isLossless: isLossless, background: samples.background ?? .white,
        effort: effort)
      encoding.elevation = elevation.map {
        PyramidEncoding.Elevation($0, noDataHeight: noDataHeight)
      }
      return encoding
    }
  }

  init(_ encoding: PyramidEncoding) {
    self.init()
    format = TileFormatChoice(rawValue: encoding.formatName) ?? format
    quality = encoding.opaque.quality
    isLossless = format == .webp && quality == nil
    effort = encoding.effort
    elevation = encoding.elevation?.encoding
    noDataHeight = encoding.elevation?.noDataHeight
  }

  package func urls(ofFloor floor: String?) throws(TileTemplateError) -> TileTemplates? {
    guard let url else { return nil }
    return try TileTemplates(url, isPair: options.makesRetinaTiles) {
      text throws(TileTemplateError) in
      try TileTemplate(url: text, floor: floor, format: format.tileFormat)
    }
  }
}

extension TileFormatFault {
  package var fault: (setting: String, expected: String?, reason: String) {
    switch self {
    case .quality(_, let allowed): ("quality", "\(allowed.lowerBound) to \(allowed.upperBound)", "")
    case .qualityWithoutEffect(let reason): ("quality", nil, reason)
    case .losslessWithoutEffect(let reason): ("lossless", nil, reason)
    }
  }
}
