import Foundation
package import TileModel

/// A commented manifest for a folder of images, to be completed by a person.
package struct ManifestDraft: Hashable, Sendable {
  package let text: String
  package let floorCount: Int
  package let unknownLevelCount: Int
  /// Floors whose images have no place yet.
  package let unplacedCount: Int
  package let skipped: [SkippedImage]

  private struct Floor {
    var plan: PlanFile
    var placement: DraftPlacement
    var id: String
    /// `nil` where it is left to the user.
    var level: FloorLevel?
    var remark: String
  }

  /// Images that differ in their extension, or in the `_modified` that QGIS appends to the name of an
  /// image, are one plan: one with a georeference is taken, and a comment names the others.
  ///
  /// Images directly in the folder count, each page of a PDF, and images in folders of it that are named
  /// like floors; where it has no image itself, those in all of its folders. Anything that is not sure is
  /// commented out.
  package init(folder: String, manifest: String) throws(FailureReport) {
    let (plans, skipped) = try PlanFile.plans(in: folder)
    guard !plans.isEmpty else {
      throw FailureReport(
        .badInput, "the folder has no image that can be read", at: folder,
        found: skipped.isEmpty
          ? nil : skipped.prefix(5).map { "\($0.path): \($0.reason)" }.joined(separator: "; "),
        expected: "an image of each floor", nextStep: "name the folder that holds the floor plans")
    }
    let floors = Self.floors(of: plans, manifest: manifest)
    self.skipped = skipped
    floorCount = floors.count
    unknownLevelCount = floors.count { $0.level == nil }
    unplacedCount = floors.count { !$0.placement.isGeoreferenced }
    let name = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.lastPathComponent
    text = Self.text(
      of: floors, building: name.isEmpty || name == "/" ? "Building" : ReadableName.of(name),
      manifest: manifest)
  }

  /// Orders floors by level, those without one last.
  private static func floors(of plans: [PlanFile], manifest: String) -> [Floor] {
    // The pages of a document are numbered whatever they show.
    let named = plans.filter { $0.page == nil }
    let levels = FloorNames.levels(of: named.map(\.name))
    let levelOfName = Dictionary(
      zip(named.map(\.path), levels), uniquingKeysWith: { first, _ in first })
    let ids = identifiers(of: named.map(\.name), levels: levels, beside: plans)
    var known: [FloorLevel: String] = [:]
    let floors = zip(plans, ids).map { plan, id in
      let placement = DraftPlacement(plan) { relativePath(of: $0, from: manifest) }
      let stated = placement.floor?.level
      var level = stated ?? (plan.page == nil ? levelOfName[plan.path] ?? nil : nil)
      var remark =
        stated == nil
        ? "guessed from the name: check it" : "from \(placement.floorOrigin ?? ""): check it"
      if level == nil { remark = "not clear from the name: correct it" }
      if let found = level {
        if let first = known[found] {
          level = nil
          remark = "level \(found) is that of \(first): correct it, or leave out one of the two"
        } else {
          known[found] = id
        }
      }
      return Floor(plan: plan, placement: placement, id: id, level: level, remark: remark)
    }
    return floors.filter { $0.level != nil }.sorted { $0.level ?? 0 < $1.level ?? 0 }
      + floors.filter { $0.level == nil }
  }

  private static func text(of floors: [Floor], building: String, manifest: String) -> String {
    var text = DraftComments.head(
      building: building, file: URL(fileURLWithPath: manifest).lastPathComponent)
    let reference = (floors.first { $0.placement.isGeoreferenced } ?? floors[0]).id
    var next = (floors.compactMap(\.level).max()?.halves ?? -2) / 2 + 1
    for floor in floors {
      var lines = ["id: \(ManifestScalar.text(floor.id))"]
      if let level = floor.level {
        lines.append("level: \(level)  # \(floor.remark.displayLine)")
      } else {
        lines.append("# level: \(next)  # \(floor.remark.displayLine)")
        next += 1
      }
      let name = floor.placement.floor?.name ?? ReadableName.of(floor.id)
      lines.append("name: \(ManifestScalar.text(name))")
      let image = relativePath(of: floor.plan.path, from: manifest)
      lines.append("image: \(ManifestScalar.text(image))  # \(floor.plan.size) pixels")
      if let page = floor.plan.page { lines.append("page: \(page)") }
      if !floor.plan.others.isEmpty {
        let others = floor.plan.others.map { other in
          let points = DraftPlacement.pointsFile(of: other).map {
            " with gcp-file: \(ManifestScalar.text(relativePath(of: $0, from: manifest)))"
          }
          return ManifestScalar.text(relativePath(of: other, from: manifest)) + (points ?? "")
        }
        lines.append("# The same plan: \(others.joined(separator: ", "))")
      }
      lines += floor.placement.lines
      text += "\n  - " + lines.joined(separator: "\n    ") + "\n"
      text += DraftComments.placement(
        isGeoreferenced: floor.placement.isGeoreferenced, isReference: floor.id == reference,
        reference: reference)
    }
    return text + "\n"
  }

  /// Its name without the words that all names begin with, where that tells the same levels, else its name.
  private static func identifiers(
    of names: [String], levels: [FloorLevel?], beside plans: [PlanFile]
  ) -> [String] {
    var shared = names.first ?? ""
    for name in names { shared = shared.commonPrefix(with: name) }
    // Words end where a name can be cut; a hyphen can be the minus of what follows.
    let end = shared.lastIndex { "_ ".contains($0) }.map(shared.index(after:))
    let short = names.map { String($0.dropFirst(end.map { shared[..<$0].count } ?? 0)) }
    let isSafe =
      names.count > 1 && short.allSatisfy { !$0.isEmpty } && FloorNames.levels(of: short) == levels
    var chosen = (isSafe ? short : names)[...]
    var seen: Set<String> = []
    return plans.map { plan in
      let name = plan.page == nil ? chosen.popFirst() ?? plan.name : plan.name
      let safe = String(name.map { "/\\{}".contains($0) || $0.isNewline ? "-" : $0 })
      var id = safe
      var number = 2
      while !seen.insert(id.lowercased()).inserted {
        id = "\(safe)-\(number)"
        number += 1
      }
      return id
    }
  }

  /// Leads from the folder of a manifest, as the system goes up, links followed.
  package static func relativePath(of file: String, from manifest: String) -> String {
    func components(_ url: URL) -> [String] { url.resolvingSymlinksInPath().pathComponents }
    let target = components(URL(fileURLWithPath: file).standardizedFileURL)
    let base = components(
      URL(fileURLWithPath: manifest).standardizedFileURL.deletingLastPathComponent())
    let shared = zip(target, base).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: base.count - shared) + target[shared...])
      .joined(separator: "/")
  }
}
