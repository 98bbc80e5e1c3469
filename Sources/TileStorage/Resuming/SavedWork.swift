import Hashing
import Platform

/// What an earlier build left: the tiles that are in the store already, and the state from which to
/// go on.
///
/// The state is delivered piece by piece, as it was appended to the ``CheckpointDraft``.
///
/// SAFETY: used by one thread at a time.
public final class SavedWork: @unchecked Sendable {
  private static let capacity = 1 << 16
  private static let trailerSize = 32

  /// How much of the build is done, `0...1`.
  public let fraction: Double
  /// What the store holds already.
  public internal(set) var record = PyramidRecord()
  let identity: BuildIdentity
  let contents: CheckpointContents
  private let path: String
  private let file: Int32
  /// Where the state ends in the file.
  private let end: Int
  private var position = 0
  private var buffer: [UInt8] = []
  private var consumed = 0

  /// Opens a checkpoint and confirms by its hash that it is whole.
  init(path: String) throws(TileStorageError) {
    let file = open(path, FileSystem.readingFlags | O_NOFOLLOW)
    guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    let header: Header
    do throws(TileStorageError) {
      header = try Header(file, path: path)
    } catch {
      close(file)
      throw error
    }
    self.path = path
    self.file = file
    end = header.end
    fraction = header.fraction
    identity = header.identity
    contents = header.contents
    position = header.start
  }

  deinit { close(file) }

  /// The next integer of the state.
  ///
  /// - Throws: ``TileStorageError/savedWorkDamaged(path:reason:)`` at its end.
  public func readInteger() throws(TileStorageError) -> Int {
    var word: UInt64 = 0
    var outcome: Result<Void, TileStorageError> = .success(())
    withUnsafeMutableBytes(of: &word) { raw in
      do throws(TileStorageError) { try read(into: raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
    return Int(Int64(bitPattern: UInt64(littleEndian: word)))
  }

  /// Fills `target` with the next bytes of the state.
  ///
  /// - Throws: ``TileStorageError/savedWorkDamaged(path:reason:)`` when there are fewer.
  public func read(into target: UnsafeMutableRawBufferPointer) throws(TileStorageError) {
    var done = 0
    while done < target.count {
      if consumed == buffer.count {
        let count = min(Self.capacity, end - position)
        if count == 0 { throw damage("its state ends too early") }
        buffer = try Self.bytes(of: file, at: position, count: count, path: path)
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

  /// The error that says what is wrong with the state.
  public func damage(_ reason: String) -> TileStorageError {
    .savedWorkDamaged(path: path, reason: reason)
  }

  private struct Header {
    let fraction: Double
    let identity: BuildIdentity
    let contents: CheckpointContents
    let start: Int
    let end: Int

    init(_ file: Int32, path: String) throws(TileStorageError) {
      func damage(_ reason: String) -> TileStorageError {
        .savedWorkDamaged(path: path, reason: reason)
      }
      var status = stat()
      guard fstat(file, &status) == 0 else {
        throw .system(operation: "examine", path: path, code: errno)
      }
      let size = Int(status.st_size)
      guard size >= 24 + trailerSize else { throw damage("it is too short") }
      let words = try SavedWork.words(of: file, at: 0, count: 3, path: path)
      guard words[0] == UInt64(CheckpointFormat.magic) else {
        throw damage("it is of another version")
      }
      let trailer = try SavedWork.words(of: file, at: size - trailerSize, count: 4, path: path)
      let hash = try SavedWork.hash(of: file, count: size - 16, path: path)
      guard trailer[2] == hash.low, trailer[3] == hash.high else {
        throw damage("its hash is wrong")
      }
      guard let length = Int(exactly: words[2]), length <= size - 24 - trailerSize,
        let identity = BuildIdentity(
          decoding: try SavedWork.bytes(of: file, at: 24, count: length, path: path)),
        let tiles = Int(exactly: trailer[0]), let distinct = Int(exactly: trailer[1])
      else { throw damage("its header is wrong") }
      fraction = Double(bitPattern: words[1])
      self.identity = identity
      contents = CheckpointContents(tileCount: tiles, distinctTileCount: distinct)
      start = 24 + length
      end = size - trailerSize
    }
  }

  private static func bytes(
    of file: Int32, at offset: Int, count: Int, path: String
  ) throws(TileStorageError) -> [UInt8] {
    let bytes = try FileSystem.bytes(of: file, at: offset, count: count, path: path)
    if bytes.count < count { throw .system(operation: "read", path: path, code: EIO) }
    return bytes
  }

  private static func words(
    of file: Int32, at offset: Int, count: Int, path: String
  ) throws(TileStorageError) -> [UInt64] {
    let bytes = try bytes(of: file, at: offset, count: 8 * count, path: path)
    return bytes.withUnsafeBytes { raw in
      (0..<count).map {
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self))
      }
    }
  }

  private static func hash(
    of file: Int32, count: Int, path: String
  ) throws(TileStorageError) -> Hash128 {
    guard let stream = HashStream() else {
      throw .system(operation: "allocate memory for", path: path, code: ENOMEM)
    }
    var offset = 0
    while offset < count {
      let step = min(capacity, count - offset)
      let piece = try bytes(of: file, at: offset, count: step, path: path)
      piece.withUnsafeBytes { stream.append($0) }
      offset += step
    }
    return stream.value
  }
}
