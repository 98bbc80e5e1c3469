import TileImaging
public import TileModel
package import TileStorage

/// How the tiles of a build differ from those of an earlier one.
public struct TileChanges: Hashable, Sendable {
  /// The tiles that the earlier store lacks, sorted.
  public var added: [TileCoordinate] = []
  /// The tiles whose bytes are other ones, sorted.
  public var changed: [TileCoordinate] = []
  /// The tiles of the earlier store that are no more, sorted.
  public var removed: [TileCoordinate] = []
  /// How many tiles were kept as they are.
  public var keptCount = 0

  /// Creates a description of no change.
  public init() {}

  /// Whether every tile was kept and none was added or removed.
  public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

/// Tiles or a log of an earlier build that an update kept unseen are others than they should be.
struct EarlierTilesError: Error {
  /// The fault in words.
  let reason: String
}

/// The tiles of an earlier build, by which a later one compresses only what changed.
///
/// The samples of every tile are made again, since those of an overview are means of all samples
/// below it, and compared with those of the earlier tile, or with its bytes where the format is lossy.
/// A tile that is the same keeps its bytes; one that is missing, cannot be decoded, or is another is
/// compressed. So no record of the earlier image is needed, and none can be stale. With the same options
/// and versions the bytes are those of a new build; a tile that another `EncodingEffort` or version
/// compressed stays as it is.
package final class EarlierTiles: Sendable {
  let store: (any TileReader)?
  private let path: String
  private let noted = Guarded(Notes())
  /// The tiles of 512 samples beside these; `nil` where there are none.
  private let retina: EarlierTiles?

  /// What was found while tiles were made.
  private struct Notes {
    var changes = TileChanges()
    /// The digest of the earlier tiles that were looked at.
    var digest = ContentDigest()
  }

  /// Takes an earlier store, which must be there unchanged until the new one is published.
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

  /// The same, with nothing noted.
  func afresh() -> EarlierTiles { EarlierTiles(store, path: path) }

  /// How the tiles of 512 samples differ from those of a build; `nil` where it made none.
  package func retinaChanges(
    to definition: LayerDefinition
  ) throws(TileStorageError) -> TileChanges? {
    guard let retina, let coverage = definition.retina?.coverage else { return nil }
    return try retina.changes(to: coverage)
  }

  /// These, or the tiles of 512 samples beside them.
  func ofSize(isRetina: Bool) -> EarlierTiles? { isRetina ? retina : self }

  /// What differs, once a build has been made with this.
  package func changes(to coverage: TileCoverage) throws(TileStorageError) -> TileChanges {
    var changes = noted.withLock { $0.changes }
    changes.added.sort()
    changes.changed.sort()
    if let store {
      changes.removed = try store.coordinates().filter { !coverage.contains($0) }.sorted()
    }
    return changes
  }

  /// Tells whether all earlier tiles were those that the definition of the store states, once a build has
  /// been made with this: so that those which were kept unseen are what they should be.
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

  /// Whether every tile is there as the definition of the store states them.
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

  /// Writes every tile as it is.
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

  /// The bytes of a tile, those of the earlier one where they decode to the same samples.
  func file(
    of tile: RenderedTile, at coordinate: TileCoordinate, tileSize: Int, isLossless: Bool,
    encode: () throws -> CompressedTile
  ) throws -> CompressedTile {
    guard let earlier = try stored(at: coordinate) else {
      noted.withLock { $0.changes.added.append(coordinate) }
      return try encode()
    }
    let isUniform = if case .uniform = tile { true } else { false }
    // Tiles of one colour are encoded once each, which costs less than decoding them again and again.
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

  /// Whether there is a tile.
  func holds(_ tile: TileCoordinate) -> Bool {
    store?.definition?.coverage.contains(tile) ?? false
  }

  /// A tile that is kept without a look at its samples.
  func kept(at coordinate: TileCoordinate) throws -> CompressedTile {
    guard let file = try stored(at: coordinate), !file.bytes.isEmpty else {
      throw TileStorageError.outputChanged(
        path: path, found: "no tile \(coordinate) that can be read, though its definition has it")
    }
    return keep(file, at: coordinate)
  }

  /// The samples of a tile, transparent ones where there is none; `nil` for one that is damaged.
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

  /// The earlier tile; an empty one where it is damaged, which is there and so is not an added one.
  private func stored(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    do throws(TileStorageError) {
      return try store?.file(at: coordinate)
    } catch {
      guard case .corrupt = error else { throw error }
      return TileFile([])
    }
  }

  /// Whether encoded bytes decode to exactly these samples.
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
        return earlier.elementsEqual(
          UnsafeRawBufferPointer(start: buffer.samples, count: earlier.count))
      }
    }
  }
}
