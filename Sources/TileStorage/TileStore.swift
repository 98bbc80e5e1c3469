public import TileModel

/// Contents of a finished tileset.
public struct TilesetSummary: Hashable, Sendable {
  /// The number of addresses that have a tile.
  public var tileCount: Int
  /// Number of distinct stored images, within the reach of deduplication.
  public var distinctTileCount: Int
  /// The bytes of all tiles, shared ones counted once per address.
  public var tileBytes: Int
  /// The bytes on disk: the database, or the files of the directory without its folders.
  public var storedBytes: Int
  /// Entries that publishing could neither remove nor move to their final paths.
  public var leftOver: [LeftOver] = []

  package init(
    tileCount: Int = 0, distinctTileCount: Int = 0, tileBytes: Int = 0, storedBytes: Int = 0
  ) {
    self.tileCount = tileCount
    self.distinctTileCount = distinctTileCount
    self.tileBytes = tileBytes
    self.storedBytes = storedBytes
  }
}

/// A writer of a tileset.
///
/// Nothing appears under the final name before ``finish(_:)`` returns. A writer belongs to one thread at a
/// time and may be handed on. It must not be used after ``finish(_:)`` or ``abandon()``. A writer that is
/// released unfinished abandons its work.
package protocol TileWriter: AnyObject, Sendable {
  /// The rest of writing a tile, for any thread and in parallel with other tiles.
  typealias Remainder = @Sendable () throws(TileStorageError) -> Void

  /// Adds one encoded tile.
  ///
  /// Addresses come in any order, each once.
  func write(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError)
  /// Begins adding one encoded tile, on one thread at a time.
  ///
  /// The rest is run once before a row of blocks is finished and before ``finish(_:)`` or ``abandon()``;
  /// `nil` when the tile is written.
  func begin(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError) -> Remainder?
  /// Marks a position, such as the end of a band, where work done so far may be made to survive a
  /// kill.
  func commit() throws(TileStorageError)
  /// Adds a file beside the tiles, which is published with them.
  func place(_ bytes: [UInt8], named name: String) throws(TileStorageError)
  /// Publishes the tileset under its final name, in one step.
  func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary
  /// Removes every trace of unfinished work, and does nothing after ``finish(_:)``.
  func abandon()
}

extension TileWriter {
  package func begin(
    _ tile: TileFile, at coordinate: TileCoordinate
  ) throws(TileStorageError) -> Remainder? {
    try write(tile, at: coordinate)
    return nil
  }

  package func place(_ bytes: [UInt8], named name: String) throws(TileStorageError) {
    throw .unsafePath(name, reason: "the store is one file")
  }
}

/// One name and value stored beside the tiles.
public struct MetadataEntry: Hashable, Sendable {
  /// The name, such as `minzoom`.
  public var name: String
  /// The value.
  public var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A reader of stores whose tiles may differ in format without a layer definition.
package protocol MixedTileReader: TileReader {
  /// Judged by the tiles' first bytes; empty where the store has one format.
  func formatCoverage() throws(TileStorageError) -> [TileFormat: TileCoverage]
}

/// Random access to a finished tileset from any thread.
public protocol TileReader: Sendable {
  /// The format of the tiles, as stated or by the bytes of one tile, `nil` without either.
  var format: TileFormat? { get }
  /// The layer definition, when the tileset carries one of this package.
  var definition: LayerDefinition? { get }
  /// The fault of an existing layer definition that cannot be used.
  var definitionFault: TileStorageError? { get }
  /// Names and values stored beside the tiles, in stored order, empty for a directory.
  var metadata: [MetadataEntry] { get }
  /// Path of a tile below the store, `nil` where tiles are not files.
  var tilePath: TileTemplate? { get }
  /// The 512-pixel tiles as a tileset of their own, `nil` for none.
  var retina: (any TileReader)? { get }
  /// The encoded tile at an address, or `nil` when there is none.
  func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]?
  /// The encoded tile at an address with its format and origin, or `nil` for none.
  func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile?
  /// The address of every tile, by zoom, row and column.
  ///
  /// - Throws: ``TileStorageError/corrupt(path:location:found:expected:)`` for an address with two tiles.
  func coordinates() throws(TileStorageError) -> [TileCoordinate]
}

extension TileReader {
  /// None: the definition is whole, or there is none.
  public var definitionFault: TileStorageError? { nil }
  /// No path: tiles are no files.
  public var tilePath: TileTemplate? { nil }
  /// None: a store in one file has one tile at an address.
  public var retina: (any TileReader)? { nil }

  /// The encoded tile at an address, with the format of its first bytes.
  public func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    try tile(at: coordinate).map { TileFile($0) }
  }
}

/// An entry that publishing could neither remove nor move to its final path.
public struct LeftOver: Hashable, Sendable {
  /// Path of the entry.
  public let path: String
  /// The reason why it is there, in words.
  public let reason: String

  init(_ error: TileStorageError, at path: String?) {
    let report = error.report
    self.path = path ?? report.location ?? ""
    reason = [report.what, report.found].compactMap(\.self).joined(separator: ": ")
  }
}
