import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("PDF and SVG plans")
struct VectorPlanTests {
  private static let anchored = [
    "--anchor", "47.36565,8.54585", "--metres-per-pixel", "0.05", "--bearing", "23",
  ]
  private static let hasPDF =
    VectorPlanFile.isInstalled("pdftocairo") && VectorPlanFile.isInstalled("pdfinfo")
  private static let hasSVG = VectorPlanFile.isInstalled("rsvg-convert")

  @Test("An updated build draws the layers that are asked for", .enabled(if: hasSVG))
  func updatedLayers() throws {
    let workspace = try Workspace()
    try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    func build(_ layers: String, _ output: String, _ options: [String] = []) throws -> [UInt8] {
      try workspace.succeed(
        ["build", "plan.svg", "--layers", layers, "-o", output, "--min-zoom", "18"] + Self.anchored
          + options)
      let root = URL(fileURLWithPath: workspace.directory.path(output))
      let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
      return try (names ?? []).filter { $0.hasSuffix(".png") || $0.hasSuffix(".webp") }.sorted()
        .flatMap { [UInt8](try Data(contentsOf: root.appendingPathComponent($0))) }
    }
    let first = try build("walls", "out")
    let both = try build("walls,lines", "fresh")
    #expect(!first.isEmpty && first != both)
    #expect(try build("walls,lines", "out", ["--update"]) == both)
  }

