import Deflate
import LayerDocuments
import Platform
import TileModel

/// An untrusted archive that is open for reading.
///
/// Thread-safe. Work is bounded by the archive's size: all directories together hold at most
/// ``directoryBudget`` bytes. No tile belongs to two entries, so that a directory loop ends reading.
final class PMTilesArchive: Sendable {
  /// A fault of an archive with the verification rule that it breaks.
  struct Fault: Error, Hashable {
    let rule: String
    let location: String
    let found: String
    let expected: String

    func error(_ path: String) -> TileStorageError {
      .corrupt(path: path, location: location, found: found, expected: expected)
    }
  }

  private static let maximumAddressCount = 1 << 27
  /// In bytes before compression.
  private static let maximumDirectoryByteCount = 8 << 20
  /// In bytes.
  static let maximumTileByteCount = 64 << 20
  /// Directories from the root to a tile at most, as in other readers.
  private static let maximumDepth = 4

  let path: String
  let header: PMTilesHeader
  let byteCount: Int
  private let file: Int32
  private let cache = Guarded(DirectoryCache())

  init(path: String) throws(TileStorageError) {
    self.path = path
    file = try FileSystem.openFile(path)
    do throws(TileStorageError) {
      byteCount = try FileSystem.byteCount(of: path) ?? 0
      let head = try FileSystem.bytes(of: file, at: 0, count: PMTilesHeader.byteCount, path: path)
      guard let header = PMTilesHeader(head) else {
        guard head.starts(with: PMTilesHeader.magic.dropLast()) else {
          throw .notAStore(path: path, found: describeFile(head))
        }
        let isShort = head.count < PMTilesHeader.byteCount
        throw .corrupt(
          path: path, location: "the header",
          found: isShort ? "a file of \(head.count) bytes" : "version \(head[7])",
          expected: "\(PMTilesHeader.byteCount) bytes of version 3")
      }
      self.header = header
    } catch {
      close(file)
      throw error
    }
  }

  deinit { close(file) }

  /// In bytes before compression, for all directories together.
  var directoryBudget: Int {
    (64 << 20) + 64 * min(byteCount, max(header.root.byteCount, header.leaves.byteCount))
  }

  /// Two million, as when one tile is all of zoom 10, and 32 for each byte of the file.
  var addressLimit: Int { min(Self.maximumAddressCount, (1 << 21) + 32 * byteCount) }

  /// In bytes; a shared tile counts for each address.
  var tileBudget: Int { (1 << 26) + 4096 * byteCount }

  // MARK: Metadata

  func metadataBytes() throws -> [UInt8] {
    let limit = min(
      LayerDefinitionDocument.maximumByteCount,
      (1 << 20) + 64 * min(byteCount, header.metadata.byteCount))
    return try decompressed(
      header.metadata, limit: limit, rule: "pmtiles.metadata", location: "the metadata")
  }

  // MARK: Directories

  func root() throws -> [PMTilesEntry] {
    try cached(header.root, location: "the root directory")
  }

  func entry(of id: UInt64) throws -> PMTilesEntry? {
    var directory = try root()
    for _ in 0..<Self.maximumDepth {
      guard let entry = directory.entry(of: id) else { return nil }
      if entry.runLength > 0 { return entry }
      directory = try cached(leaf(entry), location: Self.location(ofLeaf: entry))
    }
    throw Self.tooDeep(id)
  }

  func forEachEntry(
    report: (Fault) throws -> Void, _ body: (PMTilesEntry, _ depth: Int) throws -> Void
  ) throws {
    var budget = directoryBudget
    func visit(
      _ section: PMTilesSection, _ location: String, ids: Range<UInt64>, depth: Int
    ) throws {
      let entries: [PMTilesEntry]
      do {
        guard depth <= Self.maximumDepth else { throw Self.tooDeep(ids.lowerBound) }
        let bytes = try directoryBytes(section, location: location)
        budget -= bytes.count
        guard budget >= 0 else {
          throw TileStorageError.excessive(
            path: path, found: "more than \(directoryBudget) bytes of directories")
        }
        entries = try Self.decode(bytes, ids: ids, location: location)
      } catch let fault as Fault {
        return try report(fault)
      }
      for (index, entry) in entries.enumerated() {
        if entry.runLength > 0 {
          try body(entry, depth)
        } else {
          let limit = index + 1 < entries.count ? entries[index + 1].id : ids.upperBound
          try visit(
            leaf(entry), Self.location(ofLeaf: entry), ids: entry.id..<limit, depth: depth + 1)
        }
      }
    }
    try visit(header.root, "the root directory", ids: 0..<(.max), depth: 1)
  }

  private func leaf(_ entry: PMTilesEntry) -> PMTilesSection {
    // A section beyond the leaves is found to be so when it is read.
    guard entry.section.isWithin(header.leaves.byteCount), header.leaves.isWithin(byteCount) else {
      return PMTilesSection(offset: .max, byteCount: Int(entry.byteCount))
    }
    return PMTilesSection(
      offset: header.leaves.offset + entry.offset, byteCount: Int(entry.byteCount))
  }

