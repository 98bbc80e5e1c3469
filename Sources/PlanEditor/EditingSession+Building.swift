import BuildingManifest
import Georeferencing
import RasterSources
import TileModel

/// A request's states of plans.
struct Edit {
  let plan: Int
  let state: EditState
  /// The states that differ from the page's first ones.
  let changed: [Int: EditState]
  let edition: EditingSession.Edition

  var all: [Int: EditState] { changed.merging([plan: state]) { _, new in new } }

  init?(_ value: JSONValue, _ edition: EditingSession.Edition) {
    let count = edition.plans.count
    guard let state = value["state"].flatMap(EditState.init) else { return nil }
    var plan = 0
    if let number = value["plan"] {
      guard case .number(let text) = number, let index = Int(text) else { return nil }
      plan = index
    }
    var changed: [Int: EditState] = [:]
    if let states = value["changed"] {
      guard case .object(let members) = states, members.count <= count else { return nil }
      for member in members {
        guard let index = Int(member.name), (0..<count).contains(index),
          let state = EditState(member.value)
        else { return nil }
        changed[index] = state
      }
    }
    guard (0..<count).contains(plan) else { return nil }
    (self.plan, self.state, self.changed) = (plan, state, changed)
    self.edition = edition
  }
}

extension EditingSession {
  func answer(to edit: Edit, in building: EditedBuilding) throws -> JSONValue {
    let placed = try building.placed(edit.all)
    var members: [(String, JSONValue)] = []
    switch placed[building.floors[edit.plan].id] {
    case .success(let floor):
      let answer = EditAnswer(floor.resolved, of: edit.state, size: floor.raster.size).value
      if case .object(let own) = answer { members = own.map { ($0.name, $0.value) } }
    case .failure(let error): members = [("error", .string(error.report.description))]
    case nil: break
    }
    // A floor without a place is not shown at its initial position.
    let shown = try building.placed(edit.changed)
    let floors = building.floors.map { floor -> JSONValue in
      guard case .success(let found) = shown[floor.id] else { return .null }
      return EditAnswer.mesh(of: found.resolved.georeference, size: found.raster.size)
    }
    let found = building.floors.compactMap { floor -> GeoreferencedFloor? in
      if case .success(let found) = placed[floor.id] { found } else { nil }
    }
    members += [("floors", .array(floors)), ("shared", Self.shared(found, building))]
    return .members(members)
  }

  /// Shared points with the agreement of floors, as a build reports it.
  private static func shared(
    _ floors: [GeoreferencedFloor], _ building: EditedBuilding
  ) -> JSONValue {
    .array(
      PointAgreement.agreements(of: floors).map { agreement in
        let places = floors.flatMap { floor in
          floor.points.filter { $0.name == agreement.name }
            .map { floor.resolved.georeference.mercator(of: $0.pixel) }
        }
        let agrees = agreement.metres <= building.limit
        return .members([
          ("name", .string(agreement.name)),
          ("text", .string(agreement.description)),
          ("sort", .string(agreement.isPlacing ? "placing" : agrees ? "agrees" : "differs")),
          ("places", .array(places.map { .array([.number($0.x), .number($0.y)]) })),
        ])
      })
  }

  /// The state that moves a plan onto another floor: by shared points, otherwise by the same
  /// transform.
  func like(_ edit: Edit) throws -> JSONValue {
    guard let building = edit.edition.building, let reference = edit.state.reference,
      building.floors.contains(where: { $0.id == reference }),
      building.floors[edit.plan].id != reference
    else { throw EditError.noReference(edit.state.reference ?? "") }
    var aligned = edit.state
    (aligned.mode, aligned.kind) = (.align, nil)
    let placed = try building.placed(edit.changed.merging([edit.plan: aligned]) { _, new in new })
    switch placed[building.floors[edit.plan].id] {
    case .success: return .members([("state", aligned.value)])
    case .failure(let error):
      guard let other = try building.placed(edit.changed)[reference]?.get() else { throw error }
      aligned.mode = .hand
      aligned.hand = EditAnswer.affine(other.resolved.georeference, size: other.raster.size)
      return .members([
        ("state", aligned.value), ("note", .string(error.report.what)),
      ])
    case nil: throw EditError.noReference(reference)
    }
  }
}
