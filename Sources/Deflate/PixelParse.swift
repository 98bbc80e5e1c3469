/// Chooses, of all ways to write rows as literals and matches, the one of the fewest bits, where a
/// symbol takes the bits that it takes in an earlier choice.
///
/// The cheapest way to each byte is found in order, as others do (RFC 1951 leaves the choice open; zopfli
/// and libdeflate's highest levels). Most bytes of plans are in runs, where little else can be: matches
/// are looked for and cut short at *stops* alone, the pixels within two of a change in their row.
/// Belongs to one task.
///
/// Takes 12 bytes for each byte of rows, 8 for each pixel, and 4 for each match found at a stop.
final class PixelParse {
  private static let shortest = DeflateSymbols.lengths.lowerBound
  private static let longest = DeflateSymbols.lengths.upperBound
  /// The bits of symbols that did not occur: more than most, and few enough to be tried.
  private static let unused = (literal: UInt32(12), length: UInt32(11), distance: UInt32(8))
  private static let tripleBits: UInt32 = 15
  /// The longest match that is tried when cut short; longer ones seldom pay.
  private static let longestPart = 32

  private struct Stop {
    var position: Int32
    /// The index of its first match in ``candidates``.
    var firstCandidate: Int32
  }

  private let search: PixelSearch
  private let found: UnsafeMutablePointer<PixelSearch.Match>
  /// The stops, and one behind the last byte.
  private var stops = UnsafeMutablePointer<Stop>.allocate(capacity: 1)
  private var stopCapacity = 1
  private var stopCount = 0
  /// `equal bytes before << 24 | length << 15 | distance − 1` of the matches at stops.
  private var candidates = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
  private var candidateCapacity = 1
  /// The last position of each hash of three bytes.
  private let triples = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << Int(tripleBits))
  /// `length << 15 | distance − 1` of the nearest match at each byte of each stop; 0 for none.
  private var nearest = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
  /// The fewest bits up to each byte.
  private var costs = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
  /// `length << 15 | distance − 1` of the match that ends before each byte; 0 for a literal.
  private var arrivals = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
  private var capacity = 0
  private let literalBits = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
  private let lengthBits = UnsafeMutablePointer<UInt32>.allocate(capacity: 259)
  private let distanceBits = UnsafeMutablePointer<UInt32>.allocate(capacity: 32)

  init(_ search: PixelSearch) {
    self.search = search
    found = .allocate(capacity: search.mostMatches)
  }

  deinit {
    found.deallocate()
    stops.deallocate()
    triples.deallocate()
    for memory in [
      candidates, nearest, costs, arrivals, literalBits, lengthBits, distanceBits,
    ] { memory.deallocate() }
  }

  private func reserve(_ rows: PixelRows) {
    let pixels = rows.count / rows.pixelBytes
    if pixels >= stopCapacity {
      stopCapacity = pixels + 1
      stops.deallocate()
      stops = .allocate(capacity: stopCapacity)
    }
    guard rows.count > capacity else { return }
    capacity = rows.count
    for memory in [nearest, costs, arrivals] { memory.deallocate() }
    nearest = .allocate(capacity: capacity)
    costs = .allocate(capacity: capacity + 1)
    arrivals = .allocate(capacity: capacity + 1)
  }
}

// MARK: - Matches

extension PixelParse {
  /// Finds the stops of rows, and what may match at each.
  func collect(_ rows: PixelRows) {
    reserve(rows)
    search.begin(rows)
    triples.initialize(repeating: -1, count: 1 << Int(Self.tripleBits))
    let (stops, found) = (stops, found)
    let unit = rows.pixelBytes
    let lastPosition = rows.count &- 8
    var total = 0
    var stop = 0
    // Where the pixel of the last stop ends.
    var lastEnd = 0
    for rowStart in stride(from: 1, to: rows.count, by: rows.stride) {
      let rowEnd = rowStart &+ rows.stride &- 1
      var position = rowStart
      while position < rowEnd {
        let inside = Self.lengthInside(rows, position, rowStart, rowEnd)
        if inside > 0 {
          position &+= inside
          continue
        }
        stops[stop] = Stop(
          position: Int32(truncatingIfNeeded: position),
          firstCandidate: Int32(truncatingIfNeeded: total))
        if position <= lastPosition {
          search.note(rows, until: position)
          let count = search.matches(rows, position, into: found)
          if total &+ count > candidateCapacity { grow(total) }
          for index in 0..<count {
            candidates[total] = Self.candidate(
              found[index], rows, position, runBytes: position &- lastEnd)
            total &+= 1
          }
          noteTriples(rows, position, into: nearest + stop &* unit)
        } else {
          (nearest + stop &* unit).initialize(repeating: 0, count: unit)
        }
        stop &+= 1
        position &+= unit
        lastEnd = position
      }
    }
    stops[stop] = Stop(
      position: Int32(truncatingIfNeeded: rows.count),
      firstCandidate: Int32(truncatingIfNeeded: total))
    stopCount = stop
  }

