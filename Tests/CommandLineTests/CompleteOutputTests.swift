import Foundation
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Resuming a build whose output is complete")
struct CompleteOutputTests {
  private static let nothing = "complete already, nothing to do"

  /// A workspace with an image, or with a building, and the command that builds it.
  private func made(
    _ output: String, _ options: [String] = []
  ) throws -> (workspace: Workspace, arguments: [String]) {
    let workspace = try Workspace()
    // Noise, so that no two tiles are equal.
    try workspace.write(
      .noise(seed: 1, opaque: true, size: AlignedPlan.raster.size), as: "plan.png")
    let arguments = AlignedPlan.build(to: output) + options
    try workspace.succeed(arguments)
    return (workspace, arguments)
  }

  /// Everything in the folder, with the contents and the times of files.
  private func state(_ workspace: Workspace) throws -> [String: String] {
    var state: [String: String] = [:]
    for name in workspace.entries where !name.hasPrefix("scratch") {
      let file = workspace.directory.path(name)
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      let hash = name.hasSuffix("/") ? 0 : try workspace.bytes(name).hashValue
      state[name] = "\(attributes[.modificationDate] ?? "") \(hash)"
    }
    return state
  }

  @Test(
    "The same build finds nothing to do, and changes nothing",
    arguments: [
      ("out", []), ("out", ["--preview"]), ("out", ["--hard-links"]),
      ("out", ["--format", "hybrid"]), ("out.mbtiles", []), ("out/", []),
      // An identity that is recorded as a hash.
      ("out", ["--description", String(repeating: "long ", count: 1500)]),
    ])
  func again(output: String, options: [String]) throws {
    let (workspace, arguments) = try made(output, options)
    let before = try state(workspace)
    for more in ["", "--threads 1", "--overwrite"] {
      try workspace.succeed(
        arguments + ["--resume"] + more.words, printing: Self.nothing, "5 tiles, zooms 15-16")
    }
    #expect(try state(workspace) == before)
    try workspace.succeed(
      arguments + ["--resume", "--dry-run"], printing: "made the output already")
    // Only who resumes says that the same is wanted.
    try workspace.fail(arguments, saying: "the output exists")
  }

  @Test(
    "Another build is refused with what differs, and its output stays",
    arguments: ["out", "out.mbtiles"],
    [
      (["--effort", "fast"], "--effort differs"),
      (["--name", "Other"], "--name differs"),
      (["--max-zoom", "15"], "deepest zoom differs"),
      (
        ["--max-zoom", "16", "--bounds", AlignedPlan.westernHalf],
        "georeference of the image differs"
      ),
    ])
  func otherBuild(output: String, change: (options: [String], error: String)) throws {
    let (workspace, arguments) = try made(output)
    let before = try state(workspace)
    var other = arguments
    if change.options.contains("--bounds") { other.removeLast(2) }
    try workspace.fail(other + change.options + ["--resume"], saying: "exists", change.error)
    #expect(try state(workspace) == before)
  }

  @Test("A page that is not there yet, and another image, are differences")
  func pageAndImage() throws {
    let (workspace, arguments) = try made("out")
    try workspace.fail(arguments + ["--resume", "--preview"], saying: "--preview differs")
    try workspace.write(
      .noise(seed: 3, opaque: true, size: AlignedPlan.raster.size), as: "plan.png")
    try workspace.fail(arguments + ["--resume"], saying: "the image differs")
    let replaced = try workspace.succeed(arguments + ["--resume", "--overwrite"])
    #expect(!replaced.output.contains(Self.nothing))
    try workspace.succeed(arguments + ["--resume"], printing: Self.nothing)
  }

