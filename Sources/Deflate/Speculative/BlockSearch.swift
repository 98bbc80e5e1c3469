/// Finds where blocks may begin in a stream in memory.
///
/// Looks for blocks with codes of their own that are not the last, which are nearly all that compressors
/// write: a block begins at any bit, and no other kind says enough in its first bits to be told from
/// what is inside a block. Belongs to one task.
final class BlockSearch {
  /// By the next 13 bits: after how many positions a block may begin, as far as these bits tell.
  private let skips = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 13)
  /// By four lengths of codes of at most 7 bits: what part of all codes they use, in 128ths.
  private let shares = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << 12)

  init() {
    for bits in 0..<1 << 13 {
      var skip = 0
      while skip < 13 && !Self.mayBegin(bits >> skip, known: 13 - skip) { skip += 1 }
      skips[bits] = UInt8(skip)
    }
    for bits in 0..<1 << 12 {
      var sum = 0
      for place in 0..<4 {
        let length = bits >> (3 * place) & 7
        if length > 0 { sum += 128 >> length }
      }
      shares[bits] = UInt16(sum)
    }
  }

  deinit {
    skips.deallocate()
    shares.deallocate()
  }

  /// Whether bits of which only some are known can be the beginning of a block with codes of its own
  /// that is not the last.
  private static func mayBegin(_ bits: Int, known: Int) -> Bool {
    let kind = min(known, 3)
    guard bits & (1 << kind - 1) == 4 & (1 << kind - 1) else { return false }
    if known >= 8 && bits >> 3 & 31 > 29 { return false }
    return known < 13 || bits >> 8 & 31 <= 29
  }

  /// Finds the first bit position where a block with codes of its own, not the last, may begin.
  ///
  /// - Parameters:
  ///   - base: The stream, with ``BitCursor/padding`` bytes behind it.
  ///   - range: The positions that come into question.
  ///   - codes: Memory for the codes that blocks state.
  /// - Returns: The position; `nil` where there is none.
  func first(
    _ base: UnsafeRawPointer, in range: Range<Int>, using codes: BlockCodes
  ) -> Int? {
    let skips = UnsafePointer(skips)
    let shares = UnsafePointer(shares)
    var position = range.lowerBound
    let end = range.upperBound
    while position < end {
      let word = (base + position &>> 3).loadUnaligned(as: UInt64.self).littleEndian
      var next = word &>> UInt64(position & 7)
      // At least 57 bits are there: 40 positions with all 17 bits that are looked at.
      let stop = position &+ 40
      while position < stop {
        let skip = Int(skips[Int(next & 0x1FFF)])
        if skip > 0 {
          position &+= skip
          next &>>= UInt64(skip)
          continue
        }
        let number = (next &>> 13) & 15
        let place = position &+ 17
        let three =
          ((base + place &>> 3).loadUnaligned(as: UInt64.self).littleEndian
            &>> UInt64(place & 7)) & (1 &<< (3 &* number &+ 12) &- 1)
        let sum =
          shares[Int(three & 0xFFF)] &+ shares[Int(three &>> 12 & 0xFFF)]
          &+ shares[Int(three &>> 24 & 0xFFF)] &+ shares[Int(three &>> 36 & 0xFFF)]
          &+ shares[Int(three &>> 48 & 0xFFF)]
        if sum == 128, position < end {
          var cursor = BitCursor(base, bit: position)
          cursor.drop(3)
          if codes.areComplete(cursor) { return position }
        }
        position &+= 1
        next &>>= 1
      }
    }
    return nil
  }
}
