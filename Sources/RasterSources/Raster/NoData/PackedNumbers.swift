/// Whole numbers in as few bytes as they need, 7 bits in each (LEB128).
struct PackedNumbers: Sendable {
  private var bytes: [UInt8] = []

  /// The bytes that are held.
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

  /// The number at a place, which becomes that of the next one.
  func next(at place: inout Int) -> Int {
    var number = 0
    var shift = 0
    while bytes[place] >= 0x80 {
      number |= Int(bytes[place] & 0x7F) << shift
      shift += 7
      place += 1
    }
    number |= Int(bytes[place]) << shift
    place += 1
    return number
  }

  /// Writes a number over what is at a place, which becomes that after it.
  mutating func overwrite(_ number: Int, at place: inout Int) {
    var rest = number
    while rest >= 0x80 {
      bytes[place] = UInt8(truncatingIfNeeded: rest) | 0x80
      rest >>= 7
      place += 1
    }
    bytes[place] = UInt8(rest)
    place += 1
  }

  /// Drops everything from a place on.
  mutating func removeAll(from place: Int) { bytes.removeLast(bytes.count - place) }
}
