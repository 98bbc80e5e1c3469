import BuildingManifest
import Foundation
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("A drafted manifest")
struct ManifestDraftTests {
  private func draft(
    _ names: [String], manifest: String = "b.yml"
  ) throws -> (ManifestFolder, ManifestDraft) {
    let folder = try ManifestFolder()
    for name in names { try folder.image(name) }
    let draft = try ManifestDraft(
      folder: folder.directory.path, manifest: folder.directory.path(manifest))
    return (folder, draft)
  }

  @Test("guesses storeys from names, and says that it is a guess")
  func guesses() throws {
    let cases: [(String, Int)] = [
      ("L1", 1), ("hotel_L12", 12), ("B1", -1), ("B2", -2), ("floor-2", 2), ("Floor 3", 3),
      ("EG", 0), ("plan_EG", 0), ("1.OG", 1), ("OG2", 2), ("2UG", -2), ("KG", -1), ("ground", 0),
      ("ground-floor", 0), ("first-floor", 1), ("basement", -1), ("Basement 2", -2), ("3", 3),
      ("RDC", 0), ("level4", 4), ("F1", 1), ("museum-2024-L3", 3),
    ]
    for (name, level) in cases {
      let (_, draft) = try draft(["\(name).png"])
      #expect(draft.text.contains("level: \(level)  # guessed from the name"), "\(name)")
    }
    for name in ["plan", "museum", "cafe", "hall 2024 plan"] {
      let (_, draft) = try draft(["\(name).png"])
      #expect(draft.text.contains("# not told by the name"), "\(name)")
    }
  }

  @Test("parses as it is, and its commented placements parse when they are filled in")
  func parses() throws {
    let names = ["hotel_L1.png", "hotel_L2.png", "hotel_B1.png"]
    let (folder, draft) = try draft(names)
    let manifest = try folder.manifest(draft.text)
    #expect(manifest.floors.map(\.id) == ["B1", "L1", "L2"])
    #expect(manifest.floors.map(\.level) == [-1, 1, 2])
    #expect(manifest.floors.allSatisfy { $0.placement.way == .sidecar })
    #expect(draft.floorCount == 3)
    let fillings = [
      "corners: [[47.1, 8], [47.1, 8.1], [47, 8.1], [47, 8]]", "bounds: [8, 47, 8.1, 47.1]",
      "gcps: {lift: [1, 2, 47, 8], stairs: [30, 20, 47.1, 8.1]}",
      "anchor: [47, 8]\n    metres-per-pixel: 0.02\n    bearing: 0",
    ]
    for filling in fillings {
      let key = try #require(filling.split(separator: ":").first)
      var lines: [String] = []
      var isReference = true
      for line in draft.text.split(separator: "\n", omittingEmptySubsequences: false) {
        let trimmed = line.drop { $0 == " " }
        if line.hasPrefix("    # \(key):"), isReference {
          lines.append("    " + filling)
          isReference = false
        } else if trimmed.hasPrefix("# align: B1") || trimmed.hasPrefix("# points: {lift") {
          let text = trimmed.dropFirst(2).replacing("[px, py]}", with: "[30, 20]}")
          let points = text.replacing("[px, py]", with: "[1, 2]")
          let isDouble =
            filling.hasPrefix("gcps") && lines.contains { $0.contains("gcps: {lift: [1") }
          if !isDouble || !points.hasPrefix("points") || lines.contains("    align: B1") {
            lines.append("    " + points)
          }
        } else {
          lines.append(String(line))
        }
      }
      let building = try folder.placed(lines.joined(separator: "\n"))
      #expect(building.floors.count == 3, "\(filling)")
      #expect(building.agreements.count == 2, "\(filling)")
    }
  }

