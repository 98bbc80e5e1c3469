import Hashing
import Platform
import TileModel

/// The address of a plane: rows that a block carries to the zooms above.
package struct PlaneAddress: Hashable, Sendable {
  package var step: Int
  /// Zooms between the block's tile and the deepest zoom.
  package var level: Int
  package var column: Int
  /// The band: row number in units of the level's pieces, from the first row of the world.
  package var part: Int

  package init(step: Int, level: Int, column: Int, part: Int) {
    (self.step, self.level, self.column, self.part) = (step, level, column, part)
  }
}

/// Rows that a block carries to the zooms above, opaque except to the builder.
package struct CarriedPlane: Hashable, Sendable {
  package let address: PlaneAddress
  package let bytes: [UInt8]

  package init(_ address: PlaneAddress, bytes: [UInt8]) {
    (self.address, self.bytes) = (address, bytes)
  }
}

/// Progress of a build at the end of a row of blocks.
package struct BlockPosition: Hashable, Sendable {
  package var step: Int
  package var band: Int
  /// Finished fraction of the build, `0...1`.
  package var fraction: Double

  package init(step: Int, band: Int, fraction: Double) {
    (self.step, self.band, self.fraction) = (step, band, fraction)
  }
}

/// Append-only log of finished rows of blocks, beside the store with their tiles.
///
/// First comes an identity, then for each row of blocks its planes and an end entry, which follows its
/// tiles in the store. An entry is a head of ``headSize`` bytes, little-endian (kind, step, level, column,
/// part and count of 8 bytes, the XXH3-128 of these and of the payload), and its payload. The later of two
/// planes of an address counts. A tail after the last complete row is ignored. The file appears with its
/// first row, and nothing is synced to disk.
///
/// SAFETY: planes are appended by any thread under the lock, and read at fixed offsets. All else belongs to
/// one thread at a time.
package final class BlockLog: @unchecked Sendable {
  private enum Kind: UInt64 {
    /// The file begins with `TPblock1`.
    case identity = 0x316B_636F_6C62_5054
    case plane = 1
    case position = 2
  }

  private struct Entry {
    let kind: Kind
    let address: PlaneAddress
    let range: Range<Int>
    let bytes: [UInt8]
  }

  private static let headSize = 64

  package let path: String
  private let file: Int32
  private let byteCount: Int
  /// Offset of the next entry; an earlier process may have left a tail behind it.
  private var end = 0
  private let lock = Guarded(())
  private var planes: [PlaneAddress: Range<Int>] = [:]
  package private(set) var last: (position: BlockPosition, store: [Int])?

  package init(path: String, identity: BuildIdentity) throws(TileStorageError) {
    self.path = path
    byteCount = 0
    // Another log of this process may still have the earlier draft open.
    unlink(Self.draft(of: path))
    file = try Self.open(Self.draft(of: path), O_RDWR | O_CREAT | O_EXCL)
    try append(
      .identity, PlaneAddress(step: 0, level: 0, column: 0, part: 0), identity.encoded)
  }

  /// `nil` where there is none.
  ///
  /// Throws ``TileStorageError/savedWorkDiffers(path:_:)`` for another identity, or
  /// ``TileStorageError/savedWorkDamaged(path:reason:)``.
  package static func resume(
    _ path: String, of identity: BuildIdentity, confirms: Bool = true
  ) throws(TileStorageError) -> BlockLog? {
    guard try FileSystem.kind(of: path, followingLinks: false) == .file else { return nil }
    let log = try BlockLog(opening: path, O_RDWR, confirms: confirms)
    if let difference = identity.difference(fromSaved: try log.identity) {
      throw .savedWorkDiffers(path: OutputPath(path).folder, difference)
    }
    guard log.last != nil else { throw log.damage("its hash is wrong") }
    return log
  }

  package convenience init(reading path: String, confirms: Bool) throws(TileStorageError) {
    try self.init(opening: path, O_RDONLY, confirms: confirms)
  }

  private init(opening path: String, _ flags: Int32, confirms: Bool) throws(TileStorageError) {
    self.path = path
    byteCount = try FileSystem.byteCount(of: path) ?? 0
    file = try Self.open(path, flags)
    var found: [PlaneAddress: Range<Int>] = [:]
    var position = 0
    while let entry = try entry(at: position, confirms: confirms) {
      guard (position == 0) == (entry.kind == .identity) else { break }
      position = entry.range.upperBound
      switch entry.kind {
      case .identity: end = position
      case .plane: found[entry.address] = entry.range
      case .position:
        guard let state = Self.state(entry) else { break }
        last = state
        end = position
        planes.merge(found) { _, new in new }
        found = [:]
      }
    }
    if end == 0 { throw damage("it is of another version, or was changed") }
  }

  deinit { close(file) }

  private static func open(_ path: String, _ flags: Int32) throws(TileStorageError) -> Int32 {
    let file = Platform.open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    return file
  }

  /// False where more follows the last finished row of blocks, as after a kill or damage.
  var isWhole: Bool { end == byteCount }

  package var identity: BuildIdentity {
    get throws(TileStorageError) {
      guard let entry = try entry(at: 0, confirms: true),
        let identity = BuildIdentity(decoding: entry.bytes)
      else { throw damage("its header is wrong") }
      return identity
    }
  }

  /// The plane counts once the row of its block is finished.
  package func append(_ plane: CarriedPlane) throws(TileStorageError) {
    try append(.plane, plane.address, plane.bytes)
  }

  /// All tiles of the row must be in the store.
  package func append(_ position: BlockPosition, store: [Int]) throws(TileStorageError) {
    try append(
      .position,
      PlaneAddress(step: position.step, level: 0, column: 0, part: position.band),
      Self.bytes(
        of: [position.fraction.bitPattern] + store.map { UInt64(bitPattern: Int64($0)) }))
    if last == nil { try AtomicRename.replace(path, with: Self.draft(of: path)) }
    last = (position, store)
  }

  private static func draft(of path: String) -> String { path + ".next" }

  package func plane(at address: PlaneAddress) throws(TileStorageError) -> [UInt8]? {
    guard let range = planes[address],
      let entry = try entry(at: range.lowerBound - Self.headSize, confirms: true),
      entry.address == address
    else { return nil }
    return entry.bytes
  }

  package var isMostlyStale: Bool { planes.values.reduce(0) { $0 + $1.count } < end / 2 }

  package func append(planesOf other: BlockLog) throws(TileStorageError) {
    for address in other.planes.keys {
      if let bytes = try other.plane(at: address) { try append(.plane, address, bytes) }
    }
  }

  package func damage(_ reason: String) -> TileStorageError {
    .savedWorkDamaged(path: path, reason: reason)
  }

  private func append(
    _ kind: Kind, _ address: PlaneAddress, _ bytes: [UInt8]
  ) throws(TileStorageError) {
    let numbers = [address.step, address.level, address.column, address.part, bytes.count]
    let head = Self.bytes(of: [kind.rawValue] + numbers.map { UInt64(bitPattern: Int64($0)) })
    let hash = Hash128(hashing: head + bytes)
    let entry = head + Self.bytes(of: [hash.low, hash.high]) + bytes
    try lock.withLock { _ throws(TileStorageError) in
      // Bytes that an earlier process left behind the end would be taken for entries.
      guard end >= byteCount || ftruncate(file, off_t(end)) == 0,
        lseek(file, off_t(end), SEEK_SET) >= 0
      else { throw .system(operation: "write", path: path, code: errno) }
      try FileSystem.write(entry, to: file, path: path)
      end += entry.count
    }
  }

  private static func bytes(of words: [UInt64]) -> [UInt8] {
    words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
  }

  private func entry(at position: Int, confirms: Bool) throws(TileStorageError) -> Entry? {
    let head = try FileSystem.bytes(of: file, at: position, count: Self.headSize, path: path)
    guard head.count == Self.headSize, let kind = Kind(rawValue: Self.word(head, 0)) else {
      return nil
    }
    let numbers = (1...5).map { Int(Int64(bitPattern: Self.word(head, $0))) }
    let start = position + Self.headSize
    guard (0...max(0, byteCount - start)).contains(numbers[4]) else { return nil }
    var bytes: [UInt8] = []
    if confirms || kind != .plane {
      bytes = try FileSystem.bytes(of: file, at: start, count: numbers[4], path: path)
      let hash = Hash128(hashing: Array(head.prefix(Self.headSize - 16)) + bytes)
      guard hash.low == Self.word(head, 6), hash.high == Self.word(head, 7) else { return nil }
    }
    return Entry(
      kind: kind,
      address: PlaneAddress(
        step: numbers[0], level: numbers[1], column: numbers[2], part: numbers[3]),
      range: start..<start + numbers[4], bytes: bytes)
  }

  private static func state(_ entry: Entry) -> (position: BlockPosition, store: [Int])? {
    let bytes = entry.bytes
    guard bytes.count >= 8, bytes.count % 8 == 0 else { return nil }
    let words = (0..<bytes.count / 8).map { word(bytes, $0) }
    return (
      BlockPosition(
        step: entry.address.step, band: entry.address.part,
        fraction: Double(bitPattern: words[0])),
      words.dropFirst().map { Int(Int64(bitPattern: $0)) }
    )
  }

  private static func word(_ bytes: [UInt8], _ index: Int) -> UInt64 {
    bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
    }
  }
}

extension BlockLog {
  /// Removes a log that cannot be appended to.
  package func end(_ position: BlockPosition, _ store: [Int]) {
    do throws(TileStorageError) {
      try append(position, store: store)
    } catch {
      unlink(path)
      removeDraft()
    }
  }

  /// Removes a log without a finished row; does nothing for others.
  package func removeDraft() {
    if last == nil { unlink(Self.draft(of: path)) }
  }

  /// Path of the log for updates of an output.
  ///
  /// It belongs to an output with the digest of its last position, which is complete without it.
  package static func path(ofOutput path: String) -> String {
    OutputPath(path).sibling(suffix: "update")
  }

  package static func find(forOutput path: String, of identity: BuildIdentity) -> BlockLog? {
    do throws(TileStorageError) {
      return try resume(Self.path(ofOutput: path), of: identity, confirms: false)
    } catch {
      return nil
    }
  }
}