  /// How far the pixels go on whose two neighbours on either side equal them; 0 at a stop.
  @inline(__always)
  private static func lengthInside(
    _ rows: PixelRows, _ position: Int, _ rowStart: Int, _ rowEnd: Int
  ) -> Int {
    let unit = rows.pixelBytes
    guard position &- 2 &* unit >= rowStart, position &+ 3 &* unit <= rowEnd else { return 0 }
    let run = rows.common(position &- 2 &* unit, position &- unit, rowEnd &- position &+ unit)
    return max(0, run / unit &- 3) &* unit
  }

  /// Packs a match, with the equal bytes before it: those of the pixel before, or of the run, in which a
  /// match may begin anywhere.
  @inline(__always)
  private static func candidate(
    _ match: PixelSearch.Match, _ rows: PixelRows, _ position: Int, runBytes: Int
  ) -> UInt32 {
    // What repeats to the left or above is found within the run as well.
    let isNear = match.distance == rows.pixelBytes || match.distance == rows.stride
    let limit = isNear ? rows.pixelBytes : min(255, max(runBytes, rows.pixelBytes))
    var before = 0
    while before < limit, position &- before > match.distance,
      rows.bytes[position &- before &- 1] == rows.bytes[position &- before &- 1 &- match.distance]
    { before &+= 1 }
    return UInt32(truncatingIfNeeded: before) &<< 24 | pack(match.length, match.distance)
  }

  @inline(__always)
  private static func pack(_ length: Int, _ distance: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: length) &<< 15 | UInt32(truncatingIfNeeded: distance &- 1)
  }

  /// Looks up and notes three bytes at each byte of a pixel.
  @inline(__always)
  private func noteTriples(
    _ rows: PixelRows, _ pixel: Int, into nearest: UnsafeMutablePointer<UInt32>
  ) {
    let raw = UnsafeRawPointer(rows.bytes)
    for offset in 0..<rows.pixelBytes {
      let position = pixel &+ offset
      nearest[offset] = 0
      let bytes =
        raw.loadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian & 0xFF_FFFF
      let hash = Int((bytes &* 0x9E37_79B1) &>> (32 &- Self.tripleBits))
      let last = Int(triples[hash])
      triples[hash] = Int32(truncatingIfNeeded: position)
      guard last >= 0, position &- last <= DeflateSymbols.windowSize else { continue }
      let length = rows.common(last, position, min(Self.longest, rows.count &- position))
      if length >= Self.shortest { nearest[offset] = Self.pack(length, position &- last) }
    }
  }

  /// Makes room for more matches.
  private func grow(_ count: Int) {
    candidateCapacity = 2 * candidateCapacity + search.mostMatches + 4096
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: candidateCapacity)
    larger.update(from: candidates, count: count)
    candidates.deallocate()
    candidates = larger
  }
}

// MARK: - Costs

extension PixelParse {
  /// Takes the bits of symbols from the codes of a block.
  func price(_ header: BlockHeader) {
    for value in 0..<256 {
      let bits = UInt32(header.lengths[value])
      literalBits[value] = bits == 0 ? Self.unused.literal : bits
    }
    for length in DeflateSymbols.lengths {
      let symbol = DeflateSymbols.symbol(ofLength: length)
      let bits = UInt32(header.lengths[257 + symbol.number])
      lengthBits[length] = (bits == 0 ? Self.unused.length : bits) + UInt32(symbol.bits)
    }
    for symbol in 0..<DeflateSymbols.distanceCount {
      let bits =
        symbol < header.distanceLengths.count ? UInt32(header.distanceLengths[symbol]) : 0
      distanceBits[symbol] =
        (bits == 0 ? Self.unused.distance : bits) + UInt32(DeflateSymbols.distanceBits[symbol])
    }
  }

  /// Finds the cheapest way.
  ///
  /// - Parameters:
  ///   - rows: Those whose matches were collected.
  ///   - matches: Receives the matches, in the form of ``PixelDeflater``.
  ///   - room: How many matches there is room for: a third of the bytes suffices.
  /// - Returns: The number of matches.
  func choose(
    _ rows: PixelRows, into matches: UnsafeMutablePointer<UInt64>, room: Int
  ) -> Int {
    costs.initialize(repeating: .max, count: rows.count + 1)
    costs[0] = 0
    let (costs, stops, nearest) = (costs, stops, nearest)
    let unit = rows.pixelBytes
    var position = 0
    for stop in 0..<stopCount {
      let pixel = Int(stops[stop].position)
      goOn(rows, from: position, to: pixel)
      takeMatches(at: stop)
      position = pixel &+ unit
      for offset in 0..<unit {
        let cost = costs[pixel &+ offset]
        if cost == .max { continue }
        let near = nearest[stop &* unit &+ offset]
        if near != 0 {
          let length = Int(near &>> 15)
          arrive(
            pixel &+ offset &+ length,
            cost &+ lengthBits[length] &+ bits(ofDistance: Int(near & 0x7FFF) &+ 1), near)
        }
        arrive(pixel &+ offset &+ 1, cost &+ literalBits[Int(rows.bytes[pixel &+ offset])], 0)
      }
    }
    goOn(rows, from: position, to: rows.count)
    return trace(rows.count, into: matches, room: room)
  }

