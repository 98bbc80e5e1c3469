/// A zlib-format compressor for unfiltered rows of whole-byte pixels, such as those of plans.
///
/// Matches begin and end at pixels, which leaves a third or a quarter of the places to look at, and the
/// pixel above comes first: one distance for most matches has a short code. Belongs to one task.
package final class PixelDeflater {
  private static let hashBits: UInt64 = 13
  private static let codeLimit = 14
  /// The literals and matches of a block with codes of its own.
  private static let blockSymbols = 1 << 14
  private static let longest = DeflateSymbols.lengths.upperBound

  /// How many earlier places with the same two pixels are compared.
  private let depth: Int
  private let codeMaker = PrefixCodeMaker()
  /// The last place of each hash of two pixels, and of one.
  private let pairs = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << Int(hashBits))
  private let singles = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << Int(hashBits))
  /// The place before each place with the same hash of two pixels.
  private var earlier = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  /// `literals before << 32 | length << 16 | distance − 1` of every match.
  private var matches = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
  private var capacity = 1
  private var matchCount = 0
  private let counts = UnsafeMutablePointer<UInt32>.allocate(capacity: PrefixCodeMaker.symbolLimit)
  private let distanceCounts = UnsafeMutablePointer<UInt32>.allocate(capacity: 32)
  private let codes = UnsafeMutablePointer<UInt32>.allocate(capacity: PrefixCodeMaker.symbolLimit)
  private let distanceCodes = UnsafeMutablePointer<UInt32>.allocate(capacity: 32)

  /// Creates a compressor that compares `depth` earlier places, at least 1.
  package init(depth: Int) { self.depth = depth }

  deinit {
    pairs.deallocate()
    singles.deallocate()
    earlier.deallocate()
    matches.deallocate()
    counts.deallocate()
    distanceCounts.deallocate()
    codes.deallocate()
    distanceCodes.deallocate()
  }

  /// Rows of pixels, a byte that is no pixel before each.
  private struct Rows {
    let bytes: UnsafePointer<UInt8>
    let count: Int
    let pixelBytes: Int
    /// The bytes from one row to the next.
    let stride: Int
    /// The bits of a pixel, and of two, in a 64-bit word.
    let pixelMask: UInt64
    let pairMask: UInt64

    /// The pixel at a place and the one behind it.
    @inline(__always)
    func pair(_ place: Int) -> UInt64 {
      UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
        & pairMask
    }

    /// How many bytes from `place` on are those from `other` on, at most `limit`.
    @inline(__always)
    func common(_ other: Int, _ place: Int, _ limit: Int) -> Int {
      let raw = UnsafeRawPointer(bytes)
      var length = 0
      while length &+ 8 <= limit {
        let difference =
          raw.loadUnaligned(fromByteOffset: other &+ length, as: UInt64.self).littleEndian
          ^ raw.loadUnaligned(fromByteOffset: place &+ length, as: UInt64.self).littleEndian
        if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
        length &+= 8
      }
      while length < limit, bytes[other &+ length] == bytes[place &+ length] { length &+= 1 }
      return length
    }
  }

  @inline(__always)
  private static func hash(_ pixels: UInt64) -> Int {
    Int((pixels &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- hashBits))
  }

  /// Compresses rows.
  ///
  /// - Parameters:
  ///   - bytes: The rows, each behind a byte.
  ///   - count: All their bytes.
  ///   - rowBytes: The bytes of a row without the one before it; a multiple of `pixelBytes`.
  ///   - pixelBytes: 3 or 4.
  ///   - out: Receives the stream.
  ///   - outCapacity: The room in `out`.
  /// - Returns: The number of bytes written, 0 when there is no room.
  package func compress(
    _ bytes: UnsafePointer<UInt8>, count: Int, rowBytes: Int, pixelBytes: Int,
    into out: UnsafeMutablePointer<UInt8>, capacity outCapacity: Int
  ) -> Int {
    let rows = Rows(
      bytes: bytes, count: count, pixelBytes: pixelBytes, stride: rowBytes + 1,
      pixelMask: 1 << UInt64(8 * pixelBytes) - 1, pairMask: .max >> UInt64(64 - 16 * pixelBytes))
    reserve(count)
    findMatches(rows)
    // Deflate with a window of 32 KiB, no dictionary (RFC 1950).
    out[0] = 0x78
    out[1] = 0x5E
    var writer = BitWriter(out + 2)
    var room = outCapacity - 2 - 4 - 8
    var source = bytes
    var match = 0
    repeat {
      let block = measureBlock(from: match, source, end: bytes + count)
      let header = BlockHeader(
        counts, distanceCounts: distanceCounts, codeMaker: codeMaker, codeLimit: Self.codeLimit)
      room -= (header.bitCount + block.extraBits + bits(header) + 7) / 8
      if room < 0 { return 0 }
      let isLast = block.end == matchCount
      header.write(to: &writer, isLast: isLast)
      makeCodes(header)
      for index in match..<block.end {
        write(matches[index], &source, to: &writer)
      }
      if isLast {
        writer.put(source, count: bytes + count - source, codes)
        source = bytes + count
      }
      let code = codes[DeflateSymbols.endOfBlock]
      writer.put(UInt64(code & 0xFFFF), bits: UInt64(code &>> 16))
      match = block.end
    } while source < bytes + count
    return writer.finish(checksumOf: bytes, count: count) - out
  }

  private func reserve(_ count: Int) {
    guard count > capacity else { return }
    capacity = count
    earlier.deallocate()
    matches.deallocate()
    earlier = .allocate(capacity: count)
    matches = .allocate(capacity: count / 3 + 1)
  }

  /// Fills ``matches``.
  private func findMatches(_ rows: Rows) {
    let (pairs, singles, earlier, matches) = (pairs, singles, earlier, matches)
    pairs.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
    singles.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
    let pixelBytes = rows.pixelBytes
    let stride = rows.stride
    // Two pixels are looked up as a word of eight bytes.
    let lastPlace = rows.count &- 8
    var found = 0
    var literalStart = 0
    var place = 1
    var column = 1
    while place <= lastPlace {
      let (length, distance) = longestMatch(rows, place)
      note(rows.pair(place), at: place, rows.pixelMask, pairs, singles, earlier)
      if length == 0 {
        place &+= pixelBytes
        column &+= pixelBytes
        if column == stride {
          place &+= 1
          column = 1
        }
        continue
      }
      matches[found] =
        UInt64(place &- literalStart) &<< 32 | UInt64(length) &<< 16 | UInt64(distance &- 1)
      found &+= 1
      let end = place &+ length
      place &+= pixelBytes
      column &+= pixelBytes
      while true {
        if column == stride {
          // The byte before a row is part of the match, or comes next by itself.
          if place == end {
            literalStart = end
            place &+= 1
            column = 1
            break
          }
          place &+= 1
          column = 1
        }
        if place >= end {
          literalStart = end
          break
        }
        if place <= lastPlace {
          note(rows.pair(place), at: place, rows.pixelMask, pairs, singles, earlier)
        }
        place &+= pixelBytes
        column &+= pixelBytes
      }
    }
    matchCount = found
  }

  @inline(__always)
  private func note(
    _ pair: UInt64, at place: Int, _ pixelMask: UInt64, _ pairs: UnsafeMutablePointer<Int32>,
    _ singles: UnsafeMutablePointer<Int32>, _ earlier: UnsafeMutablePointer<Int32>
  ) {
    let here = Int32(truncatingIfNeeded: place)
    let hash = Self.hash(pair)
    earlier[place] = pairs[hash]
    pairs[hash] = here
    singles[Self.hash(pair & pixelMask)] = here
  }

  /// The best match at a place, cut to whole pixels; no length when there is none.
  @inline(__always)
  private func longestMatch(_ rows: Rows, _ place: Int) -> (length: Int, distance: Int) {
    let limit = min(Self.longest, rows.count &- place)
    let least = 2 &* rows.pixelBytes
    var best = 0
    var distance = 0
    if place > rows.stride {
      let length = rows.common(place &- rows.stride, place, limit)
      if length >= least {
        best = length
        distance = rows.stride
      }
    }
    let pair = rows.pair(place)
    var candidate = Int(pairs[Self.hash(pair)])
    var left = depth
    // What is above has the shortest code: another place must have two bytes more.
    var needed = best == 0 ? least : best &+ 2
    while left > 0, candidate >= 0, place &- candidate <= DeflateSymbols.windowSize,
      needed <= limit
    {
      // The last byte needed is the likeliest to differ.
      if rows.bytes[candidate &+ needed &- 1] == rows.bytes[place &+ needed &- 1] {
        let length = rows.common(candidate, place, limit)
        if length >= needed {
          best = length
          distance = place &- candidate
          needed = length &+ 1
          if length >= 128 { break }
        }
      }
      candidate = Int(earlier[candidate])
      left &-= 1
    }
    if best == 0 {
      let single = Int(singles[Self.hash(pair & rows.pixelMask)])
      if single >= 0, place &- single <= 4096,
        rows.pair(single) & rows.pixelMask == pair & rows.pixelMask
      {
        return (rows.pixelBytes, place &- single)
      }
      return (0, 0)
    }
    return (wholePixels(rows, place, best), distance)
  }

  /// The longest length of at most `length` that ends behind a pixel, or behind a row's last and the
  /// byte before the next.
  @inline(__always)
  private func wholePixels(_ rows: Rows, _ place: Int, _ length: Int) -> Int {
    let offset = (place &- 1) % rows.stride
    let row = rows.stride &- 1
    let toEnd = row &- offset
    if length <= toEnd { return length &- length % rows.pixelBytes }
    let beyond = length &- toEnd &- 1
    if beyond < row { return length &- beyond % rows.pixelBytes }
    let rest = beyond % rows.stride
    return length &- min(rest, row) % rows.pixelBytes
  }
}

