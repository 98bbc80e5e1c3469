import Hashing

/// What is known of a shard that was made.
package struct ShardFacts: Hashable, Sendable {
  /// A hash of everything that it depends on.
  package var key: String
  /// The digest of its tiles.
  package var digest: String = ""
  /// How many tiles it has.
  package var tileCount: Int = 0
  /// Their bytes.
  package var byteCount: Int = 0
  /// How many tiles lost their transparency.
  package var flattenedTileCount: Int = 0
  /// The seconds that the process that ended it took.
  package var seconds: Double = 0
  /// The name of the machine.
  package var host: String = ""

  /// Describes a shard before its tiles are made.
  package init(key: String) { self.key = key }

  /// The form of the file.
  static let version = 1

  /// What tells bytes of a piece from others.
  static func hash(of bytes: [UInt8]) -> Int {
    Int(bitPattern: UInt(Hash128(hashing: bytes).low))
  }
}
