import Deflate
package import TileStorage

/// A PMTiles archive in parts, of which a test makes the bytes, sound or not.
package struct ArchiveDraft: Sendable {
  /// A fault of an archive that cannot be taken apart.
  package struct Damaged: Error {}

  /// The header; its sections are set when the bytes are made.
  package var header = PMTilesHeader()
  /// The entries of the root directory.
  package var root: [PMTilesEntry] = []
  /// The bytes that are stored in place of ``root``, not compressed.
  package var rootBytes: [UInt8]?
  /// The metadata, not compressed.
  package var metadata = Array("{}".utf8)
  /// The leaf directories as they are stored.
  package var leaves: [UInt8] = []
  /// The images.
  package var tiles: [UInt8] = []
  /// The free bytes between the header and the root directory.
  package var padding = 0
  /// A last change of the header, when its sections are set.
  package var change: @Sendable (inout PMTilesHeader) -> Void = { _ in }

  /// An archive without tiles.
  package init() {}

  /// Takes apart a sound archive.
  package init(_ bytes: [UInt8]) throws {
    guard let header = PMTilesHeader(bytes) else { throw Damaged() }
    self.header = header
    func part(_ section: PMTilesSection) -> ArraySlice<UInt8> {
      bytes[section.offset..<(section.offset + section.byteCount)]
    }
    root = try PMTilesDirectory.decode(Gzip.decompress(part(header.root), limit: 1 << 24))
    metadata = try Gzip.decompress(part(header.metadata), limit: 1 << 24)
    leaves = Array(part(header.leaves))
    tiles = Array(part(header.tiles))
  }

  /// Adds a leaf directory, and an entry that leads to it.
  package mutating func addLeaf(_ entries: [PMTilesEntry], id: UInt64) {
    let bytes = Self.compressed(PMTilesDirectory.encode(entries))
    root.append(
      PMTilesEntry(id: id, runLength: 0, byteCount: UInt32(bytes.count), offset: leaves.count))
    leaves += bytes
  }

  /// Adds an image, and an entry of it.
  package mutating func add(_ image: [UInt8], id: UInt64, runLength: UInt32 = 1) {
    root.append(
      PMTilesEntry(
        id: id, runLength: runLength, byteCount: UInt32(image.count), offset: tiles.count))
    tiles += image
  }

  /// Bytes that gzip holds.
  package static func compressed(_ bytes: [UInt8]) -> [UInt8] { Gzip.compress(bytes) ?? [] }

  /// The archive.
  package var bytes: [UInt8] {
    let directory = Self.compressed(rootBytes ?? PMTilesDirectory.encode(root))
    let described = Self.compressed(metadata)
    var header = header
    header.root = PMTilesSection(
      offset: PMTilesHeader.byteCount + padding, byteCount: directory.count)
    header.metadata = PMTilesSection(
      offset: header.root.offset + directory.count, byteCount: described.count)
    header.leaves = PMTilesSection(
      offset: header.metadata.offset + described.count, byteCount: leaves.count)
    header.tiles = PMTilesSection(
      offset: header.leaves.offset + leaves.count, byteCount: tiles.count)
    change(&header)
    return header.encoded + Array(repeating: 0, count: padding) + directory + described + leaves
      + tiles
  }
}
