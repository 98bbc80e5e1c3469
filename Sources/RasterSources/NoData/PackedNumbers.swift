/// Whole numbers in as few bytes as they need, 7 bits in each (LEB128).
struct PackedNumbers: Sendable {
  private var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func append(_ number: Int) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  func next(at position: inout Int) -> Int {
    var number = 0
    var shift = 0
    while bytes[position] >= 0x80 {
      number |= Int(bytes[position] & 0x7F) << shift
      shift += 7
      position += 1
    }
    number |= Int(bytes[position]) << shift
    position += 1
    return number
  }

  /// Advances `position`; the new number must be as long as the old one.
  mutating func overwrite(_ number: Int, at position: inout Int) {
    var rest = number
    while rest >= 0x80 {
      bytes[position] = UInt8(truncatingIfNeeded: rest) | 0x80
      rest >>= 7
      position += 1
    }
    bytes[position] = UInt8(rest)
    position += 1
  }

  mutating func removeAll(from position: Int) { bytes.removeLast(bytes.count - position) }
}
