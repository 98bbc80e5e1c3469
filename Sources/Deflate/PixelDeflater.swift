/// A zlib-format compressor for rows of pixels that often equal their neighbours, such as those of
/// plans.
///
/// Matches are searched at pixels, and in runs only at the ends: a tenth of the positions. The
/// pixels above and to the left come first, since two common distances get short codes. A match
/// then grows over the equal bytes around it. Belongs to one task.
package final class PixelDeflater {
  /// A method to choose matches.
  package enum Choice: Sendable, CaseIterable {
    case first
    /// Optimal parse with few candidates.
    case cheap
    /// Optimal parse of all matches worth comparing, several times slower.
    case cheapest
  }

  private static let codeLimit = 14
  private static let shortest = DeflateSymbols.lengths.lowerBound
  private static let longest = DeflateSymbols.lengths.upperBound

  private let search: PixelSearch
  private let parse: PixelParse?
  private let splitter = BlockSplitter()
  private let codeMaker = PrefixCodeMaker()
  /// `literals before << 32 | length << 16 | distance − 1` of every match.
  private var matches = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
  private var capacity = 1
  private var matchCount = 0
  /// Compressed bytes before each row, of the matches and literals that end before it.
  private var rowStarts: [Int] = []
  private let codes = UnsafeMutablePointer<UInt32>.allocate(capacity: PrefixCodeMaker.symbolLimit)
  private let distanceCodes = UnsafeMutablePointer<UInt32>.allocate(capacity: 32)

  package init(_ choice: Choice) {
    search = PixelSearch()
    parse = choice == .first ? nil : PixelParse(search, splitter, isThorough: choice == .cheapest)
  }

  deinit {
    matches.deallocate()
    codes.deallocate()
    distanceCodes.deallocate()
  }

  /// Compresses `count` bytes of rows, each behind a filter byte; `rowBytes`, without it, is a
  /// multiple of `pixelBytes`.
  ///
  /// `pixelBytes` is 1 to 4, and 1 where a byte holds several pixels. Returns 0 when `out` is too
  /// small.
  package func compress(
    _ bytes: UnsafePointer<UInt8>, count: Int, rowBytes: Int, pixelBytes: Int,
    into out: UnsafeMutablePointer<UInt8>, capacity outCapacity: Int
  ) -> Int {
    let rows = PixelRows(bytes, count: count, pixelBytes: pixelBytes, stride: rowBytes + 1)
    reserve(count)
    if let parse {
      matchCount = parse.choose(rows, into: matches, room: capacity / 3 + 1)
    } else {
      findMatches(rows)
    }
    splitter.split(rows, matches, matchCount: matchCount)
    rowStarts.removeAll(keepingCapacity: true)
    // Deflate with a window of 32 KiB, no dictionary (RFC 1950).
    out[0] = 0x78
    out[1] = 0x5E
    var writer = BitWriter(out + 2)
    var room = outCapacity - 2 - 4 - 8
    var source = bytes
    var match = 0
    for block in splitter.blocks {
      let counts = splitter.counts(block)
      let distanceCounts = splitter.distanceCounts(block)
      let header = BlockHeader(
        counts, distanceCounts: distanceCounts, codeMaker: codeMaker, codeLimit: Self.codeLimit)
      let bits = block.extraBits + bits(header, counts, distanceCounts)
      room -= (header.bitCount + bits + 7) / 8
      if room < 0 { return 0 }
      header.write(to: &writer, isLast: block.end == matchCount)
      makeCodes(header)
      while match < block.end {
        write(matches[match], &source, to: &writer)
        match &+= 1
        while source - bytes >= rowStarts.count &* rows.stride {
          rowStarts.append(writer.byteCount(since: out))
        }
      }
      let end = bytes + block.endPosition
      writer.put(source, count: end - source, codes)
      source = end
      let code = codes[DeflateSymbols.endOfBlock]
      writer.put(UInt64(code & 0xFFFF), bits: UInt64(code &>> 16))
    }
    while count >= rowStarts.count &* rows.stride {
      rowStarts.append(writer.byteCount(since: out))
    }
    return writer.finish(checksumOf: bytes, count: count) - out
  }

  package var literalCount: Int { splitter.literalCount }

  /// The compressed bytes of some rows; `nil` when ``compress(_:count:rowBytes:pixelBytes:into:capacity:)``
  /// had no room.
  package func byteCount(ofRows rows: Range<Int>) -> Int? {
    rows.upperBound < rowStarts.count
      ? rowStarts[rows.upperBound] - rowStarts[rows.lowerBound] : nil
  }

  private func reserve(_ count: Int) {
    guard count > capacity else { return }
    capacity = count
    matches.deallocate()
    matches = .allocate(capacity: count / 3 + 1)
  }

  private func findMatches(_ rows: PixelRows) {
    search.begin(rows)
    let matches = matches
    let unit = rows.pixelBytes
    let stride = rows.stride
    // Look-ups load a word of eight bytes.
    let lastPosition = rows.count &- 8
    var found = 0
    // The end of the last match.
    var covered = 0
    var position = 1
    var rowEnd = stride
    while position <= lastPosition {
      search.note(rows, until: position, for: .first)
      var match = search.longestMatch(rows, position, .first)
      if match.length == 0 {
        let isLast = position &+ unit == rowEnd
        position &+= unit &+ (isLast ? 1 : 0)
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
}

// MARK: - Blocks

extension PixelDeflater {
  private func bits(
    _ header: BlockHeader, _ counts: UnsafePointer<UInt32>, _ distanceCounts: UnsafePointer<UInt32>
  ) -> Int {
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
    // Extra bits: the lowest bits of the length above 3, or of the distance above 1.
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
