import CLibDeflate
import Deflate

/// A reader of the IDAT chunks of a PNG file.
final class ChunkStream {
  /// Reads up to `count` bytes at a file offset; fewer than `count` are the end.
  typealias Read = (_ offset: Int, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int

  /// The largest single read, in bytes.
  static let capacity = 1 << 16
  private static let frameCapacity = 256
  private static let dataType: UInt32 = 0x4944_4154
  private static let endType: UInt32 = 0x4945_4E44
  private(set) var palette: [UInt8] = []
  private(set) var transparency: [UInt8] = []
  private let read: Read
  /// Read-ahead for checksums, lengths and types: a file may consist of empty chunks.
  private let frame: UnsafeMutablePointer<UInt8>
  private var framing = 0..<0
  private var offset = 0
  private var chunkRemaining = 0
  /// Checksum of the current chunk so far.
  ///
  /// It is `nil` for a chunk entered in the middle, where the Adler-32 checksum covers the samples.
  private var checksum: UInt32?
  private var isInChunk = false

  /// A position in the stream, to resume there later.
  struct Position: Hashable {
    var offset: Int
    var chunkRemaining: Int

    func advanced(by count: Int) -> Position {
      Position(offset: offset + count, chunkRemaining: chunkRemaining - count)
    }
  }

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

  func seek(to position: Position) {
    offset = position.offset
    chunkRemaining = position.chunkRemaining
    isInChunk = true
    checksum = nil
  }

  var position: Position { Position(offset: offset, chunkRemaining: chunkRemaining) }

  func byte(before position: Position) throws(InflaterError) -> UInt8 {
    var byte: UInt8 = 0
    guard read(position.offset - 1, &byte, 1) == 1 else { throw .ended }
    return byte
  }

  /// Reads at most `limit` and ``capacity`` compressed bytes of one chunk; returns their number, 0
  /// at the end of the samples.
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

  /// Skips the rest of the samples and checks every chunk up to IEND.
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

  private func header() throws(InflaterError) -> (length: Int, type: UInt32) {
    let length = Int(try word())
    guard length <= 0x7FFF_FFFF else { throw .corrupt("a chunk is too long") }
    return (length, try word())
  }

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

  private func contents(_ count: Int) throws(InflaterError) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, done in
      done = target.baseAddress.map { max(0, read(offset, $0, count)) } ?? 0
    }
    guard bytes.count == count else { throw .ended }
    return bytes
  }
}
