/// Finds where pixels of rows were before; belongs to one task.
///
/// Positions are kept by their lowest 16 bits, so that the tables stay in a processor's nearest caches: what
/// is found is compared anyway, and is at most 32 KiB away.
final class PixelSearch {
  private static let pairBits: UInt64 = 13
  private static let tripleBits: UInt32 = 15
  private static let shortest = DeflateSymbols.lengths.lowerBound
  private static let longest = DeflateSymbols.lengths.upperBound

  /// How many are compared at most where one match is looked for.
  private static let quickDepth = 4

  /// How many earlier positions with the same two pixels are compared.
  private let depth: Int
  /// The last position noted of each hash of two pixels, and of three bytes.
  private let pairs = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << Int(pairBits))
  private let triples = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << Int(tripleBits))
  /// The position before each position with the same hash of two pixels, by the lowest bits of the latter.
  private let earlier = UnsafeMutablePointer<UInt16>.allocate(
    capacity: DeflateSymbols.windowSize)
  private var notes = Notes(rowEnd: 0)

  init(depth: Int) { self.depth = depth }

  deinit {
    for table in [pairs, triples, earlier] { table.deallocate() }
  }

  func begin(_ rows: PixelRows) {
    pairs.initialize(repeating: 0, count: 1 << Int(Self.pairBits))
    triples.initialize(repeating: 0, count: 1 << Int(Self.tripleBits))
    earlier.initialize(repeating: 0, count: DeflateSymbols.windowSize)
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
  func note(_ rows: PixelRows, until end: Int) {
    let (pairs, triples, earlier) = (pairs, triples, earlier)
    let unit = rows.pixelBytes
    var position = notes.position
    while position < end {
      var word = rows.word(position)
      let hash = Self.hash(pair: word & rows.pairMask)
      let kept = UInt16(truncatingIfNeeded: position)
      earlier[position & (DeflateSymbols.windowSize &- 1)] = pairs[hash]
      pairs[hash] = kept
      for offset in 0..<unit {
        triples[Self.hash(triple: UInt32(truncatingIfNeeded: word))] =
          kept &+ UInt16(truncatingIfNeeded: offset)
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
  func longestMatch(_ rows: PixelRows, _ position: Int) -> Match {
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
    forEachMatch(
      rows, position, pixel: position, longerThan: needed &- 1, depth: min(depth, Self.quickDepth)
    ) { match = $0 }
    // A pixel of a byte costs less than a match.
    if match.length > 0 || unit < Self.shortest { return match }
    match = nearestTriple(rows, position)
    return match.length >= unit ? match : Match()
  }

  /// The nearest match of three bytes at a byte, or of more; a shorter length when there is none.
  @inline(__always)
  func nearestTriple(_ rows: PixelRows, _ position: Int) -> Match {
    let distance = Self.distance(position, triples[Self.hash(triple: rows.halfWord(position))])
    guard distance > 0, distance <= min(position, DeflateSymbols.windowSize) else { return Match() }
    return Match(
      length: rows.common(
        position &- distance, position, min(Self.longest, rows.count &- position)),
      distance: distance)
  }

  /// Finds what may match at a byte, by the pixel that begins there or behind, the nearest first, each longer
  /// than the one before.
  @inline(__always)
  func forEachMatch(
    _ rows: PixelRows, _ position: Int, pixel: Int, longerThan near: Int, _ body: (Match) -> Void
  ) {
    forEachMatch(rows, position, pixel: pixel, longerThan: near, depth: depth, body)
  }

  @inline(__always)
  private func forEachMatch(
    _ rows: PixelRows, _ position: Int, pixel: Int, longerThan near: Int, depth: Int,
    _ body: (Match) -> Void
  ) {
    let limit = min(Self.longest, rows.count &- position)
    let unit = rows.pixelBytes
    let farthest = min(position, DeflateSymbols.windowSize)
    // The last pixel of a run and the one behind it tell where the run was before, whatever its length
    // was there.
    if pixel &+ 8 > rows.count { return }
    let run = rows.common(pixel, pixel &+ unit, position &+ limit &- pixel &- unit)
    let last = pixel &+ rows.wholePixels(run)
    if last &+ 8 > rows.count { return }
    var longest = near
    var distance = Self.distance(last, pairs[Self.hash(pair: rows.word(last) & rows.pairMask)])
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
      let next = Self.distance(
        last, earlier[(last &- distance) & (DeflateSymbols.windowSize &- 1)])
      if next <= distance { return }
      distance = next
      left &-= 1
    }
  }
}
