import Foundation
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Bad input")
struct BadInputTests {
  /// Runs a build that must fail and leave everything as it was.
  private func expectFailure(
    _ workspace: Workspace, _ arguments: [String], status: Int32, mentions: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for output in ["out", "out.mbtiles"] {
      let before = workspace.entries
      let result = try workspace.run(["build"] + arguments + ["-o", output, "--progress", "none"])
      #expect(result.end == .exit(status), "\(result.errors)", sourceLocation: sourceLocation)
      #expect(result.output.isEmpty, sourceLocation: sourceLocation)
      #expect(result.errors.contains(mentions), "\(result.errors)", sourceLocation: sourceLocation)
      #expect(workspace.entries == before, sourceLocation: sourceLocation)
    }
  }

  @Test("A name that is nearly a file's, and numbers that a plan hardly has, are asked about")
  func likelySlips() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.write(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{}}]}"#.utf8,
      as: "site.geojson")
    let anchor = ["--anchor", "47.36565,8.54585", "--dry-run", "--metres-per-pixel"]
    for (arguments, words) in [
      (["paln.png"], "did you mean plan.png?"), (["site.geojson"], "for --fit-outline"),
      (["plan.png"] + anchor + ["300"], "km wide on the ground"),
      (["plan.png", "--max-zoom", "24"] + anchor + ["0.1"], "shows no more than zoom 21"),
    ] {
      let result = try workspace.run(["build"] + arguments + ["-o", "out"])
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    let far = try workspace.run("build qqqqqqq.png -o out")
    #expect(!far.errors.contains("did you mean"), "\(far.errors)")
  }

  @Test(
    "A placement that cannot be used exits with 2, says what was expected, and writes nothing",
    arguments: [
      ([], "--bounds"),
      (["--bounds", "nan,37.7,-122.4,37.8"], "W,S,E,N"),
      (["--bounds", "-122.5,37.7,inf,37.8"], "W,S,E,N"),
      (["--bounds", "10,20,10,30"], "bounds"),
      (["--bounds", "37.7,-122.5,37.8,-122.4"], "exchange them: -122.5,37.7,-122.4,37.8\n"),
      (["--bounds", "5,85.5,6,88"], "85.05"),
      (["--anchor", "122.4,37.7", "--metres-per-pixel", "1"], "exchange them: 37.7,122.4\n"),
      (["--corners", "137,8 137,9 136,9 136,8"], "exchange them: 8,137 9,137 9,136 8,136\n"),
      (["--corners", "1,1 1,2 1,3 1,4"], "--corners"), (["--gcp", "0,0,47,8"], "--gcp"),
      (["--gcp", "0,0,47,8", "--gcp", "0,0,47,8"], "--gcp"),
      (["--anchor", "47,8", "--metres-per-pixel", "0"], "--metres-per-pixel"),
      (["--anchor", "47,8", "--metres-per-pixel", "-1"], "--metres-per-pixel"),
      (["--crs", "EPSG:999999", "--world-file", "good.pgw"], "EPSG:999999"),
      (["--world-file", "flat.pgw", "--crs", "EPSG:3857"], "flat.pgw"),
      (["--world-file", "short.pgw", "--crs", "EPSG:3857"], "short.pgw"),
      (["--world-file", "nan.pgw", "--crs", "EPSG:3857"], "nan.pgw"),
      (["--world-file", "far.pgw", "--crs", "EPSG:3857"], "far.pgw"),
      (["--world-file", "good.pgw"], "--crs"),
    ])
  func locations(arguments: [String], mentions: String) throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.write("0.1\n0\n0\n-0.1\n950000\n6000000\n".utf8, as: "good.pgw")
    try workspace.write("0.1\n0.1\n0.1\n0.1\n950000\n6000000\n".utf8, as: "flat.pgw")
    try workspace.write("0.1\n0\n0\n-0.1\n950000\n".utf8, as: "short.pgw")
    try workspace.write("0.1\n0\n0\n-0.1\nnan\n6000000\n".utf8, as: "nan.pgw")
    try workspace.write("0.1\n0\n0\n-0.1\n95000000\n60000000\n".utf8, as: "far.pgw")
    try expectFailure(workspace, ["plan.png"] + arguments, status: 2, mentions: mentions)
  }

  @Test("What a path, a word or a link was meant to be is said where it does not do")
  func meanings() throws {
    let workspace = try Workspace()
    for folder in ["plans", "cad"] {
      try workspace.makeFolder(folder)
    }
    for name in ["plan.png", "my plan.png", "plans/L0.png"] {
      try workspace.write(RotatedPlan.raster, as: name)
    }
    try workspace.write("AC1032".utf8, as: "cad/L0.dwg")
    let image = try JPEGTileEncoder(quality: 80, effort: .fast).encode(
      RGBAImage(RotatedPlan.raster))
    // A time of exposure of a hundredth of a second.
    let exposure: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0x82, 0x9A, 0, 5, 0, 0, 0, 1, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 100]
    let segment = [0xFF, 0xE1, 0, UInt8(exposure.count + 8)] + Array("Exif\0\0".utf8) + exposure
    try workspace.write(Array(image.prefix(2)) + segment + image.dropFirst(2), as: "photo.jpg")
    let floors = ["L0", "L1"].map {
      "{id: \($0), image: plan.png, anchor: [47.5, 8.5], metres-per-pixel: 1}"
    }
    let manifest = "name: M\nfloors: [\(floors.joined(separator: ", "))]\n"
    for (name, text) in [
      ("b.yml", manifest), ("plans/b.yml", manifest),
      ("near.yml", manifest.replacing("plan.png", with: "paln.png")),
      ("link.yml", manifest.replacing("[47.5, 8.5]", with: "\"www.x#map=9/47.25/8.5\"")),
    ] { try workspace.write(text.utf8, as: name) }
    try workspace.succeed("build b.yml -o tiles")
    let tiles = workspace.directory.path("tiles")
    let zoom = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "\(tiles)/L0").first)
    for (copy, missing) in [("bare", "building.json"), ("part", "L0.layer.json")] {
      let copy = workspace.directory.path(copy)
      try FileManager.default.copyItem(atPath: tiles, toPath: copy)
      try FileManager.default.removeItem(atPath: "\(copy)/\(missing)")
    }
    let quoted = "my and plan.png are together the path of a file that is there: write it in quotes"
    let anchor = ["--metres-per-pixel", "1", "--dry-run", "--anchor"]
    let view = ["--camera", "47.5,8.5,18", "--size", "9x9"]
    for (arguments, mentions) in [
      (["build", "my", "plan.png", "-o", "o"], "\(quoted), 'my plan.png'\n"),
      (["info", "my", "plan.png"], "\(quoted), 'my plan.png'\n"),
      (
        ["building", "plans"],
        "did you mean tilepyramid building init plans or tilepyramid building edit plans?"
      ),
      (
        ["build", "plan.png"] + anchor + ["https://www.openstreetmap.org/#map=19/47.25/8.5"],
        "8.5417; the link has the position 47.25,8.5, of a place"
      ),
      (
        ["build", "plan.png", "-o", "o", "--bounds", "www.google.com/maps/X/@47.25,8.5,17z"],
        "37.8; the link has the position 47.25,8.5 and no edges"
      ),
      (
        ["build", "plan.png"] + anchor + ["https://maps.app.goo.gl/abc"],
        "the link has none: open it"
      ),
      (["build", "link.yml", "-o", "o"], "8.5417]; the link has the position 47.25,8.5, of"),
      (["build", "near.yml", "-o", "o"], "did you mean plan.png?\n"),
      (
        ["build", "plans/b.yml", "-o", "o"],
        "write ../plan.png: paths in a manifest begin in its folder\n"
      ),
      (["serve", "b.yml"], "build it first: tilepyramid build b.yml -o tiles\n"),
      (["verify", "plan.png"], "build it first: tilepyramid build plan.png -o tiles\n"),
      (["serve", "bare"], "did you mean bare/L0 or bare/L1?\n"),
      (["convert", "tiles/L0/\(zoom)", "x.mbtiles"], "did you mean tiles/L0?\n"),
      (
        ["serve", "part"],
        "L0.layer.json: the store is damaged: what building.json names is missing\n"
      ),
      (["snapshot", "tiles", "-o", "x.jpg"] + view, "expected: a name ending in .png\n"),
      (["merge", "tiles", "-o", "x.mbtiles"], "merge needs a second store\n"),
      (
        ["convert", "tiles/L0", "x.mbtiles", "--bounds", "47,8,48,9"],
        "tiles, all of them elsewhere: of zooms "
      ),
      (["georeference", "b.yml", "--edit"], "next: tilepyramid building edit b.yml places them"),
      (["building", "init", "cad"], "files of the format DWG are not read; export the plan as"),
    ] {
      let before = workspace.entries
      let result = try workspace.run(arguments)
      #expect(result.end == .exit(2) || result.end == .exit(3), "\(result.errors)")
      #expect(result.errors.contains(mentions), "\(arguments): \(result.errors)")
      #expect(workspace.entries == before)
    }
    for (arguments, mentions) in [
      (["build", "photo.jpg", "-o", "o"] + anchor + ["47.5,8.5"], "by four --gcp or more with"),
      (["merge", "tiles/L0", "tiles/L1", "-o", "m.mbtiles"], "of different floors, L0, L1, which"),
    ] {
      try workspace.succeed(arguments, saying: mentions)
    }
  }

  @Test("A usual mistake is named, and with it what was meant")
  func mistakes() throws {
    let workspace = try Workspace()
    let folders = ["museum", "empty"].map(workspace.directory.path)
    for folder in folders {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    let image = try JPEGTileEncoder(quality: 80, effort: .fast).encode(
      RGBAImage(RotatedPlan.raster))
    // 47 degrees 22 minutes 30 seconds north, 8 degrees 30 minutes west.
    let position: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 4, 0, 1, 0, 2, 0, 0, 0, 2, 0x4E, 0, 0, 0, 0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 80]
      + [0, 3, 0, 2, 0, 0, 0, 2, 0x57, 0, 0, 0, 0, 4, 0, 5, 0, 0, 0, 3, 0, 0, 0, 104, 0, 0, 0, 0]
      + [47, 1, 22, 1, 60, 2, 8, 1, 30, 1, 0, 1].flatMap { [0, 0, 0, $0] }
    let segment = [0xFF, 0xE1, 0, UInt8(position.count + 8)] + Array("Exif\0\0".utf8) + position
    try workspace.write(Array(image.prefix(2)) + segment + image.dropFirst(2), as: "photo.jpg")
    for (name, ring) in [
      ("site", "[8.5,47.3],[8.6,47.3],[8.6,47.4],[8.5,47.3]"),
      ("metres", "[2683500,1246800],[2683550,1246790],[2683540,1246750],[2683500,1246800]"),
    ] {
      let text = "{\"type\":\"Polygon\",\"coordinates\":[[\(ring)]]}"
      try workspace.write(text.utf8, as: "\(name).geojson")
    }
    let floor = "image: ../plan.png, bounds:"
    let manifest = """
      name: M
      floors: [{id: L0, \(floor) [8.5,47.3,8.501,47.301]}, {id: L1, \(floor) [47.3,8.5,47.301,8.501]}]
      """
    try workspace.write(manifest.utf8, as: "museum/building.yml")
    let bounds = ["--bounds", "47.3,8.5,47.4,8.6"]
    for (arguments, mentions) in [
      (
        ["georeference", "site.geojson", "--edit", "plan.png"],
        "next: tilepyramid georeference plan.png --edit site.geojson\n"
      ),
      (
        ["georeference", "plan.png", "--edit", "metres.geojson"],
        "next: probably EPSG:2056 (CH1903+ / LV95, at latitude 47.367, longitude 8.544), or EPSG:3857"
      ),
      (
        ["build", "plan.png", "-o", "o", "--cutline", "site.geojson"] + bounds,
        "exchange latitude and longitude where the image is placed, or in the areas"
      ),
      (
        ["build", "museum", "-o", "o"],
        "latitude and longitude of floor L1 or L0 are swapped\n  found: L0 at latitude 47.3005"
      ),
      (
        ["build", "photo.jpg", "-o", "o"], "found: the position of the camera alone, 47.375,-8.5\n"
      ),
      (
        ["build", "photo.jpg", "-o", "o", "--anchor", "-8.5,47.375", "--metres-per-pixel", "1"],
        "latitude and longitude are swapped\n  found: the image at -8.5,47.375, and its camera at 47.375"
      ),
      (
        [
          "georeference", "plan.png", "--anchor", "8.55,47.35", "--metres-per-pixel", "1",
          "--edit", "site.geojson",
        ], "next: exchange them where the plan is placed\n"
      ),
      (
        ["layers", "o", "--client", "reactnative", "-o", "x"], "did you mean --client react-native?"
      ),
      (
        ["build", "plan.png", "--flor", "1"],
        "tilepyramid: error: unknown option '--flor'\n  next: did you mean --floor? see 'tilepyramid build"
      ),
      (["build", "plan.png", "--zoom", "18-22"], "did you mean --max-zoom, --min-zoom or --zoom-"),
      (["build", "plan.png", "--zooms", "18"], "did you mean --max-zoom, --min-zoom or --zoom-"),
      (["build", "plan.png", "--zip", "1"], "option '--zip'\n  next: see 'tilepyramid build"),
      (["layers", "o", "--client", "flutter", "-o", "x"], "google-maps-flutter or flutter-map?"),
      (["layers", "o", "--client", "iOS", "-o", "x"], "--client swift, objc or swift-mapkit?"),
      (
        ["build", "plan.png", "--corners", "47,37 8,54 47,38 8,55,1", "-o", "o"],
        "\"47.3704,8.5395 47.3704,8.5410 47.3695,8.5410 47.3695,8.5395\"; decimals take a point"
      ),
      (
        ["convert", "museum", "o", "--for", "pictures"],
        "next: build it first: tilepyramid build museum -o tiles\n"
      ),
      (
        ["building", "init", "museum"], "place its floors with tilepyramid building edit museum, or"
      ),
      (["build", "plan.png", "--bounds", "-o", "o"], "--bounds has no value\n  found: -o"),
      (["building", "edit", "empty"], "tilepyramid building init FOLDER"),
      (["plan.png"], "tiles are built by tilepyramid build plan.png -o tiles\n"),
      (["building", "build", "museum"], "did you mean tilepyramid build museum?"),
      (["verify", "tiles", "plan.png"], "did you mean --against plan.png?"),
      (["build", "plan.png", "-preview"], "did you mean --preview?"),
      (["build", "plan.png", "-output", "o"], "did you mean --output?"),
      (["layers", "o", "--client", "googlemaps", "-o", "x"], "--client swift, objc, kotlin, java"),
      (
        ["build", "plan.png", "-o", "o", "--kml", "site.geojson"],
        "next: a .geojson file goes with --fit-outline"
      ),
      (
        [
          "build", "plan.png", "-o", "o", "--corners", "https://www.google.com/maps/@47.25,8.5,19z",
        ],
        "the link has the position 47.25,8.5, of a place"
      ),
      (
        ["snapshot", "o", "-o", "x.png", "--size", "9x9", "--camera", "www.x/@47.25,8.5,19z"],
        "the link has the position 47.25,8.5, of a place"
      ),
      (
        ["snapshot", "o", "-o", "x.png", "--size", "9x9", "--camera", "151.2,-33.8,18"],
        "a latitude within ±85.0, which comes first\n"
      ),
    ] {
      try workspace.fail(arguments, saying: mentions)
    }
  }

  @Test("A file that is missing exits with 3, as does one that cannot be read")
  func unreadableFiles() throws {
    let workspace = try Workspace()
    try expectFailure(
      workspace, ["missing.png"] + AlignedPlan.placement, status: 3, mentions: "missing.png")
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    try expectFailure(
      workspace, ["plan.png", "--world-file", "missing.pgw", "--crs", "EPSG:3857"], status: 3,
      mentions: "missing.pgw")
    try expectFailure(
      workspace, ["plan.png", "--gcp-file", "missing.points"], status: 3, mentions: "missing.points"
    )
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: workspace.directory.path("plan.png"))
    // The superuser reads it all the same.
    if geteuid() != 0 {
      try expectFailure(
        workspace, ["plan.png"] + AlignedPlan.placement, status: 3, mentions: "plan.png")
    }
  }

  @Test("An input that is not an image exits with 2")
  func notImages() throws {
    let workspace = try Workspace()
    try workspace.write([], as: "empty.png")
    try workspace.write("hello, this is text\n".utf8, as: "text.png")
    try workspace.write(
      [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 64), as: "photo.png")
    for name in ["empty.png", "text.png", "photo.png", "."] {
      try expectFailure(workspace, [name] + AlignedPlan.placement, status: 2, mentions: name)
    }
  }

  @Test("A file cut short anywhere, or damaged, exits with 2 and leaves nothing")
  func cutAndDamaged() throws {
    let workspace = try Workspace(AlignedPlan.raster, as: "whole.png")
    let bytes = try workspace.bytes("whole.png")
    for fraction in [0.1, 0.5, 0.9, 0.9999] {
      let count = Int(Double(bytes.count) * fraction)
      try workspace.write(bytes.prefix(count), as: "plan.png")
      for placement in [AlignedPlan.placement, RotatedPlan.placement] {
        try expectFailure(workspace, ["plan.png"] + placement, status: 2, mentions: "plan.png")
      }
    }
    var damaged = bytes
    damaged[bytes.count / 2] ^= 0x10
    try workspace.write(damaged, as: "plan.png")
    try expectFailure(
      workspace, ["plan.png"] + AlignedPlan.placement, status: 2, mentions: "plan.png")
  }

  @Test("Zooms and counts that cannot be exit with 2")
  func zoomsAndCounts() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    for (arguments, mention) in [
      ("--min-zoom 12 --max-zoom 10", "--min-zoom"), ("--min-zoom 20", "--min-zoom"),
      ("--max-tiles 3", "--max-tiles"), ("--max-zoom 30", "--max-tiles"),
      ("--memory-limit 1K", "--memory-limit"),
    ] {
      try expectFailure(
        workspace, ["plan.png"] + AlignedPlan.placement + arguments.words, status: 2,
        mentions: mention)
    }
  }

  @Test("An output that exists is refused, and stays as it was")
  func outputExists() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    for output in ["out", "out.mbtiles"] {
      try workspace.write("mine".utf8, as: output)
      for overwrite in ["", "--overwrite"] {
        try workspace.fail(AlignedPlan.build(to: output) + overwrite.words, saying: output)
        #expect(try workspace.bytes(output) == Array("mine".utf8))
      }
    }
    #expect(workspace.entries == ["out", "out.mbtiles", "plan.png"])
  }

  @Test("An output that cannot be made exits with 3")
  func unwritableOutput() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    for output in ["plan.png/out", "plan.png/a/out.mbtiles", "/proc/out"] {
      try workspace.fail(AlignedPlan.build(to: output), with: 3)
    }
  }

  @Test("Folders on the way to an output are created, and go again when nothing comes of it")
  func missingFolders() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let whole = try workspace.bytes("plan.png")
    try workspace.write(Array(whole.dropLast(whole.count / 2)), as: "half.png")
    for output in ["a/b/out", "a/b/out.mbtiles"] {
      let dryRun = AlignedPlan.build(to: output, "--dry-run")
      try workspace.succeed(dryRun)
      try workspace.fail("build half.png -o \(output)", AlignedPlan.placement)
    }
    for output in ["a/b/out", "a/b/out.mbtiles"] {
      try workspace.succeed(AlignedPlan.build(to: output))
    }
    #expect(
      workspace.entries.contains("a/b/out/layer.json")
        && workspace.entries.contains("a/b/out.mbtiles"))
  }

  @Test("A scratch folder that cannot be used exits with 3")
  func unusableScratch() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try expectFailure(
      workspace, ["plan.png", "--temp-dir", "missing"] + RotatedPlan.placement, status: 3,
      mentions: "--temp-dir")
  }
}
