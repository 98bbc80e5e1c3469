/// Whole numbers in as few bytes as they need, 7 bits in each (LEB128).
struct PackedNumbers: Sendable {
  private var bytes: [UInt8] = []

  var count: Int { bytes.count }

  /// Adds a number of at least 0.
  mutating func append(_ number: Int) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// The number at a position, which becomes that of the next one.
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

  /// Writes a number over what is at a position, which becomes that after it.
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

  /// Drops everything from a position on.
  mutating func removeAll(from position: Int) { bytes.removeLast(bytes.count - position) }
}
