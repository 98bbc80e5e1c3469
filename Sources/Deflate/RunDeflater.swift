import CLibDeflate

/// A zlib-format compressor for rows in which only runs of one byte repeat, such as filtered rows
/// of photographs.
///
/// In noise a search for matches costs more than the literals that it replaces. Codes fitted to
/// stretches, with runs as matches at distance 1, are smaller and several times faster ("Z_RLE" of
/// zlib). Belongs to one task.
package final class RunDeflater {
  private static let stretchBytes = 1 << 15
  /// Longest code in bits, so that four fit a 64-bit word behind seven pending bits.
  private static let codeLimit = 14
  private static let shortestRun = DeflateSymbols.lengths.lowerBound
  private static let longestRun = DeflateSymbols.lengths.upperBound

  /// The contents of a stretch of the input.
  private struct Stretch {
    var start: Int
    var count: Int
    var firstRun: Int
    var runCount: Int
    var header: BlockHeader
  }

  private let codeMaker = PrefixCodeMaker()
  private var stretches: [Stretch] = []
  /// `literals before << 16 | length` of every run.
  private var runs = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
  private var runCapacity = 1
  /// The counts of all symbols, then those of every second literal.
  private let counts = UnsafeMutablePointer<UInt32>.allocate(
    capacity: PrefixCodeMaker.symbolLimit + 256)
  private let codes = UnsafeMutablePointer<UInt32>.allocate(capacity: PrefixCodeMaker.symbolLimit)
  /// `bits << 32 | code` of a whole match of each length.
  private let matches = UnsafeMutablePointer<UInt64>.allocate(capacity: 259)

  package init() {}

  deinit {
    runs.deallocate()
    counts.deallocate()
    codes.deallocate()
    matches.deallocate()
  }

  package func measure(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    stretches.removeAll(keepingCapacity: true)
    if count / Self.shortestRun + 1 > runCapacity {
      runs.deallocate()
      runCapacity = count / Self.shortestRun + 1
      runs = .allocate(capacity: runCapacity)
    }
    var bits = 0
    var runCount = 0
    var start = 0
    repeat {
      let length = min(Self.stretchBytes, count - start)
      let found = findRuns(
        bytes + start, count: length, precededBy: start > 0, into: runs + runCount)
      let header = BlockHeader(counts, codeMaker: codeMaker, codeLimit: Self.codeLimit)
      bits += header.bitCount + found.extraBits + found.count
      header.lengths.withUnsafeBufferPointer { lengths in
        for symbol in 0..<DeflateSymbols.literalCount {
          bits &+= Int(counts[symbol]) &* Int(lengths[symbol])
        }
      }
      stretches.append(
        Stretch(
          start: start, count: length, firstRun: runCount, runCount: found.count, header: header))
      runCount += found.count
      start += length
    } while start < count
    // Two bytes before, and the checksum after.
    return 2 + (bits + 7) / 8 + 4
  }

  /// Writes the last measured bytes; `out` has room for that size and eight bytes more.
  package func write(
    _ bytes: UnsafePointer<UInt8>, count: Int, into out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Deflate with a window of 32 KiB, the least effort, no dictionary (RFC 1950).
    out[0] = 0x78
    out[1] = 0x01
    var writer = BitWriter(out + 2)
    for (index, stretch) in stretches.enumerated() {
      stretch.header.write(to: &writer, isLast: index == stretches.count - 1)
      write(stretch, bytes, to: &writer)
    }
    return writer.finish(checksumOf: bytes, count: count) - out
  }

  /// With `precededBy`, the byte before the stretch may begin a run.
  ///
  /// Returns the runs and their extra bits.
  private func findRuns(
    _ bytes: UnsafePointer<UInt8>, count: Int, precededBy: Bool,
    into out: UnsafeMutablePointer<UInt64>
  ) -> (count: Int, extraBits: Int) {
    counts.initialize(repeating: 0, count: PrefixCodeMaker.symbolLimit + 256)
    counts[DeflateSymbols.endOfBlock] = 1
    let counts = counts
    // Counted apart, since a stored count cannot be loaded again at once.
    let others = counts + PrefixCodeMaker.symbolLimit
    let raw = UnsafeRawPointer(bytes)
    var found = 0
    var extraBits = 0
    var position = precededBy ? 0 : 1
    var literalStart = 0
    if !precededBy { counts[Int(bytes[0])] &+= 1 }
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    while position &+ 9 <= count {
      // A zero byte marks a byte equal to the one before it, and three of them the start of a run.
      let here = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      let before = raw.loadUnaligned(fromByteOffset: position &- 1, as: UInt64.self).littleEndian
      let difference = here ^ before
      let equal = ~(((difference & low) &+ low) | difference | low)
      let starts = equal & (equal &>> 8) & (equal &>> 16)
      if starts == 0 {
        // The last two of the eight may begin a run that continues.
        for _ in 0..<3 {
          counts[Int(bytes[position])] &+= 1
          others[Int(bytes[position &+ 1])] &+= 1
          position &+= 2
        }
        continue
      }
      let literals = starts.trailingZeroBitCount &>> 3
      for index in 0..<literals { counts[Int(bytes[position &+ index])] &+= 1 }
      position &+= literals
      var end = position &+ Self.shortestRun
      let value = bytes[position]
      let limit = min(count, position &+ Self.longestRun)
      while end < limit, bytes[end] == value { end &+= 1 }
      let length = end &- position
      out[found] = UInt64(position &- literalStart) &<< 16 | UInt64(length)
      found &+= 1
      let symbol = DeflateSymbols.symbol(ofLength: length)
      counts[257 &+ symbol.number] &+= 1
      extraBits &+= symbol.bits
      position = end
      literalStart = end
    }
    while position < count {
      counts[Int(bytes[position])] &+= 1
      position &+= 1
    }
    for value in 0..<256 { counts[value] &+= others[value] }
    return (found, extraBits)
  }

  private func write(_ stretch: Stretch, _ bytes: UnsafePointer<UInt8>, to writer: inout BitWriter)
  {
    let codes = codes
    let matches = matches
    stretch.header.lengths.withUnsafeBufferPointer { lengths in
      guard let lengths = lengths.baseAddress else { return }
      PrefixCodeMaker.makeCodes(lengths, symbolCount: DeflateSymbols.literalCount, into: codes)
    }
    if stretch.runCount > 0 {
      for length in DeflateSymbols.lengths {
        let symbol = DeflateSymbols.symbol(ofLength: length)
        let code = codes[257 &+ symbol.number]
        let base = UInt64(DeflateSymbols.lengthBases[symbol.number])
        let codeBits = UInt64(code &>> 16)
        let extra = (UInt64(length) &- base) &<< codeBits
        // One bit more is the code of distance 1, which is 0.
        let bits = codeBits &+ UInt64(symbol.bits) &+ 1
        matches[length] = bits &<< 32 | UInt64(code & 0xFFFF) | extra
      }
    }
    var source = bytes + stretch.start
    let end = source + stretch.count
    for index in 0..<stretch.runCount {
      let run = runs[stretch.firstRun &+ index]
      writer.put(source, count: Int(run &>> 16), codes)
      let length = Int(run & 0xFFFF)
      let match = matches[length]
      writer.put(match & 0xFFFF_FFFF, bits: match &>> 32)
      source += Int(run &>> 16) &+ length
    }
    writer.put(source, count: end - source, codes)
    let code = codes[DeflateSymbols.endOfBlock]
    writer.put(UInt64(code & 0xFFFF), bits: UInt64(code &>> 16))
  }
}
