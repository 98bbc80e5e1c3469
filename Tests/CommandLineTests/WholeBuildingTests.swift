import Foundation
import Georeferencing
import Platform
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Verify, diff and info of whole buildings")
struct WholeBuildingTests {
  /// A building of three floors in `out`, its manifest `b.yml` and its images.
  private func built(_ more: String = "", output: String = "out") throws -> Workspace {
    if more.isEmpty, output == "out" { return try Self.builtOnce.get().copy() }
    return try made(more, output: output)
  }

  private static let builtOnce = Workspace.shared {
    try WholeBuildingTests().made("", output: "out")
  }

  private func made(_ more: String, output: String) throws -> Workspace {
    let workspace = try Workspace()
    for (name, seed) in [("a.png", 1), ("c.png", 2), ("d.png", 3)] as [(String, UInt64)] {
      let raster = SyntheticRaster.noise(
        seed: seed, opaque: true, size: PixelSize(width: 512, height: 512))
      try workspace.write(raster, as: name)
    }
    try writeManifest(more, in: workspace)
    try build("b.yml", output, in: workspace)
    return workspace
  }

  private func writeManifest(
    _ more: String = "", images: [String] = ["c.png", "a.png", "d.png"], as name: String = "b.yml",
    in workspace: Workspace
  ) throws {
    try workspace.write(
      """
      name: Museum
      bounds: [\(AlignedPlan.bounds)]
      \(more)
      floors:
        - {id: B1, level: -1, name: Cellar, image: \(images[0])}
        - {id: L0, image: \(images[1])}
        - {id: L1, name: Upstairs, image: \(images[2])}

      """.utf8, as: name)
  }

  private func build(_ manifest: String, _ output: String, in workspace: Workspace) throws {
    try workspace.succeed(["build", manifest, "-o", output, "--progress", "none"])
  }

  private func rewrite(
    _ name: String, in workspace: Workspace, _ old: String, _ new: String
  ) throws {
    let text = try workspace.text(name)
    try #require(text.contains(old), "\(text)")
    try workspace.write(text.replacingOccurrences(of: old, with: new).utf8, as: name)
  }

  @Test("Verify by the rules of buildings reads no tile, and an update elsewhere is refused")
  func withoutTiles() throws {
    let workspace = try built()
    let verified = try workspace.succeed("verify out --rules building")
    #expect(!verified.output.contains("zoom "), "\(verified.output)")
    try rewrite("b.yml", in: workspace, AlignedPlan.bounds, "9.5,46.1,9.51,46.11")
    try workspace.fail(
      "build b.yml -o out --update", saying: "shows another area than the image", "floor B1")
  }

