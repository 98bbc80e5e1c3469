import Hashing
import Platform

/// A checkpoint that is being written; it counts only once the store has completed it.
///
/// What is appended goes through a small buffer to a file, so that a state of any size takes no
/// memory. A draft that is dropped removes its file.
///
/// SAFETY: used by one thread at a time; it is handed from the one that appends to the one that
/// completes it.
public final class CheckpointDraft: @unchecked Sendable {
  private static let capacity = 1 << 16

  /// How much of the build is done at the checkpoint.
  let fraction: Double
  private let path: String
  private var file: Int32
  private var buffer: [UInt8] = []
  private let hash: HashStream
  /// The sections so far, with the positions at which they begin.
  private var sections: [(section: CheckpointSection, start: Int)] = []
  /// How many bytes were added.
  private var position = 0

  init(
    path: String, fraction: Double, identity: BuildIdentity
  ) throws(TileStorageError) {
    guard let hash = HashStream() else {
      throw .system(operation: "allocate memory for", path: path, code: ENOMEM)
    }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .system(operation: "create", path: path, code: errno) }
    self.path = path
    self.file = file
    self.hash = hash
    self.fraction = fraction
    buffer.reserveCapacity(Self.capacity)
    try append(Int(bitPattern: UInt(CheckpointFormat.magic)))
    begin(.identity)
    let bytes = identity.encoded
    try bytes[...].withContiguousBytes { (raw) throws(TileStorageError) in try append(raw) }
    begin(.fraction)
    try append(Int(bitPattern: UInt(fraction.bitPattern)))
  }

  deinit {
    if file >= 0 {
      close(file)
      unlink(path)
    }
  }

  /// Starts a section, each at most once; what is appended next belongs to it.
  public func begin(_ section: CheckpointSection) { sections.append((section, position)) }

  /// Adds an integer to the section, which ``CheckpointReader/readInteger()`` delivers.
  public func append(_ value: Int) throws(TileStorageError) {
    var word = UInt64(bitPattern: Int64(value)).littleEndian
    var outcome: Result<Void, TileStorageError> = .success(())
    withUnsafeBytes(of: &word) { raw in
      do throws(TileStorageError) { try append(raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
  }

  /// Adds bytes to the section, which ``CheckpointReader/read(into:)`` delivers.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(TileStorageError) {
    position += bytes.count
    if buffer.count + bytes.count > Self.capacity { try flush() }
    if bytes.count > Self.capacity {
      hash.append(bytes)
      try FileSystem.write(bytes, to: file, path: path)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Completes the file and puts it in place of the last checkpoint.
  func publish(as name: String) throws(TileStorageError) {
    let ends = sections.dropFirst().map(\.start) + [position]
    for ((section, start), end) in zip(sections, ends) {
      let tag = section.tag.utf8.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }
      for word in [UInt(section.version) << 32 | tag, UInt(start), UInt(end - start)] {
        try append(Int(bitPattern: word))
      }
    }
    try append(sections.count)
    try flush()
    let value = hash.value
    for half in [value.low, value.high] { try append(Int(bitPattern: UInt(half))) }
    try flush()
    let file = file
    self.file = -1
    do throws(TileStorageError) {
      try FileSystem.closeWritten(file, path: path)
      try AtomicRename.replace(name, with: path)
    } catch {
      unlink(path)
      throw error
    }
  }

  private func flush() throws(TileStorageError) {
    try buffer[...].withContiguousBytes { (raw) throws(TileStorageError) in
      hash.append(raw)
      try FileSystem.write(raw, to: file, path: path)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
