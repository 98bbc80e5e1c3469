import CLibDeflate

/// Inflates zlib's format as its bytes arrive (RFC 1950, RFC 1951), and can resume between any two of
/// its blocks.
///
/// The output is its own window: the 32 KiB before the position that is written next stay as they are.
/// Belongs to one task.
package final class Inflater {
  /// The state that a resumed inflater needs, except for the input that follows.
  package struct State {
    package let bits: Int
    package let checksum: UInt32
    /// The last 32 KiB of the output before, or all of it.
    package let window: [UInt8]

    package init(bits: Int, checksum: UInt32, window: [UInt8]) {
      self.bits = bits
      self.checksum = checksum
      self.window = window
    }
  }

  private enum Phase {
    case header
    case block
    case stored(remaining: Int)
    case coded
    case checksum
    case done
  }

  package static let windowSize = DeflateSymbols.windowSize
  /// Bytes that may be written past the requested count: three literals and the longest match,
  /// copied in words.
  package static let slack = SymbolLoop.slack

  private let source: any InflaterInput
  private var phase = Phase.header
  private var isLastBlock = false
  private var input: UnsafePointer<UInt8>
  private var inputEnd: UnsafePointer<UInt8>
  /// The next bits, the first lowest; all above ``bitCount`` are 0 between calls.
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0
  private var checksum: UInt32 = 1
  /// Bytes of output before the next within reach of matches.
  private var reach = 0
  private let literals = DecodingTable(.literals, rootBits: SymbolLoop.literalBits)
  private let distances = DecodingTable(.distances, rootBits: SymbolLoop.distanceBits)
  private let statements = DecodingTable(.statements, rootBits: 7)
  private let nothing = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

  package init(_ source: any InflaterInput) {
    self.source = source
    input = UnsafePointer(nothing)
    inputEnd = input
  }

  /// `lastByte` precedes the bytes of `source`; it is unused when the state has no bits.
  package convenience init(
    resuming state: State, lastByte: UInt8, from source: any InflaterInput
  ) {
    self.init(source)
    phase = .block
    checksum = state.checksum
    reach = state.window.count
    bitCount = UInt64(state.bits)
    if state.bits > 0 { bits = UInt64(lastByte >> UInt8(8 - state.bits)) }
  }

  deinit { nothing.deallocate() }

  package var isAtEnd: Bool {
    if case .done = phase { true } else { false }
  }

  package var isBetweenBlocks: Bool {
    if case .block = phase { true } else { false }
  }

  /// Inflates at least `count` bytes, or fewer up to the end of a block or of the output.
  ///
  /// `target` follows the output before, with room for `count` bytes and ``slack``. Returns the
  /// number of bytes.
  package func inflate(
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(InflaterError) -> Int {
    var out = target
    if case .header = phase { try readHeader() }
    if case .block = phase { try readBlockHeader() }
    if case .stored(let remaining) = phase { try copyStored(remaining, to: &out, count) }
    if case .coded = phase { try decode(to: &out, start: target, limit: target + count) }
    let done = out - target
    checksum = libdeflate_adler32(checksum, target, done)
    reach = min(Self.windowSize, reach + done)
    if case .checksum = phase { try confirm() }
    return done
  }

  package var unreadBits: Int { 8 * (inputEnd - input) + Int(bitCount) }

  /// The state between two blocks; `nil` within a block.
  ///
  /// `window` is the output before.
  package func state(window: UnsafeBufferPointer<UInt8>) -> State? {
    guard isBetweenBlocks else { return nil }
    return State(
      bits: Int(bitCount & 7), checksum: checksum, window: Array(window.suffix(reach)))
  }
}

// MARK: - Bits

extension Inflater {
  private func addByte() throws(InflaterError) {
    if input == inputEnd {
      let next = try source.next()
      guard let base = next.baseAddress, next.count > 0 else {
        throw .corrupt("there are too few samples")
      }
      input = base
      inputEnd = input + next.count
    }
    bits |= UInt64(input[0]) &<< bitCount
    bitCount &+= 8
    input += 1
  }

  private func take(_ count: UInt64) throws(InflaterError) -> Int {
    while bitCount < count { try addByte() }
    let value = bits & (1 &<< count &- 1)
    drop(count)
    return Int(value)
  }

  private func drop(_ count: UInt64) {
    bits &>>= count
    bitCount &-= count
  }

  private func takeEntry(_ table: DecodingTable) throws(InflaterError) -> UInt32 {
    let root = UInt64(1 << table.rootBits - 1)
    while true {
      var entry = table.entries[Int(bits & root)]
      var used = DecodingTable.Entry.codeBits(entry)
      if entry & DecodingTable.Entry.link != 0 {
        let part = 1 &<< DecodingTable.Entry.extraBits(entry) &- 1
        let place = DecodingTable.Entry.value(entry) &+ (bits &>> used) & part
        entry = table.entries[Int(place)]
        used &+= DecodingTable.Entry.codeBits(entry)
      }
      if used <= bitCount, used > 0 {
        drop(used)
        return entry
      }
      // With 15 bits every code there is would have been found.
      if bitCount >= 15 { return DecodingTable.Entry.special }
      try addByte()
    }
  }
}

// MARK: - Blocks

extension Inflater {
  private func readHeader() throws(InflaterError) {
    let method = try take(8)
    let flags = try take(8)
    guard method & 0x0F == 8, method >> 4 <= 7 else {
      throw .corrupt("unknown compression method")
    }
    guard (method << 8 | flags) % 31 == 0, flags & 0x20 == 0 else {
      throw .corrupt("incorrect header check")
    }
    phase = .block
  }

  private func readBlockHeader() throws(InflaterError) {
    isLastBlock = try take(1) == 1
    switch try take(2) {
    case 0:
      drop(bitCount & 7)
      let count = try take(16)
      guard try take(16) == ~count & 0xFFFF else { throw .corrupt("invalid stored block lengths") }
      phase = .stored(remaining: count)
    case 1:
      let fixed =
        [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
        + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8)
      let distance = [UInt8](repeating: 5, count: 32)
      guard literals.make(fixed, symbolCount: 288), distances.make(distance, symbolCount: 32) else {
        throw .corrupt("invalid block type")
      }
      phase = .coded
    case 2:
      try readCodes()
      phase = .coded
    default: throw .corrupt("invalid block type")
    }
  }

  private func readCodes() throws(InflaterError) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let statedCount = try take(4) + 4
    guard literalCount <= DeflateSymbols.literalCount, distanceCount <= DeflateSymbols.distanceCount
    else { throw .corrupt("too many length or distance symbols") }
    var stated = [UInt8](repeating: 0, count: DeflateSymbols.statedOrder.count)
    for symbol in DeflateSymbols.statedOrder[..<statedCount] {
      stated[Int(symbol)] = UInt8(try take(3))
    }
    guard statements.make(stated, symbolCount: stated.count) else {
      throw .corrupt("invalid code lengths set")
    }
    var lengths = [UInt8](repeating: 0, count: literalCount + distanceCount)
    var place = 0
    while place < lengths.count {
      let symbol = Int(DecodingTable.Entry.value(try takeEntry(statements)))
      if symbol < 16 {
        lengths[place] = UInt8(symbol)
        place += 1
        continue
      }
      guard symbol != 16 || place > 0 else { throw .corrupt("invalid bit length repeat") }
      let value = symbol == 16 ? lengths[place - 1] : 0
      let number =
        symbol == 16 ? 3 + (try take(2)) : symbol == 17 ? 3 + (try take(3)) : 11 + (try take(7))
      guard place + number <= lengths.count else { throw .corrupt("invalid bit length repeat") }
      for index in place..<place + number { lengths[index] = value }
      place += number
    }
    guard lengths[DeflateSymbols.endOfBlock] > 0 else {
      throw .corrupt("invalid code -- missing end-of-block")
    }
    guard literals.make(lengths, symbolCount: literalCount) else {
      throw .corrupt("invalid literal/lengths set")
    }
    guard distances.make(Array(lengths[literalCount...]), symbolCount: distanceCount) else {
      throw .corrupt("invalid distances set")
    }
  }

  private func copyStored(
    _ remaining: Int, to out: inout UnsafeMutablePointer<UInt8>, _ count: Int
  ) throws(InflaterError) {
    var left = min(remaining, count)
    phase = .stored(remaining: remaining - left)
    while left > 0 {
      if bitCount >= 8 || input == inputEnd {
        out[0] = UInt8(truncatingIfNeeded: try take(8))
        out += 1
        left -= 1
        continue
      }
      let step = min(left, inputEnd - input)
      out.update(from: input, count: step)
      input += step
      out += step
      left -= step
    }
    if case .stored(0) = phase { endBlock() }
  }

  private func endBlock() { phase = isLastBlock ? .checksum : .block }

  private func confirm() throws(InflaterError) {
    drop(bitCount & 7)
    var stored = 0
    for _ in 0..<4 { stored = stored << 8 | (try take(8)) }
    if stored != Int(checksum) { throw .corrupt("incorrect data check") }
    phase = .done
  }
}

