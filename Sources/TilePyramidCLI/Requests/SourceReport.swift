import Georeferencing
import Mosaics
import RasterSources
import TileModel
import TilePyramid

/// The facts about an image, for `info`.
struct SourceReport: Encodable {
  struct GeoreferenceFacts: Encodable {
    var summary: String
    /// Positions and sizes say nothing then.
    var isImageGrid: Bool
    private(set) var accuracyText: String
    var crs: String
    var crsName: String
    /// `nil` for the systems of closed form.
    var operation: String?
    /// `nil` when it is not known.
    var operationAccuracyMetres: Double?
    /// x of the outer corner of the first sample, its step by a column and by a row, then the same for y.
    ///
    /// In units of the system; `nil` for a nonlinear transform.
    var geotransform: [Double]?
    /// Nothing is known of the datum.
    var isBallpark: Bool
    var missingOperation: String?
    var missingGrids: [String]?
    /// West, south, east, north in degrees.
    var bounds: [Double]
    var metresPerPixel: [Double]
    var nativeZoom: Double
    var zooms: [Int]
    var tiles: Int
    var reading: String
    var rootMeanSquareMetres: Double?
    var rootMeanSquarePixels: Double?
  }

  /// The facts about a plan that is drawn by a program.
  struct Vector: Encodable {
    var format: String
    var dotsPerInch: Double
    var page: Int
    var pages: Int
    var layers: [String]
    var program: String
    var programPath: String
  }

  var kind = "image"
  var path: String
  var width: Int
  var height: Int
  var isOpaque: Bool
  var samples: [String: String]
  var vector: Vector?
  var placement: GeoreferenceFacts?
  /// `nil` for one.
  var images: MosaicReport?
  var problem: String?
  var warnings: [String]
  /// ``samples`` in the order in which they are shown.
  private var details: [RasterDetail]

  private enum CodingKeys: CodingKey {
    case kind, path, width, height, isOpaque, samples, vector, placement, images, problem, warnings
  }

  private init(_ raster: any RasterSource, path: String) {
    details = raster.details
    samples = Dictionary(details.map { ($0.name, $0.value) }) { first, _ in first }
    vector = raster.vectorDocument.map { Vector($0) }
    self.path = path
    (width, height) = (raster.size.width, raster.size.height)
    isOpaque = raster.isOpaque
    warnings = raster.notices.map { "\($0.text); \($0.remedy)" }
  }

  init(_ images: SourceImages, options: PyramidOptions, skipsDamaged: Bool) throws {
    if images.isOneImage {
      try self.init(images.image, options: options)
      return
    }
    let skipped = SkippedImages()
    let image = try images.georeferenced(
      threads: AvailableProcessors.count, skipping: skipsDamaged ? skipped : nil
    ) { _, _ in }
    self.init(image.raster, path: images.path)
    kind = "images"
    warnings += skipped.list.map { "\($0.path) is left out: \($0.reason.what)" }
    try place(image.raster, image.resolved, options)
    self.images = MosaicSummary(of: image).map { MosaicReport($0, tileSize: options.tileSize) }
  }

  init(_ image: SourceImage, options: PyramidOptions) throws {
    let raster = try image.open()
    self.init(raster, path: image.path)
    switch try Self.resolve(image, for: raster) {
    case .failure(let error): problem = error.report.description
    case .success(let resolved):
      try place(raster, resolved, options)
    }
  }

  private mutating func place(
    _ raster: any RasterSource, _ resolved: ResolvedGeoreference, _ options: PyramidOptions
  ) throws {
    let image = try GeoreferencedImage(raster: raster, resolved: resolved).cutAtAntimeridian()
    let plan = try PyramidPlan(
      for: image.raster, georeference: image.resolved.georeference, options: options)
    placement = GeoreferenceFacts(resolved, plan: plan)
    warnings += resolved.warnings
    if let warning = ConsumerLimit.warning(deepestZoom: plan.deepest.zoom) {
      warnings.append(warning)
    }
  }

