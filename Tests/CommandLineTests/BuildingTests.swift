import Foundation
import RasterSources
import Synchronization
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Buildings")
struct BuildingTests {
  private static let corners = "bounds: [\(AlignedPlan.bounds)]"

  /// Two floors of one image, and one of another, all on the grid.
  private func building(_ more: String = "") throws -> Workplace {
    let place = try Workplace()
    // Noise, so that no two tiles of one image are equal.
    for (name, seed) in [("a.png", 1), ("c.png", 2)] as [(String, UInt64)] {
      let raster = SyntheticRaster.noise(
        seed: seed, opaque: true, size: PixelSize(width: 512, height: 512))
      try place.write(raster, as: name)
    }
    try place.write(
      """
      name: Museum
      attribution: © Us
      \(Self.corners)
      \(more)
      floors:
        - {id: L1, name: Upstairs, image: a.png}
        - {id: L0, image: a.png}
        - {id: B1, level: -1, image: c.png}

      """.utf8, as: "b.yml")
    return place
  }

  private static let inputs = ["a.png", "b.yml", "c.png"]

  /// The files of a folder by relative path, with their bytes.
  private func files(_ place: Workplace, _ folder: String) throws -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for name in place.directory.listing where name.hasPrefix("\(folder)/") {
      result[String(name.dropFirst(folder.count + 1))] = try place.bytes(name)
    }
    return result
  }

  @Test("A folder holds the floors' tiles and definitions, and building.json lists the floors")
  func folder() throws {
    let place = try building()
    let result = try place.run(["build", "b.yml", "-o", "out"])
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.output.hasPrefix("out: 3 floors, 15 tiles, zooms 15-16, "), "\(result.output)")
    let floors = ["B1", "L0", "L1"]
    let tiles = floors.flatMap { floor in AlignedPlan.tiles.map { "out/\(floor)/\($0).png" } }
    let documents = floors.map { "out/\($0).layer.json" } + ["out/building.json"]
    #expect(place.directory.listing == (tiles + documents + Self.inputs).sorted())
    #expect(place.scratch.entries.isEmpty)

    let document = try BuildingDocument(decoding: place.bytes("out/building.json"))
    #expect(document.definition.name == "Museum")
    #expect(document.definition.attribution == "© Us")
    #expect(document.definition.floors.map(\.floor.id) == floors)
    #expect(document.definition.floors.map(\.floor.level) == [-1, 0, 1])
    #expect(document.definition.floors.map(\.layer) == floors.map { "\($0).layer.json" })
    let layer = try LayerDefinitionDocument(decoding: place.bytes("out/L1.layer.json"))
    #expect(layer.definition.name == "Museum, Upstairs")
    #expect(
      layer.definition.floor == LayerDefinition.Floor(id: "L1", level: 1, name: "Upstairs"))
    #expect(layer.definition.urlTemplate?.text == "L1/{z}/{x}/{y}.png")
    #expect(layer.definition.outline.count == 4)
    // A floor's tiles are those of its image built alone.
    try place.run(["build", "a.png", "-o", "alone"] + AlignedPlan.placement)
    for tile in AlignedPlan.tiles {
      #expect(
        try place.bytes("out/L1/\(tile).png") == place.bytes("alone/\(tile).png"), "\(tile)")
    }
  }

  @Test("Hard links join equal tiles of different floors", arguments: [true, false])
  func hardLinks(byOption: Bool) throws {
    let place = try building(byOption ? "" : "hard-links: true")
    let result = try place.run(
      ["build", "b.yml", "-o", "out"] + (byOption ? ["--hard-links"] : []))
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.output.contains("15 tiles in 10 files"), "\(result.output)")
    for tile in AlignedPlan.tiles {
      let counts = try ["B1", "L0", "L1"].map { floor in
        let path = place.directory.path("out/\(floor)/\(tile).png")
        return try FileManager.default.attributesOfItem(atPath: path)[.referenceCount] as? Int
      }
      #expect(counts == [1, 2, 2], "\(tile)")
    }
  }

  @Test("With store: mbtiles each floor is a file that equals one built alone")
  func mbtiles() throws {
    let place = try building("store: mbtiles")
    let result = try place.run(["build", "b.yml", "-o", "out"])
    #expect(result.end == .exit(0), "\(result.errors)")
    let floors = ["B1", "L0", "L1"]
    let expected = floors.flatMap { ["out/\($0).layer.json", "out/\($0).mbtiles"] }
    #expect(place.directory.listing == (expected + ["out/building.json"] + Self.inputs).sorted())
    for floor in floors {
      let store = try openTileStore(place.directory.path("out/\(floor).mbtiles"))
      #expect(try store.coordinates().count == 5)
      #expect(store.definition?.floor?.id == floor)
    }
  }

  @Test(
    "The bytes are the same for any number of threads and any memory", arguments: [true, false])
  func determinism(isMBTiles: Bool) throws {
    let place = try building(isMBTiles ? "store: mbtiles" : "path: f/{floor}_{z}_{x}_{y}.{ext}")
    try place.write(TurnedPlan.raster, as: "t.png")
    let manifest = String(decoding: try place.bytes("b.yml"), as: UTF8.self)
    let turned = """
        - {id: T, level: 3, image: t.png, anchor: [47.36565, 8.54585], metres-per-pixel: 0.1,
           bearing: 23}

      """
    try place.write((manifest + turned).utf8, as: "b.yml")
    var outputs: [[String: [UInt8]]] = []
    for options in [
      ["--threads", "1"], ["--threads", "2"], ["--threads", "4"],
      ["--threads", "4", "--memory-limit", "130M"],
    ] {
      let result = try place.run(["build", "b.yml", "-o", "out", "--overwrite"] + options)
      #expect(result.end == .exit(0), "\(result.errors)")
      outputs.append(try files(place, "out"))
    }
    #expect(outputs[0].count > 8)
    #expect(outputs.allSatisfy { $0 == outputs[0] })
  }

  @Test("A copy that is turned by a quarter comes to lie on the floor that it is lined up with")
  func alignedPicture() throws {
    let place = try Workplace()
    let plan = RGBAImage(TurnedPlan.raster)
    try place.write(TurnedPlan.raster, as: "a.png")
    // Column x of the turned copy is row (height - 1 - x) of the plan.
    let (width, height) = (plan.width, plan.height)
    var samples = [UInt8](repeating: 0, count: 4 * width * height)
    for y in 0..<width {
      for x in 0..<height {
        for channel in 0..<4 {
          samples[4 * (y * height + x) + channel] =
            plan.samples[4 * ((height - 1 - x) * width + y) + channel]
        }
      }
    }
    try PNGFileWriter.write(
      RGBAImage(width: height, height: width, samples: samples),
      to: place.directory.path("b.png"), compression: .fast)
    func turned(_ x: Int, _ y: Int) -> String { "[\(height - y), \(x)]" }
    try place.write(
      """
      name: M
      floors:
        - id: L0
          image: a.png
          anchor: [47.36565, 8.54585]
          metres-per-pixel: 0.1
          bearing: 23
          points: {lift: [50, 60], stairs: [500, 70], column: [300, 400]}
        - id: L1
          image: b.png
          align: L0
          points: {column: \(turned(300, 400)), lift: \(turned(50, 60)), stairs: \(turned(500, 70))}
      """.utf8, as: "b.yml")
    let result = try place.run(["build", "b.yml", "-o", "out"])
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.output.contains("shared      3 points, at most 0.000 m apart"))
    let floors = try ["L0", "L1"].map { floor in
      try files(place, "out").filter { $0.key.hasPrefix("\(floor)/") }
    }
    #expect(floors[0].count == floors[1].count)
    for (name, bytes) in floors[0] {
      let other = try #require(floors[1]["L1" + name.dropFirst(2)], "\(name)")
      let comparison = try #require(
        ImageComparison(
          of: TileDecoder.decode(bytes), and: TileDecoder.decode(other), in: .premultiplied))
      // The same samples in another order of summation, at places that differ by nanometres.
      #expect(comparison.maximum <= 2, "\(name): \(comparison)")
    }
  }

  @Test("When a floor fails nothing appears, and the error names the floor and its image")
  func failure() throws {
    for store in ["", "store: mbtiles"] {
      let place = try building(store)
      let bytes = try place.bytes("c.png")
      try place.write(bytes.prefix(bytes.count / 2), as: "c.png")
      let result = try place.run(["build", "b.yml", "-o", "out"])
      #expect(result.end == .exit(2), "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("floor B1"), "\(result.errors)")
      #expect(result.errors.contains("c.png"), "\(result.errors)")
      #expect(place.entries == Self.inputs)
    }
  }

  @Test(
    "An image that changes or vanishes under a build ends it; one that vanished may come back",
    arguments: [true, false])
  func changingImage(vanishes: Bool) throws {
    for store in ["", "store: mbtiles"] {
      let place = try building(store + "\neffort: smallest")
      let raster = SyntheticRaster.noise(
        seed: 5, opaque: false, size: PixelSize(width: 2000, height: 1500))
      try place.write(raster, as: "c.png")
      let image = place.directory.path("c.png")
      let result = try place.run(["build", "b.yml", "-o", "out", "--progress", "json"]) { _, _ in
        if vanishes {
          unlink(image)
        } else if let file = FileHandle(forWritingAtPath: image) {
          file.seekToEndOfFile()
          file.write(Data([0]))
        }
      }
      #expect(result.end == .exit(3), "\(result.errors)")
      #expect(result.errors.contains("floor B1"), "\(result.errors)")
      #expect(result.errors.contains(vanishes ? "vanished" : "changed"), "\(result.errors)")
      #expect(!place.directory.listing.contains { $0.hasPrefix("out") })
      let left = place.directory.listing.contains(".out.tilepyramid-partial/checkpoint")
      // Whether anything was made by then is a matter of time.
      #expect(left == result.errors.contains("--resume") && (vanishes || !left))
    }
  }

  @Test(
    "A build that is stopped is gone on with to the same files",
    arguments: [SIGINT, SIGTERM, SIGKILL])
  func interruption(signal: Int32) throws {
    for store in ["", "store: mbtiles"] {
      let place = try slowBuilding(store)
      let arguments = ["build", "b.yml", "-o", "out", "--progress", "json"]
      #expect(
        try place.run(["build", "b.yml", "-o", "whole", "--progress", "none"]).end == .exit(0))
      // The floors of the small image are finished long before the large one.
      let partial = place.directory.path(".out.tilepyramid-partial")
      let sign =
        store.isEmpty ? "\(partial)/layer-B1.checkpoint" : "\(partial)/tree/L1.layer.json"
      // A second signal would end it at once.
      let isSent = Atomic(false)
      let stopped = try place.run(arguments) { _, command in
        if FileManager.default.fileExists(atPath: sign),
          !isSent.exchange(true, ordering: .relaxed)
        {
          command.send(signal: signal)
        }
      }
      #expect(stopped.end == (signal == SIGKILL ? .signal(SIGKILL) : .exit(128 + signal)))
      #expect(!place.directory.listing.contains { $0.hasPrefix("out/") })
      if signal != SIGKILL {
        #expect(stopped.errors.contains("--resume"), "\(stopped.errors)")
      }
      let dryRun = try place.run(arguments + ["--dry-run"])
      #expect(dryRun.output.contains("An unfinished build of this output is"))
      let other = try place.run(arguments + ["--resume", "--hard-links"])
      #expect(other.end == .exit(2), "\(other.errors)")
      let resumed = try place.run(
        ["build", "b.yml", "-o", "out", "--resume", "--threads", "1", "--progress", "plain"])
      #expect(resumed.end == .exit(0), "\(resumed.errors)")
      #expect(resumed.errors.contains("going on at"), "\(resumed.errors)")
      #expect(try files(place, "out") == files(place, "whole"))
      #expect(!place.directory.listing.contains { $0.hasPrefix(".") })
      #expect(place.scratch.entries.isEmpty)
    }
  }

  /// A building of which one floor takes long to make.
  private func slowBuilding(_ manifest: String) throws -> Workplace {
    let place = try building(manifest + "\neffort: smallest")
    let raster = SyntheticRaster.noise(
      seed: 5, opaque: false, size: PixelSize(width: 1500, height: 1500))
    try place.write(raster, as: "c.png")
    return place
  }

  /// A building whose making into `out` was killed when there was a file whose path has the given end.
  private func killed(at sign: String, _ manifest: String = "") throws -> Workplace {
    let place = try slowBuilding(manifest)
    let stopped = try place.run(["build", "b.yml", "-o", "out", "--progress", "json"]) {
      _, command in
      if place.entries.contains(where: { $0.hasSuffix(sign) }) { command.send(signal: SIGKILL) }
    }
    #expect(stopped.end == .signal(SIGKILL))
    return place
  }

  @Test(
    "A damaged note on a stopped build is told of, and what it was of is made again",
    arguments: [
      ("", "partial/checkpoint", "the unfinished build is damaged, so it starts afresh"),
      (
        "store: mbtiles", "B1.mbtiles.tilepyramid-partial/checkpoint",
        "what was left of floor B1 is damaged, so it starts afresh"
      ),
    ])
  func damagedNote(store: String, note: String, warning: String) throws {
    let place = try killed(at: note, store)
    let whole = try place.run(["build", "b.yml", "-o", "whole", "--progress", "none"])
    #expect(whole.end == .exit(0))
    let path = try #require(place.entries.first { $0.hasSuffix(note) })
    try place.write("damaged".utf8, as: path)
    let resumed = try place.run(["build", "b.yml", "-o", "out", "--resume", "--progress", "none"])
    #expect(resumed.end == .exit(0))
    #expect(resumed.errors.contains(warning), "\(resumed.errors)")
    #expect(try files(place, "out") == files(place, "whole"))
  }

  @Test(
    "A floor in folders whose note is damaged is left as it is, and the error names it")
  func damagedFloor() throws {
    let note = ".out.tilepyramid-partial/layer-B1.checkpoint"
    let place = try killed(at: note)
    try place.write("damaged".utf8, as: note)
    let tiles = place.entries.filter { $0.contains("/B1/") }
    let refused = try place.run(["build", "b.yml", "-o", "out", "--resume"])
    #expect(refused.end == .exit(2))
    #expect(refused.errors.contains("floor B1: the unfinished build is damaged"))
    #expect(refused.errors.contains("leave out --resume to start afresh"), "\(refused.errors)")
    #expect(place.entries.filter { $0.contains("/B1/") } == tiles)
  }

  @Test("Another manifest or image is not gone on with")
  func otherBuilding() throws {
    let place = try killed(at: "layer-B1.checkpoint")
    let arguments = ["build", "b.yml", "-o", "out", "--progress", "json"]
    let before = place.directory.listing
    // The image first: a manifest that differs is told before it.
    let image = SyntheticRaster.noise(
      seed: 9, opaque: true, size: PixelSize(width: 512, height: 512))
    try place.write(image, as: "a.png")
    let otherImage = try place.run(arguments + ["--resume"])
    #expect(otherImage.end == .exit(2))
    #expect(otherImage.errors.contains("the image of floor"), "\(otherImage.errors)")
    #expect(place.directory.listing == before)
    try place.write(try place.bytes("b.yml") + Array("# more\n".utf8), as: "b.yml")
    let refused = try place.run(arguments + ["--resume"])
    #expect(refused.end == .exit(2))
    #expect(refused.errors.contains("the manifest differs"), "\(refused.errors)")
    #expect(place.directory.listing == before)
  }

  @Test("Floors that disagree beyond the limit are not built; a dry run shows by how much")
  func disagreement() throws {
    let place = try building()
    try place.write(
      """
      name: M
      \(Self.corners)
      alignment-limit: 0.5
      floors:
        - {id: L0, image: a.png, points: {lift: [10, 10], stairs: [300, 300]}}
        - {id: L1, image: c.png, points: {lift: [10, 12], stairs: [300, 300]}}
      """.utf8, as: "b.yml")
    for options in [[], ["--dry-run"]] {
      let result = try place.run(["build", "b.yml", "-o", "out"] + options)
      #expect(result.end == .exit(2))
      #expect(result.errors.contains("b.yml:3:18: floors disagree"), "\(result.errors)")
      #expect(result.errors.contains("lift: "), "\(result.errors)")
      #expect(result.output.contains("lift: ") == !options.isEmpty)
      #expect(place.entries == Self.inputs)
    }
  }

  @Test("A dry run shows every floor and writes nothing")
  func dryRun() throws {
    let place = try building("store: mbtiles")
    let result = try place.run(["build", "b.yml", "-o", "out", "--dry-run", "--threads", "2"])
    #expect(result.end == .exit(0), "\(result.errors)")
    for words in [
      "Museum, 3 floors", "at most 15", "2 floors, 2 threads", "one MBTiles file per floor",
      "floor B1, level -1: B1", "floor L1, level 1: Upstairs", "zooms     15-16",
      "512 × 512 pixels",
      "allowed",
    ] {
      #expect(result.output.contains(words), "\(words) in \(result.output)")
    }
    #expect(place.entries == Self.inputs)
  }

  @Test("An output is replaced only on request, and only one of this program")
  func overwrite() throws {
    let place = try building()
    #expect(try place.run(["build", "b.yml", "-o", "out"]).end == .exit(0))
    let before = try files(place, "out")
    #expect(try place.run(["build", "b.yml", "-o", "out"]).end == .exit(2))
    #expect(try files(place, "out") == before)
    #expect(try place.run(["build", "b.yml", "-o", "out", "--overwrite"]).end == .exit(0))
    #expect(try files(place, "out") == before)
    try FileManager.default.createDirectory(
      atPath: place.directory.path("mine"), withIntermediateDirectories: true)
    try place.write("dear diary".utf8, as: "mine/diary.txt")
    #expect(try place.run(["build", "b.yml", "-o", "mine", "--overwrite"]).end == .exit(2))
    #expect(try place.bytes("mine/diary.txt") == Array("dear diary".utf8))
  }

  @Test(
    "Options that belong in the manifest are refused, and the message says where they belong",
    arguments: [
      (["--bounds", "1,2,3,4"], "in the manifest, as bounds:"),
      (["--corners=1,2 3,4"], "as corners:"), (["--gcp", "1,2,3,4"], "as gcps:"),
      (["--floor", "2"], "id in the manifest"), (["--max-zoom", "20"], "as max-zoom:"),
      (["--effort", "balanced"], "as effort:"), (["--name", "x"], "as name:"),
      (["--keep-empty"], "as keep-empty:"), (["--url", "https://a/{z}/{x}/{y}"], "as url:"),
      (["--path", "{z}/{x}/{y}.png"], "as path:"), (["--opacity", "1"], "as opacity:"),
      (["--threads", "0"], "1 to 1024"), (["--progress", "loud"], "auto, bar, plain"),
      (["--memory-limit", "lots"], "512M"),
    ])
  func refusedOptions(options: [String], hint: String) throws {
    let place = try building()
    let result = try place.run(["build", "b.yml", "-o", "out"] + options)
    #expect(result.end == .exit(2))
    #expect(result.errors.contains(hint), "\(result.errors)")
    #expect(place.entries == Self.inputs)
  }

  @Test("Outputs that a building cannot have are refused")
  func refusedOutputs() throws {
    let place = try building("store: mbtiles")
    for (options, hint) in [
      (["-o", "out.mbtiles"], "store: mbtiles in the manifest"), (["-o", ""], "a folder"),
      (["-o", "out", "--hard-links"], "the manifest says store: mbtiles"),
      (["-o", "out", "--memory-limit", "10M"], "floor "),
    ] {
      let result = try place.run(["build", "b.yml"] + options)
      #expect(result.end == .exit(2))
      #expect(result.errors.contains(hint), "\(result.errors)")
      #expect(place.entries == Self.inputs)
    }
  }

  @Test("A bad manifest exits with 2 and names file, line and column; a missing one exits with 3")
  func badManifest() throws {
    let place = try building("max-zom: 20")
    let result = try place.run(["build", "b.yml", "-o", "out"])
    #expect(result.end == .exit(2))
    #expect(result.errors.contains("b.yml:4:1: the building has no such key"), "\(result.errors)")
    #expect(result.errors.contains("probably max-zoom"))
    #expect(try place.run(["build", "gone.yml", "-o", "out"]).end == .exit(3))
    #expect(place.entries == Self.inputs)
  }

  @Test("A manifest is drafted for a folder, is not replaced unasked, and builds once completed")
  func draft() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: place.directory.path("plans"), withIntermediateDirectories: true)
    try place.write(AlignedPlan.raster, as: "plans/museum_L0.png")
    try place.write(AlignedPlan.raster, as: "plans/museum_L1.png")
    let result = try place.run(["building", "init", "plans"])
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.output.hasPrefix("wrote plans/building.yml, 2 floors"), "\(result.output)")
    let bytes = try place.bytes("plans/building.yml")
    let again = try place.run(["building", "init", "plans"])
    #expect(again.end == .exit(2))
    #expect(again.errors.contains("the file exists"), "\(again.errors)")
    #expect(try place.bytes("plans/building.yml") == bytes)
    let unplaced = try place.run(["build", "plans/building.yml", "-o", "out"])
    #expect(unplaced.end == .exit(2))
    #expect(unplaced.errors.contains("nothing says where floor L0 lies"), "\(unplaced.errors)")
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing("\nfloors:", with: "\n\(Self.corners)\nfloors:")
    try place.write(text.utf8, as: "plans/building.yml")
    let built = try place.run(["build", "plans/building.yml", "-o", "out"])
    #expect(built.end == .exit(0), "\(built.errors)")
    #expect(built.output.hasPrefix("out: 2 floors, 10 tiles"))
    #expect(try place.run(["building", "init", "plans", "-o", "x.txt"]).end == .exit(2))
    #expect(try place.run(["building", "init", "gone"]).end == .exit(3))
  }

  @Test("Names give floors their levels from the draft to the client's code, mezzanines too")
  func levelsOfNames() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: place.directory.path("plans"), withIntermediateDirectories: true)
    for name in ["mi_-1", "mi_G", "mi_M", "mi_1"] {
      try place.write(AlignedPlan.raster, as: "plans/\(name).png")
    }
    #expect(try place.run(["building", "init", "plans"]).end == .exit(0))
    let text = String(decoding: try place.bytes("plans/building.yml"), as: UTF8.self)
      .replacing("\nfloors:", with: "\n\(Self.corners)\nfloors:")
    // The draft's levels, and those that ids give without them.
    let bare = text.split(separator: "\n").filter { !$0.hasPrefix("    level:") }
    for (name, text) in [("stated", text), ("read", bare.joined(separator: "\n"))] {
      try place.write(text.utf8, as: "plans/building.yml")
      let built = try place.run(["build", "plans/building.yml", "-o", name])
      #expect(built.end == .exit(0), "\(built.errors)")
      let document = try BuildingDocument(decoding: place.bytes("\(name)/building.json"))
      #expect(document.definition.floors.map(\.floor.id) == ["-1", "G", "M", "1"])
      #expect(
        document.definition.floors.map { $0.floor.level?.description } == ["-1", "0", "0.5", "1"])
      #expect(document.definition.entranceFloor?.floor.id == "G")
      let versions = try ["-1", "M"].map { id in
        String(decoding: try place.bytes("\(name)/\(id).layer.json"), as: UTF8.self)
          .contains("\"formatVersion\": 3")
      }
      #expect(versions == [false, true])
    }
    let code = try place.run([
      "layers", "stated", "--client", "swift", "--name", "Mall 2", "-o", "code",
      "--url", "https://example.com/{floor}/{z}/{x}/{y}.png",
    ])
    #expect(code.end == .exit(0), "\(code.errors)")
    let list = String(decoding: try place.bytes("code/Mall2Floor.swift"), as: UTF8.self)
    for line in ["case minus1 = \"-1\"", "case floor1 = \"1\"", "level: Double?", ".m: 0.5"] {
      #expect(list.contains(line), "\(line)")
    }
    _ = try place.bytes("code/Mall2Floor1Tiles.swift")
  }

  @Test("A single image's definition has its outline and its control points")
  func outline() throws {
    let place = try Workplace()
    try place.write(TurnedPlan.raster, as: "plan.png")
    try place.write(
      "name,px,py,lat,lng\nlift,0,0,47.366,8.545\nstairs,600,450,47.3655,8.546\n".utf8,
      as: "g.csv")
    let result = try place.run(["build", "plan.png", "-o", "out", "--gcp-file", "g.csv"])
    #expect(result.end == .exit(0), "\(result.errors)")
    let layer = try LayerDefinitionDocument(decoding: place.bytes("out/layer.json")).definition
    #expect(layer.controlPoints.map(\.name) == ["lift", "stairs"])
    #expect(layer.controlPoints[0].position.latitude == 47.366)
    #expect(layer.outline.count == 4)
    // The first and third corners are those of the control points, to a millimetre.
    #expect(abs(layer.outline[0].latitude - 47.366) < 1e-8)
    #expect(abs(layer.outline[0].longitude - 8.545) < 1e-8)
    #expect(abs(layer.outline[2].latitude - 47.3655) < 1e-8)
    #expect(abs(layer.outline[2].longitude - 8.546) < 1e-8)
  }
}
