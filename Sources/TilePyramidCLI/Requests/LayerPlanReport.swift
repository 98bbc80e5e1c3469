import BuildingManifest
import Georeferencing
import Mosaics
import RasterSources
import TileModel
import TilePyramid
import TileStorage

/// The tiles that would be made of an image, and how, for `build --dry-run`.
struct LayerPlanReport: Encodable {
  /// The tiles of a zoom.
  struct Level: Encodable {
    var zoom: Int
    /// On the ground, at the middle of the image.
    var metresPerPixel: Double
    var columns: Int
    var rows: Int
    /// At most.
    var tiles: Int
  }

  /// A reading of a raster, and what is made of it.
  struct Step: Encodable {
    /// `image`, `reduction` for a smaller picture in the file, or `rendition` for a drawing.
    var raster: String
    var width: Int
    var height: Int
    /// `rows`; `windows` of the file; or `scratch`, for windows of a copy.
    var access: String
    /// `nil` for windows.
    var rowPasses: Int?
    var windowBytes: Int?
    /// `nil` for one grid of pixels.
    var grids: Int?
    var scratchBytes: Int
    /// Columns and rows; `nil` where none are averaged as the raster is read.
    var averagedBlock: [Int]?
    /// `copy`; `separable` along rows, then columns; or `warp`.
    var placing: String
    /// `nil` for samples that are copied.
    var resampling: String?
    /// `linear` where its samples are mixed in linear light; else `nil`.
    var light: String?
    var zoom: Int
    /// Deepest first, each made of the one below.
    var overviews: [Int]
    var overviewResampling: String?
  }

  var path: String
  var width: Int
  var height: Int
  var page: Int?
  var placement: String
  var noData: String?
  var paper: String?
  /// West, south, east, north in degrees.
  var bounds: [Double]
  var nativeZoom: Double
  var tileSize: Int
  var format: String
  /// `nil` where no tiles of 512 pixels are made beside those of 256.
  var retina: Bool?
  var encoding: String
  /// `nil` for one.
  var images: MosaicReport?
  /// At most.
  var tiles: Int
  var levels: [Level]
  var steps: [Step]

  init(_ image: GeoreferencedImage, _ plan: PyramidPlan, _ encoding: PyramidEncoding) {
    path = plan.path
    (width, height) = (plan.size.width, plan.size.height)
    page = image.raster.filePage.flatMap { $0.count > 1 ? $0.number : nil }
    placement = image.resolved.summary
    noData = image.noData
    paper = image.paper
    bounds = plan.bounds.edges
    nativeZoom = plan.nativeZoom
    tileSize = plan.options.tileSize.rawValue
    retina = plan.options.makesRetinaTiles ? true : nil
    format = encoding.formatName
    self.encoding = encoding.description
    images = MosaicSummary(of: image).map { MosaicReport($0, tileSize: plan.options.tileSize) }
    tiles = plan.tileCount
    let latitude = WebMercator.scaleFactor(atY: plan.mercatorBounds.center.y)
    levels = plan.levels.map { level in
      Level(
        zoom: level.zoom, metresPerPixel: level.resolution / latitude,
        columns: level.range.x.count, rows: level.range.y.count, tiles: level.range.count)
    }
    steps = plan.steps.map { Step($0, plan.options) }
  }
}

extension LayerPlanReport.Step {
  init(_ step: RenderStep, _ options: PyramidOptions) {
    raster = step.raster.rawValue
    (width, height) = (step.size.width, step.size.height)
    scratchBytes = step.scratchBytes
    (access, placing) = ("rows", "copy")
    (rowPasses, resampling) = (step.reading.rowPasses, options.resampling.rawValue)
    switch step.access {
    case .aligned: resampling = nil
    case .streamed: placing = "separable"
    case .columns:
      (access, placing) = ("columns", step.copiesSamples ? "copy" : "separable")
      if step.copiesSamples { resampling = nil }
    case .scratch: (access, placing) = ("scratch", "warp")
    case .sheets(let count, let bytes):
      (access, placing) = ("windows", "warp")
      (rowPasses, windowBytes, grids) = (nil, bytes, count)
    case .windows(let bytes):
      (access, placing) = ("windows", "warp")
      (rowPasses, windowBytes) = (nil, bytes)
    }
    light = step.mixesLight ? "linear" : nil
    let block = step.averagedBlock
    if block.width * block.height > 1 { averagedBlock = [block.width, block.height] }
    zoom = step.deepest.zoom
    overviews = step.levels.dropLast().map(\.zoom).reversed()
    overviewResampling = overviews.isEmpty ? nil : options.overviewName
  }

