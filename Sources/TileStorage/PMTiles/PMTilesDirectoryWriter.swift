import Deflate
import Platform
import TileModel

/// Builds an archive's root and leaf directories.
///
/// The root ends within the first 16 KiB of the file. Otherwise leaf directories take equal numbers of
/// entries: 4,096, doubled until the root fits.
struct PMTilesDirectoryWriter {
  /// Concatenated leaf directories in an unnamed file.
  struct Leaves {
    fileprivate(set) var byteCount = 0
    fileprivate var file: UnnamedFile?
    fileprivate let scratch: String

    func forEachPart(_ body: ([UInt8]) throws(TileStorageError) -> Void) throws(TileStorageError) {
      guard let file else { return }
      for offset in stride(from: 0, to: byteCount, by: 1 << 20) {
        let count = min(1 << 20, byteCount - offset)
        try body(try FileSystem.bytes(of: file.descriptor, at: offset, count: count, path: scratch))
      }
    }

    fileprivate mutating func append(_ leaf: [UInt8]) throws(TileStorageError) {
      let target: UnnamedFile
      if let file { target = file } else { target = try .scratch(in: scratch) }
      file = target
      let code = leaf.withUnsafeBytes { target.write($0, at: byteCount) }
      if code != 0 { throw .scratchFile("write", scratch, code) }
      byteCount += leaf.count
    }
  }

  private static let leafSize = 4096
  private static let rootCapacity = 1 << 16
  private let scratch: String
  private var entries: RecordSpool<PMTilesEntry>

  init(scratch: String) {
    self.scratch = scratch
    entries = RecordSpool(directory: scratch, residentCount: Self.rootCapacity)
  }

  /// Expects ascending ids.
  mutating func append(_ entry: PMTilesEntry) throws(TileStorageError) {
    try entries.append(entry)
  }

  func finish() throws(TileStorageError) -> (root: [UInt8], leaves: Leaves) {
    let limit = PMTilesHeader.rootLimit - PMTilesHeader.byteCount
    if entries.count <= Self.rootCapacity {
      let root = try compressed(entries.records(of: 0))
      if root.count <= limit { return (root, Leaves(scratch: scratch)) }
    }
    var leafSize = Self.leafSize
    while true {
      let (root, leaves) = try split(into: leafSize)
      if root.count <= limit { return (root, leaves) }
      leafSize *= 2
    }
  }

  private func split(
    into leafSize: Int
  ) throws(TileStorageError) -> (root: [UInt8], leaves: Leaves) {
    var leaves = Leaves(scratch: scratch)
    var root: [PMTilesEntry] = []
    var leaf: [PMTilesEntry] = []
    func close() throws(TileStorageError) {
      guard let first = leaf.first else { return }
      let bytes = try compressed(leaf)
      root.append(
        PMTilesEntry(
          id: first.id, runLength: 0, byteCount: UInt32(bytes.count), offset: leaves.byteCount))
      try leaves.append(bytes)
      leaf.removeAll(keepingCapacity: true)
    }
    for block in entries.blocks {
      for entry in try entries.records(of: block) {
        leaf.append(entry)
        if leaf.count == leafSize { try close() }
      }
    }
    try close()
    return (try compressed(root), leaves)
  }

  private func compressed(_ entries: [PMTilesEntry]) throws(TileStorageError) -> [UInt8] {
    guard let bytes = Gzip.compress(PMTilesDirectory.encode(entries)) else {
      throw .system(operation: "compress a directory in", path: scratch, code: ENOMEM)
    }
    return bytes
  }
}
