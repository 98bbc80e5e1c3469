import TileImaging
public import TileModel
import TileRendering
package import TileStorage

/// The differences between the tiles of a build and those of an earlier one.
public struct TileChanges: Hashable, Sendable {
  /// The tiles that the earlier store lacks, sorted.
  public var added: [TileCoordinate] = []
  /// The tiles whose bytes are other ones, sorted.
  public var changed: [TileCoordinate] = []
  /// The tiles of the earlier store that are gone, sorted.
  public var removed: [TileCoordinate] = []
  /// The number of kept tiles.
  public var keptCount = 0

  /// Creates a description of no change.
  public init() {}

  /// Whether every tile was kept and none was added or removed.
  public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

/// An update relied on unread tiles or a log of an earlier build that are not as recorded.
struct EarlierTilesError: Error {
  let reason: String
}

/// The tiles of an earlier build, with which a later one compresses only changed tiles.
///
/// The samples of every tile are made again, since those of an overview are means of all samples
/// below it. They are compared with the samples of the earlier tile, or with its bytes in a lossy
/// format. An equal tile keeps its bytes; a missing, damaged or different one is compressed. No
/// record of the earlier image is needed, and none can be stale. With the same options and versions
/// the bytes are those of a new build. A tile that another `EncodingEffort` or version compressed
/// stays as it is.
package final class EarlierTiles: Sendable {
  let store: (any TileReader)?
  private let path: String
  private let noted = Guarded(Notes())
  /// `nil` without tiles of 512 samples.
  private let retina: EarlierTiles?

  /// Facts collected while tiles are made.
  private struct Notes {
    var changes = TileChanges()
    /// Digest of the earlier tiles that were read.
    var digest = ContentDigest()
  }

  /// The store must stay unchanged until the new one is published.
  package convenience init(_ store: (any TileReader)?, path: String) {
    let retina = store?.retina
    self.init(
      store, path: path,
      retina: store == nil || retina != nil
        ? EarlierTiles(retina, path: path, retina: nil) : nil)
  }

  private init(_ store: (any TileReader)?, path: String, retina: EarlierTiles?) {
    self.store = store
    self.path = path
    self.retina = retina
  }

  func afresh() -> EarlierTiles { EarlierTiles(store, path: path) }

  /// `nil` when the build made no tiles of 512 samples.
  package func retinaChanges(
    to definition: LayerDefinition
  ) throws(TileStorageError) -> TileChanges? {
    guard let retina, let coverage = definition.retina?.coverage else { return nil }
    return try retina.changes(to: coverage)
  }

  func ofSize(isRetina: Bool) -> EarlierTiles? { isRetina ? retina : self }

  /// Requires a finished build.
  package func changes(to coverage: TileCoverage) throws(TileStorageError) -> TileChanges {
    var changes = noted.withLock { $0.changes }
    changes.added.sort()
    changes.changed.sort()
    if let store {
      changes.removed = try store.coordinates().filter { !coverage.contains($0) }.sorted()
    }
    return changes
  }

  /// Confirms that all earlier tiles matched the store's definition, which proves the unread ones.
  ///
  /// Requires a finished build.
  func wereAsDefined(before definition: LayerDefinition) throws(TileStorageError) -> Bool {
    if let retina, let layer = definition.retinaLayer, try !retina.wereAsDefined(before: layer) {
      return false
    }
    var digest = noted.withLock { $0.digest }
    for tile in try changes(to: definition.coverage).removed {
      guard let file = try stored(at: tile) else { return false }
      digest.add(.term(of: file.hash, at: tile))
    }
    return digest == store?.definition?.digest
  }

  package func areAsDefined() throws -> Bool {
    guard let store, let definition = store.definition else { return false }
    return try Self.digest(of: store) == definition.digest
      && Self.digest(of: store.retina) == (definition.retina?.digest ?? ContentDigest())
  }

  private static func digest(of store: (any TileReader)?) throws -> ContentDigest {
    var digest = ContentDigest()
    for tile in try store?.coordinates() ?? [] {
      guard let file = try store?.file(at: tile) else { continue }
      digest.add(.term(of: file.hash, at: tile))
    }
    return digest
  }

  func copyTiles(
    into writer: any TileWriter, isCancelled: () -> Bool
  ) throws -> PyramidRecord {
    var record = PyramidRecord()
    for tiles in [self, retina].compactMap({ $0 }) {
      for tile in try tiles.store?.coordinates().sorted() ?? [] {
        if isCancelled() { throw CancellationError() }
        var file = try tiles.kept(at: tile).file
        file.isRetina = tiles !== self
        try writer.write(file, at: tile)
        record.add(file, at: tile)
      }
    }
    return record
  }

  /// The earlier tile's bytes if they decode to the same samples, otherwise new ones.
  func file(
    of tile: RenderedTile, at coordinate: TileCoordinate, tileSize: Int, isLossless: Bool,
    encode: () throws -> CompressedTile
  ) throws -> CompressedTile {
    guard let earlier = try stored(at: coordinate) else {
      noted.withLock { $0.changes.added.append(coordinate) }
      return try encode()
    }
    let isUniform = if case .uniform = tile { true } else { false }
    // Tiles of one colour are encoded once each, which costs less than decoding them again and
    // again.
    if isLossless, !isUniform, Self.holds(earlier.bytes, tile, tileSize: tileSize) {
      return keep(earlier, at: coordinate)
    }
    let file = try encode()
    // Encoding takes samples over; a colour is still known.
    if file.file.bytes == earlier.bytes
      || isLossless && isUniform && Self.holds(earlier.bytes, tile, tileSize: tileSize)
    {
      return keep(earlier, at: coordinate, isFlattened: file.isFlattened)
    }
    noted.withLock {
      $0.changes.changed.append(coordinate)
      $0.digest.add(.term(of: earlier.hash, at: coordinate))
    }
    return file
  }

  func holds(_ tile: TileCoordinate) -> Bool {
    store?.definition?.coverage.contains(tile) ?? false
  }

  func kept(at coordinate: TileCoordinate) throws -> CompressedTile {
    guard let file = try stored(at: coordinate), !file.bytes.isEmpty else {
      throw TileStorageError.outputChanged(
        path: path, found: "no tile \(coordinate) that can be read, though its definition has it")
    }
    return keep(file, at: coordinate)
  }

  /// Transparent samples without a tile; `nil` for a damaged one.
  func samples(of coordinate: TileCoordinate, tileSize: Int) throws -> [UInt8]? {
    guard let file = try stored(at: coordinate) else { return [] }
    let image: RGBAImage
    do throws(ImageCodecError) { image = try TileDecoder.decode(file.bytes) } catch { return nil }
    return image.width == tileSize && image.height == tileSize ? image.samples : nil
  }

  /// A lossless format holds alpha, so that nothing of it was flattened.
  private func keep(
    _ file: TileFile, at coordinate: TileCoordinate, isFlattened: Bool = false
  ) -> CompressedTile {
    noted.withLock {
      $0.changes.keptCount += 1
      $0.digest.add(.term(of: file.hash, at: coordinate))
    }
    return CompressedTile(file: file, isFlattened: isFlattened)
  }

  /// Empty for a damaged tile, which counts as present.
  private func stored(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    do throws(TileStorageError) {
      return try store?.file(at: coordinate)
    } catch {
      guard case .corrupt = error else { throw error }
      return TileFile([])
    }
  }

  private static func holds(_ bytes: [UInt8], _ tile: RenderedTile, tileSize: Int) -> Bool {
    let image: RGBAImage
    do throws(ImageCodecError) { image = try TileDecoder.decode(bytes) } catch { return false }
    guard image.width == tileSize, image.height == tileSize else { return false }
    return image.samples.withUnsafeBytes { earlier in
      switch tile {
      // Kept without a look at its samples.
      case .kept: return true
      case .uniform(let value):
        return stride(from: 0, to: earlier.count, by: 4).allSatisfy { offset in
          UInt32(littleEndian: earlier.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            == value
        }
      case .samples(let buffer):
        return earlier.baseAddress?.equals(buffer.samples, count: earlier.count) ?? true
      }
    }
  }
}
