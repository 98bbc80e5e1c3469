import Foundation
import Georeferencing
import RasterSources
import Synchronization
import Testing
import TilePyramidTesting

@Suite("Stopped builds of buildings")
struct StoppedBuildingTests {
  @Test("When a floor fails no building appears, and the error names the floor and its image")
  func failure() throws {
    for store in ["", "store: mbtiles"] {
      let workspace = try SampleBuilding.workspace(store)
      let bytes = try workspace.bytes("c.png")
      try workspace.write(bytes.prefix(bytes.count / 2), as: "c.png")
      try workspace.fail("build b.yml -o out", saying: "floor B1", "c.png")
    }
  }

  @Test(
    "An image that changes or vanishes under a build ends it; one that vanished may come back",
    arguments: [true, false])
  func changingImage(vanishes: Bool) throws {
    for store in ["", "store: mbtiles"] {
      let workspace = try SampleBuilding.workspace(store + "\neffort: smallest")
      let size = PixelSize(width: 1200, height: 1200)
      try workspace.write(.noise(seed: 5, opaque: false, size: size), as: "c.png")
      let result = try workspace.run(
        "build b.yml -o out --progress json".words, spoiling: "c.png", vanishes: vanishes)
      #expect(result.end == .exit(3), "\(result.errors)")
      #expect(result.errors.contains("floor B1"), "\(result.errors)")
      #expect(result.errors.contains(vanishes ? "vanished" : "changed"), "\(result.errors)")
      #expect(!workspace.directory.listing.contains { $0.hasPrefix("out") })
      let left = workspace.directory.listing.contains(".out.tilepyramid-partial/blocks.log")
      // Whether anything was made by then is a matter of time.
      #expect(left == result.errors.contains("--resume") && (vanishes || !left))
    }
  }

  @Test(
    "A stopped build of a building is resumed to the same files",
    arguments: [
      ("", SIGINT), ("", SIGKILL), ("store: mbtiles", SIGTERM), ("store: mbtiles", SIGKILL),
    ])
  func interruption(store: String, signal: Int32) throws {
    let workspace = try slowBuilding(store)
    let arguments = ["build", "b.yml", "-o", "out", "--progress", "json"]
    // The floors of the small image are finished long before the large one.
    let file = store.isEmpty ? "layer-B1.blocks.log" : "tree/L1.layer.json"
    let sign = ".out.tilepyramid-partial/\(file)"
    let stopped = try workspace.run(arguments, thenSend: signal, whenThereIs: sign)
    #expect(stopped.end == (signal == SIGKILL ? .signal(SIGKILL) : .exit(128 + signal)))
    #expect(!workspace.directory.listing.contains { $0.hasPrefix("out/") })
    if signal != SIGKILL {
      #expect(stopped.errors.contains("--resume"), "\(stopped.errors)")
    }
    try workspace.succeed(
      arguments + ["--dry-run"], printing: "An unfinished build of this output is")
    try workspace.fail(arguments + ["--resume", "--hard-links"])
    try workspace.succeed(
      "build b.yml -o out --resume --threads 1 --progress plain", saying: "resuming at")
    #expect(try workspace.files(in: "out") == whole(store))
    #expect(!workspace.directory.listing.contains { $0.hasPrefix(".") })
    #expect(workspace.scratch.entries.isEmpty)
  }

  /// The files of slow buildings that were not stopped, by what their manifests have more; each is
  /// made once.
  private static let wholes = Mutex<[String: [String: [UInt8]]]>([:])

  private func whole(_ manifest: String) throws -> [String: [UInt8]] {
    try Self.wholes.withLock { wholes in
      if let files = wholes[manifest] { return files }
      let workspace = try slowBuilding(manifest)
      try workspace.succeed("build b.yml -o whole --progress none")
      let files = try workspace.files(in: "whole")
      wholes[manifest] = files
      return files
    }
  }

