/// A lookup table for a prefix code of at most 15 bits (RFC 1951, section 3.2.2).
///
/// Owns its memory, which is used again for every code; belongs to one task.
final class DecodingTable {
  /// The alphabet of a code.
  enum Alphabet {
    case literals
    case distances
    case statements
  }

  /// The fields of an entry: `value << 16 | kind | extra bits << 8 | code bits`.
  ///
  /// The value is a literal, the least length or distance, or a position in the table.
  enum Entry {
    static let literal: UInt32 = 0x8000
    /// A longer code: the value is the first entry of a subtable, indexed by the next `extra bits`.
    static let link: UInt32 = 0x4000
    /// The end of a block; no symbol at all where it has no bits.
    static let special: UInt32 = 0x2000

    @inline(__always)
    static func codeBits(_ entry: UInt32) -> UInt64 { UInt64(entry & 0xFF) }
    @inline(__always)
    static func extraBits(_ entry: UInt32) -> UInt64 { UInt64((entry &>> 8) & 0x1F) }
    @inline(__always)
    static func value(_ entry: UInt32) -> UInt64 { UInt64(entry &>> 16) }
  }

  /// Index bits of the root table, at most 12.
  let rootBits: Int
  private let alphabet: Alphabet
  let entries: UnsafeMutablePointer<UInt32>
  private let capacity: Int

  init(_ alphabet: Alphabet, rootBits: Int) {
    self.alphabet = alphabet
    self.rootBits = rootBits
    // Every longer code may need a part of its own; 288 codes of 15 bits never need more than this.
    capacity = 1 << rootBits + PrefixCodeMaker.symbolLimit << max(0, 15 - rootBits)
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry.special, count: capacity)
  }

  deinit { entries.deallocate() }

  /// Takes code lengths in bits, 0 for none, of at most 288 symbols.
  ///
  /// Returns false for an incomplete or oversubscribed code, except a lone code of one bit, as zlib
  /// does.
  func make(_ lengths: UnsafePointer<UInt8>, symbolCount: Int) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 32) { memory in
      guard let base = memory.baseAddress else { return false }
      base.initialize(repeating: 0, count: 32)
      return make(lengths, symbolCount: symbolCount, numbers: base, next: base + 16)
    }
  }

  private func make(
    _ lengths: UnsafePointer<UInt8>, symbolCount: Int, numbers: UnsafeMutablePointer<UInt32>,
    next: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    var longest = 0
    for symbol in 0..<symbolCount {
      let length = Int(lengths[symbol])
      numbers[length] &+= 1
      longest = max(longest, length)
    }
    let rootSize = 1 << rootBits
    if longest == 0 {
      // A block of literals alone has no distances; any that occurs is a fault.
      entries.update(repeating: Entry.special, count: rootSize)
      return alphabet == .distances
    }
    numbers[0] = 0
    var left = 1
    for length in 1...15 {
      left = left << 1 - Int(numbers[length])
      if left < 0 { return false }
      next[length] = (next[length - 1] &+ numbers[length - 1]) &<< 1
    }
    if left > 0 {
      if alphabet == .statements || longest != 1 { return false }
      entries.update(repeating: Entry.special, count: rootSize)
    }
    // Links are distinguished from what an earlier code left.
    if longest > rootBits { entries.update(repeating: 0, count: rootSize) }
    var end = rootSize
    for symbol in 0..<symbolCount {
      let length = Int(lengths[symbol])
      if length == 0 { continue }
      let code = Int(PrefixCodeMaker.reversed(next[length], bits: UInt32(length)))
      next[length] &+= 1
      let entry = self.entry(symbol)
      if length <= rootBits {
        let full = entry | UInt32(length)
        var position = code
        while position < rootSize {
          entries[position] = full
          position &+= 1 &<< length
        }
        continue
      }
      let root = code & (rootSize &- 1)
      let partBits = longest &- rootBits
      if entries[root] & Entry.link == 0 {
        guard end + 1 << partBits <= capacity else { return false }
        entries[root] =
          UInt32(end) &<< 16 | Entry.link | UInt32(partBits) &<< 8 | UInt32(rootBits)
        end &+= 1 &<< partBits
      }
      let full = entry | UInt32(length &- rootBits)
      let part = Int(entries[root] &>> 16)
      var position = code &>> rootBits
      while position < 1 &<< partBits {
        entries[part &+ position] = full
        position &+= 1 &<< (length &- rootBits)
      }
    }
    return true
  }

  private func entry(_ symbol: Int) -> UInt32 {
    switch alphabet {
    case .statements: return UInt32(symbol) << 16 | Entry.literal
    case .literals:
      if symbol < DeflateSymbols.endOfBlock { return UInt32(symbol) << 16 | Entry.literal }
      let number = symbol - 257
      guard number >= 0 else { return 1 << 16 | Entry.special }
      guard number < DeflateSymbols.lengthBases.count else { return Entry.special }
      return UInt32(DeflateSymbols.lengthBases[number]) << 16
        | UInt32(DeflateSymbols.lengthBits[number]) << 8
    case .distances:
      guard symbol < DeflateSymbols.distanceCount else { return Entry.special }
      return UInt32(DeflateSymbols.distanceBases[symbol]) << 16
        | UInt32(DeflateSymbols.distanceBits[symbol]) << 8
    }
  }
}
