import Foundation
import Georeferencing
import Testing
import TileModel
import TilePyramidTesting

@Suite("What a user has is never deleted")
struct KeptFilesTests {
  /// A folder of tiles and an MBTiles file of one plan, with what places it beside it.
  private func built() throws -> Workspace { try Self.builtOnce.get().copy() }

  private static let builtOnce = Workspace.shared {
    let workspace = try Workspace(AlignedPlan.raster)
    for output in ["out", "a.mbtiles"] {
      try workspace.succeed(AlignedPlan.build(to: output))
    }
    try workspace.write(worldFile.utf8, as: "plan.pgw")
    try workspace.write(controlPoints.utf8, as: "plan.points")
    try workspace.write(cutline.utf8, as: "cut.geojson")
    return workspace
  }

  private static let worldFile = "1\n0\n0\n-1\n950000\n6000000\n"
  private static let controlPoints = "0,0,47.1,8.1\n511,0,47.1,8.2\n0,511,47.0,8.1\n"
  private static let cutline = """
    {"type": "Polygon", "coordinates": [[[8, 47], [9, 47], [9, 48], [8, 48], [8, 47]]]}
    """

  /// Everything in the folder: the bytes of files, and where links lead.
  private func state(_ workspace: Workspace) throws -> [String: [UInt8]] {
    var state: [String: [UInt8]] = [:]
    for name in workspace.directory.entries {
      var target = [CChar](repeating: 0, count: 4096)
      let length = readlink(workspace.directory.path(name), &target, 4095)
      if length >= 0 {
        state[name] = target.prefix(length).map { UInt8(bitPattern: $0) }
      } else if !name.hasSuffix("/") {
        state[name] = try workspace.bytes(name)
      } else {
        state[name] = []
      }
    }
    return state
  }

  /// Moves a file into the output, and may leave a link to it where it was.
  private func move(_ name: String, in workspace: Workspace, leavingLink: Bool = false) throws {
    let (old, new) = (workspace.directory.path(name), workspace.directory.path("out/\(name)"))
    try FileManager.default.moveItem(atPath: old, toPath: new)
    if leavingLink {
      try FileManager.default.createSymbolicLink(atPath: old, withDestinationPath: "out/\(name)")
    }
  }

  @Test(
    "A build whose output holds what it is made from is refused, and the file is named",
    arguments: [
      ("plan.png", "out/plan.png", []), ("plan.png", "out/../out/15/../plan.png", []),
      ("plan.png link", "plan.png", []), ("plan.png", "alias/plan.png", []),
      ("", "out/link.png", []), ("", "out/16/34320/22950.png", []),
      ("plan.pgw link", "plan.png", ["--crs", "EPSG:3857"]),
      ("plan.pgw", "plan.png", ["--crs", "EPSG:3857", "--world-file", "out/plan.pgw"]),
      ("plan.points", "plan.png", ["--gcp-file", "out/plan.points"]),
      ("plan.points", "plan.png", ["--kml", "alias/plan.points"]),
      ("cut.geojson", "plan.png", AlignedPlan.placement + ["--cutline", "./out/cut.geojson"]),
    ] as [(String, String, [String])], ["--overwrite", "--update"])
  func inputs(input: (moved: String, source: String, options: [String]), flag: String) throws {
    let workspace = try built()
    let words = input.moved.split(separator: " ").map(String.init)
    if let name = words.first { try move(name, in: workspace, leavingLink: words.count > 1) }
    try FileManager.default.createSymbolicLink(
      atPath: workspace.directory.path("alias"), withDestinationPath: "out")
    try FileManager.default.createSymbolicLink(
      atPath: workspace.directory.path("out/link.png"), withDestinationPath: "../plan.png")
    let before = try state(workspace)
    for others in ["", "--keep-others"] {
      let result = try workspace.fail(
        ["build", input.source, "-o", "out", flag] + others.words + input.options
          + (input.options.isEmpty ? AlignedPlan.placement : []),
        saying: "would replace what it is made from")
      let name = words.first ?? input.source
      #expect(result.errors.contains("found: ") && result.errors.contains(name))
      #expect(try state(workspace) == before)
    }
  }

