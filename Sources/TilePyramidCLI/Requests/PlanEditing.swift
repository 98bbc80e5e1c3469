import Drawings
import Foundation
import Georeferencing
import PlanEditor
import RasterSources
import TileModel
import TileServer
import TileStorage

/// Lets a person place a plan on a page.
struct PlanEditing {
  let image: SourceImage
  let backgrounds: [String]
  let position: GeographicCoordinate?
  let output: String?
  let overwrite: Bool
  let folder: String

  func run(port: UInt16) throws {
    try EditServing.run(port: port, folder: folder, session: session)
  }

  private func session(in folder: EditFolder) throws -> EditingSession {
    let raster = try image.open()
    let backgrounds = try backgrounds.map { try EditBackground($0, in: folder) }
    let (state, read) = try start(of: raster)
    if image.placement != nil, let state, let area = backgrounds.lazy.compactMap(\.bounds).first {
      let place = state.middle(of: raster.size)
      guard !place.isExchanged(for: area.center) else {
        throw UsageError(
          "latitude and longitude are swapped", at: image.path,
          found: "the plan at \(place.degreesText), and the background at "
            + area.center.degreesText,
          nextStep: "exchange them where the plan is placed")
      }
    }
    let target = try target(reading: Sidecars(imagePath: read.path).files(for: read.placement))
    let plan = try EditedPlan(image, in: folder)
    let session = try EditingSession(
      plan: plan, backgrounds: backgrounds, position: position, target: target, folder: folder,
      command: command(isVector: raster.vectorDocument != nil)
    ) { path in try start(of: raster, by: path).state }
    StandardError.print("making the tiles of \(image.path)")
    _ = try plan.tiles()
    return session
  }

  /// A path is that of a file that was saved.
  private func start(
    of raster: any RasterSource, by path: String? = nil
  ) throws -> (state: EditState?, read: SourceImage) {
    func state(of image: SourceImage) throws -> EditState {
      EditState(try image.resolveGeoreference(of: raster), size: raster.size)
    }
    var read = image
    if let path {
      let isPoints = GeoreferenceFile.listsPoints(path)
      read.placement = isPoints ? .controlPointFile(path: path, kind: nil) : .worldFile(path: path)
      read.transform = nil
      read.crs = isPoints ? nil : try Sidecars(imagePath: path).statedSystem?.crs
      // An annotation states its own.
      if GeoreferenceFile.isAnnotation(path) { read.outline = nil }
    }
    do {
      return (try state(of: read), read)
    } catch let error as GeoreferenceError {
      guard case .noGeoreference(_, _, let pointsFile, _) = error else { throw error }
      guard let pointsFile else { return (nil, image) }
      // The points that an earlier session, or QGIS, left beside the image.
      read.placement = .controlPointFile(path: pointsFile, kind: image.transform)
      return (try state(of: read), read)
    }
  }

  private func target(reading read: [String]) throws -> EditTarget {
    let points = output ?? "\(image.path).points"
    let hand = output ?? Sidecars(imagePath: image.path).worldFilePaths[0]
    let others = Sidecars(imagePath: hand).projectionPaths
    for path in [points, hand] + others {
      try InputProtection.check(replacing: path, inputs: [image.path])
    }
    let replaceable = overwrite ? [points, hand] + others : read
    let worldFiles = Sidecars(imagePath: "plan.\(URL(fileURLWithPath: image.path).pathExtension)")
      .worldFilePaths.map { String($0.dropFirst(4)) }.filter { $0 == $0.lowercased() }
    return try EditTarget(
      EditTarget.Paths(
        points: points, hand: hand, others: others, replaceable: Set(replaceable),
        endings: [".points", ".json"] + worldFiles)
    ) { georeferenced, path in
      let file = try GeoreferenceFile(georeferenced, path: path)
      let projection = try GeoreferenceFile.projection(of: georeferenced, besides: path)
      return [(path, file.text)] + [projection.map { ($0.path, $0.text + "\n") }].compactMap(\.self)
    }
  }

  private func command(
    isVector: Bool
  ) -> @Sendable (EditState, String, TransformKind?) throws -> String {
    let image = image
    return { state, path, kind in
      var words = ["tilepyramid", "build", image.path]
      if GeoreferenceFile.listsPoints(path) {
        words += ["--gcp-file", path]
        if state.mode == .points, let kind { words += ["--transform", kind.rawValue] }
      } else {
        words += ["--world-file", path]
        // The `.prj` of a file elsewhere is not beside the image.
        if !Sidecars(imagePath: image.path).worldFilePaths.contains(path) {
          words += ["--crs", CoordinateReferenceSystem.webMercator.identifier]
        }
      }
      if let page = image.vector.page { words += ["--page", "\(page)"] }
      if isVector, let dpi = image.vector.dotsPerInch {
        words += ["--dpi", NumberText.shortest(dpi)]
      }
      if !image.vector.layers.isEmpty {
        words += ["--layers", image.vector.layers.joined(separator: ",")]
      }
      // An annotation states it.
      if !GeoreferenceFile.isAnnotation(path), let outline = try state.imageOutline {
        words += ["--outline", outline.text]
      }
      words += ["--output", "tiles"]
      return StoppedCommand.line(words)
    }
  }
}

/// Serves a page that places plans until the program is asked to stop.
enum EditServing {
  static func run(
    port: UInt16, folder: String, session: (EditFolder) throws -> EditingSession
  ) throws {
    OpenFileLimit.raise(to: 8192)
    let folder = try EditFolder(in: folder) {
      InterruptionWatch.interruption != nil
    }
    let served = Result { try serve(port: port, in: folder, session) }
    try folder.remove()
    try served.get()
  }

  private static func serve(
    port: UInt16, in folder: EditFolder, _ begin: (EditFolder) throws -> EditingSession
  ) throws {
    let session: EditingSession
    do {
      // Interrupted at once, the folder would be left.
      session = try InterruptionWatch.deferring { try begin(folder) }
    } catch {
      throw InterruptionWatch.interruption ?? error
    }
    if let interruption = InterruptionWatch.interruption { throw interruption }
    var limits = ServerLimits()
    limits.bodyByteCount = EditingSession.bodyByteCount
    let faults = FaultLog()
    let server = LoopbackServer(
      port: port, limits: limits, onFault: faults.report
    ) { Self.named(session.response(to: $0)) }
    try RunningServer.run(server) { "http://127.0.0.1:\($0)/\(session.secret)/" }
  }

  /// A refusal names options, as it would on a terminal.
  private static func named(_ response: SiteResponse) -> SiteResponse {
    guard response.status == 422, !response.body.isEmpty else { return response }
    var response = response
    response.body = Array(
      OptionNames.applied(to: String(decoding: response.body, as: UTF8.self)).utf8)
    response.fields.removeAll { $0.name == "Content-Length" }
    response.fields.append(.init("Content-Length", String(response.body.count)))
    return response
  }
}
