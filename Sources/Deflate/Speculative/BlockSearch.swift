/// Searches a stream in memory for possible beginnings of blocks.
///
/// Looks for blocks with codes of their own, except the last block; compressors write hardly any
/// others. A block may begin at any bit, and no other kind has a telling beginning. Belongs to one
/// task.
final class BlockSearch {
  /// Number of positions to skip, indexed by the next 13 bits.
  private let skips = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 13)
  /// Share of the code space, in 128ths, that four lengths of at most 7 bits use.
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

  /// Judges the first `known` bits for a block with codes of its own, not the last.
  private static func mayBegin(_ bits: Int, known: Int) -> Bool {
    let kind = min(known, 3)
    guard bits & (1 << kind - 1) == 4 & (1 << kind - 1) else { return false }
    if known >= 8 && bits >> 3 & 31 > 29 { return false }
    return known < 13 || bits >> 8 & 31 <= 29
  }

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
