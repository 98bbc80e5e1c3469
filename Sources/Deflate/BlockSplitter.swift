/// Cuts literals and matches into blocks with fitted codes; belongs to one task.
///
/// Neighbouring stretches are merged, the largest gain first, while a saved header outweighs the
/// cost of common codes. The choice is the encoder's (RFC 1951); libdeflate and zopfli cut where
/// symbols change.
final class BlockSplitter {
  /// Symbols with codes of their own.
  struct Block {
    var end: Int
    var endPosition: Int
    var extraBits: Int
    /// Estimated cost of all symbols and the header, in parts of ``BinaryLogarithm``.
    fileprivate var cost: Int
    fileprivate var stretch: Int
  }

  /// Symbols of a stretch, unless that makes more than ``mostStretches``.
  private static let stretchSymbols = 1024
  private static let mostStretches = 64
  /// Estimated bits of a header, and bits for each symbol in use.
  private static let (headerBits, statedBits) = (60, 4)
  private static let productCount = 1024
  private static let firstDistance = DeflateSymbols.literalCount
  private(set) var blocks: [Block] = []
  private(set) var literalCount = 0
  private var gains: [Int] = []
  /// Frequencies of each literal and length, then of each distance, in a stretch.
  private let counts = UnsafeMutablePointer<UInt32>.allocate(
    capacity: mostStretches * DeflateSymbols.count)
  private let products = UnsafeMutablePointer<Int32>.allocate(capacity: productCount)

  init() {
    products.initialize(to: 0)
    for count in 1..<Self.productCount {
      (products + count).initialize(
        to: Int32(truncatingIfNeeded: count &* BinaryLogarithm.of(UInt32(count))))
    }
  }

  deinit {
    counts.deallocate()
    products.deallocate()
  }

  func counts(_ block: Block) -> UnsafePointer<UInt32> {
    UnsafePointer(counts + block.stretch * DeflateSymbols.count)
  }

  func distanceCounts(_ block: Block) -> UnsafePointer<UInt32> {
    counts(block) + Self.firstDistance
  }

  /// `matches` are in the form of ``PixelDeflater``.
  func split(_ rows: PixelRows, _ matches: UnsafePointer<UInt64>, matchCount: Int) {
    measureStretches(rows, matches, matchCount)
    gains.removeAll(keepingCapacity: true)
    for index in 1..<max(1, blocks.count) { gains.append(gain(index - 1)) }
    while let most = gains.max(), most > 0, let index = gains.firstIndex(of: most) {
      join(index)
      gains.remove(at: index)
      if index > 0 { gains[index - 1] = gain(index - 1) }
      if index < gains.count { gains[index] = gain(index) }
    }
  }

  private func measureStretches(
    _ rows: PixelRows, _ matches: UnsafePointer<UInt64>, _ matchCount: Int
  ) {
    blocks.removeAll(keepingCapacity: true)
    literalCount = (0..<matchCount).reduce(rows.count) {
      $0 &- Int((matches[$1] &>> 16) & 0xFFFF)
    }
    let symbols = literalCount + matchCount
    let enough = max(Self.stretchSymbols, symbols / (Self.mostStretches - 1) + 1)
    var match = 0
    var position = 0
    repeat {
      let stretch = blocks.count
      let counts = counts + stretch * DeflateSymbols.count
      counts.initialize(repeating: 0, count: DeflateSymbols.count)
      counts[DeflateSymbols.endOfBlock] = 1
      var (found, extraBits) = (0, 0)
      while match < matchCount, found < enough {
        let literals = Int(matches[match] &>> 32)
        for byte in position..<position &+ literals { counts[Int(rows.bytes[byte])] &+= 1 }
        let matched = Int((matches[match] &>> 16) & 0xFFFF)
        let length = DeflateSymbols.symbol(ofLength: matched)
        let distance = DeflateSymbols.symbol(ofDistance: Int(matches[match] & 0xFFFF) &+ 1)
        counts[257 &+ length.number] &+= 1
        counts[Self.firstDistance &+ distance.number] &+= 1
        extraBits &+= length.bits &+ distance.bits
        position &+= literals &+ matched
        found &+= literals &+ 1
        match &+= 1
      }
      if match == matchCount {
        for byte in position..<rows.count { counts[Int(rows.bytes[byte])] &+= 1 }
        position = rows.count
      }
      blocks.append(
        Block(
          end: match, endPosition: position, extraBits: extraBits, cost: cost(stretch),
          stretch: stretch))
    } while match < matchCount
  }

  private func join(_ index: Int) {
    let next = blocks.remove(at: index + 1)
    blocks[index].cost += next.cost - gains[index]
    let counts = counts + blocks[index].stretch * DeflateSymbols.count
    let others = self.counts + next.stretch * DeflateSymbols.count
    for symbol in 0..<DeflateSymbols.count { counts[symbol] &+= others[symbol] }
    blocks[index].end = next.end
    blocks[index].endPosition = next.endPosition
    blocks[index].extraBits += next.extraBits
  }

  private func gain(_ index: Int) -> Int {
    blocks[index].cost &+ blocks[index &+ 1].cost
      &- cost(blocks[index].stretch, blocks[index &+ 1].stretch)
  }

  private func cost(_ stretch: Int, _ other: Int? = nil) -> Int {
    let ours = counts + stretch * DeflateSymbols.count
    let theirs = other.map { counts + $0 * DeflateSymbols.count }
    return Self.headerBits &* BinaryLogarithm.one
      &+ cost(ours, theirs, 0..<Self.firstDistance)
      &+ cost(ours, theirs, Self.firstDistance..<DeflateSymbols.count)
  }

  @inline(__always)
  private func cost(
    _ counts: UnsafePointer<UInt32>, _ others: UnsafePointer<UInt32>?, _ symbols: Range<Int>
  ) -> Int {
    var total: UInt32 = 0
    var used = 0
    var products = 0
    for symbol in symbols {
      let count = counts[symbol] &+ (others?[symbol] ?? 0)
      total &+= count
      used &+= count == 0 ? 0 : 1
      products &+= product(count)
    }
    return product(total) &- products &+ used &* Self.statedBits &* BinaryLogarithm.one
  }

  @inline(__always)
  private func product(_ count: UInt32) -> Int {
    count < Self.productCount
      ? Int(products[Int(count)]) : Int(count) &* BinaryLogarithm.of(count)
  }
}
