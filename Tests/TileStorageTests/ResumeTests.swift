import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

/// The kinds of store whose unfinished work can be resumed.
private enum Store: String, CaseIterable, CustomTestStringConvertible {
  case directory, linkedDirectory, mbtiles, smallMemory, pmtiles, geopackage

  var testDescription: String { rawValue }
  var name: String {
    switch self {
    case .directory, .linkedDirectory: "out"
    case .mbtiles, .smallMemory: "out.mbtiles"
    case .pmtiles: "out.pmtiles"
    case .geopackage: "out.gpkg"
    }
  }
  var isDatabase: Bool { name != "out" }

  func writer(
    in folder: TemporaryDirectory, effort: String = "balanced", identity: BuildIdentity? = nil,
    adopting: Bool = false, overwrite: Bool = false, template: String = "{z}/{x}/{y}.png",
    scheme: LayerDefinition.Scheme = .xyz
  ) throws -> any PartialTileset {
    var usual = BuildIdentity()
    usual.add("the image", "1000 bytes")
    usual.add("`effort`", effort)
    let policy = ResumePolicy(identity: identity ?? usual, resumes: adopting)
    let path = folder.path(name)
    let layout = DirectoryTileWriter.Layout(
      template: try SampleLayers.template(template), scheme: scheme,
      hardLinks: self == .linkedDirectory)
    let use = PartialOutputUse(policy)
    switch self {
    case .mbtiles, .smallMemory, .pmtiles, .geopackage:
      return try SingleFileWriter(
        path: path, overwrite: overwrite, contentCapacity: self == .smallMemory ? 2 : nil,
        use: use
      ).resuming(policy)
    case .directory, .linkedDirectory:
      return try DirectoryTileWriter(
        path: path, layout: layout, overwrite: overwrite, use: use
      ).resuming(policy)
    }
  }
}

/// A folder in which an output is made, can be killed, and made again.
private struct Bench {
  let folder: TemporaryDirectory
  let store: Store

  init(_ store: Store) throws {
    folder = try TemporaryDirectory()
    self.store = store
  }

  var partial: String { folder.path(".\(store.name).tilepyramid-partial") }

  /// Leaves what a process that is killed now would leave: open files as the kernel has them.
  func kill(_ writer: any PartialTileset) throws {
    let copy = folder.path("killed")
    try FileManager.default.copyItem(atPath: partial, toPath: copy)
    // Copying makes files of links.
    for link in try links(in: partial) {
      try FileManager.default.removeItem(atPath: copy + "/" + link.name)
      try FileManager.default.linkItem(
        atPath: copy + "/" + link.first, toPath: copy + "/" + link.name)
    }
    writer.abandon()
    try FileManager.default.moveItem(atPath: copy, toPath: partial)
  }

  private func links(in root: String) throws -> [(first: String, name: String)] {
    var first: [UInt64: String] = [:]
    var links: [(first: String, name: String)] = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: root).sorted() {
      let attributes = try FileManager.default.attributesOfItem(atPath: root + "/" + name)
      guard attributes[.type] as? FileAttributeType == .typeRegular,
        let node = attributes[.systemFileNumber] as? UInt64
      else { continue }
      if let known = first[node] { links.append((known, name)) } else { first[node] = name }
    }
    return links
  }

  /// Every file of the output with its bytes, and how many different files there are.
  func contents() throws -> (files: [String: [UInt8]], distinct: Int) {
    var files: [String: [UInt8]] = [:]
    var nodes: Set<UInt64> = []
    for name in folder.listing {
      files[name] = try SampleLayers.bytes(folder.path(name))
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      if let node = attributes[.systemFileNumber] as? UInt64 { nodes.insert(node) }
    }
    return (files, nodes.count)
  }

  /// The file that holds the tiles or names them, to be damaged.
  var tiles: String { partial + (store.isDatabase ? "/tiles.db" : "/tiles.journal") }
}

