import Hashing
import Platform

/// One kind of contents of a checkpoint, told by a tag.
public struct CheckpointSection: Hashable, Sendable {
  /// Four ASCII characters.
  public let tag: String
  /// The version of the form of its bytes.
  public let version: UInt32

  /// Names a section; `tag` has four ASCII characters.
  public init(_ tag: String, version: UInt32) {
    precondition(tag.utf8.count == 4, "a tag has four characters")
    self.tag = tag
    self.version = version
  }

  /// The ``BuildIdentity``.
  static let identity = CheckpointSection("IDEN", version: 1)
  /// How much of the build is done, as the bits of a floating-point number.
  static let fraction = CheckpointSection("DONE", version: 1)
  /// What the store needs to return to the checkpoint, in a form of its own.
  static let store = CheckpointSection("STOR", version: 1)

  static let common: Set<CheckpointSection> = [.identity, .fraction, .store]
}

/// The form of a checkpoint in a file, little-endian.
///
/// The file holds ``magic``, the bytes of the sections, for each section an entry of its tag, version,
/// offset and length (4, 4, 8 and 8 bytes), the number of entries (8), and the XXH3-128 of all before.
enum CheckpointFormat {
  /// The first eight bytes, `TPcheck3`.
  static let magic: UInt64 = 0x336B_6365_6863_5054
  static let entrySize = 24
  static let trailerSize = 24

  /// Where the bytes of a section are.
  struct Entry {
    let section: CheckpointSection
    let range: Range<Int>
  }
}

/// What an earlier build left of itself: how far it was, and in sections all that is needed to resume
/// there.
///
/// SAFETY: the file is only read, at given places; the record is added to by the one thread that opens
/// the store.
public final class Checkpoint: @unchecked Sendable {
  /// How much of the build is done, `0...1`.
  public private(set) var fraction = 0.0
  /// What the store holds already.
  public internal(set) var record = PyramidRecord()
  fileprivate let path: String
  private let file: Int32
  private let entries: [CheckpointFormat.Entry]

  /// Opens a checkpoint and confirms by its hash that it is whole.
  init(path: String) throws(TileStorageError) {
    let file = open(path, FileSystem.readingFlags | O_NOFOLLOW)
    guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    do throws(TileStorageError) {
      entries = try Self.entries(of: file, path: path)
    } catch {
      close(file)
      throw error
    }
    self.path = path
    self.file = file
    fraction = Double(
      bitPattern: UInt64(bitPattern: Int64(try section(.fraction).readInteger())))
  }

  /// Opens the checkpoint of a partial output.
  static func load(
    _ path: String, of identity: BuildIdentity, sections: Set<CheckpointSection>
  ) throws(TileStorageError) -> Checkpoint? {
    guard try FileSystem.kind(of: path, followingLinks: false) == .file else { return nil }
    let checkpoint = try Checkpoint(path: path)
    guard checkpoint.entries.allSatisfy({ sections.contains($0.section) }) else {
      throw .savedWorkDamaged(path: path, reason: "it is of another version")
    }
    if let difference = identity.difference(fromSaved: try checkpoint.identity) {
      throw .savedWorkDiffers(path: OutputPath(path).folder, difference)
    }
    return checkpoint
  }

  deinit { close(file) }

  /// What the work is of.
  ///
  /// Throws ``TileStorageError/savedWorkDamaged(path:reason:)``.
  var identity: BuildIdentity {
    get throws(TileStorageError) {
      let reader = try section(.identity)
      guard let identity = BuildIdentity(decoding: try reader.readRest()) else {
        throw reader.damage("its header is wrong")
      }
      return identity
    }
  }

  /// Reads a section from its beginning.
  ///
  /// - Throws: ``TileStorageError/savedWorkDamaged(path:reason:)`` when there is none.
  public func section(_ section: CheckpointSection) throws(TileStorageError) -> CheckpointReader {
    guard let entry = entries.first(where: { $0.section == section }) else {
      throw .savedWorkDamaged(path: path, reason: "it lacks the section \(section.tag)")
    }
    return CheckpointReader(self, entry.range)
  }

