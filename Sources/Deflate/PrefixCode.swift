/// Makes the lengths and codes of a prefix code (RFC 1951, section 3.2.2).
///
/// Owns its working memory, so that making a code allocates nothing; belongs to one task.
package final class PrefixCodeMaker {
  package static let symbolLimit = 288
  private let order: UnsafeMutablePointer<UInt64>
  private let depths: UnsafeMutablePointer<UInt32>

  package init() {
    order = .allocate(capacity: Self.symbolLimit)
    depths = .allocate(capacity: Self.symbolLimit)
  }

  deinit {
    order.deallocate()
    depths.deallocate()
  }

  /// Makes optimal code lengths, in bits, from frequencies of at most ``symbolLimit`` symbols.
  ///
  /// Unused symbols get 0, a lone symbol 1. `limit` is at least 9 bits where all symbols may occur.
  package func makeLengths(
    _ counts: UnsafePointer<UInt32>, symbolCount: Int, limit: Int,
    into lengths: UnsafeMutablePointer<UInt8>
  ) {
    var used = 0
    for symbol in 0..<symbolCount {
      lengths[symbol] = 0
      guard counts[symbol] > 0 else { continue }
      order[used] = UInt64(counts[symbol]) &<< 16 | UInt64(symbol)
      used &+= 1
    }
    if used == 0 { return }
    if used == 1 {
      lengths[Int(order[0] & 0xFFFF)] = 1
      return
    }
    var sorted = UnsafeMutableBufferPointer(start: order, count: used)
    sorted.sort()
    measureDepths(used)
    assign(used, limit: limit, to: lengths)
  }

  /// Turns the sorted counts into leaf depths of an optimal tree, in place.
  ///
  /// The method is Moffat and Katajainen, "In-Place Calculation of Minimum-Redundancy Codes"
  /// (1995).
  private func measureDepths(_ used: Int) {
    let tree = depths
    for index in 0..<used { tree[index] = UInt32(truncatingIfNeeded: order[index] &>> 16) }
    // Weights of inner nodes from the left; a node that has a parent holds the index of it instead.
    var leaf = 0
    var root = 0
    for next in 0..<used &- 1 {
      var weight: UInt32 = 0
      for _ in 0..<2 {
        if leaf >= used || (root < next && tree[root] < tree[leaf]) {
          weight &+= tree[root]
          tree[root] = UInt32(truncatingIfNeeded: next)
          root &+= 1
        } else {
          weight &+= tree[leaf]
          leaf &+= 1
        }
      }
      tree[next] = weight
    }
    // Depths of inner nodes from the root.
    tree[used &- 2] = 0
    var node = used &- 3
    while node >= 0 {
      tree[node] = tree[Int(tree[node])] &+ 1
      node &-= 1
    }
    // Depths of leaves, the rarest last.
    var available = 1
    var depth: UInt32 = 0
    root = used &- 2
    var position = used &- 1
    while available > 0 {
      var inner = 0
      while root >= 0, tree[root] == depth {
        inner &+= 1
        root &-= 1
      }
      while available > inner {
        tree[position] = depth
        position &-= 1
        available &-= 1
      }
      available = 2 &* inner
      depth &+= 1
    }
  }

  private func assign(_ used: Int, limit: Int, to lengths: UnsafeMutablePointer<UInt8>) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: limit + 1) { numbers in
      for length in 0...limit { numbers[length] = 0 }
      // Sum of 2^(limit − length) over all codes; a complete code has 2^limit.
      var total = 0
      for index in 0..<used {
        let length = min(Int(depths[index]), limit)
        numbers[length] += 1
        total += 1 << (limit - length)
      }
      while total > 1 << limit {
        numbers[limit] -= 1
        var length = limit - 1
        while numbers[length] == 0 { length -= 1 }
        numbers[length] -= 1
        numbers[length + 1] += 2
        total -= 1
      }
      var position = 0
      for length in stride(from: limit, to: 0, by: -1) {
        for _ in 0..<numbers[length] {
          lengths[Int(order[position] & 0xFFFF)] = UInt8(truncatingIfNeeded: length)
          position += 1
        }
      }
    }
  }

  /// Makes canonical codes, `length << 16 | code`, first bit lowest; lengths are at most 15.
  static func makeCodes(
    _ lengths: UnsafePointer<UInt8>, symbolCount: Int, into codes: UnsafeMutablePointer<UInt32>
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 32) { memory in
      guard let next = memory.baseAddress else { return }
      next.initialize(repeating: 0, count: 32)
      // The number of codes of each length, then the first code of each.
      let numbers = next + 16
      for symbol in 0..<symbolCount { numbers[Int(lengths[symbol])] &+= 1 }
      numbers[0] = 0
      for length in 1..<16 { next[length] = (next[length - 1] &+ numbers[length - 1]) &<< 1 }
      for symbol in 0..<symbolCount {
        let length = UInt32(lengths[symbol])
        if length == 0 {
          codes[symbol] = 0
          continue
        }
        let code = next[Int(length)]
        next[Int(length)] = code &+ 1
        codes[symbol] = length &<< 16 | reversed(code, bits: length)
      }
    }
  }

  @inline(__always)
  static func reversed(_ code: UInt32, bits: UInt32) -> UInt32 {
    var value = code
    value = (value & 0x5555) &<< 1 | (value &>> 1) & 0x5555
    value = (value & 0x3333) &<< 2 | (value &>> 2) & 0x3333
    value = (value & 0x0F0F) &<< 4 | (value &>> 4) & 0x0F0F
    value = (value & 0x00FF) &<< 8 | (value &>> 8) & 0x00FF
    return value &>> (16 &- bits)
  }
}
