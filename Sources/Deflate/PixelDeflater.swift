/// A zlib-format compressor for unfiltered rows of pixels that often equal their neighbours, such as
/// those of plans.
///
/// Matches are looked for at pixels, not at every byte, and of runs at the ends alone, which leaves a
/// tenth of the positions; the pixels above and to the left come first: two distances for most matches
/// have short codes. A match then takes in the equal bytes around it. Belongs to one task.
package final class PixelDeflater {
  private static let hashBits: UInt64 = 13
  private static let codeLimit = 14
  /// The literals and matches of a block with codes of its own.
  private static let blockSymbols = 1 << 14
  private static let shortest = DeflateSymbols.lengths.lowerBound
  private static let longest = DeflateSymbols.lengths.upperBound

  /// How many earlier positions with the same two pixels are compared.
  private let depth: Int
  /// Whether a match gives way to a longer one a pixel on, where a pixel is a byte.
  private let looksAhead: Bool
  private let codeMaker = PrefixCodeMaker()
  /// The last position noted of each hash of two pixels, and of one.
  private let pairs = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << Int(hashBits))
  private let singles = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << Int(hashBits))
  /// The position before each position with the same hash of two pixels.
  private var earlier = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  /// `literals before << 32 | length << 16 | distance − 1` of every match.
  private var matches = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
  private var capacity = 1
  private var matchCount = 0
  private let counts = UnsafeMutablePointer<UInt32>.allocate(capacity: PrefixCodeMaker.symbolLimit)
  private let distanceCounts = UnsafeMutablePointer<UInt32>.allocate(capacity: 32)
  private let codes = UnsafeMutablePointer<UInt32>.allocate(capacity: PrefixCodeMaker.symbolLimit)
  private let distanceCodes = UnsafeMutablePointer<UInt32>.allocate(capacity: 32)

  /// Creates a compressor.
  ///
  /// - Parameters:
  ///   - depth: How many earlier positions are compared, at least 1.
  ///   - looksAhead: Whether a match gives way to a longer one a pixel on, where a pixel is a byte.
  package init(depth: Int, looksAhead: Bool) {
    self.depth = depth
    self.looksAhead = looksAhead
  }

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
    /// The bytes of two pixels, or of four where a pixel is one.
    let pairBytes: Int
    /// The bits of a pixel, and of ``pairBytes``, in a 64-bit word.
    let pixelMask: UInt64
    let pairMask: UInt64

    init(_ bytes: UnsafePointer<UInt8>, count: Int, pixelBytes: Int, stride: Int) {
      self.bytes = bytes
      self.count = count
      self.pixelBytes = pixelBytes
      self.stride = stride
      pairBytes = max(4, 2 * pixelBytes)
      pixelMask = .max >> UInt64(64 - 8 * pixelBytes)
      pairMask = .max >> UInt64(64 - 8 * pairBytes)
    }

    /// The pixel at a position and those behind it by which positions are looked up.
    @inline(__always)
    func pair(_ position: Int) -> UInt64 {
      UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
        & pairMask
    }

    /// How many bytes from `position` on are those from `other` on, at most `limit`.
    @inline(__always)
    func common(_ other: Int, _ position: Int, _ limit: Int) -> Int {
      let raw = UnsafeRawPointer(bytes)
      var length = 0
      while length &+ 8 <= limit {
        let difference =
          raw.loadUnaligned(fromByteOffset: other &+ length, as: UInt64.self).littleEndian
          ^ raw.loadUnaligned(fromByteOffset: position &+ length, as: UInt64.self).littleEndian
        if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
        length &+= 8
      }
      while length < limit, bytes[other &+ length] == bytes[position &+ length] { length &+= 1 }
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
  ///   - pixelBytes: 1 to 4; 1 also where a byte holds several pixels.
  ///   - out: Receives the stream.
  ///   - outCapacity: The room in `out`.
  /// - Returns: The number of bytes written, 0 when there is no room.
  package func compress(
    _ bytes: UnsafePointer<UInt8>, count: Int, rowBytes: Int, pixelBytes: Int,
    into out: UnsafeMutablePointer<UInt8>, capacity outCapacity: Int
  ) -> Int {
    let rows = Rows(bytes, count: count, pixelBytes: pixelBytes, stride: rowBytes + 1)
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
    pairs.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
    singles.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
    let matches = matches
    let unit = rows.pixelBytes
    let stride = rows.stride
    // What is looked up is loaded as a word of eight bytes.
    let lastPosition = rows.count &- 8
    var found = 0
    // Where what no match covers begins.
    var covered = 0
    var position = 1
    var rowEnd = stride
    var notes = Notes(rowEnd: stride)
    var next = Match()
    while position <= lastPosition {
      note(rows, until: position, &notes)
      var match = next.length > 0 ? next : longestMatch(rows, position)
      next.length = 0
      let isLast = position &+ unit == rowEnd
      let after = position &+ unit &+ (isLast ? 1 : 0)
      if looksAhead, unit == 1, match.length > 0, match.length < Self.longest, after <= lastPosition
      {
        // A longer match one pixel on is worth that pixel where a pixel is a byte.
        note(rows, until: after, &notes)
        next = longestMatch(rows, after)
        if next.length > match.length { match.length = 0 } else { next.length = 0 }
      }
      if match.length == 0 {
        position = after
        if isLast { rowEnd &+= stride }
        continue
      }
      // Equal bytes before the pixel are part of the match; of the longest, the last are left over.
      var start = position
      while start > covered, start > match.distance,
        rows.bytes[start &- 1] == rows.bytes[start &- 1 &- match.distance]
      {
        start &-= 1
        match.length = min(match.length &+ 1, Self.longest)
      }
      matches[found] =
        UInt64(start &- covered) &<< 32 | UInt64(match.length) &<< 16 | UInt64(match.distance &- 1)
      found &+= 1
      covered = start &+ match.length
      // On to the first pixel that begins behind the match.
      while position < covered {
        let left = min(covered, rowEnd) &- position
        position &+= (left &+ unit &- 1) / unit &* unit
        if position >= rowEnd {
          position = rowEnd &+ 1
          rowEnd &+= stride
        }
      }
    }
    matchCount = found
  }

  /// How far pixels are noted.
  private struct Notes {
    var position = 1
    var rowEnd: Int
  }

  /// Notes the pixels before `end`, of runs the first and the last, by which runs are found.
  @inline(__always)
  private func note(_ rows: Rows, until end: Int, _ notes: inout Notes) {
    let (pairs, singles, earlier) = (pairs, singles, earlier)
    let unit = rows.pixelBytes
    var position = notes.position
    while position < end {
      let pair = rows.pair(position)
      let hash = Self.hash(pair)
      earlier[position] = pairs[hash]
      pairs[hash] = Int32(truncatingIfNeeded: position)
      singles[Self.hash(pair & rows.pixelMask)] = Int32(truncatingIfNeeded: position)
      position &+= unit
      let run = rows.common(position &- unit, position, notes.rowEnd &- position)
      if run >= rows.pairBytes { position &+= ((run &- rows.pairBytes) / unit &+ 1) &* unit }
      if position >= notes.rowEnd {
        position = notes.rowEnd &+ 1
        notes.rowEnd &+= rows.stride
      }
    }
    notes.position = position
  }

  private struct Match {
    var length = 0
    var distance = 0
  }

  /// The best match at a pixel; no length when there is none.
  @inline(__always)
  private func longestMatch(_ rows: Rows, _ position: Int) -> Match {
    let limit = min(Self.longest, rows.count &- position)
    let unit = rows.pixelBytes
    var match = Match()
    if position > unit {
      let length = rows.common(position &- unit, position, limit)
      if length >= Self.shortest { match = Match(length: length, distance: unit) }
    }
    // Of two as long the one to the left has the shorter code.
    if position > rows.stride, match.length < limit {
      let length = rows.common(position &- rows.stride, position, limit)
      if length >= Self.shortest, length > match.length {
        match = Match(length: length, distance: rows.stride)
      }
    }
    if match.length == limit { return match }
    // The last pixel of a run and the one behind it tell where the run was before, whatever its length
    // was there.
    let run = rows.common(position, position &+ unit, limit &- unit)
    let toLast = run / unit &* unit
    if position &+ toLast &+ 8 > rows.count { return match }
    var candidate = Int(pairs[Self.hash(rows.pair(position &+ toLast))]) &- toLast
    var left = depth
    // What is above or to the left has a short code: another position must have two bytes more.
    var needed = max(match.length == 0 ? 0 : match.length &+ 2, rows.pairBytes)
    while left > 0, candidate >= 0, position &- candidate <= DeflateSymbols.windowSize,
      needed <= limit
    {
      // The last byte needed is the likeliest to differ.
      if rows.bytes[candidate &+ needed &- 1] == rows.bytes[position &+ needed &- 1] {
        let length = rows.common(candidate, position, limit)
        if length >= needed {
          match = Match(length: length, distance: position &- candidate)
          needed = length &+ 1
        }
      }
      candidate = Int(earlier[candidate &+ toLast]) &- toLast
      left &-= 1
    }
    // A pixel of a byte costs less than a match.
    if match.length > 0 || unit < Self.shortest { return match }
    let pixel = rows.pair(position) & rows.pixelMask
    let single = Int(singles[Self.hash(pixel)])
    if single >= 0, position &- single <= DeflateSymbols.windowSize,
      rows.pair(single) & rows.pixelMask == pixel
    {
      return Match(length: rows.common(single, position, limit), distance: position &- single)
    }
    return match
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
    var position = source
    var extraBits = 0
    var symbols = 0
    var index = first
    while index < matchCount, symbols < Self.blockSymbols {
      let match = matches[index]
      let literals = Int(match &>> 32)
      for offset in 0..<literals { counts[Int(position[offset])] &+= 1 }
      let length = DeflateSymbols.symbol(ofLength: Int((match &>> 16) & 0xFFFF))
      let distance = DeflateSymbols.symbol(ofDistance: Int(match & 0xFFFF) &+ 1)
      counts[257 &+ length.number] &+= 1
      distanceCounts[distance.number] &+= 1
      extraBits &+= length.bits &+ distance.bits
      position += literals &+ Int((match &>> 16) & 0xFFFF)
      symbols &+= literals &+ 1
      index &+= 1
    }
    if index == matchCount {
      while position < end {
        counts[Int(position[0])] &+= 1
        position += 1
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