// MARK: - Blocks

extension PixelDeflater {
  /// Counts the symbols of the next block.
  ///
  /// - Parameters:
  ///   - first: Its first match.
  ///   - source: Its first byte.
  ///   - end: The end of the input.
  /// - Returns: The match that begins the next block, and the extra bits of all symbols.
  private func measureBlock(
    from first: Int, _ source: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> (end: Int, extraBits: Int) {
    counts.initialize(repeating: 0, count: PrefixCodeMaker.symbolLimit)
    distanceCounts.initialize(repeating: 0, count: 32)
    counts[DeflateSymbols.endOfBlock] = 1
    let (counts, distanceCounts) = (counts, distanceCounts)
    var place = source
    var extraBits = 0
    var symbols = 0
    var index = first
    while index < matchCount, symbols < Self.blockSymbols {
      let match = matches[index]
      let literals = Int(match &>> 32)
      for offset in 0..<literals { counts[Int(place[offset])] &+= 1 }
      let length = DeflateSymbols.symbol(ofLength: Int((match &>> 16) & 0xFFFF))
      let distance = DeflateSymbols.symbol(ofDistance: Int(match & 0xFFFF) &+ 1)
      counts[257 &+ length.number] &+= 1
      distanceCounts[distance.number] &+= 1
      extraBits &+= length.bits &+ distance.bits
      place += literals &+ Int((match &>> 16) & 0xFFFF)
      symbols &+= literals &+ 1
      index &+= 1
    }
    if index == matchCount {
      while place < end {
        counts[Int(place[0])] &+= 1
        place += 1
      }
    }
    return (index, extraBits)
  }

  /// The bits of the codes of all symbols counted.
  private func bits(_ header: BlockHeader) -> Int {
    var bits = 0
    for (symbol, length) in header.lengths.enumerated() {
      bits &+= Int(counts[symbol]) &* Int(length)
    }
    for (symbol, length) in header.distanceLengths.enumerated() {
      bits &+= Int(distanceCounts[symbol]) &* Int(length)
    }
    return bits
  }

  private func makeCodes(_ header: BlockHeader) {
    PrefixCodeMaker.makeCodes(header.lengths, symbolCount: header.lengths.count, into: codes)
    distanceCodes.initialize(repeating: 0, count: 32)
    PrefixCodeMaker.makeCodes(
      header.distanceLengths, symbolCount: header.distanceLengths.count, into: distanceCodes)
  }

  /// Writes the literals before a match, and the match.
  @inline(__always)
  private func write(
    _ match: UInt64, _ source: inout UnsafePointer<UInt8>, to writer: inout BitWriter
  ) {
    let literals = Int(match &>> 32)
    writer.put(source, count: literals, codes)
    let length = Int((match &>> 16) & 0xFFFF)
    let above = Int(match & 0xFFFF)
    source += literals &+ length
    let lengthSymbol = DeflateSymbols.symbol(ofLength: length)
    let code = codes[257 &+ lengthSymbol.number]
    var value = UInt64(code & 0xFFFF)
    var bits = UInt64(code &>> 16)
    // The extra bits of a symbol are the lowest of what exceeds 3 or 1.
    value |= UInt64((length &- 3) & (1 &<< lengthSymbol.bits &- 1)) &<< bits
    bits &+= UInt64(lengthSymbol.bits)
    let distanceSymbol = DeflateSymbols.symbol(ofDistance: above &+ 1)
    let distanceCode = distanceCodes[distanceSymbol.number]
    value |= UInt64(distanceCode & 0xFFFF) &<< bits
    bits &+= UInt64(distanceCode &>> 16)
    value |= UInt64(above & (1 &<< distanceSymbol.bits &- 1)) &<< bits
    bits &+= UInt64(distanceSymbol.bits)
    writer.put(value, bits: bits)
  }
}