  @Test("A layer keeps the groups of a document nested in it", .enabled(if: hasSVG))
  func nestedDocument() throws {
    let workspace = try Workspace()
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">
      <g id="a"><rect width="100" height="100" fill="#00f"/></g>
      <g id="b"><svg x="20" y="20"><g><rect width="60" height="60" fill="#f00"/></g></svg></g></svg>
      """
    try workspace.write(svg.utf8, as: "plan.svg")
    try workspace.succeed(
      "build plan.svg --layers b --dpi 96 --max-zoom 0 --bounds=-170,-80,170,80 -o out")
    let tile = try TileDecoder.decode(try workspace.bytes("out/0/0/0.png"))
    let (middle, corner) = (4 * (128 * 256 + 128), 4 * (40 * 256 + 10))
    #expect(tile.samples[middle..<middle + 4] == [255, 0, 0, 255])
    #expect(tile.samples[corner + 3] == 0)
  }

  @Test("Info of an SVG tells its size, its layers and what draws it", .enabled(if: hasSVG))
  func infoOfSVG() throws {
    let workspace = try Workspace()
    try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    let info = try workspace.run("info plan.svg --json --dpi 192").json()
    #expect(info["width"] as? Int == 800 && info["height"] as? Int == 600)
    let vector = try #require(info["vector"] as? [String: Any])
    #expect(vector["layers"] as? [String] == ["walls", "All walls", "lines", "hidden"])
    #expect(vector["program"] as? String == "rsvg-convert")
    #expect((vector["programPath"] as? String)?.hasSuffix("/rsvg-convert") == true)
  }

  @Test("Info of a PDF tells its pages", .enabled(if: hasPDF))
  func infoOfPDF() throws {
    let workspace = try Workspace()
    let pages = [VectorPlanFile.Page.sample, .init(width: 144, height: 72, content: "")]
    try workspace.write(VectorPlanFile.pdf(pages), as: "plan.pdf")
    try workspace.succeed(
      "info plan.pdf --page 2", printing: "300 × 150 pixels",
      "PDF at 150 dots per inch, page 2 of 2")
    try workspace.fail("info plan.pdf --page 3", saying: "1 to 2")
  }

  @Test("A build of a vector plan draws every zoom and says so", arguments: ["svg", "pdf"])
  func build(format: String) throws {
    guard format == "svg" ? Self.hasSVG : Self.hasPDF else { return }
    let workspace = try Workspace()
    try workspace.write(format == "svg" ? VectorPlanFile.svg : VectorPlanFile.pdf(), as: "plan")
    try workspace.succeed(
      "build plan -o out --dry-run", Self.anchored, printing: "rendered for each zoom")
    for output in ["out", "out.mbtiles"] {
      try workspace.succeed("build plan -o \(output)", Self.anchored)
      let definition = try workspace.definition(output)
      #expect(definition.overviewResampling == "rendered")
      #expect(definition.coverage.levels.count > 1)
    }
    #expect(!workspace.entries.contains { $0.hasPrefix("scratch") })
  }

  @Test(
    "Overviews are not made from the zoom below where every zoom is drawn", .enabled(if: hasSVG))
  func overviews() throws {
    let workspace = try Workspace()
    try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    for (option, value) in [("--overview-resampling", "darken"), ("--overview-light", "linear")] {
      try workspace.fail(
        ["build", "plan.svg", "-o", "out", option, value] + Self.anchored, saying: option)
    }
  }

  @Test("A missing program is named with what to install, and nothing is left")
  func missingProgram() throws {
    let workspace = try Workspace(environment: ["PATH": ""])
    try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    try workspace.write(VectorPlanFile.pdf(), as: "plan.pdf")
    for (name, package) in [("plan.svg", "librsvg2-bin"), ("plan.pdf", "poppler-utils")] {
      try workspace.fail(
        "build \(name) -o out", Self.anchored, saying: "apt-get install \(package)")
    }
    #expect(workspace.entries == ["plan.pdf", "plan.svg"])
    try workspace.fail("info plan.svg", saying: "apt-get install librsvg2-bin")
  }

  @Test("Wrong values of the options are refused before anything is read")
  func values() throws {
    let workspace = try Workspace()
    for options in ["--page 0", "--page x", "--dpi 0", "--layers ,"] {
      try workspace.fail("info none.pdf \(options)", saying: options.words[0])
    }
  }

  @Test("A pdftocairo without TIFF writes PNG, with the same tiles", .enabled(if: hasPDF))
  func withoutTIFF() throws {
    let programs = try TemporaryDirectory()
    let script = """
      #!/bin/sh
      case " $* " in *" -tiff "*) echo usage >&2; exit 99;; esac
      PATH=${PATH#*:}
      exec pdftocairo "$@"

      """
    let program = programs.path("pdftocairo")
    try Data(script.utf8).write(to: URL(fileURLWithPath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let workspace = try Workspace(environment: ["PATH": programs.path + ":" + search])
    try workspace.write(VectorPlanFile.pdf([.sample]), as: "plan.pdf")
    let options = ["build", "plan.pdf", "--dpi", "72"] + Self.anchored
    try workspace.succeed(options + ["-o", "png"])
    let usual = try Workspace()
    try usual.write(VectorPlanFile.pdf([.sample]), as: "plan.pdf")
    try usual.succeed(options + ["-o", "tiff"])
    func tiles(_ workspace: Workspace, _ folder: String) throws -> [String: [UInt8]] {
      try workspace.files(in: folder).filter { $0.key.hasSuffix(".png") }
    }
    #expect(try tiles(workspace, "png") == tiles(usual, "tiff"))
  }

  @Test("A signal ends a program that hangs, and leaves nothing", arguments: [SIGINT, SIGTERM])
  func interruption(signal: Int32) throws {
    let programs = try TemporaryDirectory()
    let script =
      "#!/bin/sh\ncase $1 in --version) echo 1; exit;; "
      + "--format=svg) echo '<svg width=\"400\" height=\"300\"/>'; exit;; esac\n"
      + "echo $$ > \"$(dirname \"$0\")/number\"\nexec sleep 1000\n"
    let program = programs.path("rsvg-convert")
    try Data(script.utf8).write(to: URL(fileURLWithPath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let workspace = try Workspace(environment: ["PATH": programs.path + ":/usr/bin:/bin"])
    try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    // The warning about deep zooms is what the signal waits for.
    let build = "build plan.svg -o out --max-zoom 23".words + Self.anchored
    let result = try workspace.run(build, thenSend: signal)
    #expect(result.end == .exit(128 + signal), "\(result.errors)")
    #expect(workspace.entries == ["plan.svg"])
    // It may have come before the program was started.
    if let data = FileManager.default.contents(atPath: programs.path("number")),
      let number = Int32(
        String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    {
      #expect(kill(number, 0) == -1)
    }
  }

  @Test(
    "Floors of a building are plans too, with the tiles that each has alone", .enabled(if: hasPDF))
  func building() throws {
    let workspace = try Workspace()
    let small = VectorPlanFile.Page(width: 144, height: 72, content: "0 0 1 rg 10 10 50 50 re f")
    try workspace.write(VectorPlanFile.pdf([.sample, small]), as: "plan.pdf")
    try workspace.write(
      """
      name: M
      anchor: [47.36565, 8.54585]
      metres-per-pixel: 0.05
      bearing: 23
      dpi: 72
      floors:
        - {id: L0, image: plan.pdf}
        - {id: L1, image: plan.pdf, page: 2}
      """.utf8, as: "b.yml")
    try workspace.succeed("build b.yml -o out --dry-run", printing: "rendered for each zoom")
    for threads in ["1", "4"] {
      try workspace.succeed("build b.yml -o out --overwrite --preview --threads \(threads)")
      for (floor, page) in [("L0", "1"), ("L1", "2")] {
        try workspace.run(
          ["build", "plan.pdf", "--page", page, "--dpi", "72", "-o", floor, "--overwrite"]
            + Self.anchored)
        let tiles = workspace.directory.listing.filter {
          $0.hasPrefix("\(floor)/") && $0.hasSuffix(".png")
        }
        #expect(tiles.count > 1)
        for tile in tiles {
          #expect(try workspace.bytes(tile) == workspace.bytes("out/\(tile)"), "\(tile)")
        }
        let document = try workspace.text("out/\(floor).layer.json")
        #expect(document.contains("rendered"))
      }
    }
    try workspace.fail("build b.yml -o none --memory-limit 80M", saying: "floor L0")
  }
}
