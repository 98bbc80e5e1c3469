import BuildingManifest
import Foundation
import Georeferencing
import PyramidPictures
import TileImaging
import TileModel
import TileStorage

/// The indoor platforms that a building is written for.
enum HandoverPlatform: String, CaseIterable {
  case situm
  /// Platforms that place a picture of each floor by its corners, or by centre, rotation and metres.
  case pictures
}

/// Writes the files that an indoor platform takes of a building into a folder.
struct HandoverRequest {
  struct Outcome {
    let warnings: [String]
    let lines: [String]
  }

  private struct Floor {
    let id: String
    /// In the archive.
    let folder: String
    let layer: StoredLayers.Layer
  }

  private let source: String
  private let output: String
  private let platform: HandoverPlatform
  private let overwrite: Bool
  private let name: String
  private let floors: [Floor]
  private let pictures: FloorPictures
  private let warnings: [String]

  init(
    of source: String, to output: String, for platform: HandoverPlatform, folders: [String: String],
    overwrite: Bool
  ) throws {
    (self.source, self.output, self.platform) = (source, output, platform)
    self.overwrite = overwrite
    let isBuilding = try StoredBuilding.isBuilding(output)
    guard !isBuilding, !output.lowercased().hasSuffix(".zip") else {
      throw UsageError(
        "--for writes several files into a folder of their own", at: output,
        found: isBuilding ? "a building's folder" : "the name of a file",
        expected: "another folder, or nothing", nextStep: "name a folder")
    }
    if !(try StoredBuilding.isBuilding(source)), BuildingManifest.path(of: source) != nil {
      throw UsageError(
        "a manifest has no tiles", at: source, expected: "the folder of a building's tiles",
        nextStep: PathSuggestion.tiles(insteadOf: source) ?? "build it first")
    }
    let opened = try StoredLayers(path: source)
    let layers = opened.layers.filter { !($0.definition.floor?.isAlternative ?? false) }
    let floors = try layers.map { try Self.floor($0, at: source, folders) }
    name = opened.building?.name ?? layers.first?.definition.name ?? source
    let unnamed = platform == .situm ? floors.map(\.id).filter { folders[$0] == nil } : []
    warnings =
      layers.flatMap(\.warnings)
      + (unnamed.isEmpty
        ? []
        : [
          "Situm names floors by the numbers of its dashboard, which --floor-ids states"
            + " (\(unnamed[0])=12345,...): \(unnamed.joined(separator: ", ")) as the building does"
        ])
    if let stray = folders.keys.sorted().first(where: { id in !floors.contains { $0.id == id } }) {
      throw UsageError.invalidValue(
        option: "--floor-ids", found: stray,
        expected: "floors of \(source): \(floors.map(\.id).joined(separator: ", "))")
    }
    let entrance = floors.firstIndex { $0.id == opened.building?.entranceFloor?.floor.id } ?? 0
    guard Set(floors.map(\.folder)).count == floors.count,
      let pictures = FloorPictures(of: layers, entrance: entrance)
    else {
      throw UsageError(
        "floors share a folder, or cover nothing", at: source,
        found: floors.map(\.folder).joined(separator: ", "), expected: "a folder for each floor",
        nextStep: "correct --floor-ids, or build the floors again")
    }
    (self.floors, self.pictures) = (floors, pictures)
  }

  private static func floor(
    _ layer: StoredLayers.Layer, at path: String, _ folders: [String: String]
  ) throws -> Floor {
    let definition = layer.definition
    guard let id = definition.floor?.id, definition.imageGrid == nil, definition.elevation == nil
    else {
      throw UsageError(
        "the tiles are no floor of a building on the map", at: path,
        expected: "a building's folder, or tiles built with --floor",
        nextStep: "build the floors from a manifest (see tilepyramid building init)")
    }
    for name in [id, folders[id] ?? id] {
      try TilePathRules.validate(path: name)
      if name.contains("/") {
        throw TileStorageError.unsafePath(name, reason: "a floor's identifier names one file")
      }
    }
    return Floor(id: id, folder: folders[id] ?? id, layer: layer)
  }