  var lines: [String] {
    let kernel = (resampling ?? "") + (light == nil ? "" : " in linear light")
    let made =
      switch placing {
      case "copy": "copied"
      case "separable": "resampled (\(kernel))"
      default: "warped (\(kernel))"
      }
    let name =
      switch raster {
      case "image": "the image"
      case "reduction": "a smaller picture in the file"
      default: "a drawing"
      }
    var text =
      grids.map { "zoom \(zoom) is \(made) from images on \($0) grids, " }
      ?? "zoom \(zoom) is \(made) from \(name), \(width) × \(height) pixels, "
    switch access {
    case "rows": text += "row by row"
    case "windows": text += "in windows"
    case "columns": text += "in columns of a scratch file"
    default: text += "in windows of a scratch file"
    }
    if let rowPasses, rowPasses > 1 { text += "; its rows are read \(rowPasses) times" }
    if let averagedBlock {
      text += "; \(averagedBlock[0]) × \(averagedBlock[1]) of its pixels are averaged first"
    }
    guard let overviewResampling else { return [text] }
    let are = overviews.count == 1 ? "is" : "are each"
    return [
      text, "\(Words.zooms(overviews)) \(are) made from the zoom below (\(overviewResampling))",
    ]
  }
}

/// The plan of a build of an image, for `build --dry-run --json`.
struct BuildPlanReport: Encodable {
  /// The part that an update makes again.
  struct Update: Encodable {
    var images: Int
    var changedImages: Int
    /// Tiles of the deepest zoom.
    var tiles: Int
    var remadeTiles: Int
  }

  var kind = "plan"
  /// `nil` where every tile is made.
  var update: Update?
  var layer: LayerPlanReport
  var running: RunningReport

  init(_ build: PyramidBuild) {
    layer = LayerPlanReport(build.image, build.plan, build.request.encoding)
    update = build.updatePlan.map {
      Update(
        images: $0.imageCount, changedImages: $0.changedImageCount, tiles: $0.tileCount,
        remadeTiles: $0.remadeTileCount)
    }
    running = RunningReport(
      build.resources, requested: build.request.resources, memoryBytes: build.builder.memoryNeeded,
      scratchBytes: build.plan.scratchBytes, output: build.request.output)
  }
}

/// The means that a build would take, and its output.
struct RunningReport: Encodable {
  var output: String
  var threads: Int
  /// `nil` where all that were asked for are used.
  var requestedThreads: Int?
  /// At worst.
  var memoryBytes: Int
  var memoryLimitBytes: Int
  /// Those at the same time.
  var scratchBytes: Int
  /// `nil` without one.
  var unfinishedFraction: Double?

  init(
    _ resources: BuildResources, requested: BuildResources, memoryBytes: Int, scratchBytes: Int,
    output: BuildOutput
  ) {
    if resources.threads < requested.threads { requestedThreads = requested.threads }
    self.output = output.path
    threads = resources.threads
    self.memoryBytes = memoryBytes
    memoryLimitBytes = resources.memoryLimit
    self.scratchBytes = scratchBytes
    unfinishedFraction = UnfinishedBuild.find(forOutput: output.path)?.fraction
  }
}

/// The plan of a build of a building, for `build --dry-run --json`.
struct BuildingPlanReport: Encodable {
  struct Floor: Encodable {
    var name: String
    var level: String
    var layer: LayerPlanReport
  }

  var kind = "building plan"
  var name: String
  var manifest: String
  var store: String
  var concurrentFloors: Int
  var floors: [String: Floor]
  var running: RunningReport

  init(_ build: BuildingBuild, _ request: RunningRequest) {
    name = build.manifest.name
    manifest = build.manifest.path
    store = build.manifest.store.rawValue
    concurrentFloors = build.builder.concurrentFloors
    floors = Dictionary(
      uniqueKeysWithValues: zip(build.building.floors, build.plans).map { georeferenced, plan in
        let floor = Floor(
          name: georeferenced.floor.name, level: "\(georeferenced.floor.level)",
          layer: LayerPlanReport(
            GeoreferencedImage(raster: georeferenced.raster, resolved: georeferenced.resolved),
            plan,
            georeferenced.floor.encoding))
        return (georeferenced.floor.id, floor)
      })
    running = RunningReport(
      build.resources, requested: request.resources, memoryBytes: build.builder.memoryNeeded,
      scratchBytes: build.builder.scratchNeeded, output: build.output)
  }
}
