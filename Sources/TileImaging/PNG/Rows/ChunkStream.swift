import CLibDeflate
import Deflate

/// Reads the compressed samples of a PNG file, which are in a run of IDAT chunks.
final class ChunkStream {
  /// Reads up to `count` bytes at an offset of the file; fewer than asked for are the end.
  typealias Read = (_ offset: Int, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int

  /// The most bytes that are read at once.
  static let capacity = 1 << 16
  private static let frameCapacity = 256
  private static let dataType: UInt32 = 0x4944_4154
  private static let endType: UInt32 = 0x4945_4E44

  /// The contents of PLTE; empty without one.
  private(set) var palette: [UInt8] = []
  /// The contents of tRNS; empty without one.
  private(set) var transparency: [UInt8] = []
  private let read: Read
  /// What was read ahead for checksums, lengths and types: a file may consist of empty chunks.
  private let frame: UnsafeMutablePointer<UInt8>
  /// The offsets in the file of what ``frame`` holds.
  private var framing = 0..<0
  /// The offset in the file of what is read next.
  private var offset = 0
  /// How much of the current chunk follows.
  private var chunkRemaining = 0
  /// The checksum of the current chunk so far; `nil` for one that was entered in the middle, whose
  /// samples their own checksum covers.
  private var checksum: UInt32?
  private var isInChunk = false

  /// Where the stream is, to resume there later.
  struct Position: Hashable {
    var offset: Int
    var chunkRemaining: Int

    /// The position some samples on, in the same chunk.
    func advanced(by count: Int) -> Position {
      Position(offset: offset + count, chunkRemaining: chunkRemaining - count)
    }
  }

  /// Reads the chunks up to the first that holds samples.
  init(read: @escaping Read) throws(InflaterError) {
    self.read = read
    frame = .allocate(capacity: Self.frameCapacity)
    offset = PNGDecoder.signature.count
    while true {
      let (length, type) = try header()
      if type == Self.dataType {
        enter(length)
        return
      }
      let end = offset + length + 4
      if type == 0x504C_5445 { palette = try contents(min(length, 768)) }
      if type == 0x7452_4E53 { transparency = try contents(min(length, 256)) }
      offset = end
    }
  }

  deinit { frame.deallocate() }

  /// Goes to a position at which a stream of the same file was.
  func seek(to position: Position) {
    offset = position.offset
    chunkRemaining = position.chunkRemaining
    isInChunk = true
    checksum = nil
  }

  /// Where the stream is.
  var position: Position { Position(offset: offset, chunkRemaining: chunkRemaining) }

  func byte(before position: Position) throws(InflaterError) -> UInt8 {
    var byte: UInt8 = 0
    guard read(position.offset - 1, &byte, 1) == 1 else { throw .ended }
    return byte
  }

  /// Reads the next compressed bytes, all of one chunk.
  ///
  /// - Parameters:
  ///   - target: Receives them.
  ///   - limit: How many it has room for, at least 1.
  /// - Returns: How many there are: none when no samples follow, else at most ``capacity``.
  /// - Throws: ``InflaterError``.
  func read(into target: UnsafeMutablePointer<UInt8>, limit: Int) throws(InflaterError) -> Int {
    while chunkRemaining == 0 {
      guard isInChunk else { return 0 }
      try leave()
      let (length, type) = try header()
      if type == Self.dataType {
        enter(length)
      } else {
        offset -= 8
        isInChunk = false
      }
    }
    return try readContents(into: target, limit: limit)
  }

  /// Passes over the rest of the samples and reads on to the end of the image, checking every chunk.
  func finish() throws(InflaterError) {
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity)
    defer { buffer.deallocate() }
    while try read(into: buffer, limit: Self.capacity) > 0 {}
    while true {
      let (length, type) = try header()
      enter(length, type: type)
      while chunkRemaining > 0 { _ = try readContents(into: buffer, limit: Self.capacity) }
      try leave()
      if type == Self.endType { return }
    }
  }

  /// Reads bytes of the current chunk, of which there are some.
  private func readContents(
    into target: UnsafeMutablePointer<UInt8>, limit: Int
  ) throws(InflaterError) -> Int {
    let count = min(Self.capacity, chunkRemaining, limit)
    guard read(offset, target, count) == count else { throw .ended }
    if let sum = checksum { checksum = libdeflate_crc32(sum, target, count) }
    offset += count
    chunkRemaining -= count
    return count
  }

  private func enter(_ length: Int, type: UInt32 = dataType) {
    chunkRemaining = length
    isInChunk = true
    var name = type.bigEndian
    checksum = withUnsafeBytes(of: &name) { raw in
      libdeflate_crc32(0, raw.baseAddress, 4)
    }
  }

  private func leave() throws(InflaterError) {
    let stored = try word()
    if let checksum, checksum != stored { throw .corrupt("a chunk has a wrong checksum") }
    isInChunk = false
  }

  /// Reads the length and the type of a chunk.
  private func header() throws(InflaterError) -> (length: Int, type: UInt32) {
    let length = Int(try word())
    guard length <= 0x7FFF_FFFF else { throw .corrupt("a chunk is too long") }
    return (length, try word())
  }

  /// Reads a number of four bytes.
  private func word() throws(InflaterError) -> UInt32 {
    if !framing.contains(offset) || offset + 4 > framing.upperBound {
      let count = max(0, read(offset, frame, Self.frameCapacity))
      framing = offset..<offset + count
      guard count >= 4 else { throw .ended }
    }
    let bytes = UnsafeRawPointer(frame + (offset - framing.lowerBound))
    offset += 4
    return UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
  }

  /// The bytes at the present offset.
  private func contents(_ count: Int) throws(InflaterError) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, done in
      done = target.baseAddress.map { max(0, read(offset, $0, count)) } ?? 0
    }
    guard bytes.count == count else { throw .ended }
    return bytes
  }
}
