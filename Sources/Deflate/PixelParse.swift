/// An optimal parse of rows into literals and matches (RFC 1951 leaves the choice to the encoder).
///
/// Visits bytes in order, as zopfli and libdeflate's highest levels do. A byte is skipped if a
/// later byte was reached at the same cost or less, since shorter matches lead on from there.
/// Visited bytes are a few times the symbols of the result. Prices are those of the cheapest path
/// so far, taken again whenever its matches double. Belongs to one task.
final class PixelParse {
  private static let shortest = DeflateSymbols.lengths.lowerBound
  private static let longest = DeflateSymbols.lengths.upperBound
  private static let firstPrices = 16
  private static let enoughNear = 4

  private let search: PixelSearch
  private let splitter: BlockSplitter
  private let isThorough: Bool
  private let prices = SymbolPrices()
  private let nodes = UnsafeMutablePointer<OpenNodes.Node>.allocate(capacity: OpenNodes.capacity)
  private var taken = UnsafeMutablePointer<Taken>.allocate(capacity: 1)
  private var takenCapacity = 1
  private var takenCount = 0

  private struct Taken {
    var start: Int32
    /// `length << 16 | distance − 1`.
    var match: UInt32
    /// Index of the match before; -1 for none.
    var previous: Int32

    var length: Int { Int(match &>> 16) }
    var distance: Int { Int(match & 0xFFFF) &+ 1 }
  }

  init(_ search: PixelSearch, _ splitter: BlockSplitter, isThorough: Bool) {
    self.search = search
    self.splitter = splitter
    self.isThorough = isThorough
  }

  deinit {
    nodes.deallocate()
    taken.deallocate()
  }

  /// `matches`, in the form of ``PixelDeflater``, needs room for a third of the bytes.
  func choose(_ rows: PixelRows, into matches: UnsafeMutablePointer<UInt64>, room: Int) -> Int {
    prices.begin(rows)
    let found = trace(way(rows, isThorough: false), into: matches, room: room)
    guard isThorough else { return found }
    splitter.split(rows, matches, matchCount: found)
    return trace(way(rows, isThorough: true), into: matches, room: room)
  }

  @inline(__always)
  private func way(_ rows: PixelRows, isThorough: Bool) -> Int32 {
    search.begin(rows)
    let depth = isThorough ? PixelSearch.Depth.cheapest : .cheap
    let enoughNear = isThorough ? Self.longest : Self.enoughNear
    var blocks = isThorough ? splitter.blocks[...] : []
    var blockEnd = isThorough ? 0 : Int.max
    let bits = prices.bits
    let unit = rows.pixelBytes
    // Look-ups load a word of eight bytes.
    let lastPosition = rows.count &- 8
    var nextPrices = isThorough ? Int.max : Self.firstPrices
    var open = OpenNodes(nodes, shortens: isThorough)
    var (leftEnd, aboveEnd) = (0, 0)
    var (rowStart, rowEnd) = (0, rows.stride)
    takenCount = 0
    while true {
      var node = open.popFirst()
      let position = Int(node.position)
      if node.last != 0 {
        take(&node)
        if takenCount == nextPrices {
          updatePrices(rows, node.match)
          nextPrices &*= 3
        }
      }
      if position == rows.count { return node.match }
      if position >= blockEnd {
        while let block = blocks.popFirst() {
          blockEnd = block.endPosition
          if position < blockEnd {
            prices.update(splitter.counts(block))
            break
          }
        }
      }
      while position >= rowEnd {
        rowStart = rowEnd
        rowEnd &+= rows.stride
      }
      // Equal bytes go on to where they went on from an earlier one.
      if leftEnd <= position {
        leftEnd =
          position > unit
          ? position &+ rows.common(position &- unit, position, rows.count &- position) : position
      }
      if aboveEnd <= position {
        aboveEnd =
          rows.reachesAbove && position > rows.stride
          ? position &+ rows.common(position &- rows.stride, position, rows.count &- position)
          : position
      }
      let left = min(leftEnd &- position, Self.longest)
      let above = min(aboveEnd &- position, Self.longest)
      if left >= Self.shortest { open.arrive(rows, bits, node, position, left, unit) }
      if above >= Self.shortest { open.arrive(rows, bits, node, position, above, rows.stride) }
      var near = max(left, above, Self.shortest &- 1)
      if near == Self.longest { continue }
      let inRow = position &- rowStart
      if inRow == 0 || position > lastPosition {
        node.cost &+= bits.literals[Int(rows.bytes[position])]
        node.position &+= 1
        open.put(node)
        continue
      }
      let inPixel = unit == 3 ? (inRow &- 1) % 3 : (inRow &- 1) & (unit &- 1)
      let pixel = position &- inPixel
      search.note(rows, until: pixel, for: depth)
      // Bytes within a pixel are found by the next one.
      var known = inPixel == 0 ? position : pixel &+ unit
      if known == rowEnd { known &+= 1 }
      search.forEachMatch(rows, position, pixel: known, depth, longerThan: near) {
        open.arrive(rows, bits, node, position, $0.length, $0.distance)
        near = $0.length
      }
      for byte in position..<pixel &+ unit {
        if near < enoughNear {
          search.forEachTriple(
            rows, byte, depth, longerThan: max(Self.shortest &- 1, near &- byte &+ position)
          ) {
            open.arrive(rows, bits, node, byte, $0.length, $0.distance)
            near = max(near, byte &+ $0.length &- position)
          }
        }
        node.cost &+= bits.literals[Int(rows.bytes[byte])]
      }
      node.position = Int32(truncatingIfNeeded: pixel &+ unit)
      open.put(node)
    }
  }

