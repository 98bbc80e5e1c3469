import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

/// The support of hard links by the file system of temporary files.
enum HardLinks {
  /// The largest number of names of one file.
  static let limit = pathconf(FileManager.default.temporaryDirectory.path, Int32(_PC_LINK_MAX))
}

@Suite("Stores when the system refuses")
struct StorageFaultTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func makeWriter(
    _ kind: StoreFormat, in path: String, overwrite: Bool = false
  ) throws -> any TileWriter {
    kind == .mbtiles
      ? try SingleFileWriter(path: path + "/out.mbtiles", overwrite: overwrite)
      : try DirectoryTileWriter(
        path: path + "/out", layout: .init(template: SampleLayers.template()), overwrite: overwrite)
  }

  @Test(
    "A disk that fills up while publishing keeps what was there",
    .enabled(if: TinyFileSystem.isAvailable, "a small file system cannot be mounted here"),
    arguments: [StoreFormat.directory, .mbtiles])
  func diskFullAtTheEnd(kind: StoreFormat) throws {
    let disk = try #require(try TinyFileSystem(size: "256k"))
    let old = [(try SampleLayers.tile(0, 0, 0), [UInt8](repeating: 7, count: 100))]
    let first = try makeWriter(kind, in: disk.path)
    try first.write(old[0].1, at: old[0].0)
    _ = try first.finish(try SampleLayers.definition(of: old))
    let before = try FileManager.default.contentsOfDirectory(atPath: disk.path).sorted()

    let tiles = try (0..<256).map { x in
      (try SampleLayers.tile(8, x, 0), [UInt8](repeating: UInt8(x), count: 500))
    }
    var failure: TileStorageError?
    do {
      let writer = try makeWriter(kind, in: disk.path, overwrite: true)
      failure = storageError {
        for (tile, bytes) in tiles.prefix(20) { try writer.write(bytes, at: tile) }
        try writer.commit()
        // The rest of the disk goes to someone else.
        try Data().write(to: URL(fileURLWithPath: disk.path + "/other"))
        let other = try FileHandle(forWritingTo: URL(fileURLWithPath: disk.path + "/other"))
        while (try? other.write(contentsOf: Data(count: 4096))) != nil {}
        var definition = try SampleLayers.definition(of: tiles)
        definition.description = String(repeating: "long ", count: 4000)
        _ = try writer.finish(definition)
      }
    }
    #expect(failure?.report.category == .cannotAccess)
    try FileManager.default.removeItem(atPath: disk.path + "/other")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).sorted() == before)
    let store = disk.path + (kind == .directory ? "/out" : "/out.mbtiles")
    #expect(try openTileStore(store).tile(at: old[0].0) == old[0].1)
  }

  @Test(
    "A read-only file system is reported before the work",
    .enabled(if: TinyFileSystem.isAvailable, "a small file system cannot be mounted here"),
    arguments: [StoreFormat.directory, .mbtiles])
  func readOnly(kind: StoreFormat) throws {
    let disk = try #require(try TinyFileSystem(size: "64k"))
    try #require(disk.makeReadOnly())
    let failure = storageError { _ = try makeWriter(kind, in: disk.path) }
    #expect(failure == .system(operation: "create in", path: disk.path, code: EROFS))
  }

  @Test("A folder without permission is reported before the work", .enabled(if: geteuid() != 0))
  func noPermission() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    let failure = storageError { _ = try makeWriter(.directory, in: folder.path) }
    #expect(failure == .system(operation: "create in", path: folder.path, code: EACCES))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
  }

  /// Looks at an output again and again while `work` is done, and expects it to be well each time.
  private func watching(
    _ isWell: @escaping @Sendable () -> Bool, during work: () throws -> Void
  ) rethrows {
    let state = Guarded((looks: 0, misses: 0, isOver: false))
    // A thread of its own, since the test itself may fill the pool of tasks.
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !state.withLock({ $0.isOver }) {
        let miss = isWell() ? 0 : 1
        state.withLock { $0 = ($0.looks + 1, $0.misses + miss, $0.isOver) }
      }
      ended.signal()
    }
    defer {
      state.withLock { $0.isOver = true }
      ended.wait()
      let seen = state.withLock { $0 }
      #expect(seen.looks > 0 && seen.misses == 0)
    }
    try work()
  }

  @Test("While a directory is replaced again and again, it is always there")
  func exchangedNames() throws {
    let path = folder.path
    _ = try makeWriter(.directory, in: path).finish(SampleLayers.definition(of: []))
    @Sendable func isThere() -> Bool {
      var status = stat()
      return lstat(path + "/out", &status) == 0
    }
    try watching(isThere) {
      for round in 0..<12 {
        let tiles = SampleLayers.pyramid(zoom: 2, x: 0..<2, y: 0..<2, seed: UInt64(round))
        try SampleLayers.write(tiles, to: makeWriter(.directory, in: path, overwrite: true))
        let definition = try #require(try openTileStore(path + "/out").definition)
        #expect(try definition.digest == SampleLayers.definition(of: tiles).digest)
      }
    }
    #expect(try SampleLayers.names(in: folder) == ["out"])
  }

  @Test("While an MBTiles file is replaced again and again, each reader sees one of them, whole")
  func replacedFile() throws {
    let path = folder.path("out.mbtiles")
    func write(_ round: Int) throws {
      let tiles = SampleLayers.pyramid(zoom: 2, x: 0..<2, y: 0..<2, seed: UInt64(round))
      let writer = try SingleFileWriter(path: path, overwrite: true)
      try SampleLayers.write(tiles, to: writer)
    }
    try write(0)
    let first = try openTileStore(path)
    try watching({ Self.isWhole(path) }) { for round in 1...12 { try write(round) } }
    // One that was opened before is still the old one.
    #expect(Self.isWhole(first))
    let newest = try #require(try openTileStore(path).definition)
    #expect(first.definition?.digest != newest.digest)
  }

  /// Whether all tiles of a store are those that its definition was written for.
  private static func isWhole(_ path: String) -> Bool {
    do { return isWhole(try openTileStore(path)) } catch { return false }
  }

  private static func isWhole(_ store: any TileReader) -> Bool {
    do {
      var record = PyramidRecord()
      for tile in try store.coordinates() {
        guard let bytes = try store.tile(at: tile) else { return false }
        record.add(bytes, at: tile)
      }
      return record.tileCount > 0 && record.digest == store.definition?.digest
    } catch {
      return false
    }
  }

  @Test("What links in a replaced directory point to stays as it is")
  func linksInside() throws {
    let path = folder.path("out")
    _ = try makeWriter(.directory, in: folder.path).finish(SampleLayers.definition(of: []))
    let other = folder.path("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    try Data([5]).write(to: URL(fileURLWithPath: other + "/file"))
    try FileManager.default.createSymbolicLink(atPath: path + "/4", withDestinationPath: other)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/link.png", withDestinationPath: other + "/file")
    let writer = try DirectoryTileWriter(
      path: path, layout: .init(template: SampleLayers.template()), overwrite: true,
      keepingOthers: true)
    let tiles = [(try SampleLayers.tile(3, 1, 1), [UInt8(9)])]
    try writer.write(tiles[0].1, at: tiles[0].0)
    _ = try writer.finish(try SampleLayers.definition(of: tiles))
    #expect(try SampleLayers.names(in: folder) == ["other", "out"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: other + "/file")) == Data([5]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["file"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path + "/4") == other)
    #expect(try openTileStore(path).tile(at: tiles[0].0) == [9])
  }

  @Test("Two directories change names, and nothing is replaced by publishing")
  func repeatedExchange() throws {
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        atPath: folder.path("\(name)/in-\(name)"), withIntermediateDirectories: true)
    }
    let isExchanged = try AtomicRename.exchange(folder.path("a"), with: folder.path("b"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("a"))
    #expect(names == [isExchanged ? "in-b" : "in-a"])
    #expect(try SampleLayers.names(in: folder) == ["a", "b"])
    #expect(
      storageError { try AtomicRename.publish(folder.path("a"), as: folder.path("b")) }
        == .outputExists(path: folder.path("b")))
  }

  @Test("A log of an earlier database is not left to be applied to the new one")
  func staleLog() throws {
    for name in ["out.mbtiles-journal", "out.mbtiles-wal", "out.mbtiles-shm"] {
      try folder.write([1], as: name)
      let failure = storageError { _ = try makeWriter(.mbtiles, in: folder.path) }
      #expect(failure?.report.location == folder.path(name))
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
  }

  @Test(
    "When a file has all the links it can have, a new file takes over",
    .enabled(if: HardLinks.limit <= 65_000))
  func linkLimit() throws {
    let writer = try DirectoryTileWriter(
      path: folder.path("out"),
      layout: .init(template: SampleLayers.template("{z}/{y}/{x}.png"), hardLinks: true))
    let count = HardLinks.limit + 10
    for index in 0..<count {
      try writer.write([42], at: SampleLayers.tile(9, index % 512, index / 512))
    }
    let summary = try writer.finish(
      try SampleLayers.definition(of: [(SampleLayers.tile(9, 0, 0), [42])]))
    #expect(summary.tileCount == count)
    #expect(summary.distinctTileCount == 2)
  }
}
