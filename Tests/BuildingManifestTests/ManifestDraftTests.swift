import BuildingManifest
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

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

  @Test("A drafted manifest guesses storeys from names, and says that it is a guess")
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
      #expect(draft.text.contains("    # level: 0  # not clear from the name"), "\(name)")
      #expect(draft.unknownLevelCount == 1)
    }
  }

  @Test("A drafted manifest writes names as people do, and keeps a minus")
  func names() throws {
    for (file, name) in [
      ("ground-floor", "Ground floor"), ("level_-1", "Level -1"), ("l1", "L1"), ("1.og", "1.og"),
      ("FIRST_FLOOR", "First floor"), ("-1", "\"-1\""), ("East wing", "East wing"),
    ] {
      let (_, draft) = try draft(["\(file).png"])
      #expect(draft.text.contains("    name: \(name)\n"), "\(draft.text.suffix(1500))")
    }
  }

  @Test(
    "A drafted manifest reads names together, and leaves floors of one level to the user")
  func sets() throws {
    let (folder, draft) = try draft(["mi_-1.png", "mi_0.png", "mi_M.png", "mi_1.png", "mi_EG.png"])
    #expect(draft.floorCount == 5 && draft.unknownLevelCount == 1)
    #expect(
      draft.text.contains("# level: 2  # level 0 is that of 0: correct it, or leave out one"),
      "\(draft.text)")
    let manifest = try folder.manifest(draft.text.replacing("# level: 2", with: "level: 2"))
    #expect(manifest.floors.map(\.id) == ["-1", "0", "M", "1", "EG"])
    #expect(manifest.floors.map(\.level.description) == ["-1", "0", "0.5", "1", "2"])
    // Without its comments' help the same names tell the same levels, and two floors meet.
    let lines = draft.text.split(separator: "\n").filter { !$0.contains("level: ") }
    let error = #expect(throws: ManifestError.self) {
      try folder.manifest(lines.joined(separator: "\n"))
    }
    #expect(error?.report.what == "two floors have the same level")
    #expect(error?.report.found?.hasPrefix("level 0 for ") == true, "\(String(describing: error))")
  }

  @Test(
    "Images of one plan are one floor of a drafted manifest, a georeferenced one if there is one")
  func onePlan() throws {
    let folder = try ManifestFolder()
    for name in ["EG.png", "EG_modified.png", "1.OG.png", "1.OG_modified.png"] {
      try folder.image(name)
    }
    try folder.write(Self.worldFile, as: "EG_modified.pgw")
    try folder.write("EPSG:3857", as: "EG_modified.prj")
    try folder.write("", as: "EG.png.points")
    let draft = try ManifestDraft(
      folder: folder.directory.path, manifest: folder.directory.path("b.yml"))
    let manifest = try folder.manifest(draft.text)
    #expect(manifest.floors.map(\.id) == ["EG", "1.OG"])
    let images = manifest.floors.map { URL(fileURLWithPath: $0.image).lastPathComponent }
    #expect(images == ["EG_modified.png", "1.OG.png"])
    #expect(
      draft.text.contains("# The same plan: EG.png with gcp-file: EG.png.points\n"), "\(draft.text)"
    )
    #expect(draft.text.contains("    world-file: EG_modified.pgw\n"), "\(draft.text)")
    #expect(draft.text.contains("# align: EG\n"))
  }

  @Test(
    "Files beside an image place it in a drafted manifest, commented out where they are in doubt")
  func sidecars() throws {
    let folder = try ManifestFolder()
    for name in ["L0.png", "L1.png", "L2.png", "L3.png", "L4.png"] { try folder.image(name) }
    let points =
      "mapX,mapY,sourceX,sourceY,enable\n951000,6003000,0,0,1\n"
      + "951040,6003000,40,0,1\n951040,6002970,40,-30,1\n951000,6002970,0,-30,1\n"
    try folder.write("#CRS: EPSG:3857\n" + points, as: "L0.png.points")
    try folder.write("#CRS: EPSG:3857\nmapX,mapY,sourceX,sourceY,enable\n", as: "L1.points")
    try folder.write(Self.worldFile, as: "L2.wld")
    let corners = [(47.001, 8.0), (47.001, 8.00196), (47.0, 8.00196), (47.0, 8.0)]
    let outline = corners.map { GeographicCoordinate(latitude: $0.0, longitude: $0.1) }
    for (name, shape) in [
      ("L3", outline), ("L4.layer", [outline[1], outline[2], outline[3], outline[0]]),
    ] {
      let definition = LayerDefinition(
        name: "Plan", bounds: GeographicBounds(west: 8, south: 47, east: 8.00196, north: 47.001),
        outline: shape,
        floor: .init(id: "x", level: name == "L3" ? FloorLevel("2.5") : 4, name: "Upstairs"),
        coverage: TileCoverage([TileCoordinate(zoom: 0, x: 0, y: 0)].compactMap { $0 }))
      try folder.write(
        String(decoding: LayerDefinitionDocument(definition).encoded(), as: UTF8.self),
        as: "\(name).json")
    }
    let draft = try ManifestDraft(
      folder: folder.directory.path, manifest: folder.directory.path("b.yml"))
    for line in [
      "    gcp-file: L0.png.points\n", "    # gcp-file: L1.points  # ",
      "    # world-file: L2.wld  # it does not say its system", "    # crs: EPSG:3857\n",
      "    corners: [[47.001, 8.0], [47.001, 8.00196], [47.0, 8.00196], [47.0, 8.0]]  # from L3.json\n",
      "    # corners: [[47.001, 8.00196], [47.0, 8.00196], [47.0, 8.0], [47.001, 8.0]]  # of L4.layer.json, whose",
      "    level: 2.5  # from L3.json", "    name: Upstairs\n",
    ] { #expect(draft.text.contains(line), "\(line) in \(draft.text)") }
    let manifest = try folder.manifest(draft.text)
    #expect(manifest.floors.map(\.level.description) == ["0", "1", "2", "2.5", "4"])
    guard case .stated(.controlPointFile) = manifest.floors[0].placement.way else {
      Issue.record("the points are not used")
      return
    }
  }

  /// A world file of samples of one unit at Zurich's corner of Web Mercator.
  private static let worldFile = "1\n0\n0\n-1\n951000.5\n6002999.5\n"

  @Test("A drafted manifest searches a folder per floor, but not one of other files")
  func folders() throws {
    let folder = try ManifestFolder()
    for name in ["B1", "F1", "F2", "archive"] {
      try FileManager.default.createDirectory(
        atPath: folder.directory.path(name), withIntermediateDirectories: true)
      try folder.image("\(name)/floor_image.png")
    }
    func draft() throws -> ManifestDraft {
      try ManifestDraft(folder: folder.directory.path, manifest: folder.directory.path("b.yml"))
    }
    #expect(try draft().unknownLevelCount == 1)
    try folder.image("roof.png")
    try folder.image("F2/furniture.png")
    let text = try draft().text
    let manifest = try folder.manifest(text.replacing("# level: 4", with: "level: 7"))
    #expect(manifest.floors.map(\.id) == ["B1", "F1", "F2-floor_image", "roof", "F2-furniture"])
    #expect(manifest.floors.map(\.level.description) == ["-1", "1", "2", "3", "7"], "\(text)")
    #expect(!text.contains("archive"))
  }

  @Test("A drafted manifest parses as it is, and with its commented placements filled in")
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
      let building = try folder.georeferenced(lines.joined(separator: "\n"))
      #expect(building.floors.count == 3, "\(filling)")
      #expect(building.agreements.count == 2, "\(filling)")
    }
  }

  @Test("Every key that a drafted manifest comments out is one that manifests have")
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
    // Settings for all floors are valid as they are written.
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

  @Test("Names in a drafted manifest that need quotes get them, and ids do not collide")
  func hostileNames() throws {
    let names = ["a: b #1.png", "- x.png", "\"q\".png", "null.png", "ä.png", "A.png", "B.png"]
    let (folder, draft) = try draft(names + ["a.PNG"])
    let manifest = try folder.manifest(draft.text.replacing("    # level: ", with: "    level: "))
    #expect(Set(manifest.floors.map(\.id)).count == 8)
    let images = Set(manifest.floors.map { URL(fileURLWithPath: $0.image).lastPathComponent })
    #expect(images == Set(names + ["a.PNG"]))
  }

  @Test("Images in a drafted manifest are named relative to the manifest")
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

  @Test(
    "Images that cannot be read are left out of a draft and listed; without images there is none")
  func unreadable() throws {
    let folder = try ManifestFolder()
    let none = #expect(throws: FailureReport.self) {
      try ManifestDraft(folder: folder.directory.path, manifest: "b.yml")
    }
    #expect(none?.what == "the folder has no image that can be read" && none?.found == nil)
    try folder.write("no image", as: "L1.png")
    try folder.write("no image", as: "notes.txt")
    let error = #expect(throws: FailureReport.self) {
      try ManifestDraft(folder: folder.directory.path, manifest: "b.yml")
    }
    #expect(error?.found?.hasPrefix("L1.png: ") == true)
    try folder.image("L2.png")
    let draft = try ManifestDraft(folder: folder.directory.path, manifest: "b.yml")
    #expect(draft.skipped.map(\.path) == ["L1.png"])
    #expect(draft.floorCount == 1)
    let missing = #expect(throws: FailureReport.self) {
      try ManifestDraft(folder: folder.directory.path("gone"), manifest: "b.yml")
    }
    #expect(missing?.category == .cannotAccess)
  }

  @Test(
    "In a drafted manifest every page of a PDF is a floor, and an SVG is one",
    .enabled(
      if: VectorPlanFile.isInstalled("pdfinfo") && VectorPlanFile.isInstalled("rsvg-convert")))
  func pages() throws {
    let folder = try ManifestFolder()
    for (name, pages) in [("L7", 1), ("plans", 2)] {
      let bytes = VectorPlanFile.pdf(Array(repeating: .sample, count: pages))
      try folder.directory.write(bytes, as: "\(name).pdf")
    }
    try folder.directory.write(VectorPlanFile.svg, as: "B1.svg")
    let draft = try ManifestDraft(
      folder: folder.directory.path, manifest: folder.directory.path("b.yml"))
    #expect(draft.skipped.isEmpty && draft.text.contains("833 × 625 pixels"), "\(draft.text)")
    #expect(throws: ManifestError.self) { try folder.manifest(draft.text) }
    let manifest = try folder.manifest(draft.text.replacing("    # level: ", with: "    level: "))
    #expect(manifest.floors.map(\.id) == ["B1", "L7", "plans-p1", "plans-p2"])
    #expect(manifest.floors.map(\.settings.vector.page) == [nil, nil, 1, 2])
  }
}