  /// All or nothing, the archive last.
  func run(isCancelled: () -> Bool) throws -> Outcome {
    if platform == .situm { try checkFormats() }
    let created = try NewFiles.makeFolder(output)
    do {
      var lines: [String] = []
      var warnings = warnings
      let archive = platform == .situm ? try file("tiles.zip", .archive) : nil
      let files = try pictureFiles(isCancelled)
      if let archive {
        var (count, skipped) = (0, 0)
        try archive.write { draft in
          (count, skipped) = try writeTiles(to: draft, isCancelled)
          try NewFiles.write(files)
        }
        if skipped > 0 {
          warnings.append(
            "\(skipped) tiles deeper than zoom \(Self.deepest) are left out: Situm shows none")
        }
        lines.append("\(archive.path): \(count) tiles of \(Words.count(floors.count, "floor"))")
      } else {
        try NewFiles.write(files)
      }
      let (size, metres) = (pictures.frame.size, pictures.frame.metres)
      lines.append(
        """
        \(output)/pictures.json: \(Words.count(floors.count, "picture")) of \
        \(size.width) × \(size.height) pixels, \(NumberText.fixed(metres.width, 2)) × \
        \(NumberText.fixed(metres.length, 2)) m, rotation \(NumberText.trimmed(pictures.frame.bearing, 2))°
        """)
      return Outcome(warnings: warnings, lines: lines)
    } catch {
      // It goes only when it is empty.
      if created { _ = rmdir(output) }
      throw error
    }
  }

  private func file(_ name: String, _ kind: OutputFile.Kind) throws -> OutputFile {
    try OutputFile(path: "\(output)/\(name)", kind, overwrite: overwrite, inputs: [source])
  }

  private func pictureFiles(
    _ isCancelled: () -> Bool
  ) throws -> [(file: OutputFile, contents: [UInt8])] {
    let (world, projection) = (pictures.worldFile, try pictures.projection())
    var files: [(file: OutputFile, contents: [UInt8])] = []
    func add(_ name: String, _ kind: OutputFile.Kind, _ text: String) throws {
      files.append((try file(name, kind), Array(text.utf8)))
    }
    // Names are checked before any picture is drawn.
    let names = floors.map { "\($0.id).png" }
    let targets = try names.map { try file($0, .picture) }
    try add(
      "pictures.json", .text, pictures.json(building: name, files: names))
    for (index, floor) in floors.enumerated() {
      try add("\(floor.id).pgw", .text, world)
      try add("\(floor.id).prj", .text, projection)
      try add("\(floor.id).kml", .text, pictures.kml(of: index, file: names[index]))
    }
    for (index, target) in targets.enumerated() {
      if isCancelled() { throw CancellationError() }
      let image = try pictures.image(of: index)
      files.append((target, try PNGTileEncoder(effort: .balanced).encode(image)))
    }
    return files
  }

  /// The deepest zoom that Situm's clients ask for.
  private static let deepest = 23

  private func checkFormats() throws {
    guard let other = floors.first(where: { $0.layer.definition.formatName != "png" }) else {
      return
    }
    throw UsageError(
      "Situm takes tiles in PNG", at: source,
      found: "floor \(other.id), \(other.layer.definition.formatName)",
      expected: "floors built with --format png",
      nextStep: "build them again, or write the pictures alone with --for pictures")
  }

  private func writeTiles(
    to file: AtomicFileDraft, _ isCancelled: () -> Bool
  ) throws -> (count: Int, skipped: Int) {
    var (archive, count, skipped) = (ZIPDraft(), 0, 0)
    for floor in floors {
      let reader = floor.layer.reader
      let locking = reader as? DatabaseReader
      try locking?.lock()
      defer { locking?.unlock() }
      for tile in try reader.coordinates() {
        if isCancelled() { throw CancellationError() }
        guard tile.zoom <= Self.deepest else {
          skipped += 1
          continue
        }
        guard let contents = try reader.tile(at: tile) else {
          throw TileStorageError.outputChanged(path: source, found: "no tile \(tile)")
        }
        try file.append(
          archive.file("\(floor.folder)/\(tile.zoom)/\(tile.x)/\(tile.y).png", contents))
        count += 1
      }
    }
    try file.append(archive.end())
    return (count, skipped)
  }
}
