import Foundation
import Hashing
import TileImaging
import TileModel
import TileStorage

/// Fetched answers in files, so that they survive a restart.
///
/// The tiles of one version of one layer are in `LAYER/VERSION/zoom-x-y`, where both folders are
/// named by hashes, so that no text from outside becomes a name. Opening a layer removes its other
/// versions. A file is a header of 16 bytes (`TPT1`, the kind, three zeros, and the low half of the
/// XXH3-128 of what follows) and then the tile; it is written beside and renamed, and one that does
/// not agree with its header is as good as none. Nothing here fails: what cannot be read or written
/// is fetched.
actor TileDiskCache {
  typealias Answer = TileAnswer<EncodedTile>

  /// What is known of an address, and the epoch to store under what is fetched instead.
  struct Entry: Sendable {
    let answer: Answer?
    let epoch: Int
  }

  private static let magic = Array("TPT1".utf8)
  private static let headerLength = 16
  /// The unit in which most file systems give out space, so that the bound is one on real space and
  /// the list of files, some 150 bytes each, stays small beside it.
  private static let blockLength = 4096

  private let layerFolder: URL
  private let folder: URL
  private let maximumTileBytes: Int
  private var files: RecencyCache<TileCoordinate, Int>
  private var epoch = 0
  private var isOpen = false

  /// Names a cache; the disk is not touched before the first tile.
  init(options: DiskCacheOptions, layer: String, version: String, maximumTileBytes: Int) {
    layerFolder = URL(fileURLWithPath: options.folder, isDirectory: true)
      .appendingPathComponent(Self.name(for: layer), isDirectory: true)
    folder = layerFolder.appendingPathComponent(Self.name(for: version), isDirectory: true)
    self.maximumTileBytes = maximumTileBytes
    files = RecencyCache(limit: options.maximumBytes)
  }

  /// The bytes that the files are taken to use.
  var cost: Int {
    openOnce()
    return files.cost
  }

  func entry(for tile: TileCoordinate) -> Entry {
    openOnce()
    guard files.value(for: tile) != nil else { return Entry(answer: nil, epoch: epoch) }
    let answer = read(location(of: tile))
    if answer == nil { remove(tile) }
    return Entry(answer: answer, epoch: epoch)
  }

  /// Keeps an answer, unless the cache was cleared after `epoch` was handed out.
  func store(_ answer: Answer, for tile: TileCoordinate, epoch: Int) {
    guard epoch == self.epoch else { return }
    openOnce()
    let payload: [UInt8]
    let kind: UInt8
    switch answer {
    case .tile(let content): (payload, kind) = (content.bytes, 1)
    case .absent: (payload, kind) = ([], 0)
    case .unavailable: return
    }
    let cost = Self.cost(ofTile: payload.count)
    guard payload.count <= maximumTileBytes, cost <= files.limit else { return }
    let bytes = Self.magic + [kind, 0, 0, 0] + Self.checksum(of: payload) + payload
    do {
      // What a power failure made of it, its checksum tells.
      try AtomicFile.write(
        bytes, to: location(of: tile).path, presence: .isReplaced, isDurable: false)
    } catch {
      return
    }
    for evicted in files.set(payload.count, for: tile, cost: cost) { deleteFile(of: evicted) }
  }

  /// Removes every file.
  func clear() {
    epoch += 1
    isOpen = false
    files.removeAll()
    removeTiles(in: folder)
  }

  /// Removes the folders of other versions and lists the files of this one, oldest first.
  private func openOnce() {
    if isOpen { return }
    isOpen = true
    for other in contents(of: layerFolder)
    where other.lastPathComponent != folder.lastPathComponent
      && ContentDigest(hexadecimal: other.lastPathComponent) != nil
    {
      removeTiles(in: other)
    }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      return
    }
    var found: [(tile: TileCoordinate, size: Int, date: Date)] = []
    for file in contents(of: folder) {
      guard let tile = Self.tile(named: file.lastPathComponent), let facts = Self.facts(of: file)
      else {
        // What an interrupted write has left; all else was not written here.
        if AtomicFile.isTemporaryName(file.lastPathComponent) { delete(file) }
        continue
      }
      found.append((tile, max(0, facts.size - Self.headerLength), facts.date))
    }
    for entry in found.sorted(by: { ($0.date, $0.tile) < ($1.date, $1.tile) }) {
      let cost = Self.cost(ofTile: entry.size)
      if cost > files.limit { deleteFile(of: entry.tile) }
      for evicted in files.set(entry.size, for: entry.tile, cost: cost) {
        deleteFile(of: evicted)
      }
    }
  }

  private func read(_ file: URL) -> Answer? {
    guard let facts = Self.facts(of: file), facts.size <= maximumTileBytes + Self.headerLength,
      let data = FileManager.default.contents(atPath: file.path)
    else { return nil }
    let bytes = [UInt8](data)
    guard bytes.count >= Self.headerLength, bytes.starts(with: Self.magic) else { return nil }
    let payload = Array(bytes[Self.headerLength...])
    guard Array(bytes[8..<16]) == Self.checksum(of: payload) else { return nil }
    switch bytes[4] {
    case 0: return payload.isEmpty ? .absent : nil
    case 1: return .tile(EncodedTile(payload))
    default: return nil
    }
  }

  private func remove(_ tile: TileCoordinate) {
    files.remove(tile)
    deleteFile(of: tile)
  }

  private func deleteFile(of tile: TileCoordinate) { delete(location(of: tile)) }

  private func location(of tile: TileCoordinate) -> URL {
    folder.appendingPathComponent("\(tile.zoom)-\(tile.x)-\(tile.y)")
  }

  private func contents(of folder: URL) -> [URL] {
    do {
      return try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
    } catch {
      // A folder that is not there yet holds nothing.
      return []
    }
  }

  /// Removes a file; one that resists is listed again by a restart.
  private func delete(_ location: URL) { _ = unlink(location.path) }

  /// Removes the tiles of a folder, and the folder when nothing else is in it.
  private func removeTiles(in folder: URL) {
    for file in contents(of: folder) {
      let name = file.lastPathComponent
      if Self.tile(named: name) != nil || AtomicFile.isTemporaryName(name) { delete(file) }
    }
    _ = rmdir(folder.path)
  }

  private static func cost(ofTile byteCount: Int) -> Int {
    (byteCount + headerLength + blockLength - 1) / blockLength * blockLength
  }

  private static func facts(of file: URL) -> (size: Int, date: Date)? {
    do {
      let facts = try FileManager.default.attributesOfItem(atPath: file.path)
      guard facts[.type] as? FileAttributeType == .typeRegular, let size = facts[.size] as? NSNumber
      else { return nil }
      return (size.intValue, facts[.modificationDate] as? Date ?? .distantPast)
    } catch {
      return nil
    }
  }

  private static func tile(named name: String) -> TileCoordinate? {
    let numbers = name.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let zoom = numbers[0], let x = numbers[1], let y = numbers[2],
      let tile = TileCoordinate(zoom: zoom, x: x, y: y), name == "\(zoom)-\(x)-\(y)"
    else { return nil }
    return tile
  }

  private static func name(for text: String) -> String {
    let hash = Array(text.utf8).withUnsafeBytes { Hash128(hashing: $0) }
    return ContentDigest(low: hash.low, high: hash.high).hexadecimal
  }

  private static func checksum(of payload: [UInt8]) -> [UInt8] {
    let low = payload.withUnsafeBytes { Hash128(hashing: $0) }.low
    return (0..<8).map { UInt8(truncatingIfNeeded: low >> (8 * UInt64($0))) }
  }
}

/// Where fetched tiles are kept between runs, and how many.
public struct DiskCacheOptions: Hashable, Sendable {
  /// The folder, which is created; several layers may share it, and each has its own bound.
  public var folder: String
  /// The most bytes that the files of one layer may use, each counted in blocks of 4096.
  public var maximumBytes: Int

  /// Creates options.
  public init(folder: String, maximumBytes: Int = 256 << 20) {
    self.folder = folder
    self.maximumBytes = maximumBytes
  }
}