// MARK: - Symbols

extension Inflater {
  private typealias Entry = DecodingTable.Entry

  private func decode(
    to out: inout UnsafeMutablePointer<UInt8>, start: UnsafeMutablePointer<UInt8>,
    limit: UnsafeMutablePointer<UInt8>
  ) throws(InflaterError) {
    let oldest = UnsafePointer(start - reach)
    while out < limit {
      if inputEnd - input >= 16 {
        guard try decodeQuickly(to: &out, oldest: oldest, limit: limit) else { return endBlock() }
        continue
      }
      guard try decodeOne(to: &out, oldest: oldest) else { return endBlock() }
    }
  }

  /// Decodes near the end of the input; returns false at the end of the block.
  private func decodeOne(
    to out: inout UnsafeMutablePointer<UInt8>, oldest: UnsafePointer<UInt8>
  ) throws(InflaterError) -> Bool {
    let entry = try takeEntry(literals)
    if entry & Entry.literal != 0 {
      out[0] = UInt8(truncatingIfNeeded: Entry.value(entry))
      out += 1
      return true
    }
    if entry & Entry.special != 0 {
      guard Entry.value(entry) == 1 else { throw .corrupt(SymbolLoop.Fault.code.rawValue) }
      return false
    }
    let length = Int(Entry.value(entry)) + (try take(Entry.extraBits(entry)))
    let place = try takeEntry(distances)
    guard place & Entry.special == 0 else { throw .corrupt(SymbolLoop.Fault.distanceCode.rawValue) }
    let distance = Int(Entry.value(place)) + (try take(Entry.extraBits(place)))
    guard distance <= UnsafePointer(out) - oldest else {
      throw .corrupt(SymbolLoop.Fault.distance.rawValue)
    }
    SymbolLoop.copy(length, from: distance, to: out)
    out += length
    return true
  }

  /// Decodes while 16 bytes of input remain and output is wanted; returns false at the end of the
  /// block.
  private func decodeQuickly(
    to target: inout UnsafeMutablePointer<UInt8>, oldest: UnsafePointer<UInt8>,
    limit: UnsafeMutablePointer<UInt8>
  ) throws(InflaterError) -> Bool {
    var cursor = BitCursor(input: input, bits: bits, count: bitCount)
    let outcome = SymbolLoop.decode(
      &cursor, last: UnsafeRawPointer(inputEnd - 16), literals: literals, distances: distances,
      to: &target, oldest: oldest, limit: limit)
    input = cursor.input.assumingMemoryBound(to: UInt8.self)
    // Bits above the count belong to bytes that are still in the input.
    bits = cursor.bits & (1 &<< cursor.count &- 1)
    bitCount = cursor.count
    switch outcome {
    case .ended: return false
    case .full, .starved: return true
    case .fault(let fault): throw .corrupt(fault.rawValue)
    }
  }
}