  /// A building of which one floor takes one thread two seconds to make, with a row of blocks in the first
  /// half of them.
  private func slowBuilding(_ manifest: String) throws -> Workspace {
    let workspace = try SampleBuilding.workspace(manifest + "\neffort: smallest")
    let raster = SyntheticRaster.noise(
      seed: 5, opaque: false, size: PixelSize(width: 800, height: 3000))
    try workspace.write(raster, as: "c.png")
    let text = try workspace.text("b.yml")
    let image = "image: c.png"
    let halved = "\(image), bounds: [\(AlignedPlan.westernHalf)]"
    try workspace.write(text.replacingOccurrences(of: image, with: halved).utf8, as: "b.yml")
    return workspace
  }

  /// A building whose making into `out` was killed when there was a file whose path has the given end.
  private func killed(at sign: String, _ manifest: String = "") throws -> Workspace {
    let workspace = try slowBuilding(manifest)
    let build = "build b.yml -o out --threads 1 --progress json".words
    let stopped = try workspace.run(build) { _, command in
      if workspace.entries.contains(where: { $0.hasSuffix(sign) }) { command.send(signal: SIGKILL) }
    }
    #expect(stopped.end == .signal(SIGKILL))
    return workspace
  }

  @Test(
    "A damaged log of a building is reported, and what it was of is built again",
    arguments: [
      (
        "", "partial/blocks.log",
        "the unfinished build cannot be continued, so it starts from the beginning"
      ),
      (
        "store: mbtiles", "B1.mbtiles.tilepyramid-partial/blocks.log",
        "what was left of floor B1 cannot be continued, so it starts from the beginning"
      ),
    ])
  func damagedNote(store: String, note: String, warning: String) throws {
    let workspace = try killed(at: note, store)
    let path = try #require(workspace.entries.first { $0.hasSuffix(note) })
    try workspace.write("damaged".utf8, as: path)
    try workspace.succeed("build b.yml -o out --resume --progress none", saying: warning)
    #expect(try workspace.files(in: "out") == whole(store))
  }

  @Test("A floor in folders whose log is damaged is left as it is, and the error names it")
  func damagedFloor() throws {
    let note = ".out.tilepyramid-partial/layer-B1.blocks.log"
    let workspace = try killed(at: note)
    try workspace.write("damaged".utf8, as: note)
    let tiles = workspace.entries.filter { $0.contains("/B1/") }
    try workspace.fail(
      "build b.yml -o out --resume", saying: "floor B1: the unfinished build cannot be continued",
      "leave out --resume to start from the beginning")
    #expect(workspace.entries.filter { $0.contains("/B1/") } == tiles)
  }

  @Test("A building that was replaced is cleared away wherever that was stopped", arguments: 0..<3)
  func replaced(left: Int) throws {
    let workspace = try SampleBuilding.workspace()
    let build = ["build", "b.yml", "-o", "out", "--progress", "none"]
    try workspace.succeed(build)
    let documents = workspace.directory.listing.filter { $0.hasSuffix(".layer.json") }.sorted()
    #expect(documents.count > 2)
    let partial = workspace.directory.path(".out.tilepyramid-partial")
    try FileManager.default.createDirectory(
      atPath: "\(partial)/replaced", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(partial)/tilepyramid-staging"))
    // The document of the building goes after those of its floors.
    for document in documents.prefix(left) + ["out/building.json"] {
      try Data(workspace.bytes(document)).write(
        to: URL(fileURLWithPath: "\(partial)/replaced/\(document.dropFirst(4))"))
    }
    try workspace.succeed(build + ["--overwrite"])
    #expect(!FileManager.default.fileExists(atPath: partial))
  }

  @Test("A stopped building is not resumed with another manifest or image")
  func otherBuilding() throws {
    let workspace = try killed(at: "layer-B1.blocks.log")
    let arguments = ["build", "b.yml", "-o", "out", "--progress", "json"]
    let before = workspace.directory.listing
    // The image first: a manifest that differs is told before it.
    let image = SyntheticRaster.noise(
      seed: 9, opaque: true, size: PixelSize(width: 512, height: 512))
    try workspace.write(image, as: "a.png")
    try workspace.fail(arguments + ["--resume"], saying: "the image of floor")
    #expect(workspace.directory.listing == before)
    try workspace.write(try workspace.bytes("b.yml") + Array("# more\n".utf8), as: "b.yml")
    try workspace.fail(arguments + ["--resume"], saying: "the manifest differs")
    #expect(workspace.directory.listing == before)
  }
}