  private static func entries(
    of file: Int32, path: String
  ) throws(TileStorageError) -> [CheckpointFormat.Entry] {
    func damage(_ reason: String) -> TileStorageError {
      .savedWorkDamaged(path: path, reason: reason)
    }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .system(operation: "examine", path: path, code: errno)
    }
    let size = Int(status.st_size)
    guard size >= 8 + CheckpointFormat.trailerSize else { throw damage("it is too short") }
    let magic = try bytes(of: file, at: 0, count: 8, path: path)
    guard word(magic, at: 0) == CheckpointFormat.magic else {
      throw damage("it is of another version")
    }
    let tail = size - CheckpointFormat.trailerSize
    let trailer = try bytes(of: file, at: tail, count: CheckpointFormat.trailerSize, path: path)
    let hash = try hash(of: file, count: size - 16, path: path)
    guard word(trailer, at: 8) == hash.low, word(trailer, at: 16) == hash.high else {
      throw damage("its hash is wrong")
    }
    let limit = (tail - 8) / CheckpointFormat.entrySize
    guard let count = Int(exactly: word(trailer, at: 0)), count <= limit else {
      throw damage("its header is wrong")
    }
    let start = tail - count * CheckpointFormat.entrySize
    let table = try bytes(of: file, at: start, count: tail - start, path: path)
    var entries: [CheckpointFormat.Entry] = []
    for location in stride(from: 0, to: table.count, by: CheckpointFormat.entrySize) {
      guard let tag = String(validating: table[location..<location + 4], as: UTF8.self),
        let offset = Int(exactly: word(table, at: location + 8)),
        let length = Int(exactly: word(table, at: location + 16)), (8...start).contains(offset),
        length <= start - offset
      else { throw damage("its header is wrong") }
      let version = UInt32(truncatingIfNeeded: word(table, at: location) >> 32)
      entries.append(
        CheckpointFormat.Entry(
          section: CheckpointSection(tag, version: version), range: offset..<offset + length))
    }
    return entries
  }

  private static func word(_ bytes: [UInt8], at offset: Int) -> UInt64 {
    bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  fileprivate func bytes(at offset: Int, count: Int) throws(TileStorageError) -> [UInt8] {
    try Self.bytes(of: file, at: offset, count: count, path: path)
  }

  private static func bytes(
    of file: Int32, at offset: Int, count: Int, path: String
  ) throws(TileStorageError) -> [UInt8] {
    let bytes = try FileSystem.bytes(of: file, at: offset, count: count, path: path)
    if bytes.count < count { throw .system(operation: "read", path: path, code: EIO) }
    return bytes
  }

  private static func hash(
    of file: Int32, count: Int, path: String
  ) throws(TileStorageError) -> Hash128 {
    guard let stream = HashStream() else {
      throw .system(operation: "allocate memory for", path: path, code: ENOMEM)
    }
    var offset = 0
    while offset < count {
      let step = min(CheckpointReader.capacity, count - offset)
      let piece = try bytes(of: file, at: offset, count: step, path: path)
      piece.withUnsafeBytes { stream.append($0) }
      offset += step
    }
    return stream.value
  }
}

/// Reads one section of a checkpoint piece by piece, as it was appended to the ``CheckpointDraft``.
///
/// SAFETY: used by one thread at a time.
public final class CheckpointReader: @unchecked Sendable {
  static let capacity = 1 << 16

  private let checkpoint: Checkpoint
  private var position: Int
  private let end: Int
  private var buffer: [UInt8] = []
  private var consumed = 0

  fileprivate init(_ checkpoint: Checkpoint, _ range: Range<Int>) {
    self.checkpoint = checkpoint
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next integer.
  ///
  /// - Throws: ``TileStorageError/savedWorkDamaged(path:reason:)`` at the end of the section.
  public func readInteger() throws(TileStorageError) -> Int {
    var word: UInt64 = 0
    var outcome: Result<Void, TileStorageError> = .success(())
    withUnsafeMutableBytes(of: &word) { raw in
      do throws(TileStorageError) { try read(into: raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
    return Int(Int64(bitPattern: UInt64(littleEndian: word)))
  }

  /// Fills `target` with the next bytes.
  ///
  /// - Throws: ``TileStorageError/savedWorkDamaged(path:reason:)`` when there are fewer.
  public func read(into target: UnsafeMutableRawBufferPointer) throws(TileStorageError) {
    var done = 0
    while done < target.count {
      if consumed == buffer.count {
        let count = min(Self.capacity, end - position)
        if count == 0 { throw damage("its state ends too early") }
        buffer = try checkpoint.bytes(at: position, count: count)
        position += count
        consumed = 0
      }
      let step = min(target.count - done, buffer.count - consumed)
      buffer.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(rebasing: target[done..<(done + step)])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[consumed..<(consumed + step)]))
      }
      done += step
      consumed += step
    }
  }

  /// Everything that is left.
  fileprivate func readRest() throws(TileStorageError) -> [UInt8] {
    let rest = buffer[consumed...] + (try checkpoint.bytes(at: position, count: end - position))
    (position, consumed) = (end, buffer.count)
    return Array(rest)
  }

  /// The error that says what is wrong with the section.
  public func damage(_ reason: String) -> TileStorageError {
    .savedWorkDamaged(path: checkpoint.path, reason: reason)
  }
}
