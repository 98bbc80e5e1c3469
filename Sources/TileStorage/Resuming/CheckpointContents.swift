/// What a store holds at a checkpoint.
struct CheckpointContents: Hashable, Sendable {
  /// How many tiles were written, or entries of the journal.
  var tileCount: Int
  /// How many different images the store holds; 0 where the store does not count them.
  var distinctTileCount: Int
}

/// The form of a checkpoint in a file.
///
/// It holds, in little-endian words of 64 bits: a number that names the format, the share of the
/// build that is done, the size of the identity and the identity, the state of the build, the
/// contents of the store, and the XXH3-128 of all before.
enum CheckpointFormat {
  /// The first word of the file, `TPcheck2`.
  static let magic: UInt = 0x326B_6365_6863_5054
}