  private static func location(ofLeaf entry: PMTilesEntry) -> String {
    "the leaf directory at \(entry.offset)"
  }

  private static func tooDeep(_ id: UInt64) -> Fault {
    Fault(
      rule: "pmtiles.directory", location: "the directories above tile \(id)",
      found: "more than \(maximumDepth)", expected: "a root directory and one leaf directory")
  }

  private func cached(_ section: PMTilesSection, location: String) throws -> [PMTilesEntry] {
    if let known = cache.withLock({ $0.directory(at: section.offset) }) { return known }
    let entries = try Self.decode(
      try directoryBytes(section, location: location), location: location)
    cache.withLock { $0.keep(entries, at: section.offset) }
    return entries
  }

  private func directoryBytes(_ section: PMTilesSection, location: String) throws -> [UInt8] {
    try decompressed(
      section, limit: Self.maximumDirectoryByteCount, rule: "pmtiles.directory", location: location)
  }

  private static func decode(
    _ bytes: [UInt8], ids: Range<UInt64> = 0..<(.max), location: String
  ) throws(Fault) -> [PMTilesEntry] {
    return try rethrowing(try PMTilesDirectory.decode(bytes, ids: ids)) {
      (error: PMTilesDirectory.Fault) in
      Fault(
        rule: "pmtiles.directory", location: location, found: error.found, expected: error.expected)
    }
  }

  // MARK: Bytes

  func image(_ entry: PMTilesEntry) throws -> [UInt8] {
    let location = "the image at \(entry.offset)"
    guard entry.section.isWithin(header.tiles.byteCount),
      header.tiles.isWithin(byteCount) || isWithinFile(entry),
      entry.byteCount <= Self.maximumTileByteCount
    else {
      throw Fault(
        rule: "pmtiles.range", location: location, found: "\(entry.byteCount) bytes",
        expected:
          "an image within the \(header.tiles.byteCount) bytes of tiles, and within the file")
    }
    let bytes = try FileSystem.bytes(
      of: file, at: header.tiles.offset + entry.offset, count: Int(entry.byteCount), path: path)
    guard bytes.count == Int(entry.byteCount) else {
      throw Fault(
        rule: "pmtiles.range", location: location, found: "\(bytes.count) bytes",
        expected: "\(entry.byteCount) bytes")
    }
    guard header.tileCompression == .gzip else { return bytes }
    return try Self.decompress(
      bytes, by: header.tileCompression, limit: Self.maximumTileByteCount,
      rule: "pmtiles.compression", location: location)
  }

  private func isWithinFile(_ entry: PMTilesEntry) -> Bool {
    let (end, overflow) = header.tiles.offset.addingReportingOverflow(
      entry.offset + Int(entry.byteCount))
    return !overflow && end <= byteCount
  }

  private func decompressed(
    _ section: PMTilesSection, limit: Int, rule: String, location: String
  ) throws -> [UInt8] {
    guard section.isWithin(byteCount), section.byteCount <= limit else {
      let found = section.offset == .max ? "" : "\(section.byteCount) bytes at \(section.offset)"
      throw Fault(
        rule: rule, location: location, found: found.isEmpty ? "bytes outside its section" : found,
        expected: "bytes within the file's \(byteCount), at most \(limit)")
    }
    let bytes = try FileSystem.bytes(
      of: file, at: section.offset, count: section.byteCount, path: path)
    return try Self.decompress(
      bytes, by: header.internalCompression, limit: limit, rule: rule, location: location)
  }

  private static func decompress(
    _ bytes: [UInt8], by compression: PMTilesCompression, limit: Int, rule: String, location: String
  ) throws -> [UInt8] {
    func fault(_ found: String, _ expected: String) -> Fault {
      Fault(rule: rule, location: location, found: found, expected: expected)
    }
    switch compression {
    case .none: return bytes
    case .gzip:
      do throws(Gzip.Failure) {
        return try Gzip.decompress(bytes[...], limit: limit)
      } catch {
        switch error {
        case .excessive: throw fault("more than \(limit) bytes", "at most that many")
        case .damaged: throw fault("bytes that are no gzip", "what gzip made")
        case .noMemory: throw fault("too little memory", "memory to decompress it")
        }
      }
    default: throw fault("compression \(compression.name)", "none or gzip, which all readers know")
    }
  }
}

/// Least recently used cache of directories.
private struct DirectoryCache {
  /// 24 bytes each; one directory is always kept.
  private static let entryLimit = 1 << 19
  private var directories: [(offset: Int, entries: [PMTilesEntry])] = []
  private var entryCount = 0

  mutating func directory(at offset: Int) -> [PMTilesEntry]? {
    guard let position = directories.firstIndex(where: { $0.offset == offset }) else { return nil }
    let directory = directories.remove(at: position)
    directories.append(directory)
    return directory.entries
  }

  mutating func keep(_ entries: [PMTilesEntry], at offset: Int) {
    if directories.contains(where: { $0.offset == offset }) { return }
    directories.append((offset, entries))
    entryCount += entries.count
    while entryCount > Self.entryLimit, directories.count > 1 {
      entryCount -= directories.removeFirst().entries.count
    }
  }
}