  @Test("Verify of a sound building names every floor", arguments: ["", "store: mbtiles"])
  func sound(more: String) throws {
    let workspace = try built(more)
    for path in ["out", "out/building.json"] {
      let result = try workspace.succeed(["verify", path, "--fail-on", "note"])
      for floor in ["B1", "L0", "L1"] { #expect(result.output.contains("floor \(floor)  ")) }
      #expect(result.output.hasSuffix("0 errors, 0 warnings, 0 notes\n"), "\(result.output)")
    }
    let info = try workspace.run("info out --json").json()
    let floors = try #require(info["floors"] as? [String: [String: Any]])
    #expect(info["kind"] as? String == "building" && Set(floors.keys) == ["B1", "L0", "L1"])
    #expect((floors["B1"]?["tiles"] as? [String: Any])?["tiles"] as? Int == 5)
    #expect(floors["B1"]?["level"] as? String == "-1")
  }

  @Test("Verify finds what is wrong with a building, names the floor and draws no sheet")
  func fault() throws {
    let workspace = try built()
    try workspace.remove("out/L0")
    let result = try workspace.fail("verify out --sheet sheet.png", with: 1, saying: "sheet")
    for text in ["building.missing", "floor L0, out/L0"] { #expect(result.output.contains(text)) }
  }

  @Test("A floor's database that another process holds is named, and no finding")
  func held() throws {
    let workspace = try built("store: mbtiles")
    let file = try workspace.lock("out/L0.mbtiles")
    defer { close(file) }
    for arguments in [["verify", "out"], ["info", "out"], ["diff", "out", "out"]] {
      try workspace.fail(arguments, with: 3, saying: "floor L0: another process holds")
    }
  }

  @Test("Verify compares every floor with its image, placed as the manifest says")
  func against() throws {
    let workspace = try built()
    let sound = try workspace.succeed("verify out --against b.yml")
    #expect(sound.output.components(separatedBy: "shift 0.00 east, 0.00 south").count == 4)
    try workspace.succeed("verify out/L1 --against b.yml", printing: "shift 0.00 east")
    try workspace.write(AlignedPlan.raster, as: "p.png")
    try writeManifest(images: ["c.png", "p.png", "d.png"], as: "swapped.yml", in: workspace)
    let swapped = try workspace.fail(
      "verify out --against swapped.yml", with: 1, printing: "floor L0, ", "source.pixels")
    #expect(!swapped.output.contains("floor B1, "))
    for arguments in [
      "out --against a.png", "out --scheme tms", "out --against b.yml --bounds 1,2,3,4",
      "out/L1 --rules building", "out --against nothing.yml",
    ] {
      let result = try workspace.run(["verify"] + arguments.words)
      #expect(result.end == .exit(2) || result.end == .exit(3), "\(arguments) \(result.output)")
    }
  }

  @Test("Diff compares buildings floor by floor")
  func diff() throws {
    let workspace = try built()
    try writeManifest("store: mbtiles", as: "m.yml", in: workspace)
    try build("m.yml", "same", in: workspace)
    let equal = try workspace.succeed("diff out same/building.json")
    #expect(equal.output.hasSuffix("no difference\n"), "\(equal.output)")
    try writeManifest(
      "url: https://a.example/{floor}/{z}/{x}/{y}.png", images: ["c.png", "d.png", "d.png"],
      as: "n.yml", in: workspace)
    try build("n.yml", "new", in: workspace)
    let result = try workspace.fail("diff out new", with: 1)
    for text in [
      "floor L0: 0 added, 0 removed, 5 changed", "floor B1: no difference",
      "url: B1/{z}/{x}/{y}.png before, https://a.example/B1/{z}/{x}/{y}.png now",
    ] {
      #expect(result.output.contains(text), "\(result.output)")
    }
    let urls = try workspace.fail("diff out new --urls", with: 1)
    #expect(
      urls.output.split(separator: "\n").map(String.init).sorted()
        == AlignedPlan.tiles.map { "L0/\($0).png" })
    let named = try workspace.run(
      "diff out new --urls --url https://b.example/{floor}/{z}/{x}/{y}.png")
    #expect(named.output.hasPrefix("https://b.example/L0/15/17160/11475.png\n"))
    #expect(try workspace.run("diff out new --json").json()["equal"] as? Bool == false)
    for arguments in ["out out/L0", "same/L0.mbtiles same"] {
      try workspace.fail(["diff"] + arguments.words, saying: "single pyramid")
    }
    try workspace.succeed("diff out/L0 same/L0.mbtiles")
  }

  @Test("Info shows a building whose floor is gone, and draws the floors that are there")
  func info() throws {
    let workspace = try built()
    try workspace.succeed("info out --sheet sheet.png", printing: "floor B1, level -1: Cellar")
    let image = try PNGDecoder.decode(try workspace.bytes("sheet.png"))
    #expect(image.height > 3 * 400)
    try workspace.remove("out/L0")
    try workspace.fail(
      "info out", with: 1, printing: "not opened  out/L0", "warning     floor L0 cannot be opened")
    try workspace.remove("sheet.png")
    let drawn = try workspace.run("info out --sheet sheet.png")
    #expect(drawn.end == .exit(1) && workspace.entries.contains("sheet.png"), "\(drawn.errors)")
    let report = try workspace.fail("info out --json", with: 1)
    let floors = try report.json()["floors"] as? [String: [String: Any]]
    #expect(floors?["L0"]?["problem"] != nil && floors?["L0"]?["tiles"] == nil)
    #expect(try report.json()["warnings"] as? [String] == ["floor L0 cannot be opened"])
    // A floor without its layer definition cannot be opened either.
    try workspace.remove("out/B1.layer.json")
    try workspace.fail("info out", with: 1, printing: "floor B1 cannot be opened")
  }

  @Test("Info shows the floors of a manifest, their images and their placements")
  func manifest() throws {
    let workspace = try built()
    let result = try workspace.succeed("info b.yml --json")
    let floors = try result.json()["floors"] as? [String: [String: Any]]
    #expect(floors?["B1"]?["image"] as? String == "c.png")
    let placement = floors?["L1"]?["placement"] as? [String: Any]
    #expect(placement?["zooms"] as? [Int] == [15, 16] && placement?["width"] as? Int == 512)
    try workspace.remove("a.png")
    try workspace.succeed("info b.yml", printing: "floor L0, level 0", "problem ", "a.png")
    for option in ["--sheet", "--bounds"] {
      try workspace.fail(["info", "b.yml", option, "1,2,3,4"])
    }
  }

  @Test("Every command finds the definition of the floor whose folder is named")
  func floorFolder() throws {
    let workspace = try built()
    let info = try workspace.run("info out/L1 --json")
    #expect((try info.json()["layer"] as? [String: Any])?["floor"] as? String == "L1")
    try workspace.write([], as: "out/L1/16/34320/22950.png")
    try workspace.fail("verify out/L1", with: 1, printing: "out/L1.layer.json")
    try FileManager.default.copyItem(
      atPath: workspace.directory.path("out/L1.layer.json"),
      toPath: workspace.directory.path("c.json"))
    for arguments in ["out/L1", "out"] {
      for layer in ["c.json", "out/L1.layer.json"] {
        let result = try workspace.fail(
          ["verify", "--layer", layer] + arguments.words, with: 1, printing: "zoom 16 4 tiles")
        #expect(result.output.contains("5 tiles") == false)
      }
    }
    try workspace.succeed("layers out/L0 --client tilejson -o code")
    try workspace.succeed("snapshot out/L0 --camera 47.37417,8.52814,16 --size 64x64 -o p.png")
    // The definition is read, so it is never replaced.
    try workspace.fail("verify out/L0 -o out/L0.layer.json --overwrite")
  }
}

@Suite("Pyramids without tiles")
struct EmptyPyramidTests {
  private static let transparent = SyntheticRaster.flat(
    PixelColor(0, 0, 0, alpha: 0), size: PixelSize(width: 64, height: 64))

