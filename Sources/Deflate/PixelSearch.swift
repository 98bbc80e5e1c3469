/// Finds where pixels of rows were before; belongs to one task.
///
/// Positions are kept by their lowest 16 bits, so that the tables stay in a processor's nearest caches: what
/// is found is compared anyway, and is at most 32 KiB away.
final class PixelSearch {
  private static let pairBits: UInt64 = 13
  private static let tripleBits: UInt32 = 15
  private static let shortest = DeflateSymbols.lengths.lowerBound
  private static let longest = DeflateSymbols.lengths.upperBound

  /// How many earlier positions are compared.
  struct Depth {
    /// Those with the same two pixels.
    var pairs: Int
    /// Those with the same three bytes.
    var triples: Int

    static let first = Depth(pairs: 4, triples: 1)
    static let cheap = Depth(pairs: 16, triples: 1)
    static let cheapest = Depth(pairs: 128, triples: 4)
  }

  /// The last position noted of each hash of two pixels, and of three bytes.
  private let pairs = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << Int(pairBits))
  private let triples = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << Int(tripleBits))
  /// The position before each position with the same hash of two pixels, by the lowest bits of the latter.
  private let earlierPairs = UnsafeMutablePointer<UInt16>.allocate(
    capacity: DeflateSymbols.windowSize)
  /// The one with the same hash of three bytes, where more than one is compared.
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

  /// How far before a position one is that is kept by its lowest bits.
  @inline(__always)
  private static func distance(_ position: Int, _ kept: UInt16) -> Int {
    Int(UInt16(truncatingIfNeeded: position) &- kept)
  }

  /// How far pixels are noted.
  private struct Notes {
    var position = 1
    var rowEnd: Int
  }

  /// Notes the pixels before `end`, of runs the first and the last, by which runs are found.
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

  /// The best match at a pixel; no length when there is none.
  @inline(__always)
  func longestMatch(_ rows: PixelRows, _ position: Int, _ depth: Depth) -> Match {
    let limit = min(Self.longest, rows.count &- position)
    let unit = rows.pixelBytes
    var match = Match()
    if position > unit {
      let length = rows.common(position &- unit, position, limit)
      if length >= Self.shortest { match = Match(length: length, distance: unit) }
    }
    // Of two as long the one to the left has the shorter code.
    if rows.reachesAbove, position > rows.stride, match.length < limit {
      let length = rows.common(position &- rows.stride, position, limit)
      if length >= Self.shortest, length > match.length {
        match = Match(length: length, distance: rows.stride)
      }
    }
    if match.length == limit { return match }
    // What is above or to the left has a short code: another position must have two bytes more.
    let needed = max(match.length == 0 ? 0 : match.length &+ 2, rows.pairBytes)
    forEachMatch(rows, position, pixel: position, depth, longerThan: needed &- 1) { match = $0 }
    // A pixel of a byte costs less than a match.
    if match.length > 0 || unit < Self.shortest { return match }
    forEachTriple(rows, position, depth, longerThan: unit &- 1) { match = $0 }
    return match
  }

  /// Finds what may match at a byte from three bytes on, the nearest first, each longer than the one before.
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

  /// Finds what may match at a byte, by the pixel that begins there or behind, the nearest first, each longer
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

  /// Compares what is before `position` as `first`, and those earlier, are before `known`.
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
