import CLibDeflate

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
  private var checksum: UInt32 = 0
  private var isInChunk = false

  init(read: @escaping Read) throws(PNGRowDecoder.Fault) {
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

  /// Reads at most ``capacity`` compressed bytes of one chunk; returns their number, 0 at the end of
  /// the samples.
  func read(into target: UnsafeMutablePointer<UInt8>) throws(PNGRowDecoder.Fault) -> Int {
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
    return try readContents(into: target)
  }

  /// Skips the rest of the samples and checks every chunk up to IEND.
  func finish() throws(PNGRowDecoder.Fault) {
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity)
    defer { buffer.deallocate() }
    while try read(into: buffer) > 0 {}
    while true {
      let (length, type) = try header()
      enter(length, type: type)
      while chunkRemaining > 0 { _ = try readContents(into: buffer) }
      try leave()
      if type == Self.endType { return }
    }
  }

  private func readContents(
    into target: UnsafeMutablePointer<UInt8>
  ) throws(PNGRowDecoder.Fault) -> Int {
    let count = min(Self.capacity, chunkRemaining)
    guard read(offset, target, count) == count else { throw .ended }
    checksum = libdeflate_crc32(checksum, target, count)
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

  private func leave() throws(PNGRowDecoder.Fault) {
    let stored = try word()
    if checksum != stored { throw .corrupt("a chunk has a wrong checksum") }
    isInChunk = false
  }

  private func header() throws(PNGRowDecoder.Fault) -> (length: Int, type: UInt32) {
    let length = Int(try word())
    guard length <= 0x7FFF_FFFF else { throw .corrupt("a chunk is too long") }
    return (length, try word())
  }

  private func word() throws(PNGRowDecoder.Fault) -> UInt32 {
    if !framing.contains(offset) || offset + 4 > framing.upperBound {
      let count = max(0, read(offset, frame, Self.frameCapacity))
      framing = offset..<offset + count
      guard count >= 4 else { throw .ended }
    }
    let bytes = UnsafeRawPointer(frame + (offset - framing.lowerBound))
    offset += 4
    return UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
  }

  private func contents(_ count: Int) throws(PNGRowDecoder.Fault) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, done in
      done = target.baseAddress.map { max(0, read(offset, $0, count)) } ?? 0
    }
    guard bytes.count == count else { throw .ended }
    return bytes
  }
}