private func state(_ index: Int, _ generator: inout SeededGenerator) -> [UInt8] {
  let size = [0, 1, 8, 1 << 16, (1 << 16) + 1, 300_000][index % 6]
  return generator.bytes(size)
}

@Suite("Unfinished work")
struct ResumeTests {
  private static let tiles = SampleLayers.pyramid()

  /// Writes tiles `range`, and the end of a row of blocks before each of `positions`.
  private func write(
    _ range: Range<Int>, to writer: any PartialTileset, finishing positions: Set<Int>
  ) throws {
    for index in range {
      if positions.contains(index) { try finishBlocks(writer, at: index) }
      try writer.write(Self.tiles[index].1, at: Self.tiles[index].0)
    }
    if positions.contains(range.upperBound) { try finishBlocks(writer, at: range.upperBound) }
  }

  private func planes(_ index: Int) -> [CarriedPlane] {
    var generator = SeededGenerator(seed: UInt64(index))
    return (0..<3).map { column in
      CarriedPlane(
        PlaneAddress(step: 1, level: 3, column: column, part: index),
        bytes: state(index, &generator))
    }
  }

  private func finishBlocks(_ writer: any PartialTileset, at index: Int) throws {
    for plane in planes(index) { try writer.append(plane) }
    try writer.endBlocks(
      at: BlockPosition(
        step: 1, band: index, fraction: Double(index) / Double(Self.tiles.count)))
  }

  /// Reads the state at which work goes on, and returns the index of the next tile.
  private func resumed(_ writer: any PartialTileset) throws -> Int? {
    guard let saved = writer.resumed else { return nil }
    let index = saved.position.band
    #expect(saved.position.step == 1)
    for plane in planes(index) { #expect(try saved.log.plane(at: plane.address) == plane.bytes) }
    #expect(try saved.log.plane(at: PlaneAddress(step: 1, level: 3, column: 7, part: index)) == nil)
    #expect(saved.fraction == Double(index) / Double(Self.tiles.count))
    var record = PyramidRecord()
    for (tile, bytes) in Self.tiles.prefix(index) { record.add(bytes, at: tile) }
    #expect(saved.record.digest == record.digest)
    #expect(saved.record.coverage == record.coverage)
    #expect(saved.record.totals == record.totals)
    return index
  }

  private func finish(_ writer: any PartialTileset) throws -> TilesetSummary {
    try writer.finish(try SampleLayers.definition(of: Self.tiles))
  }

  /// Leaves the work of a process that wrote tiles, finished rows of blocks and was killed.
  private func killedBench(
    _ store: Store, tiles: Int = 30, finishing positions: Set<Int> = [20]
  ) throws -> Bench {
    let bench = try Bench(store)
    let writer = try store.writer(in: bench.folder)
    try write(0..<tiles, to: writer, finishing: positions)
    try bench.kill(writer)
    return bench
  }

  /// Writes the tiles from `start` on, and expects a whole output and no unfinished work.
  private func complete(_ writer: any PartialTileset, from start: Int = 0, in bench: Bench) throws {
    try write(start..<Self.tiles.count, to: writer, finishing: [])
    _ = try finish(writer)
    let store = try openTileStore(bench.folder.path(bench.store.name))
    #expect(try store.coordinates().count == Self.tiles.count)
    for (tile, bytes) in Self.tiles { #expect(try store.tile(at: tile) == bytes) }
    #expect(!FileManager.default.fileExists(atPath: bench.partial))
  }

  @Test("Work of a killed process is resumed, to the same bytes", arguments: Store.allCases)
  private func killed(store: Store) throws {
    let whole = try Bench(store)
    let first = try store.writer(in: whole.folder)
    try write(0..<Self.tiles.count, to: first, finishing: [])
    let summary = try finish(first)
    let expected = try whole.contents()
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<6 {
      let bench = try Bench(store)
      var next = 0
      var kills = 0
      while true {
        let writer = try store.writer(in: bench.folder, adopting: true)
        #expect(writer.discardReason == nil)
        let start = try resumed(writer) ?? 0
        #expect(start >= next)
        next = start
        let end = start + Int(generator.next() % 60)
        guard end < Self.tiles.count else {
          try write(start..<Self.tiles.count, to: writer, finishing: [Self.tiles.count])
          #expect(try finish(writer) == summary)
          break
        }
        let positions = (0..<3).map { _ in start + Int(generator.next() % 30) }
        try write(start..<end, to: writer, finishing: Set(positions))
        // Planes of a row of blocks that is not finished are none.
        for plane in planes(12) { try writer.append(plane) }
        if kills % 2 == 0 { try writer.commit() }
        try bench.kill(writer)
        kills += 1
      }
      #expect(kills > 0)
      let contents = try bench.contents()
      #expect(contents.files == expected.files)
      #expect(contents.distinct == expected.distinct)
      #expect(try SampleLayers.names(in: bench.folder) == SampleLayers.names(in: whole.folder))
    }
  }

  @Test("Work of a process that was killed while publishing is resumed", arguments: Store.allCases)
  private func killedWhilePublishing(store: Store) throws {
    let bench = try killedBench(
      store, tiles: Self.tiles.count, finishing: [Self.tiles.count])
    for name in store.isDatabase ? ["layer.json", "published"] : ["tree/layer.json"] {
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: bench.partial + "/" + name))
    }
    let again = try store.writer(in: bench.folder, adopting: true)
    #expect(try resumed(again) == Self.tiles.count)
    try complete(again, from: Self.tiles.count, in: bench)
  }