  @inline(__always)
  private func take(_ node: inout OpenNodes.Node) {
    if takenCount == takenCapacity { grow() }
    taken[takenCount] = Taken(
      start: node.position &- Int32(truncatingIfNeeded: node.last &>> 16), match: node.last,
      previous: node.match)
    node.match = Int32(truncatingIfNeeded: takenCount)
    node.last = 0
    takenCount &+= 1
  }

  private func grow() {
    takenCapacity = 2 * takenCapacity + 4096
    let larger = UnsafeMutablePointer<Taken>.allocate(capacity: takenCapacity)
    larger.update(from: taken, count: takenCount)
    taken.deallocate()
    taken = larger
  }

  @inline(__always)
  private func end(before match: Taken) -> Int {
    match.previous < 0
      ? 0 : Int(taken[Int(match.previous)].start) &+ taken[Int(match.previous)].length
  }

  private func updatePrices(_ rows: PixelRows, _ last: Int32) {
    prices.clear()
    var index = last
    while index >= 0 {
      let match = taken[Int(index)]
      prices.count(length: match.length, distance: match.distance)
      for byte in end(before: match)..<Int(match.start) { prices.count(literal: rows.bytes[byte]) }
      index = match.previous
    }
    prices.update()
  }

  private func trace(
    _ last: Int32, into matches: UnsafeMutablePointer<UInt64>, room: Int
  ) -> Int {
    var first = room
    var index = last
    while index >= 0 {
      let match = taken[Int(index)]
      first &-= 1
      matches[first] =
        UInt64(Int(match.start) &- end(before: match)) &<< 32 | UInt64(match.match)
      index = match.previous
    }
    let found = room &- first
    matches.update(from: matches + first, count: found)
    return found
  }
}

/// The cheapest paths to open bytes, sorted by position and by cost at once.
struct OpenNodes {
  /// More than twice the positions within a match's length.
  static let capacity = 1024
  private static let longest = DeflateSymbols.lengths.upperBound

  /// The cheapest path to a byte.
  struct Node {
    var position: Int32
    /// Cost in sixteenths of bits; negative where literals that a match covers have become dearer.
    var cost: Int32
    var covered: Int32
    /// Index of the last taken match, before ``last`` where that is not 0; -1 for none.
    var match: Int32
    /// `length << 16 | distance − 1` of the last match, until it is taken.
    var last: UInt32
  }

  private let nodes: UnsafeMutablePointer<Node>
  private let shortens: Bool
  private var first = 0
  private var end = 1

  @inline(__always)
  init(_ nodes: UnsafeMutablePointer<Node>, shortens: Bool) {
    self.nodes = nodes
    self.shortens = shortens
    nodes[0] = Node(position: 0, cost: 0, covered: 0, match: -1, last: 0)
  }

  @inline(__always)
  mutating func popFirst() -> Node {
    let node = nodes[first]
    first &+= 1
    if first == Self.capacity / 2 {
      end &-= first
      nodes.update(from: nodes + first, count: end)
      first = 0
    }
    return node
  }

  /// Opens the end of a match.
  ///
  /// The match grows backwards over equal bytes that are literals so far.
  @inline(__always)
  mutating func arrive(
    _ rows: PixelRows, _ bits: SymbolPrices.Bits, _ node: Node, _ position: Int, _ matched: Int,
    _ distance: Int
  ) {
    let bytes = rows.bytes
    let covered = max(Int(node.covered), distance)
    var cost = node.cost
    var start = position
    var length = matched
    while start > covered, length < Self.longest, bytes[start &- 1] == bytes[start &- 1 &- distance]
    {
      start &-= 1
      length &+= 1
      cost &-= bits.literals[Int(bytes[start])]
    }
    cost &+= bits.distances[DeflateSymbols.symbol(ofDistance: distance).number]
    repeat {
      let end = Int32(truncatingIfNeeded: start &+ length)
      put(
        Node(
          position: end, cost: cost &+ bits.lengths[length], covered: end, match: node.match,
          last: UInt32(truncatingIfNeeded: length &<< 16 | (distance &- 1))))
      length = Int(bits.shorter[length])
    } while shortens && start &+ length > position && length > 0
  }

  /// Drops a node that another as far or farther matches in cost, and the nodes that it beats so.
  @inline(__always)
  mutating func put(_ node: Node) {
    var further = end
    while further > first, nodes[further &- 1].position >= node.position { further &-= 1 }
    if further < end, nodes[further].cost <= node.cost { return }
    var cheaper = further
    while cheaper > first, nodes[cheaper &- 1].cost >= node.cost { cheaper &-= 1 }
    if further < end, nodes[further].position == node.position { further &+= 1 }
    let moved = end &- further
    if moved > 0, cheaper &+ 1 != further {
      (nodes + (cheaper &+ 1)).update(from: nodes + further, count: moved)
    }
    end = cheaper &+ 1 &+ moved
    nodes[cheaper] = node
  }
}
