/// The exact colours of a tile with at most 256 of them, and the index of every pixel.
///
/// Owns memory that is reused from tile to tile; belongs to one task.
final class TilePalette {
  private static let hashBits: UInt32 = 10
  private static let hashSize = 1 << Int(hashBits)

  private let keys = UnsafeMutablePointer<UInt32>.allocate(capacity: TilePalette.hashSize)
  /// The provisional index at each hash table position, or -1.
  private let slots = UnsafeMutablePointer<Int16>.allocate(capacity: TilePalette.hashSize)
  private let found = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: 256)
  private let order = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)

  /// The colours in file order, `A << 24 | B << 16 | G << 8 | R`.
  let colours = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
  let rank = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  private(set) var count = 0
  /// Number of colours that are not opaque, which come first.
  private(set) var translucentCount = 0

  deinit {
    keys.deallocate()
    slots.deallocate()
    found.deallocate()
    counts.deallocate()
    order.deallocate()
    colours.deallocate()
    rank.deallocate()
  }

  /// Collects at most 256 colours, and the provisional index of every pixel.
  ///
  /// Returns false for more colours, which leaves the contents undefined.
  func collect(
    _ pixels: UnsafeRawPointer, width: Int, height: Int, indices: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    slots.initialize(repeating: -1, count: Self.hashSize)
    count = 0
    let rowBytes = 4 &* width
    var y = 0
    while y < height {
      let row = pixels + y &* rowBytes
      var equalRows = 1
      while y &+ equalRows < height,
        row.equals(row + equalRows &* rowBytes, count: rowBytes)
      { equalRows &+= 1 }
      let rowIndices = indices + y &* width
      guard collect(row, count: width, weight: equalRows, indices: rowIndices) else { return false }
      for copy in 1..<equalRows {
        (rowIndices + copy &* width).update(from: rowIndices, count: width)
      }
      y &+= equalRows
    }
    rankColours()
    return true
  }

  @inline(__always)
  private func collect(
    _ row: UnsafeRawPointer, count width: Int, weight: Int, indices: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    var last = ~Self.load(row, 0)
    var lastIndex = 0
    var runStart = 0
    for position in 0..<width {
      let pixel = Self.load(row, position)
      if pixel != last {
        counts[lastIndex] &+= (position &- runStart) &* weight
        runStart = position
        lastIndex = index(of: pixel)
        if lastIndex < 0 { return false }
        last = pixel
      }
      indices[position] = UInt8(truncatingIfNeeded: lastIndex)
    }
    counts[lastIndex] &+= (width &- runStart) &* weight
    return true
  }

  @inline(__always)
  private static func load(_ pixels: UnsafeRawPointer, _ index: Int) -> UInt32 {
    UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
  }

  @inline(__always)
  private func index(of pixel: UInt32) -> Int {
    var slot = Int((pixel &* 0x9E37_79B1) >> (32 &- Self.hashBits))
    while true {
      let index = Int(slots[slot])
      if index < 0 { break }
      if keys[slot] == pixel { return index }
      slot = (slot &+ 1) & (Self.hashSize &- 1)
    }
    if count == 256 { return -1 }
    keys[slot] = pixel
    slots[slot] = Int16(truncatingIfNeeded: count)
    found[count] = pixel
    counts[count] = 0
    count &+= 1
    return count &- 1
  }

  /// Orders the colours: first those not opaque, for a short tRNS, then by frequency, for short
  /// code lengths in deflate, then by value.
  private func rankColours() {
    translucentCount = 0
    for index in 0..<count {
      let colour = found[index]
      let isOpaque: UInt64 = colour >> 24 == 0xFF ? 1 : 0
      translucentCount += isOpaque == 1 ? 0 : 1
      let rarity = UInt64(0x7F_FFFF - min(counts[index], 0x7F_FFFF))
      order[index] = isOpaque << 63 | rarity << 40 | UInt64(colour) << 8 | UInt64(index)
    }
    var keys = UnsafeMutableBufferPointer(start: order, count: count)
    keys.sort()
    for slot in 0..<count {
      let key = order[slot]
      colours[slot] = UInt32(truncatingIfNeeded: key >> 8)
      rank[Int(key & 0xFF)] = UInt8(truncatingIfNeeded: slot)
    }
  }
}
