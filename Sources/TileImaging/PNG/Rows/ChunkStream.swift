import CLibDeflate
import Deflate

/// Delivers the compressed samples of a PNG file, which are in a run of IDAT chunks.
final class ChunkStream: InflaterInput {
  /// Reads up to `count` bytes at an offset of the file; fewer than asked for are the end.
  typealias Read = (_ offset: Int, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int

  private static let capacity = 1 << 16
  private static let frameCapacity = 256
  private static let dataType: UInt32 = 0x4944_4154
  private static let endType: UInt32 = 0x4945_4E44

  /// The contents of PLTE; empty without one.
  private(set) var palette: [UInt8] = []
  /// The contents of tRNS; empty without one.
  private(set) var transparency: [UInt8] = []
  private let read: Read
  private let buffer: UnsafeMutablePointer<UInt8>
  /// What was read ahead for checksums, lengths and types: a file may consist of empty chunks.
  private let frame: UnsafeMutablePointer<UInt8>
  /// The offsets in the file of what ``frame`` holds.
  private var framing = 0..<0
  /// The offset in the file of what follows the buffer's contents.
  private var offset = 0
  /// How much of the current chunk follows the buffer's contents.
  private var chunkRemaining = 0
  /// The checksum of the current chunk so far; `nil` for one that was entered in the middle, whose
  /// samples their own checksum covers.
  private var checksum: UInt32?
  private var isInChunk = false

  /// Where the stream is, to resume there later.
  struct Position: Hashable {
    var offset: Int
    var chunkRemaining: Int
  }

  /// Reads the chunks up to the first that holds samples.
  init(read: @escaping Read) throws(InflaterError) {
    self.read = read
    buffer = .allocate(capacity: Self.capacity)
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

  deinit {
    buffer.deallocate()
    frame.deallocate()
  }

  /// Goes to a position at which a stream of the same file was.
  func seek(to position: Position) {
    offset = position.offset
    chunkRemaining = position.chunkRemaining
    isInChunk = true
    checksum = nil
  }

  /// Where the stream is when `unread` bytes of those delivered last are not used yet.
  func position(unread: Int) -> Position {
    Position(offset: offset - unread, chunkRemaining: chunkRemaining + unread)
  }

  /// The byte before a position.
  func byte(before position: Position) throws(InflaterError) -> UInt8 {
    var byte: UInt8 = 0
    guard read(position.offset - 1, &byte, 1) == 1 else { throw .ended }
    return byte
  }

  /// Delivers the next compressed bytes, valid until the next call; none when no samples follow.
  func next() throws(InflaterError) -> UnsafeBufferPointer<UInt8> {
    while chunkRemaining == 0 {
      guard isInChunk else { return UnsafeBufferPointer(start: nil, count: 0) }
      try leave()
      let (length, type) = try header()
      if type == Self.dataType {
        enter(length)
      } else {
        offset -= 8
        isInChunk = false
      }
    }
    let count = min(Self.capacity, chunkRemaining)
    guard read(offset, buffer, count) == count else { throw .ended }
    if let sum = checksum { checksum = libdeflate_crc32(sum, buffer, count) }
    offset += count
    chunkRemaining -= count
    return UnsafeBufferPointer(start: buffer, count: count)
  }

  /// Passes over the rest of the samples and reads on to the end of the image, checking every chunk.
  func finish() throws(InflaterError) {
    while try next().count > 0 {}
    while true {
      let (length, type) = try header()
      enter(length, type: type)
      while chunkRemaining > 0 {
        let count = min(Self.capacity, chunkRemaining)
        guard read(offset, buffer, count) == count else { throw .ended }
        if let sum = checksum { checksum = libdeflate_crc32(sum, buffer, count) }
        offset += count
        chunkRemaining -= count
      }
      try leave()
      if type == Self.endType { return }
    }
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
