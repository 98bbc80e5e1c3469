import Hashing
import Platform
package import TileModel

/// Reader of a shard that ``ShardWriter`` wrote.
package final class ShardFile {
  package let path: String
  package let facts: ShardFacts
  private let connection: SQLiteConnection

  static let keyName = "the key of the shard"

  package static func log(of path: String) -> String { path + ".log" }

  package func openLog() throws(TileStorageError) -> BlockLog {
    let log: BlockLog
    let identity: BuildIdentity
    do throws(TileStorageError) {
      log = try BlockLog(reading: Self.log(of: path), confirms: true)
      identity = try log.identity
    } catch {
      throw damage("no block log that can be read")
    }
    guard log.isWhole else { throw damage("a block log that was changed") }
    guard identity.parts.contains(where: { $0.name == Self.keyName && $0.value == facts.key })
    else { throw damage("the block log of another shard") }
    return log
  }

  package init(path: String) throws(TileStorageError) {
    self.path = path
    guard let kind = try FileSystem.kind(of: path, followingLinks: true), kind == .file else {
      throw .notAFile(path: path, found: "nothing")
    }
    (connection, facts) = try Self.reporting(path) { () throws(TileStorageError) in
      // Nobody writes to it under this name.
      let connection = try SQLiteConnection(path: path, access: .readImmutable)
      let row = try connection.prepare(
        """
        SELECT version, key, digest, tiles, bytes, flattened, milliseconds, host FROM facts
        """)
      guard try row.step(), row.integer(0) == ShardFacts.version, let key = try row.text(1),
        let digest = try row.text(2), let tiles = row.integer(3), let bytes = row.integer(4),
        let flattened = row.integer(5), let milliseconds = row.integer(6),
        let host = try row.text(7)
      else { throw Self.damage(path, "other facts of it than this version writes") }
      var facts = ShardFacts(key: key)
      (facts.digest, facts.tileCount, facts.byteCount) = (digest, tiles, bytes)
      facts.flattenedTileCount = flattened
      (facts.seconds, facts.host) = (Double(milliseconds) / 1000, host)
      row.reset()
      return (connection, facts)
    }
  }

  package func forEachTile(_ body: (TileCoordinate, TileFile) throws -> Void) throws {
    let addresses = try reporting { () throws(TileStorageError) in
      try connection.prepare("SELECT zoom, y, x, content FROM address ORDER BY sequence")
    }
    let select = try reporting { () throws(TileStorageError) in
      try connection.prepare("SELECT data, low, high FROM content WHERE id = ?")
    }
    var digest = ContentDigest()
    var count = 0
    while let (tile, id) = try reporting({ () throws(TileStorageError) in
      try Self.address(addresses, path)
    }) {
      let file = try reporting { () throws(TileStorageError) in
        try Self.content(id, select, path)
      }
      digest.add(.term(of: file.hash, at: tile))
      count += 1
      try body(tile, file)
    }
    guard count == facts.tileCount, digest.hexadecimal == facts.digest else {
      throw Self.damage(path, "\(count) tiles, or others than were written")
    }
  }

  private static func address(
    _ row: SQLiteStatement, _ path: String
  ) throws(TileStorageError) -> (tile: TileCoordinate, id: Int)? {
    guard try row.step() else { return nil }
    guard let zoom = row.integer(0), let y = row.integer(1), let x = row.integer(2),
      let tile = TileCoordinate(zoom: zoom, x: x, y: y), let id = row.integer(3)
    else { throw damage(path, "a row that is no tile") }
    return (tile, id)
  }

  private static func content(
    _ id: Int, _ select: SQLiteStatement, _ path: String
  ) throws(TileStorageError) -> TileFile {
    select.bind(id)
    defer { select.reset() }
    guard try select.step(), let bytes = try select.withBlob(0, { $0.map { Array($0) } }) else {
      throw damage(path, "an image that is missing")
    }
    let images = TileFile.Holder(
      path: path, query: "SELECT data FROM content WHERE id = ?", isImmutable: true)
    let file = TileFile(bytes, origin: .image(number: id, images))
    guard select.integer(1) == Int(bitPattern: UInt(file.hash.low)),
      select.integer(2) == Int(bitPattern: UInt(file.hash.high))
    else { throw damage(path, "an image that is another") }
    return file
  }

  package func damage(_ found: String) -> TileStorageError { Self.damage(path, found) }

  private static func damage(_ path: String, _ found: String) -> TileStorageError {
    .corrupt(
      path: path, location: "the shard", found: found,
      expected: "a whole shard; remove the file and make the shard again")
  }

  private func reporting<Result>(
    _ body: () throws(TileStorageError) -> Result
  ) throws(TileStorageError) -> Result { try Self.reporting(path, body) }

  private static func reporting<Result>(
    _ path: String, _ body: () throws(TileStorageError) -> Result
  ) throws(TileStorageError) -> Result {
    do throws(TileStorageError) {
      return try body()
    } catch {
      guard case .database(_, _, let code, let message) = error,
        SQLiteCode.category(of: code) == .badInput
      else { throw error }
      throw damage(path, message)
    }
  }
}

/// Properties of a finished shard.
package struct ShardFacts: Hashable, Sendable {
  package var key: String
  package var digest: String = ""
  package var tileCount: Int = 0
  package var byteCount: Int = 0
  package var flattenedTileCount: Int = 0
  /// Duration of the final process, in seconds.
  package var seconds: Double = 0
  package var host: String = ""

  package init(key: String) { self.key = key }

  static let version = 2
}
