import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Foreign files in a directory of tiles")
struct OthersFilesTests {
  let folder: TemporaryDirectory
  private let first = SampleLayers.pyramid(zoom: 4, x: 3..<6, y: 5..<8)
  private let second = SampleLayers.pyramid(zoom: 4, x: 5..<9, y: 6..<9, seed: 2)

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.path("out") }
  private var staging: String { folder.path(".out.tilepyramid-partial") }

  private func writer(
    overwrite: Bool = true, keepingOthers: Bool = false
  ) throws -> DirectoryTileWriter {
    try DirectoryTileWriter(
      path: path, layout: .init(template: SampleLayers.template()), overwrite: overwrite,
      keepingOthers: keepingOthers)
  }

  private func build(
    _ tiles: [(TileCoordinate, [UInt8])], keepingOthers: Bool = false
  ) throws -> TilesetSummary {
    try SampleLayers.write(tiles, to: writer(keepingOthers: keepingOthers))
  }

  private func write(_ text: String, at name: String, in root: String? = nil) throws {
    let url = URL(fileURLWithPath: (root ?? path) + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try SampleLayers.bytes(path + "/" + name), as: UTF8.self)
  }

  private func names(of tiles: [(TileCoordinate, [UInt8])]) -> [String] {
    tiles.map { "out/\($0.0.zoom)/\($0.0.x)/\($0.0.y).png" } + ["out/layer.json"]
  }

  @Test(
    "A foreign file keeps a directory of tiles from being replaced, whatever its name and location",
    arguments: [
      "notes.txt", ".ssh/id", "4/3/notes.txt", "4/3/05.png", "4/3/5.PNG", "4/3/5.jpg", "4/99/5.png",
      "4/3/5.png.aux.xml", "9/empty/", "4/3/9.png", "preview.html", "building.json", "4/new/",
    ])
  func refused(name: String) throws {
    _ = try build(first)
    if name.hasSuffix("/") {
      try FileManager.default.createDirectory(
        atPath: path + "/" + name, withIntermediateDirectories: true)
    } else {
      try write("mine", at: name)
    }
    let before = folder.entries
    guard case .holdsOthers(path, let found, _) = storageError({ _ = try build(second) }) else {
      Issue.record("it would be replaced")
      return
    }
    #expect(name.hasPrefix(found.hasSuffix("/") ? String(found.dropLast()) : found))
    #expect(folder.entries == before)
  }

  @Test("Foreign files in a directory of tiles are counted, and the first by name is named")
  func count() throws {
    _ = try build(first)
    for name in ["b/c.txt", "b/d.txt", "a.txt", "4/z.txt"] { try write("mine", at: name) }
    #expect(
      storageError { _ = try build(second) }
        == .holdsOthers(path: path, first: "4/z.txt", count: 5))
  }

  @Test("Files that this package wrote do not count as foreign", arguments: [false, true])
  func ownFiles(hardLinks: Bool) throws {
    for _ in 0..<2 {
      var layout = DirectoryTileWriter.Layout(template: try SampleLayers.template("t/{z}-{y}/{x}"))
      layout.hardLinks = hardLinks
      layout.scheme = .tms
      let writer = try DirectoryTileWriter(path: path, layout: layout, overwrite: true)
      try writer.place([1], named: "clients/map.html")
      for (tile, bytes) in first { try writer.write(bytes, at: tile) }
      try writer.place([2], named: "notes.txt")
      var definition = try SampleLayers.definition(of: first)
      definition.scheme = .tms
      #expect(try writer.finish(definition).leftOver.isEmpty)
    }
    #expect(try SampleLayers.names(in: folder) == ["out"])
    #expect(folder.listing.count == first.count + 3)
  }

  @Test(
    "Foreign files are carried over unchanged, also where the file system cannot exchange names",
    arguments: [true, false])
  func carriedOver(exchanges: Bool) throws {
    _ = try build(first)
    try write("mine", at: "4/3/notes.txt")
    try write("key", at: ".ssh/id")
    try write("deep", at: "4/99/a/b/c.txt")
    #expect(chmod(path + "/4/3/notes.txt", 0o640) == 0)
    #expect(chmod(path + "/.ssh", 0o700) == 0)
    #expect(symlink("/nonexistent", path + "/dangling") == 0)
    #expect(mkfifo(path + "/pipe", 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: path + "/empty", withIntermediateDirectories: false)
    let names = ["4/3/notes.txt", ".ssh", ".ssh/id", "4/99/a/b/c.txt", "dangling", "pipe", "empty"]
    for name in names {
      var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
      times.append(times[0])
      #expect(utimensat(AT_FDCWD, path + "/" + name, times, AT_SYMLINK_NOFOLLOW) == 0)
    }
    func facts() -> [[Int]] {
      names.map { name in
        var status = stat()
        guard lstat(path + "/" + name, &status) == 0 else { return [] }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        return [Int(status.st_mode), Int(status.st_mtim.tv_sec), isFolder ? 0 : Int(status.st_ino)]
      }
    }
    let before = facts()
    let tree = try OutputTree(path: path, overwrite: true, keepingOthers: true)
    tree.exchangesNames = exchanges
    let writer = try DirectoryTileWriter(in: tree, layout: .init(template: SampleLayers.template()))
    try SampleLayers.write(second, to: writer)
    #expect(try tree.publish().isEmpty)
    #expect(facts() == before)
    let kept = ["4/3/notes.txt", ".ssh/id", "4/99/a/b/c.txt"]
    #expect(
      Set(folder.listing) == Set(self.names(of: second) + kept.map { "out/\($0)" } + ["out/pipe"]))
    #expect(try SampleLayers.names(in: folder) == ["out"])
    #expect(try openTileStore(path).coordinates() == second.map(\.0).sorted())
  }

  @Test("Files that appear during the work are carried over without being asked for")
  func appearsLate() throws {
    _ = try build(first)
    let writer = try writer()
    for (tile, bytes) in second { try writer.write(bytes, at: tile) }
    try write("mine", at: "4/3/late.txt")
    try write("mine", at: "late/file")
    _ = try writer.finish(SampleLayers.definition(of: second))
    #expect(try text("4/3/late.txt") == "mine")
    #expect(try text("late/file") == "mine")
    #expect(try SampleLayers.names(in: folder) == ["out"])
  }

  @Test("A name that the new tree needs ends the work before anything changes")
  func clash() throws {
    _ = try build(first)
    try write("mine", at: "4/8/8.png")
    let before = folder.listing
    #expect(
      storageError { _ = try build(second, keepingOthers: true) }
        == .nameTaken(path: path, name: "4/8/8.png"))
    #expect(folder.listing == before)
    #expect(try text("4/8/8.png") == "mine")
  }

  @Test(
    "A replacement that was killed is completed by the next build, which loses nothing",
    arguments: ["old aside", "old exchanged", "new not yet exchanged"])
  func killed(moment: String) throws {
    _ = try build(first)
    try write("mine", at: "4/3/notes.txt")
    try write("mine", at: "own/file")
    let twin = folder.path("twin")
    try SampleLayers.write(
      second,
      to: DirectoryTileWriter(path: twin, layout: .init(template: SampleLayers.template())))
    try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: false)
    try write("", at: "tilepyramid-staging", in: staging)
    let replaced = staging + "/replaced"
    switch moment {
    case "old aside":
      #expect(rename(path, replaced) == 0)
      #expect(rename(twin, staging + "/tree") == 0)
    case "old exchanged":
      #expect(rename(path, replaced) == 0)
      #expect(rename(twin, path) == 0)
      // One of two files had its second name already.
      #expect(mkdir(path + "/own", 0o755) == 0)
      #expect(link(replaced + "/own/file", path + "/own/file") == 0)
    default:
      #expect(mkdir(twin + "/own", 0o755) == 0)
      #expect(link(path + "/own/file", twin + "/own/file") == 0)
      #expect(rename(twin, replaced) == 0)
    }
    guard case .outputExists = storageError({ _ = try writer(overwrite: false) }) else {
      Issue.record("the output is not there")
      return
    }
    _ = try build(first, keepingOthers: true)
    #expect(try text("4/3/notes.txt") == "mine")
    #expect(try text("own/file") == "mine")
    #expect(try SampleLayers.names(in: folder) == ["out"])
    #expect(Set(folder.listing) == Set(names(of: first) + ["out/4/3/notes.txt", "out/own/file"]))
  }

  @Test("A file that cannot be moved back stays where it is, and the next build says so")
  func stranded() throws {
    _ = try build(first)
    try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: false)
    try write("", at: "tilepyramid-staging", in: staging)
    let replaced = staging + "/replaced"
    try FileManager.default.copyItem(atPath: path, toPath: replaced)
    try write("mine", at: "notes.txt", in: replaced)
    try write("another", at: "notes.txt")
    let failure = storageError { _ = try build(second, keepingOthers: true) }
    guard case .foreignStaging(_, let found) = failure else {
      Issue.record("it went on")
      return
    }
    #expect(found.contains("notes.txt"))
    #expect(try SampleLayers.bytes(replaced + "/notes.txt") == Array("mine".utf8))
    #expect(try text("notes.txt") == "another")
  }

  @Test(
    "A hidden folder of someone else under our name is neither removed nor taken over",
    arguments: [nil, "blocks.log", "tree/file"] as [String?], [false, true])
  func foreignStaging(content: String?, isMarked: Bool) throws {
    try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: false)
    if isMarked { try write("", at: "tilepyramid-staging", in: staging) }
    let name = isMarked ? "mine/\(content ?? "file")" : content
    if let name { try write("mine", at: name, in: staging) }
    for adopts in [false, true] {
      let failure = storageError {
        _ = try OutputTree(path: path, adopting: adopts && !isMarked)
      }
      guard let name else {
        #expect(failure == nil, "an empty folder can hold nothing of anyone")
        continue
      }
      guard case .foreignStaging = failure else {
        Issue.record("it was taken")
        continue
      }
      #expect(try SampleLayers.bytes("\(staging)/\(name)") == Array("mine".utf8))
    }
  }

  @Test("A layer definition that cannot be read lists no files of ours, so nothing is replaced")
  func unreadableRecord() throws {
    _ = try build(first)
    try write("{\"tilepyramid\": {\"formatVersion\": 99}}", at: "layer.json")
    let before = folder.listing
    guard
      case .notReplaceable(path, _) = storageError({ _ = try build(second, keepingOthers: true) })
    else {
      Issue.record("it would be replaced")
      return
    }
    #expect(folder.listing == before)
  }

  @Test("A layer definition beside an MBTiles file is replaced only when it is of this package")
  func foreignSidecar() throws {
    let store = folder.path("a.mbtiles")
    func write(_ writer: SingleFileWriter) throws {
      for (tile, bytes) in first { try writer.write(bytes, at: tile) }
      #expect(try writer.finish(try SampleLayers.definition(of: first)).leftOver.isEmpty)
    }
    try write(try SingleFileWriter(path: store))
    // It appears after the checks that come before the work.
    let late = try SingleFileWriter(path: store, overwrite: true)
    try folder.write("mine".utf8, as: "a.layer.json")
    #expect(storageError { try write(late) } != nil)
    late.abandon()
    #expect(try SampleLayers.bytes(folder.path("a.layer.json")) == Array("mine".utf8))
    #expect(try SampleLayers.names(in: folder) == ["a.layer.json", "a.mbtiles"])
    try FileManager.default.removeItem(atPath: folder.path("a.layer.json"))
    try write(try SingleFileWriter(path: store, overwrite: true))
    #expect(try SampleLayers.names(in: folder) == ["a.layer.json", "a.mbtiles"])
  }
}
