/// A match finder for pixels of rows; belongs to one task.
///
/// Positions are stored as their lowest 16 bits, so that the tables stay in the nearest caches.
/// Candidates are compared anyway, and lie at most 32 KiB back.
final class PixelSearch {
  private static let pairBits: UInt64 = 13
  private static let tripleBits: UInt32 = 15
  private static let shortest = DeflateSymbols.lengths.lowerBound
  private static let longest = DeflateSymbols.lengths.upperBound

  /// The number of earlier positions to compare.
  struct Depth {
    var pairs: Int
    var triples: Int

    static let first = Depth(pairs: 4, triples: 1)
    static let cheap = Depth(pairs: 16, triples: 1)
    static let cheapest = Depth(pairs: 128, triples: 4)
  }

  private let pairs = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << Int(pairBits))
  private let triples = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << Int(tripleBits))
  /// Hash chains: the position before each position, indexed by its lowest bits.
  private let earlierPairs = UnsafeMutablePointer<UInt16>.allocate(
    capacity: DeflateSymbols.windowSize)
  private let earlierTriples = UnsafeMutablePointer<UInt16>.allocate(
    capacity: DeflateSymbols.windowSize)
  private var notes = Notes(rowEnd: 0)

  deinit {
    for table in [pairs, triples, earlierPairs, earlierTriples] { table.deallocate() }
  }

  func begin(_ rows: PixelRows) {
    pairs.initialize(repeating: 0, count: 1 << Int(Self.pairBits))
    triples.initialize(repeating: 0, count: 1 << Int(Self.tripleBits))
    earlierPairs.initialize(repeating: 0, count: DeflateSymbols.windowSize)
    earlierTriples.initialize(repeating: 0, count: DeflateSymbols.windowSize)
    notes = Notes(rowEnd: rows.stride)
  }

  @inline(__always)
  private static func hash(pair: UInt64) -> Int {
    Int((pair &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- pairBits))
  }

  @inline(__always)
  private static func hash(triple: UInt32) -> Int {
    Int(((triple &<< 8) &* 0x9E37_79B1) &>> (32 &- tripleBits))
  }

  @inline(__always)
  private static func distance(_ position: Int, _ kept: UInt16) -> Int {
    Int(UInt16(truncatingIfNeeded: position) &- kept)
  }

  /// The extent of the noted pixels.
  private struct Notes {
    var position = 1
    var rowEnd: Int
  }

  @inline(__always)
  func note(_ rows: PixelRows, until end: Int, for depth: Depth) {
    let (pairs, triples) = (pairs, triples)
    let (earlierPairs, earlierTriples) = (earlierPairs, earlierTriples)
    let comparesTriples = depth.triples > 1
    let unit = rows.pixelBytes
    var position = notes.position
    while position < end {
      var word = rows.word(position)
      let hash = Self.hash(pair: word & rows.pairMask)
      let kept = UInt16(truncatingIfNeeded: position)
      earlierPairs[position & (DeflateSymbols.windowSize &- 1)] = pairs[hash]
      pairs[hash] = kept
      for offset in 0..<unit {
        let hash = Self.hash(triple: UInt32(truncatingIfNeeded: word))
        if comparesTriples {
          earlierTriples[(position &+ offset) & (DeflateSymbols.windowSize &- 1)] = triples[hash]
        }
        triples[hash] = kept &+ UInt16(truncatingIfNeeded: offset)
        word &>>= 8
      }
      position &+= unit
      let run = rows.common(position &- unit, position, notes.rowEnd &- position)
      if run >= rows.pairBytes { position &+= rows.wholePixels(run &- rows.pairBytes) &+ unit }
      if position >= notes.rowEnd {
        position = notes.rowEnd &+ 1
        notes.rowEnd &+= rows.stride
      }
    }
    notes.position = position
  }

  struct Match {
    var length = 0
    var distance = 0
  }

  /// The length is 0 when there is no match.
  @inline(__always)
  func longestMatch(_ rows: PixelRows, _ position: Int, _ depth: Depth) -> Match {
    let limit = min(Self.longest, rows.count &- position)
    let unit = rows.pixelBytes
    var match = Match()
    if position > unit {
      let length = rows.common(position &- unit, position, limit)
      if length >= Self.shortest { match = Match(length: length, distance: unit) }
    }
    // At equal length the match to the left has the shorter code.
    if rows.reachesAbove, position > rows.stride, match.length < limit {
      let length = rows.common(position &- rows.stride, position, limit)
      if length >= Self.shortest, length > match.length {
        match = Match(length: length, distance: rows.stride)
      }
    }
    if match.length == limit { return match }
    // Matches above and to the left have short codes: another position must have two bytes more.
    let needed = max(match.length == 0 ? 0 : match.length &+ 2, rows.pairBytes)
    forEachMatch(rows, position, pixel: position, depth, longerThan: needed &- 1) { match = $0 }
    // A pixel of a byte costs less than a match.
    if match.length > 0 || unit < Self.shortest { return match }
    forEachTriple(rows, position, depth, longerThan: unit &- 1) { match = $0 }
    return match
  }

  /// Candidates of three bytes or more, the nearest first, each longer than the one before.
  @inline(__always)
  func forEachTriple(
    _ rows: PixelRows, _ position: Int, _ depth: Depth, longerThan near: Int,
    _ body: (Match) -> Void
  ) {
    let first = triples[Self.hash(triple: rows.halfWord(position))]
    forEach(
      rows, position, by: position, first: first, earlierTriples, depth: depth.triples,
      longerThan: near, body)
  }

  /// Candidates by the pixel that begins at a byte or behind it, the nearest first, each longer
  /// than the one before.
  @inline(__always)
  func forEachMatch(
    _ rows: PixelRows, _ position: Int, pixel: Int, _ depth: Depth, longerThan near: Int,
    _ body: (Match) -> Void
  ) {
    // The last pixel of a run and the one behind it tell where the run was before, whatever its length
    // was there.
    if pixel &+ 8 > rows.count { return }
    let unit = rows.pixelBytes
    let limit = min(Self.longest, rows.count &- position)
    let run = rows.common(pixel, pixel &+ unit, position &+ limit &- pixel &- unit)
    let last = pixel &+ rows.wholePixels(run)
    if last &+ 8 > rows.count { return }
    let first = pairs[Self.hash(pair: rows.word(last) & rows.pairMask)]
    forEach(
      rows, position, by: last, first: first, earlierPairs, depth: depth.pairs, longerThan: near,
      body)
  }

  /// `first` and the positions before it precede `known`.
  @inline(__always)
  private func forEach(
    _ rows: PixelRows, _ position: Int, by known: Int, first: UInt16,
    _ earlier: UnsafePointer<UInt16>, depth: Int, longerThan near: Int, _ body: (Match) -> Void
  ) {
    let limit = min(Self.longest, rows.count &- position)
    let farthest = min(position, DeflateSymbols.windowSize)
    var longest = near
    var distance = Self.distance(known, first)
    var left = depth
    while left > 0, distance > 0, distance <= farthest, longest < limit {
      let candidate = position &- distance
      if rows.bytes[candidate &+ longest] == rows.bytes[position &+ longest] {
        let length = rows.common(candidate, position, limit)
        if length > longest {
          longest = length
          body(Match(length: length, distance: distance))
        }
      }
      left &-= 1
      let next = Self.distance(
        known, earlier[(known &- distance) & (DeflateSymbols.windowSize &- 1)])
      if next <= distance { return }
      distance = next
    }
  }
}