  @Test("Unfinished work whose last file is truncated has that file written again")
  func tornFile() throws {
    let bench = try killedBench(.directory)
    for (tile, _) in Self.tiles[20..<30] {
      let path = bench.partial + "/tree/\(tile.zoom)/\(tile.x)/\(tile.y).png"
      try Data([9]).write(to: URL(fileURLWithPath: path))
    }
    // The entry itself may be cut short.
    let journal = try FileHandle(forWritingTo: URL(fileURLWithPath: bench.tiles))
    try journal.seekToEnd()
    try journal.write(contentsOf: Data([8, 0, 0]))
    let again = try bench.store.writer(in: bench.folder, adopting: true)
    #expect(try resumed(again) == 20)
    try complete(again, from: 20, in: bench)
  }

  @Test("Unfinished work of another build is refused and stays", arguments: Store.allCases)
  private func differs(store: Store) throws {
    let bench = try killedBench(store)
    let before = bench.folder.entries
    let difference = try #require(
      difference(in: bench) {
        try store.writer(in: bench.folder, effort: "smallest", adopting: true)
      })
    #expect(difference.part == "`effort`")
    #expect(difference.saved == "balanced")
    #expect(difference.current == "smallest")
    #expect(bench.folder.entries == before)
    #expect(try resumed(store.writer(in: bench.folder, adopting: true)) == 20)
  }

  /// Names the part in which unfinished work differs from the build that would adopt it.
  private func difference(
    in bench: Bench, adopting: () throws -> any PartialTileset
  ) -> BuildIdentity.Difference? {
    let failure = storageError { _ = try adopting() }
    guard case .savedWorkDiffers(bench.partial, let difference) = failure else { return nil }
    #expect(failure?.report.category == .badInput)
    return difference
  }

  @Test(
    "Unfinished work in another layout is refused",
    arguments: [("{z}-{x}-{y}.png", LayerDefinition.Scheme.xyz), ("{z}/{x}/{y}.png", .tms)])
  func otherLayout(template: String, scheme: LayerDefinition.Scheme) throws {
    let bench = try killedBench(.directory)
    let difference = difference(in: bench) {
      try bench.store.writer(
        in: bench.folder, adopting: true, template: template, scheme: scheme)
    }
    #expect(difference?.part == (scheme == .xyz ? "`tilePath`" : "`scheme`"))
  }

  /// Ways in which a file may have suffered.
  private enum Damage: CaseIterable {
    case flipped, cut, emptied, removed
  }

  private func damage(_ path: String, _ kind: Damage) throws {
    let url = URL(fileURLWithPath: path)
    var bytes = try Data(contentsOf: url)
    switch kind {
    case .flipped:
      // Damage in a database counts only where the log vouches: in the middle of a tile that it
      // has.
      let (_, tile) = try #require(Self.tiles.prefix(50).first { $0.1.count > 1000 })
      let position = bytes.range(of: Data(tile[200..<240]))?.lowerBound
      bytes[position ?? bytes.count / 2] ^= 0x10
    case .cut: bytes = bytes.prefix(bytes.count / 2)
    case .emptied: bytes = Data()
    case .removed:
      try FileManager.default.removeItem(at: url)
      return
    }
    try bytes.write(to: url)
  }

  @Test("Damaged unfinished work is not used", arguments: Store.allCases, Damage.allCases)
  private func damaged(store: Store, kind: Damage) throws {
    for target in 0..<3 {
      let bench = try killedBench(store, tiles: 60, finishing: [50])
      switch target {
      case 0: try damage(bench.partial + "/blocks.log", kind)
      case 1: try damage(bench.tiles, kind)
      default:
        if store.isDatabase { continue }
        let (tile, _) = try #require(Self.tiles.prefix(50).first { $0.1.count > 1000 })
        try damage(bench.partial + "/tree/\(tile.zoom)/\(tile.x)/\(tile.y).png", kind)
      }
      let again = try store.writer(in: bench.folder, adopting: true)
      #expect(again.resumed == nil)
      // Without a log nothing was to be resumed.
      #expect((again.discardReason == nil) == (target == 0 && kind == .removed), "\(target)")
      try complete(again, in: bench)
    }
  }

  @Test("Unfinished work is removed by a build that does not resume it", arguments: Store.allCases)
  private func cleared(store: Store) throws {
    let bench = try killedBench(store)
    // SQLite's journal of a database that was being published is ours, too.
    try Data([1]).write(to: URL(fileURLWithPath: bench.partial + "/published-journal"))
    let again = try store.writer(in: bench.folder)
    #expect(again.resumed == nil)
    #expect(UnfinishedBuild.find(forOutput: bench.folder.path(store.name)) == nil)
    try complete(again, in: bench)
  }

  @Test(
    "Unfinished work stays when a writer is suspended after a row of blocks, and only then",
    arguments: Store.allCases)
  private func suspended(store: Store) throws {
    let bench = try Bench(store)
    let output = bench.folder.path(store.name)
    let early = try store.writer(in: bench.folder)
    try write(0..<30, to: early, finishing: [])
    #expect(early.suspend() == nil)
    #expect(bench.folder.entries.isEmpty)
    let writer = try store.writer(in: bench.folder)
    try write(0..<30, to: writer, finishing: [10, 20])
    let left = try #require(writer.suspend())
    #expect(left.path == bench.partial)
    #expect(left.fraction == 20 / Double(Self.tiles.count))
    #expect(UnfinishedBuild.find(forOutput: output) == left)
    // One that is adopted and not resumed stays as it is.
    #expect(try store.writer(in: bench.folder, adopting: true).suspend() == left)
    #expect(try resumed(store.writer(in: bench.folder, adopting: true)) == 20)
  }

  @Test("Unfinished work of a running process is left alone", arguments: Store.allCases)
  private func busy(store: Store) throws {
    let bench = try Bench(store)
    let writer = try store.writer(in: bench.folder)
    try write(0..<30, to: writer, finishing: [20])
    for adopting in [true, false] {
      #expect(
        storageError { _ = try store.writer(in: bench.folder, adopting: adopting) }
          == .outputBusy(path: bench.folder.path(store.name)))
    }
    try complete(writer, from: 30, in: bench)
  }

  @Test("Resumed work replaces an earlier output like any other build", arguments: Store.allCases)
  private func replaces(store: Store) throws {
    let bench = try Bench(store)
    let old = try store.writer(in: bench.folder)
    try SampleLayers.write(SampleLayers.pyramid(zoom: 1, x: 0..<1, y: 0..<1), to: old)
    let before = try bench.contents().files
    let writer = try store.writer(in: bench.folder, overwrite: true)
    try write(0..<60, to: writer, finishing: [50])
    _ = writer.suspend()
    let partial = bench.folder.listing.filter { $0.hasPrefix(".") }
    #expect(try bench.contents().files.filter { !partial.contains($0.key) } == before)
    let again = try store.writer(in: bench.folder, adopting: true, overwrite: true)
    #expect(try resumed(again) == 50)
    try complete(again, from: 50, in: bench)
  }

  @Test("Unfinished work knows what differs, also when a part is missing on one side")
  func identity() throws {
    var saved = BuildIdentity()
    saved.add("a", "1")
    saved.add("b", "ü\u{0}2")
    saved.add("none", nil)
    #expect(saved.parts.map(\.name) == ["a", "b"])
    let bench = try Bench(.directory)
    func writer(_ identity: BuildIdentity, adopting: Bool = true) throws -> any PartialTileset {
      try bench.store.writer(in: bench.folder, identity: identity, adopting: adopting)
    }
    let first = try writer(saved, adopting: false)
    try write(0..<10, to: first, finishing: [5])
    _ = first.suspend()
    var more = saved
    more.add("c", "3")
    let missing = try #require(difference(in: bench) { try writer(more) })
    #expect(missing.part == "c" && missing.saved == nil)
    var less = BuildIdentity()
    less.add("a", "1")
    let extra = try #require(difference(in: bench) { try writer(less) })
    #expect(extra.part == "b" && extra.current == nil)
    #expect(try writer(saved).resumed != nil)
  }

  @Test("of another version is not used")
  func otherVersion() throws {
    let bench = try killedBench(.mbtiles)
    let log = URL(fileURLWithPath: bench.partial + "/blocks.log")
    var bytes = try Data(contentsOf: log)
    #expect(bytes.prefix(8) == Data("TPblock1".utf8))
    bytes[7] = UInt8(ascii: "9")
    try bytes.write(to: log)
    let again = try bench.store.writer(in: bench.folder, adopting: true)
    #expect(again.resumed == nil)
    #expect(again.discardReason == "it is of another version, or was changed")
  }

  @Test(
    "goes on behind the last row of blocks that is whole", arguments: Store.allCases,
    [Damage.flipped, .cut])
  private func lastWhole(store: Store, kind: Damage) throws {
    let bench = try killedBench(store, tiles: 60, finishing: [10, 51])
    let log = URL(fileURLWithPath: bench.partial + "/blocks.log")
    var bytes = try Data(contentsOf: log)
    // The planes of the second row are most of the file.
    if kind == .cut { bytes.removeLast(100) } else { bytes[bytes.count - 500] ^= 1 }
    try bytes.write(to: log)
    let again = try store.writer(in: bench.folder, adopting: true)
    #expect(again.discardReason == nil)
    #expect(try resumed(again) == 10)
    try complete(again, from: 10, in: bench)
  }

  @Test("A log that another one of the process was begun before, and left, is whole")
  func leftLog() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("blocks.log")
    let end = BlockPosition(step: 0, band: 1, fraction: 0.5)
    var left: BlockLog? = try BlockLog(path: path, identity: BuildIdentity())
    let log = try BlockLog(path: path, identity: BuildIdentity())
    try left?.append(CarriedPlane(PlaneAddress(step: 0, level: 0, column: 0, part: 9), bytes: [1]))
    left = nil
    try log.append(end, store: [7])
    let read = try BlockLog(reading: path, confirms: true)
    #expect(read.last?.position == end && read.last?.store == [7])
    #expect(folder.listing == ["blocks.log"])
  }
}
