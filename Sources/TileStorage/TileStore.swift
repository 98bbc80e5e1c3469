public import TileModel

/// What a finished tileset holds.
public struct TilesetSummary: Hashable, Sendable {
  /// The number of addresses that have a tile.
  public var tileCount: Int
  /// The number of different images stored for them, as far as sharing was in force.
  public var distinctTileCount: Int
  /// The bytes of all tiles, shared ones counted once per address.
  public var tileBytes: Int
  /// The bytes on disk: the database, or the files of the directory without its folders.
  public var storedBytes: Int
  /// What publishing could neither remove nor move to its final path; mostly nothing.
  public var leftOver: [LeftOver] = []

  /// Creates a summary.
  public init(
    tileCount: Int = 0, distinctTileCount: Int = 0, tileBytes: Int = 0, storedBytes: Int = 0
  ) {
    self.tileCount = tileCount
    self.distinctTileCount = distinctTileCount
    self.tileBytes = tileBytes
    self.storedBytes = storedBytes
  }
}

/// The only way to create a tileset.
///
/// Nothing appears under the final name before ``finish(_:)`` returns. A writer belongs to one
/// thread at a time and may be handed from one to the next; after ``finish(_:)`` or ``abandon()``
/// it must not be written to. One that is dropped unfinished abandons its work.
public protocol TileWriter: AnyObject, Sendable {
  /// What is left to do of writing a tile: on any thread, while others do the same for their tiles.
  typealias Remainder = @Sendable () throws(TileStorageError) -> Void

  /// Adds one encoded tile; addresses come in any order, each once.
  func write(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError)
  /// Adds one encoded tile as far as that belongs to one thread at a time.
  ///
  /// - Returns: The rest, to be done once, before a row of blocks counts as finished and before ``finish(_:)``
  ///   or ``abandon()``; `nil` when the tile is written.
  func begin(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError) -> Remainder?
  /// Marks a position, such as the end of a band, where work done so far may be made to survive a
  /// kill.
  func commit() throws(TileStorageError)
  /// Adds a file beside the tiles, which is published with them.
  ///
  /// - Throws: ``TileStorageError/unsafePath(_:reason:)`` for a store that is one file, or the same and
  ///   ``TileStorageError/system(operation:path:code:)`` as for a tile.
  func place(_ bytes: [UInt8], named name: String) throws(TileStorageError)
  /// Publishes the tileset under its final name, in one step.
  func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary
  /// Removes every trace of unfinished work; does nothing after ``finish(_:)``.
  func abandon()
}

extension TileWriter {
  /// Writes the tile.
  public func begin(
    _ tile: TileFile, at coordinate: TileCoordinate
  ) throws(TileStorageError) -> Remainder? {
    try write(tile, at: coordinate)
    return nil
  }

  /// Adds one encoded tile; addresses come in any order, each once.
  ///
  /// - Throws: What ``write(_:at:)-(TileFile,_)`` throws.
  public func write(
    _ bytes: [UInt8], at coordinate: TileCoordinate
  ) throws(TileStorageError) { try write(TileFile(bytes), at: coordinate) }

  /// Refuses the file, as a store does that is one file.
  ///
  /// - Throws: ``TileStorageError/unsafePath(_:reason:)``.
  public func place(_ bytes: [UInt8], named name: String) throws(TileStorageError) {
    throw .unsafePath(name, reason: "the store is one file")
  }
}

/// One name and value stored beside the tiles.
public struct MetadataEntry: Hashable, Sendable {
  /// The name, such as `minzoom`.
  public var name: String
  /// The value.
  public var value: String

  /// Creates an entry.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A reader that can keep others from changing its file while many tiles are read, which then takes less time
/// for each.
package protocol LockingTileReader: TileReader {
  /// Keeps the file as it is until ``unlock()``.
  func lock() throws(TileStorageError)
  /// Lets others change the file.
  func unlock()
}

/// A reader of stores whose tiles may differ in format without a layer definition that says so.
package protocol MixedTileReader: TileReader {
  /// The tiles of each format, by their first bytes; none where the store has one format.
  func formatCoverage() throws(TileStorageError) -> [TileFormat: TileCoverage]
}

/// A store in one file that clients can read themselves, by ranges of its bytes.
package protocol RangedTileReader: TileReader {
  var path: String { get }
  static var mediaType: String { get }
}

/// Random access to a finished tileset from any thread.
public protocol TileReader: Sendable {
  /// The format of the tiles, as stated or else as the bytes of one tile show; `nil` when neither
  /// says.
  var format: TileFormat? { get }
  /// The layer definition, when the tileset carries one of this package.
  var definition: LayerDefinition? { get }
  /// Why a layer definition that is there cannot be used, so that the tiles are read without it.
  var definitionFault: TileStorageError? { get }
  /// The names and values stored beside the tiles, in stored order; empty for a directory.
  var metadata: [MetadataEntry] { get }
  /// The path of a tile below the store; `nil` where tiles are no files, or there is none.
  var tilePath: TileTemplate? { get }
  /// The tiles of 512 samples beside these as a tileset of their own; `nil` where there are none.
  var retina: (any TileReader)? { get }
  /// The encoded tile at an address, or `nil` when there is none.
  func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]?
  /// The encoded tile at an address with what is known of it, or `nil` when there is none.
  func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile?
  /// The address of every tile, by zoom, row and column.
  ///
  /// A damaged database without a unique index may list an address twice.
  func coordinates() throws(TileStorageError) -> [TileCoordinate]
}

extension TileReader {
  /// None: the definition is whole, or there is none.
  public var definitionFault: TileStorageError? { nil }
  /// No path: tiles are no files.
  public var tilePath: TileTemplate? { nil }
  /// None: a store in one file has one tile at an address.
  public var retina: (any TileReader)? { nil }

  /// The encoded tile at an address, whose format its first bytes tell.
  public func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    try tile(at: coordinate).map { TileFile($0) }
  }
}

/// Something that publishing an output could neither remove nor move to its final path.
public struct LeftOver: Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// Why it is there, in words.
  public let reason: String

  /// Creates a description.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// What an error left.
  init(_ error: TileStorageError, at path: String?) {
    let report = error.report
    self.path = path ?? report.location ?? ""
    reason = [report.what, report.found].compactMap(\.self).joined(separator: ": ")
  }
}