  @Test("every key that is commented out is one that manifests have")
  func commentedKeys() throws {
    let (folder, draft) = try draft(["L1.png", "L2.png"])
    var count = 0
    for line in draft.text.split(separator: "\n") {
      let text = line.drop { $0 == " " || $0 == "#" }
      guard line.contains("# "), let key = text.split(separator: ":").first,
        text.contains(": "), key.allSatisfy({ $0.isLowercase || $0 == "-" })
      else { continue }
      #expect(BuildingManifest.keys.contains(String(key)), "\(line)")
      count += 1
    }
    #expect(count > 20)
    // What holds for all floors is valid as it is written.
    let settings = draft.text.split(separator: "\n").prefix { !$0.hasPrefix("floors:") }.filter {
      $0.hasPrefix("# ") && $0.contains(": ") && !$0.contains("align: L0")
        && !$0.contains("corners:")
        && $0.dropFirst(2).prefix { $0 != ":" }.allSatisfy { $0.isLowercase || $0 == "-" }
    }
    #expect(settings.count > 10)
    let text =
      "name: M\n" + settings.map { "\($0.dropFirst(2))\n" }.joined()
      + "floors: [{id: L1, image: L1.png, bounds: [8, 47, 8.1, 47.1]}]\n"
    _ = try folder.manifest(text)
  }

  @Test("names that need quotes get them, and ids do not collide")
  func hostileNames() throws {
    let names = ["a: b #1.png", "- x.png", "\"q\".png", "null.png", "ä.png", "A.png", "B.png"]
    let (folder, draft) = try draft(names + ["a.PNG"])
    let manifest = try folder.manifest(draft.text)
    #expect(Set(manifest.floors.map(\.id)).count == 8)
    let images = Set(manifest.floors.map { URL(fileURLWithPath: $0.image).lastPathComponent })
    #expect(images == Set(names + ["a.PNG"]))
  }

  @Test("images are named from where the manifest lies")
  func relativePaths() throws {
    let folder = try ManifestFolder()
    for name in ["plans", "out"] {
      try FileManager.default.createDirectory(
        atPath: folder.directory.path(name), withIntermediateDirectories: true)
    }
    try folder.image("plans/L1.png")
    let draft = try ManifestDraft(
      folder: folder.directory.path("plans"), manifest: folder.directory.path("out/b.yml"))
    #expect(draft.text.contains("image: \"../plans/L1.png\""))
    let manifest = try BuildingManifest(
      bytes: Array(draft.text.utf8), path: folder.directory.path("out/b.yml"))
    #expect(FileManager.default.fileExists(atPath: manifest.floors[0].image))
  }

  @Test("what cannot be read is left out and told; without images there is no manifest")
  func unreadable() throws {
    let folder = try ManifestFolder()
    #expect(throws: ManifestDraftError.noImages(folder: folder.directory.path, skipped: [])) {
      try ManifestDraft(folder: folder.directory.path, manifest: "b.yml")
    }
    try folder.write("no image", as: "L1.png")
    try folder.write("no image", as: "notes.txt")
    let error = #expect(throws: ManifestDraftError.self) {
      try ManifestDraft(folder: folder.directory.path, manifest: "b.yml")
    }
    #expect(error?.report.found?.hasPrefix("L1.png: ") == true)
    try folder.image("L2.png")
    let draft = try ManifestDraft(folder: folder.directory.path, manifest: "b.yml")
    #expect(draft.skipped.map(\.path) == ["L1.png"])
    #expect(draft.floorCount == 1)
    let missing = #expect(throws: ManifestDraftError.self) {
      try ManifestDraft(folder: folder.directory.path("gone"), manifest: "b.yml")
    }
    #expect(missing?.report.category == .cannotAccess)
  }

  @Test(
    "every page of a PDF is a floor, and an SVG is one",
    .enabled(if: VectorPlanFile.isInstalled("pdfinfo")))
  func pages() throws {
    let folder = try ManifestFolder()
    for (name, pages) in [("L7", 1), ("plans", 2)] {
      let bytes = VectorPlanFile.pdf(Array(repeating: .sample, count: pages))
      try Data(bytes).write(to: URL(fileURLWithPath: folder.directory.path("\(name).pdf")))
    }
    try Data(VectorPlanFile.svg).write(to: URL(fileURLWithPath: folder.directory.path("B1.svg")))
    let draft = try ManifestDraft(
      folder: folder.directory.path, manifest: folder.directory.path("b.yml"))
    #expect(draft.skipped.isEmpty && draft.text.contains("833 × 625 pixels"), "\(draft.text)")
    let manifest = try folder.manifest(draft.text)
    #expect(manifest.floors.map(\.id) == ["B1", "L7", "plans-1", "plans-2"])
    #expect(manifest.floors.map(\.vector.page) == [nil, nil, 1, 2])
  }
}
