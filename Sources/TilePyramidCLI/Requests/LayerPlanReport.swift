import BuildingManifest
import Georeferencing
import Mosaics
import RasterSources
import TileModel
import TilePyramid
import TileStorage

/// Which tiles would be made of an image and how: for `build --dry-run`.
struct LayerPlanReport: Encodable {
  /// The tiles of a zoom.
  struct Level: Encodable {
    var zoom: Int
    /// The size of a pixel on the ground, at the middle of the image.
    var metresPerPixel: Double
    var columns: Int
    var rows: Int
    /// How many that are at most.
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
    /// How often the rows of the file are read; `nil` for windows.
    var rowPasses: Int?
    /// The bytes of decoded blocks that reading windows takes.
    var windowBytes: Int?
    /// How many grids of pixels are composited; `nil` for one.
    var grids: Int?
    var scratchBytes: Int
    /// How many columns and rows are averaged as the raster is read; `nil` where none are.
    var averagedBlock: [Int]?
    /// `copy`; `separable` along rows, then columns; or `warp`.
    var placing: String
    /// The kernel; `nil` for samples that are copied.
    var resampling: String?
    /// `linear` where its samples are mixed in linear light; else `nil`.
    var light: String?
    /// The zoom that is made of the raster.
    var zoom: Int
    /// The zooms above it, each made of the one below, deepest first.
    var overviews: [Int]
    /// How those are made; `nil` where there are none.
    var overviewResampling: String?
  }

  var path: String
  var width: Int
  var height: Int
  /// The page of a file of several.
  var page: Int?
  var placement: String
  /// The nodata value and its tolerance, in words.
  var noData: String?
  /// The paper that is taken out and its tolerance, in words.
  var paper: String?
  /// West, south, east, north in degrees.
  var bounds: [Double]
  var nativeZoom: Double
  var tileSize: Int
  var format: String
  /// Whether tiles of 512 pixels are made beside those of 256; `nil` where they are not.
  var retina: Bool?
  /// The formats and qualities in words.
  var encoding: String
  /// What several images cover; `nil` for one.
  var images: MosaicReport?
  /// How many tiles there are at most.
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

  /// The step as lines of text: how the raster becomes tiles, and which overviews these get.
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

/// What a build of an image would do: for `build --dry-run --json`.
struct BuildPlanReport: Encodable {
  /// What an update makes again.
  struct Update: Encodable {
    var images: Int
    var changedImages: Int
    /// The tiles of the deepest zoom.
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

/// What a build would take and where it would write.
struct RunningReport: Encodable {
  var output: String
  /// How many threads are used.
  var threads: Int
  /// How many were asked for, or there are processors; `nil` where all of them are used.
  var requestedThreads: Int?
  /// The working memory at worst.
  var memoryBytes: Int
  var memoryLimitBytes: Int
  /// The bytes of scratch files at the same time.
  var scratchBytes: Int
  /// How much of an unfinished build of the output is done; `nil` without one.
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

/// What a build of a building would do: for `build --dry-run --json`.
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
  /// How many floors are built at the same time.
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
