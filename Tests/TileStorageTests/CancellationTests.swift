import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Cancelling a store")
struct CancellationTests {
  private static let tiles = SampleLayers.pyramid()

  private func writer(
    _ name: String, in folder: TemporaryDirectory, adopting: Bool,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any PartialTileset {
    let policy = ResumePolicy(
      identity: BuildIdentity(), resumes: adopting, isCancelled: isCancelled)
    return try StoreFormat(path: name).makeWriter(
      WritingRequest(
        .output(path: folder.path(name), replaces: false, keepsOthers: false),
        layout: .init(template: SampleLayers.template()), resuming: policy,
        isCancelled: isCancelled))
  }

  private func write(_ tiles: some Sequence<(TileCoordinate, [UInt8])>, to writer: any TileWriter)
    throws
  {
    for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
  }

  @Test(
    "A build that is cancelled while it confirms saved work keeps all of it",
    arguments: ["out", "out.mbtiles"])
  func adopting(name: String) throws {
    let folder = try TemporaryDirectory()
    let first = try writer(name, in: folder, adopting: false) { false }
    try write(Self.tiles.prefix(40), to: first)
    try first.endBlocks(at: BlockPosition(step: 0, band: 1, fraction: 0.5))
    #expect(first.suspend() != nil)
    for allowed in [0, 1, 30] {
      let asked = Guarded(0)
      #expect(throws: TileStorageError.self) {
        try writer(name, in: folder, adopting: true) {
          asked.withLock {
            $0 += 1
            return $0 > allowed
          }
        }
      }
    }
    let second = try writer(name, in: folder, adopting: true) { false }
    #expect(second.discardReason == nil && second.resumed?.record.tileCount == 40)
    second.abandon()
  }

  @Test(
    "A file that is cancelled while publishing leaves nothing, and can be published later",
    arguments: ["out.mbtiles", "out.pmtiles", "out.gpkg"])
  func publishing(name: String) throws {
    let folder = try TemporaryDirectory()
    let asked = Guarded(0)
    let limit = Guarded(0)
    let store = try writer(name, in: folder, adopting: false) {
      asked.withLock {
        $0 += 1
        return $0 > limit.withLock { $0 }
      }
    }
    try write(Self.tiles, to: store)
    let definition = try SampleLayers.definition(of: Self.tiles)
    for allowed in [0, 1, Self.tiles.count - 1] {
      asked.withLock { $0 = 0 }
      limit.withLock { $0 = allowed }
      #expect(throws: TileStorageError.self) { try store.finish(definition) }
      #expect(!folder.listing.contains(name))
    }
    limit.withLock { $0 = .max }
    #expect(try store.finish(definition).tileCount == Self.tiles.count)
  }
}
