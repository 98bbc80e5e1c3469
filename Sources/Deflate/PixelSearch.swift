/// Finds where pixels of rows were before; belongs to one task.
final class PixelSearch {
  private static let hashBits: UInt64 = 13
  private static let shortest = DeflateSymbols.lengths.lowerBound
  private static let longest = DeflateSymbols.lengths.upperBound

  /// How many are compared at most where one match is looked for.
  private static let quickDepth = 4

  /// How many earlier positions with the same two pixels are compared.
  private let depth: Int
  /// The last position noted of each hash of two pixels, and of one.
  private let pairs = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << Int(hashBits))
  private let singles = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << Int(hashBits))
  /// The position before each position with the same hash of two pixels.
  private var earlier = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private var capacity = 1
  private var notes = Notes(rowEnd: 0)

  init(depth: Int) { self.depth = depth }

  deinit {
    pairs.deallocate()
    singles.deallocate()
    earlier.deallocate()
  }

  /// Forgets all pixels.
  func begin(_ rows: PixelRows) {
    if rows.count > capacity {
      capacity = rows.count
      earlier.deallocate()
      earlier = .allocate(capacity: capacity)
    }
    pairs.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
    singles.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
    notes = Notes(rowEnd: rows.stride)
  }

  @inline(__always)
  private static func hash(_ pixels: UInt64) -> Int {
    Int((pixels &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- hashBits))
  }

  /// How far pixels are noted.
  private struct Notes {
    var position = 1
    var rowEnd: Int
  }

  /// Notes the pixels before `end`, of runs the first and the last, by which runs are found.
  @inline(__always)
  func note(_ rows: PixelRows, until end: Int) {
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
    // The last pixel of a run and the one behind it tell where the run was before, whatever its length
    // was there.
    let run = rows.common(position, position &+ unit, limit &- unit)
    let toLast = run / unit &* unit
    if position &+ toLast &+ 8 > rows.count { return match }
    var candidate = Int(pairs[Self.hash(rows.pair(position &+ toLast))]) &- toLast
    var left = min(depth, Self.quickDepth)
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
    return match.length > 0 || unit < Self.shortest ? match : lastPixel(rows, position, limit)
  }

  /// The last pixel that equals one, whatever is behind it; no length when there is none.
  @inline(__always)
  private func lastPixel(_ rows: PixelRows, _ position: Int, _ limit: Int) -> Match {
    let pixel = rows.pair(position) & rows.pixelMask
    let last = Int(singles[Self.hash(pixel)])
    guard last >= 0, position &- last <= DeflateSymbols.windowSize,
      rows.pair(last) & rows.pixelMask == pixel
    else { return Match() }
    return Match(length: rows.common(last, position, limit), distance: position &- last)
  }

  /// Finds what may match at a pixel: what is to the left and above, then what is longer, the nearest first.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - position: The pixel; those before it are noted.
  ///   - found: Receives the matches, at most ``mostMatches``.
  /// - Returns: How many there are.
  @inline(__always)
  func matches(
    _ rows: PixelRows, _ position: Int, into found: UnsafeMutablePointer<Match>
  ) -> Int {
    let limit = min(Self.longest, rows.count &- position)
    let unit = rows.pixelBytes
    var count = 0
    var longest = Self.shortest &- 1
    if position > unit {
      let length = rows.common(position &- unit, position, limit)
      if length >= Self.shortest {
        found[count] = Match(length: length, distance: unit)
        count &+= 1
        longest = length
      }
    }
    if rows.reachesAbove, position > rows.stride {
      let length = rows.common(position &- rows.stride, position, limit)
      if length >= Self.shortest {
        found[count] = Match(length: length, distance: rows.stride)
        count &+= 1
        longest = max(longest, length)
      }
    }
    if longest >= limit { return count }
    let run = rows.common(position, position &+ unit, limit &- unit)
    let toLast = run / unit &* unit
    if position &+ toLast &+ 8 > rows.count { return count }
    var candidate = Int(pairs[Self.hash(rows.pair(position &+ toLast))]) &- toLast
    if unit > Self.shortest, longest < unit {
      let match = lastPixel(rows, position, limit)
      if match.length > longest {
        found[count] = match
        count &+= 1
        longest = match.length
      }
    }
    var left = depth
    while left > 0, candidate >= 0, position &- candidate <= DeflateSymbols.windowSize,
      longest < limit
    {
      if rows.bytes[candidate &+ longest] == rows.bytes[position &+ longest] {
        let length = rows.common(candidate, position, limit)
        if length > longest {
          longest = length
          found[count] = Match(length: length, distance: position &- candidate)
          count &+= 1
        }
      }
      candidate = Int(earlier[candidate &+ toLast]) &- toLast
      left &-= 1
    }
    return count
  }

  /// The most matches at a pixel.
  var mostMatches: Int { depth + 3 }
}