  @inline(__always)
  private func bits(ofDistance distance: Int) -> UInt32 {
    distanceBits[DeflateSymbols.symbol(ofDistance: distance).number]
  }

  @inline(__always)
  private func arrive(_ end: Int, _ cost: UInt32, _ match: UInt32) {
    if cost < costs[end] {
      costs[end] = cost
      arrivals[end] = match
    }
  }

  /// Goes on by the matches of a stop: all of each, up to each stop within it, and with the equal bytes
  /// before it.
  @inline(__always)
  private func takeMatches(at stop: Int) {
    let (stops, costs, lengthBits, candidates) = (stops, costs, lengthBits, candidates)
    let position = Int(stops[stop].position)
    let cost = costs[position]
    var next = stop &+ 1
    for index in Int(stops[stop].firstCandidate)..<Int(stops[stop &+ 1].firstCandidate) {
      let candidate = candidates[index]
      let length = Int(candidate &>> 15 & 0x1FF)
      let above = candidate & 0x7FFF
      let bits = bits(ofDistance: Int(above) &+ 1)
      if cost != .max {
        arrive(position &+ length, cost &+ bits &+ lengthBits[length], candidate & 0xFF_FFFF)
        let end = position &+ min(length, Self.longestPart)
        while Int(stops[next].position) < end {
          let part = Int(stops[next].position) &- position
          if part >= Self.shortest {
            arrive(
              position &+ part, cost &+ bits &+ lengthBits[part],
              UInt32(truncatingIfNeeded: part) &<< 15 | above)
          }
          next &+= 1
        }
        // Up to where another match ends a nearer one takes fewer bits, but for the first two: which of
        // left and above takes fewer depends on the tile.
        if index == Int(stops[stop].firstCandidate) { next = stop &+ 1 }
      }
      let before = Int(candidate &>> 24)
      var offset = 1
      while offset <= before {
        let start = position &- offset
        let cost = costs[start]
        if cost != .max {
          let whole = min(length &+ offset, Self.longest)
          arrive(
            start &+ whole, cost &+ bits &+ lengthBits[whole],
            UInt32(truncatingIfNeeded: whole) &<< 15 | above)
        }
        offset &+= 1
      }
    }
  }

  /// Goes on between two stops, where all is a run or the beginning of a row: by what repeats to the left
  /// or above.
  @inline(__always)
  private func goOn(_ rows: PixelRows, from start: Int, to end: Int) {
    let (costs, lengthBits) = (costs, lengthBits)
    // A position from which everything is reached at no more cost than from an earlier one.
    var best = start
    var position = start
    let words = UnsafeRawPointer(costs)
    while position < end {
      // Most bytes of a run are not reached.
      while position &+ 4 <= end,
        words.loadUnaligned(fromByteOffset: 4 &* position, as: UInt64.self)
          & words.loadUnaligned(fromByteOffset: 4 &* position &+ 8, as: UInt64.self) == .max
      { position &+= 4 }
      if position == end { return }
      let cost = costs[position]
      if cost == .max || (best > position && costs[best] <= cost) {
        position &+= 1
        continue
      }
      var isStuck = true
      for distance in [rows.pixelBytes, rows.stride]
      where position >= distance && distance <= DeflateSymbols.windowSize {
        let length = rows.common(
          position &- distance, position, min(Self.longest, rows.count &- position))
        if length < Self.shortest { continue }
        isStuck = false
        arrive(
          position &+ length, cost &+ lengthBits[length] &+ bits(ofDistance: distance),
          Self.pack(length, distance))
        if position &+ length > best || costs[position &+ length] < costs[best] {
          best = position &+ length
        }
      }
      if isStuck || position % rows.stride == 0 {
        arrive(position &+ 1, cost &+ literalBits[Int(rows.bytes[position])], 0)
      }
      position &+= 1
    }
  }

  /// Goes back along the cheapest way.
  private func trace(
    _ count: Int, into matches: UnsafeMutablePointer<UInt64>, room: Int
  ) -> Int {
    var first = room
    var position = count
    var match: UInt32 = 0
    var literals = 0
    while true {
      let arrival = position == 0 ? 0 : arrivals[position]
      if position > 0, arrival == 0 {
        literals &+= 1
        position &-= 1
        continue
      }
      if match != 0 {
        first &-= 1
        matches[first] =
          UInt64(literals) &<< 32 | UInt64(match &>> 15) &<< 16 | UInt64(match & 0x7FFF)
      }
      if position == 0 { break }
      match = arrival
      literals = 0
      position &-= Int(arrival &>> 15)
    }
    let found = room &- first
    matches.update(from: matches + first, count: found)
    return found
  }
}
