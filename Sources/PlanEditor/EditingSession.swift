import BuildingManifest
import Drawings
package import Georeferencing
import RasterSources
package import TileModel

/// A session that places plans by hand, with its page and its requests.
///
/// The page holds the states, and sends them with each request. The session holds the files, which
/// only requests of its own page can write. It has one document, and more after saves under other
/// names.
package final class EditingSession: Sendable {
  /// Largest body of a request in bytes: some thousand control points.
  package static let bodyByteCount = 1 << 20
  /// The first component of every address; requests that write repeat it in a field.
  package let secret: String
  let folder: EditFolder
  /// The command that builds the tiles, by the state, the written path and the kind.
  let command: @Sendable (EditState, String, TransformKind?) throws -> String
  let built = Guarded<(tiles: BuiltTiles?, count: Int)>((nil, 0))
  /// Maps and outlines that are shown beneath the plans; `nil` for one that was taken away, so that others keep
  /// their numbers.
  private let beneath: Guarded<[EditBackground?]>
  private let source: Source
  private let position: GeographicCoordinate?
  /// The files of each document, by its name; the first one has an empty name.
  private let targets: Guarded<[String: EditTarget]>
  private let plans = Guarded<[EditedPlan]>([])
  private let editions = Guarded<[String: Edition]>([:])
  private let saved = Guarded<[String: EditState]>([:])

  /// A plan or building to place.
  private enum Source: Sendable {
    /// The path is that of a georeference file that replaces the initial one.
    case plan(EditedPlan, start: @Sendable (String?) throws -> EditState?)
    case building
  }

  /// The plans of a document and their placements, as its files were at one moment.
  struct Edition: Sendable {
    /// Identifier with which a page names this revision when it saves.
    let identifier: String
    let name: String
    let revision: String
    let building: EditedBuilding?
    let plans: [(number: Int, plan: EditedPlan)]
    let starts: [EditState]
  }

  package convenience init(
    plan: EditedPlan, backgrounds: [EditBackground], position: GeographicCoordinate?,
    target: EditTarget, folder: EditFolder,
    command: @escaping @Sendable (EditState, String, TransformKind?) throws -> String,
    start: @escaping @Sendable (String?) throws -> EditState?
  ) throws {
    try self.init(
      .plan(plan, start: start), backgrounds: backgrounds, position: position, target: target,
      folder: folder, command: command)
    for background in backgrounds { try background.confirmShown(beneath: nil) }
  }

  package convenience init(
    manifest: String, backgrounds: [EditBackground], position: GeographicCoordinate?,
    folder: EditFolder, command: @escaping @Sendable (String) -> String
  ) throws {
    try self.init(
      .building, backgrounds: backgrounds, position: position,
      target: EditTarget(only: manifest, endings: [".yml", ".yaml"]), folder: folder
    ) { _, path, _ in command(path) }
    let floors = try edition(of: "").building?.floors ?? []
    guard !floors.isEmpty else {
      throw EditError(
        .badInput, "no floor has one image", at: manifest,
        expected: "a floor with image, whose place can be changed", nextStep: "add one")
    }
    for background in backgrounds { try background.confirmShown(beneath: floors) }
    for text in try edition(of: "").building?.backgrounds ?? [] {
      do { try add(text) } catch let error as any ReportableError {
        var report = error.report
        report.what = "the background that \(manifest) names: \(report.what)"
        let document = ManifestLocation(path: manifest, line: 1, column: 1)
        report.nextStep = document.advice(on: error.report) ?? report.nextStep
        throw EditError(report: report)
      }
    }
  }

  private init(
    _ source: Source, backgrounds: [EditBackground], position: GeographicCoordinate?,
    target: EditTarget, folder: EditFolder,
    command: @escaping @Sendable (EditState, String, TransformKind?) throws -> String
  ) throws {
    (self.source, self.position) = (source, position)
    beneath = Guarded(backgrounds)
    (self.folder, self.command) = (folder, command)
    targets = Guarded(["": target])
    // 160 bits of the system's generator, in hexadecimal.
    secret = (0..<20).map { _ in
      let byte = UInt8.random(in: .min ... .max)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    if case .plan(let plan, _) = source { _ = number(of: plan) }
  }

  /// Floors with several images, each placed by itself.
  package var leftOut: [String] {
    get throws { try edition(of: "").building?.leftOut ?? [] }
  }

  var backgrounds: [(number: Int, shown: EditBackground)] {
    beneath.withLock { $0.enumerated().compactMap { index, shown in shown.map { (index, $0) } } }
  }

  func background(_ number: Int) -> EditBackground? {
    beneath.withLock { $0.indices.contains(number) ? $0[number] : nil }
  }

  func add(_ text: String) throws {
    func name(_ text: String) -> String { EditBackground.name(of: text, besides: "/") }
    if backgrounds.contains(where: { name($0.shown.text) == name(text) }) { return }
    let background = try EditBackground(text, in: folder)
    try background.confirmShown(beneath: edition(of: "").building?.floors)
    beneath.withLock { $0.append(background) }
  }

  func removeBackground(_ number: Int) {
    beneath.withLock { if $0.indices.contains(number) { $0[number] = nil } }
  }

  func target(_ name: String) -> EditTarget? { targets.withLock { $0[name] } }

  func plan(_ number: Int) -> EditedPlan? {
    plans.withLock { $0.indices.contains(number) ? $0[number] : nil }
  }

  /// The number of a plan; its tiles are made once, however often manifests that name it are read.
  private func number(of plan: EditedPlan) -> Int {
    plans.withLock { plans in
      let known = plans.firstIndex { $0.image == plan.image && $0.stamp == plan.stamp }
      if known == nil { plans.append(plan) }
      return known ?? plans.count - 1
    }
  }

  func edition(of name: String) throws -> Edition {
    guard let target = target(name) else {
      throw EditError(
        .badInput, "this session has no such file", found: name.excerpt,
        expected: "one that was saved in this session", nextStep: "begin again with that file")
    }
    switch source {
    case .plan(let plan, let start):
      // A write in between is in the state, and a save is then refused as another revision.
      let revision = try target.revision()
      let known = saved.withLock { $0[revision] }
      let state = try known ?? start(target.shownPath()) ?? unplaced(plan)
      return Edition(
        identifier: "\(revision)/\(name)", name: name, revision: revision, building: nil,
        plans: [(0, plan)], starts: [state])
    case .building:
      let path = target.paths.points
      let bytes = try BuildingManifest.bytes(path: path)
      let revision = EditTarget.digest(bytes)
      // Floors that are not placed begin in the middle of the area.
      let area = backgrounds.lazy.compactMap(\.shown.bounds).first
      let key = "\(revision)/\(area?.minX ?? 0)/\(name)"
      if let known = shown(key) { return known }
      let building = try EditedBuilding(bytes, path: path, beneath: area, position: position)
      let plans = try building.floors.indices.map { index in
        let number = number(of: try building.plan(index, in: folder))
        return (number, plan(number))
      }
      let edition = Edition(
        identifier: key, name: name, revision: revision, building: building,
        plans: plans.compactMap { number, plan in plan.map { (number, $0) } },
        starts: building.starts)
      editions.withLock { $0[edition.identifier] = edition }
      return edition
    }
  }

  func shown(_ identifier: String?) -> Edition? {
    if case .plan(let plan, _) = source {
      return Edition(
        identifier: "", name: "", revision: "", building: nil, plans: [(0, plan)], starts: [])
    }
    return identifier.flatMap { identifier in editions.withLock { $0[identifier] } }
  }

  private func unplaced(_ plan: EditedPlan) -> EditState {
    EditState(
      mode: .hand,
      hand: .unplaced(
        plan.raster.size, in: backgrounds.lazy.compactMap(\.shown.bounds).first, at: position),
      outline: plan.image.outline?.corners ?? [])
  }

  func note(_ name: String, _ target: EditTarget, _ state: EditState, revision: String) {
    targets.withLock { $0[name] = target }
    if case .plan = source { saved.withLock { $0[revision] = state } }
  }
}

extension EditState {
  package init(_ resolved: ResolvedGeoreference, size: PixelSize) {
    let hand = EditAnswer.affine(resolved.georeference, size: size)
    let outline = resolved.imageOutline?.corners ?? []
    guard let set = resolved.controlPoints, let fit = resolved.fit else {
      self.init(mode: .hand, hand: hand, outline: outline)
      return
    }
    let points = set.points.map { point in
      let position = set.crs.mercator(of: point.position)
      return ControlPoint(
        pixel: point.pixel, position: CRSPoint(x: position.x, y: position.y),
        isEnabled: point.isEnabled, name: point.name)
    }
    let standard = TransformKind.standard(pointCount: points.count { $0.isEnabled })
    self.init(
      mode: .points, kind: fit.kind == standard ? nil : fit.kind, points: points, hand: hand,
      outline: outline)
  }
}