  @Test("An output that was damaged is not complete, and --overwrite builds it again")
  func damage() throws {
    for damage in ["16/34320/22950.png", "layer.json", "a tile more"] {
      let (workspace, arguments) = try made("out")
      let whole = try workspace.files(in: "out")
      switch damage {
      case "layer.json":
        let text = try workspace.text("out/layer.json")
        try workspace.write(text.replacing("\"plan\"", with: "\"else\"").utf8, as: "out/layer.json")
      case "a tile more":
        try workspace.write(try workspace.bytes("out/16/34320/22950.png"), as: "out/16/34320/1.png")
      default:
        try workspace.write(
          try workspace.bytes("out/16/34321/22951.png"), as: "out/16/34320/22950.png")
      }
      #expect(try workspace.files(in: "out") != whole, "\(damage)")
      try workspace.fail(arguments + ["--resume"], saying: "changed since it was built")
      if damage == "a tile more" { continue }
      let built = try workspace.succeed(arguments + ["--resume", "--overwrite"])
      #expect(!built.output.contains(Self.nothing), "\(built.errors)")
      #expect(try workspace.files(in: "out") == whole)
    }
  }

  @Test("Without a record an output is refused as before")
  func noRecord() throws {
    for output in ["out", "out.mbtiles"] {
      let (workspace, arguments) = try made(output)
      // Nothing beside the output tells of it, where the file system keeps the record.
      #expect(workspace.entries.allSatisfy { !$0.hasPrefix(".") || $0.hasSuffix("-complete") })
      try workspace.succeed(arguments + ["--update"])
      for name in workspace.entries where name.hasSuffix("-complete") {
        try workspace.remove(name)
      }
      try workspace.fail(arguments + ["--resume"], saying: "no record of what it was built")
      let built = try workspace.succeed(arguments + ["--resume", "--overwrite"])
      #expect(!built.output.contains(Self.nothing), "\(built.errors)")
    }
  }

  @Test("A record counts only for the tiles that it is of, sound as others may be")
  func otherTiles() throws {
    let (workspace, arguments) = try made("out")
    let other = arguments.map { $0 == "out" ? "other" : $0 } + ["--effort", "fast"]
    try workspace.succeed(other)
    for (name, bytes) in try workspace.files(in: "other") {
      try workspace.write(bytes, as: "out/\(name)")
    }
    try workspace.fail(arguments + ["--resume"], saying: "changed since")
    try workspace.succeed(other + ["--resume"], printing: Self.nothing)
  }

  @Test("What a kill after the last rename left is completed and cleared away")
  func killedAtTheEnd() throws {
    for output in ["out", "out.mbtiles"] {
      let (workspace, arguments) = try made(output)
      let before = try state(workspace)
      let partial = ".\(output).tilepyramid-partial"
      try workspace.makeFolder(partial)
      try workspace.write("An unfinished output.\n".utf8, as: "\(partial)/tilepyramid-staging")
      let sidecar = workspace.directory.path("out.layer.json")
      let document = FileManager.default.contents(atPath: sidecar)
      if output == "out.mbtiles" { try FileManager.default.removeItem(atPath: sidecar) }
      try workspace.succeed(arguments + ["--resume"], printing: Self.nothing)
      #expect(try state(workspace).keys.sorted() == before.keys.sorted())
      #expect(FileManager.default.contents(atPath: sidecar) == document)
    }
  }

  @Test("A complete building is confirmed with all floors", arguments: ["", "store: mbtiles"])
  func building(store: String) throws {
    let workspace = try SampleBuilding.workspace(store)
    let arguments = ["build", "b.yml", "-o", "out", "--resume"]
    let options = store.isEmpty ? ["--preview"] : []
    let first = try workspace.succeed(arguments + options)
    #expect(!first.output.contains(Self.nothing), "\(first.errors)")
    let before = try state(workspace)
    try workspace.succeed(arguments + options, printing: "\(Self.nothing); 3 floors, 15 tiles")
    #expect(try state(workspace) == before)

    let tile = store.isEmpty ? "out/L0/16/34320/22950.png" : "out/L0.mbtiles"
    let bytes = try workspace.bytes(tile)
    let other = store.isEmpty ? "out/L0/16/34321/22950.png" : "out/B1.mbtiles"
    try workspace.write(try workspace.bytes(other), as: tile)
    try workspace.fail(arguments + options, saying: "changed since")
    try workspace.write(bytes, as: tile)

    try workspace.write(.noise(seed: 9, opaque: true, size: AlignedPlan.raster.size), as: "c.png")
    try workspace.fail(arguments + options, saying: "the image of floor B1 differs")
  }
}
