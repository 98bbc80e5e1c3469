import TileModel
import TileStorage

/// The facts about a building that was made, for `info`.
struct BuildingReport: Encodable {
  struct Floor: Encodable {
    var name: String
    var level: String?
    /// `nil` when they cannot be opened.
    var tiles: StoreReport?
    var problem: String?
  }

  var kind = "building"
  var path: String
  var name: String
  var description: String?
  var attribution: String?
  var floors: [String: Floor] = [:]
  var warnings: [String] = []
  /// The building's order, which JSON objects have not.
  private var order: [String]

  private enum CodingKeys: CodingKey {
    case kind, path, name, description, attribution, floors, warnings
  }

  init(path: String, _ building: StoredBuilding) throws(FailureReport) {
    self.path = path
    (name, description) = (building.definition.name, building.definition.description)
    attribution = building.definition.attribution
    order = building.definition.floors.map(\.floor.id)
    if order.isEmpty { warnings.append("there are no floors") }
    for entry in building.definition.floors {
      var floor = Floor(name: entry.floor.name, level: entry.floor.level.map { "\($0)" })
      do throws(TileStorageError) {
        let store = try building.open(entry)
        floor.tiles = try StoreReport(path: store.path, store: store.reader)
      } catch {
        guard error.isFinding else {
          throw error.report.naming(floor: entry.floor.id)
        }
        floor.problem = error.report.description
        warnings.append("floor \(entry.floor.id) cannot be opened")
      }
      floors[entry.floor.id] = floor
    }
  }

  var isWhole: Bool { floors.values.allSatisfy { $0.problem == nil } }

  var text: String {
    var lines = ["building    \(path)", "name        \(name)", "floors      \(order.count)"]
    if let attribution { lines.append("credits     \(attribution)") }
    lines += warnings.map { "warning     \($0)" }
    lines = lines.map(\.displayLine)
    for id in order {
      guard let floor = floors[id] else { continue }
      let level = floor.level.map { "level \($0)" } ?? "no level"
      lines += ["", "floor \(id), \(level): \(floor.name)".displayLine]
      // These have lines of their own, which are fit to be shown.
      let details = floor.tiles?.text ?? "not opened  \(floor.problem ?? "")"
      lines += details.split(separator: "\n").map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}