  @Test("A build whose input is a part of an MBTiles output is refused, by any of the part's names")
  func databaseInputs() throws {
    let workspace = try built()
    try workspace.remove("a.layer.json")
    #expect(
      link(workspace.directory.path("plan.png"), workspace.directory.path("a.layer.json")) == 0)
    let before = try state(workspace)
    try workspace.fail(
      AlignedPlan.build(to: "a.mbtiles", "--overwrite"),
      saying: "would replace what it is made from")
    #expect(try state(workspace) == before)
  }

  @Test(
    "A build whose output holds the manifest of a building, its images or their placement is refused",
    arguments: ["b.yml", "c.png", "c.pgw", "c.points"])
  func building(moved: String) throws {
    let workspace = try Workspace(AlignedPlan.raster, as: "c.png")
    try workspace.write(Self.worldFile.utf8, as: "c.pgw")
    try workspace.write("a,1,1\n".utf8, as: "c.points")
    func manifest(_ points: String) -> String {
      """
      name: Museum
      floors:
        - {id: L0, image: \(moved == "c.png" ? "out/c.png" : "c.png"), crs: EPSG:3857\(points)}

      """
    }
    try workspace.write(manifest("").replacing("out/c.png", with: "c.png").utf8, as: "b.yml")
    try workspace.succeed("build b.yml -o out")
    let points = moved == "c.points" ? ", points: out/c.points" : ""
    try workspace.write(manifest(points).utf8, as: "b.yml")
    try move(moved, in: workspace, leavingLink: moved == "c.pgw")
    if moved == "b.yml" {
      try workspace.write(manifest("").replacing("c.png", with: "../c.png").utf8, as: "out/b.yml")
    }
    let before = try state(workspace)
    try workspace.fail(
      ["build", moved == "b.yml" ? "out/b.yml" : "b.yml", "-o", "out", "--overwrite"],
      saying: "would replace what it is made from")
    #expect(try state(workspace) == before)
  }

  @Test("Files of others in a building keep it from being replaced, or are kept")
  func othersInBuilding() throws {
    let workspace = try Workspace(AlignedPlan.raster, as: "c.png")
    for (store, floors) in [("directory", ["L0", "L1"]), ("mbtiles", ["L0", "L1"])] {
      func manifest(_ floors: [String]) -> String {
        """
        name: Museum
        store: \(store)
        bounds: [\(AlignedPlan.bounds)]
        floors:
        \(floors.map { "  - {id: \($0), level: \($0.dropFirst()), image: c.png}" }.joined(separator: "\n"))

        """
      }
      try workspace.write(manifest(floors).utf8, as: "b.yml")
      let build = ["build", "b.yml", "-o", store]
      let preview = store == "directory" ? ["--preview"] : []
      try workspace.succeed(build + preview)
      let other = store == "directory" ? "\(store)/L1/notes.txt" : "\(store)/L1.mbtiles-wal"
      try workspace.write("mine".utf8, as: other)
      // A floor that is no more goes with its tiles; the file in its folder does not.
      try workspace.write(manifest(["L0"]).utf8, as: "b.yml")
      let refused = try workspace.fail(build + ["--overwrite"])
      // A database with a log was changed by someone, so that it is someone's, too.
      let kept = store == "directory" ? [other] : ["\(store)/L1.mbtiles", other]
      let named = String((kept.first ?? other).dropFirst(store.count + 1))
      #expect(refused.errors.contains("found: \(named)"), "\(refused.errors)")
      #expect(refused.errors.contains("--keep-others"))
      try workspace.succeed(build + ["--overwrite", "--keep-others"])
      #expect(try workspace.bytes(other) == Array("mine".utf8))
      let left = workspace.directory.listing.filter {
        $0.hasPrefix("\(store)/") && $0.contains("L1")
      }
      #expect(left == kept)
      #expect(!workspace.directory.listing.contains("\(store)/preview.html"))
    }
  }

  @Test(
    "A command never replaces what it reads",
    arguments: [
      ["verify", "out", "-o", "out/layer.json"],
      ["verify", "out", "--sheet", "out/16/34320/22950.png"],
      ["verify", "a.mbtiles", "-o", "a.mbtiles"], ["verify", "a.mbtiles", "-o", "a.layer.json"],
      ["verify", "a.mbtiles", "-o", "./out/../a.mbtiles"], ["verify", "a.mbtiles", "-o", "hard"],
      ["verify", "out", "--layer", "a.layer.json", "-o", "a.layer.json"],
      ["verify", "out", "--against", "plan.png", "--sheet", "plan.png"] + AlignedPlan.placement,
      ["verify", "out", "--against", "plan.png", "--crs", "EPSG:3857", "-o", "plan.pgw"],
      ["verify", "out", "--against", "plan.png", "--cutline", "cut.geojson", "-o", "cut.geojson"]
        + AlignedPlan.placement,
      ["diff", "out", "a.mbtiles", "-o", "out/layer.json"],
      ["diff", "a.mbtiles", "out", "-o", "out/layer.json"],
      ["diff", "out", "a.mbtiles", "--urls", "-o", "a.layer.json"],
      ["info", "out", "--sheet", "out/15/17160/11475.png"],
      ["info", "a.mbtiles", "--sheet", "a.mbtiles"],
      ["snapshot", "out", "--camera", "0,0,1", "--size", "9x9", "-o", "out/16/34320/22950.png"],
      ["snapshot", "out/layer.json", "--camera", "0,0,1", "--size", "9x9", "-o"]
        + ["out/16/34320/22950.png"],
      ["snapshot", "a.mbtiles", "--camera", "0,0,1", "--size", "9x9", "-o", "a.mbtiles"],
      ["georeference", "plan.png", "--crs", "EPSG:3857", "-o", "plan.pgw"],
      ["georeference", "plan.png", "--gcp-file", "plan.points", "-o", "plan.points"],
      ["georeference", "plan.png", "--gcp-file", "plan.points", "--report", "plan.png"],
      ["georeference", "plan.png", "--gcp-file", "plan.points", "-o", "plan.png"],
    ])
  func ownInput(arguments: [String]) throws {
    let workspace = try built()
    #expect(link(workspace.directory.path("a.mbtiles"), workspace.directory.path("hard")) == 0)
    let before = try state(workspace)
    try workspace.fail(arguments + ["--overwrite"], saying: "would replace what it is made from")
    #expect(try state(workspace) == before)
    #expect(workspace.scratch.entries.isEmpty)
  }

  @Test("A world file that was not read is replaced on request")
  func unreadSidecar() throws {
    let workspace = try built()
    try workspace.succeed("georeference plan.png --gcp-file plan.points -o plan.pgw --overwrite")
    #expect(try workspace.bytes("plan.pgw") != Array(Self.worldFile.utf8))
  }

  @Test(
    "A file of another kind than a command writes is not replaced, nor is a link followed",
    arguments: [
      ["verify", "out", "-o", "photo.png"], ["verify", "out", "-o", "binary"],
      ["verify", "out", "--sheet", "thesis.txt"], ["info", "out", "--sheet", "folder"],
      ["info", "out", "--sheet", "link"], ["diff", "out", "out", "-o", "pipe"],
      ["snapshot", "out", "--camera", "0,0,1", "--size", "9x9", "-o", "thesis.txt"],
      ["layers", "out", "--client", "leaflet", "--url", "https://a.example/{z}/{x}/{y}.png", "-o"]
        + ["code"],
    ])
  func otherKinds(arguments: [String]) throws {
    let workspace = try built()
    try workspace.write(AlignedPlan.raster, as: "photo.png")
    try workspace.write([1, 0, 2], as: "binary")
    try workspace.write("Chapter 1".utf8, as: "thesis.txt")
    for folder in ["folder", "code"] {
      #expect(mkdir(workspace.directory.path(folder), 0o755) == 0)
    }
    #expect(symlink("thesis.txt", workspace.directory.path("link")) == 0)
    #expect(mkfifo(workspace.directory.path("pipe"), 0o600) == 0)
    try workspace.write("// my own".utf8, as: "code/PlanTiles.js")
    func mine() throws -> [[UInt8]] {
      try ["photo.png", "binary", "thesis.txt", "code/PlanTiles.js"].map(workspace.bytes)
    }
    let before = (try mine(), workspace.directory.entries)
    try workspace.fail(arguments + ["--overwrite"])
    #expect(try mine() == before.0)
    #expect(workspace.directory.entries == before.1)
  }

  /// A user who may do nothing beyond what permissions say, unlike root.
  private static let user: uid_t = 65_534
  private static let program = "/usr/bin/setpriv"
  private static let canChangeUser =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: program)

  private static func byUser(_ workspace: Workspace) -> Workspace {
    workspace.by(program, ["--reuid", "\(user)", "--clear-groups"])
  }

  @Test(
    "Parts of a replaced output that cannot be removed are reported, and the exit code is 0",
    .enabled(if: Self.canChangeUser))
  func leftOver() throws {
    let workspace = try built()
    for name in ["", "out", "plan.png"] {
      #expect(chown(workspace.directory.path(name), Self.user, Self.user) == 0)
    }
    #expect(chown(workspace.scratch.path, Self.user, Self.user) == 0)
    // The folders in it are still root's.
    try Self.byUser(workspace).succeed(
      AlignedPlan.build(to: "out", "--overwrite", "--progress", "none"),
      saying: "warning: ./.out.tilepyramid-partial/replaced/15/17160/11475.png")
    #expect(workspace.directory.listing.contains("out/16/34320/22950.png"))
  }

  @Test(
    "A folder that loses its permission ends a build with 3, and the earlier output stays",
    .enabled(if: Self.canChangeUser))
  func lost() throws {
    let workspace = try Workspace(AlignedPlan.raster, as: "old.png")
    try workspace.succeed("build old.png -o out", AlignedPlan.placement)
    let before = try workspace.bytes("out/layer.json")
    try workspace.write(
      .noise(seed: 6, opaque: false, size: PixelSize(width: 512, height: 8192)), as: "plan.png")
    for path in [workspace.directory.path, workspace.scratch.path] {
      #expect(chown(path, Self.user, Self.user) == 0)
    }
    let walker = FileManager.default.enumerator(atPath: workspace.directory.path)
    for case let name as String in walker ?? .init() {
      #expect(chown(workspace.directory.path(name), Self.user, Self.user) == 0)
    }
    let partial = workspace.directory.path(".out.tilepyramid-partial")
    let result = try Self.byUser(workspace).run(
      "build plan.png -o out --overwrite --effort smallest --progress json --anchor 47.36565,8.54585"
        .words + ["--anchor-pixel", "0,0", "--metres-per-pixel", "0.1"]
    ) { _, _ in
      // Folders of tiles that are there can no longer take any.
      let walker = FileManager.default.enumerator(atPath: partial)
      for case let name as String in walker ?? .init() where !name.contains(".") {
        chmod(partial + "/" + name, 0o500)
      }
    }
    #expect(result.end == .exit(3), "\(result.end) \(result.errors)")
    #expect(result.errors.contains("Permission denied"), "\(result.errors)")
    #expect(try workspace.bytes("out/layer.json") == before)
  }
}