  private static func resolve(
    _ image: SourceImage, for raster: any RasterSource
  ) throws(GeoreferenceError) -> Result<ResolvedGeoreference, GeoreferenceError> {
    do throws(GeoreferenceError) {
      return .success(try image.resolveGeoreference(of: raster))
    } catch {
      if image.placement == nil, image.crs == nil, image.transform == nil {
        return .failure(error)
      }
      throw error
    }
  }

  var text: String {
    var lines = [
      kind.padded(to: 12) + path,
      "size        \(width) × \(height) pixels\(isOpaque ? ", opaque" : "")",
    ]
    lines += details.map { "\($0.name) ".padded(to: 12) + $0.value }
    if let vector { lines += vector.lines }
    if let images { lines += images.lines }
    if let placement { lines += placement.lines }
    lines = lines.map(\.displayLine)
    // It has lines of its own, which are fit to be shown.
    if let problem { lines.append("not placed  \(problem)") }
    lines += warnings.map { "warning     \($0.displayLine)" }
    return lines.joined(separator: "\n")
  }
}

extension SourceReport.Vector {
  init(_ plan: VectorDocument) {
    format = plan.format.rawValue
    dotsPerInch = plan.dotsPerInch
    page = plan.page
    pages = plan.pageCount
    layers = plan.layerNames
    program = plan.format.program
    programPath = plan.programPath
  }

  fileprivate var lines: [String] {
    var drawing = "\(format) at \(NumberText.fixed(dotsPerInch, 0)) dots per inch"
    if pages > 1 { drawing += ", page \(page) of \(pages)" }
    return [
      "drawing     \(drawing)",
      "drawn by    \(program), \(programPath)",
    ] + (layers.isEmpty ? [] : ["layers      \(layers.joined(separator: ", "))"])
  }
}

extension SourceReport.GeoreferenceFacts {
  init(_ resolved: ResolvedGeoreference, plan: PyramidPlan) {
    let center = PixelPoint(x: Double(plan.size.width) / 2, y: Double(plan.size.height) / 2)
    let ground = resolved.georeference.groundResolution(at: center)
    isImageGrid = resolved.imageGrid != nil
    summary = resolved.summary
    crs = resolved.georeference.crs.identifier
    crsName = resolved.georeference.crs.name
    isBallpark = false
    accuracyText = "exact"
    if case .other(let system) = resolved.georeference.crs {
      operation = system.operation.name
      operationAccuracyMetres = system.operation.accuracyMetres
      isBallpark = system.operation.isBallpark
      let missing = system.operation.better.flatMap { $0.missingGrids.isEmpty ? nil : $0 }
      missingOperation = missing?.name
      missingGrids = missing?.missingGrids
      accuracyText = system.operation.accuracyText
    }
    if case .affine(let affine) = resolved.georeference.pixelToCRS {
      geotransform = [
        affine.originX, affine.columnX, affine.rowX, affine.originY, affine.columnY, affine.rowY,
      ]
    }
    bounds = plan.bounds.edges
    metresPerPixel = [ground.perColumn, ground.perRow]
    nativeZoom = plan.nativeZoom
    zooms = plan.levels.map(\.zoom)
    tiles = plan.tileCount
    reading = plan.isDrawn ? "rendered for each zoom" : PlanText.access(plan.steps[0].access)
    rootMeanSquareMetres = resolved.fit?.rootMeanSquareMetres
    rootMeanSquarePixels = resolved.fit?.rootMeanSquarePixels
  }

  fileprivate var lines: [String] {
    var lines = ["placed by   \(summary)"]
    if !isImageGrid {
      lines.append("crs         \(crs)" + (crsName == crs ? "" : " \(crsName)"))
      if let operation { lines.append("operation   \(operation), accuracy \(accuracyText)") }
      let metres = metresPerPixel.map { NumberText.fixed($0, 4) }
      lines += [
        "bounds      " + bounds.map { NumberText.fixed($0, 7) }.joined(separator: ","),
        "resolution  \(metres.joined(separator: " × ")) metres on the ground",
        "native zoom \(NumberText.fixed(nativeZoom, 2))",
      ]
    }
    return lines + [
      "zooms       \(zooms.first ?? 0)-\(zooms.last ?? 0), at most \(tiles) tiles",
      "reading     \(reading)",
    ]
  }
}