  @Test("An image of which nothing can be seen is not built", arguments: ["out", "out.mbtiles"])
  func build(output: String) throws {
    let workspace = try Workspace(Self.transparent)
    let arguments = AlignedPlan.build(to: output)
    let result = try workspace.fail(
      arguments, saying: "plan.png: nothing of the image can be seen", "--keep-empty")
    #expect(result.output.isEmpty, "\(result.errors)")
    #expect(workspace.entries == ["plan.png"])
    try workspace.succeed(arguments + ["--keep-empty"])
    // Nothing to be seen is no reason to take away what was there.
    try workspace.fail(arguments + ["--update"])
    try workspace.succeed("verify \(output)")
  }

  @Test("A floor of which nothing can be seen is named, and nothing is published")
  func floor() throws {
    let workspace = try Workspace(Self.transparent, as: "a.png")
    try workspace.write(AlignedPlan.raster, as: "b.png")
    func write(_ more: String) throws {
      try workspace.write(
        """
        name: Museum
        bounds: [\(AlignedPlan.bounds)]
        floors:
          - {id: L0, image: b.png}
          - {id: L1, image: a.png\(more)}

        """.utf8, as: "b.yml")
    }
    try write("")
    try workspace.fail(
      "build b.yml -o out", saying: "floor L1: nothing of the image can be seen", "keep-empty: true"
    )
    #expect(workspace.entries == ["a.png", "b.png", "b.yml"])
    try write(", keep-empty: true")
    try workspace.succeed("build b.yml -o out")
  }

  @Test("A folder without tiles is an error for verify, diff and serve, and info says so")
  func folder() throws {
    let workspace = try Workspace()
    for name in ["a", "b"] {
      try workspace.makeFolder(name)
    }
    try workspace.fail("verify a", with: 1, printing: "error: tiles.none")
    try workspace.fail("diff a b", saying: "no tile to compare")
    try workspace.fail("serve a --port 0", saying: "there is no tile to serve")
    try workspace.succeed("info a --sheet sheet.png", printing: "there are no tiles")
  }
}
