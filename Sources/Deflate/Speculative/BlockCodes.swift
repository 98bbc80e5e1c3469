/// The codes of a block of a stream in memory, read from the block's beginning.
///
/// Owns its memory; belongs to one task.
final class BlockCodes {
  private typealias Entry = DecodingTable.Entry

  let literals = DecodingTable(.literals, rootBits: SymbolLoop.literalBits)
  let distances = DecodingTable(.distances, rootBits: SymbolLoop.distanceBits)
  private let statements = DecodingTable(.statements, rootBits: 7)
  private let stated = UnsafeMutablePointer<UInt8>.allocate(capacity: 19)
  private let lengths = UnsafeMutablePointer<UInt8>.allocate(capacity: 320)

  deinit {
    stated.deallocate()
    lengths.deallocate()
  }

  /// Tests whether complete Huffman codes follow the first three bits of a block, as compressors make them.
  ///
  /// Random bits seldom do.
  func areComplete(_ cursor: BitCursor) -> Bool {
    var cursor = cursor
    guard let counts = readLengths(&cursor), lengths[DeflateSymbols.endOfBlock] > 0 else {
      return false
    }
    var literalShare = 0
    for symbol in 0..<counts.literals where lengths[symbol] > 0 {
      literalShare &+= 0x8000 &>> Int(lengths[symbol])
    }
    guard literalShare == 1 << 15 else { return false }
    var distanceShare = 0
    var used = 0
    for symbol in counts.literals..<counts.literals &+ counts.distances where lengths[symbol] > 0 {
      distanceShare &+= 0x8000 &>> Int(lengths[symbol])
      used &+= 1
    }
    return distanceShare == 1 << 15 || used == 0 || (used == 1 && distanceShare == 1 << 14)
  }

  private func readLengths(_ cursor: inout BitCursor) -> (literals: Int, distances: Int)? {
    cursor.refill()
    let literalCount = cursor.take(5) &+ 257
    let distanceCount = cursor.take(5) &+ 1
    let statedCount = cursor.take(4) &+ 4
    guard literalCount <= DeflateSymbols.literalCount, distanceCount <= DeflateSymbols.distanceCount
    else { return nil }
    stated.update(repeating: 0, count: 19)
    DeflateSymbols.statedOrder.withUnsafeBufferPointer { order in
      for place in 0..<statedCount {
        if place == 12 { cursor.refill() }
        stated[Int(order[place])] = UInt8(cursor.take(3))
        if place == 0 { cursor.refill() }
      }
    }
    guard statements.make(stated, symbolCount: 19) else { return nil }
    let table = UnsafePointer(statements.entries)
    let total = literalCount &+ distanceCount
    var place = 0
    while place < total {
      cursor.refill()
      let entry = table[Int(cursor.bits & 0x7F)]
      let used = Entry.codeBits(entry)
      guard used > 0 else { return nil }
      cursor.drop(used)
      let symbol = Int(Entry.value(entry))
      if symbol < 16 {
        lengths[place] = UInt8(symbol)
        place &+= 1
        continue
      }
      guard symbol != 16 || place > 0 else { return nil }
      let value = symbol == 16 ? lengths[place &- 1] : 0
      let number =
        symbol == 16
        ? 3 &+ cursor.take(2) : symbol == 17 ? 3 &+ cursor.take(3) : 11 &+ cursor.take(7)
      guard place &+ number <= total else { return nil }
      for index in place..<place &+ number { lengths[index] = value }
      place &+= number
    }
    return (literalCount, distanceCount)
  }

  /// Reads behind the first three bits of a block; false when the codes break a rule.
  func read(_ cursor: inout BitCursor) -> Bool {
    guard let counts = readLengths(&cursor), lengths[DeflateSymbols.endOfBlock] > 0 else {
      return false
    }
    return literals.make(lengths, symbolCount: counts.literals)
      && distances.make(lengths + counts.literals, symbolCount: counts.distances)
  }

  func readFixed() -> Bool {
    let fixed =
      [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
      + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8)
    let distance = [UInt8](repeating: 5, count: 32)
    return literals.make(fixed, symbolCount: 288) && distances.make(distance, symbolCount: 32)
  }
}
