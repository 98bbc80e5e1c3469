/// Undoes the filters of rows (W3C PNG, section 9).
enum RowUnfilter {
  /// Undoes a filter in place.
  ///
  /// - Parameters:
  ///   - filter: 0 none, 1 sub, 2 up, 3 average, 4 Paeth.
  ///   - row: The filtered bytes, without the filter's own.
  ///   - previous: The bytes of the row above, zeros for the first.
  ///   - count: The bytes of a row.
  ///   - pixelBytes: The whole bytes of a pixel, at least 1, at most 4.
  /// - Returns: False for a filter that does not exist.
  static func undo(
    _ filter: UInt8, _ row: UnsafeMutablePointer<UInt8>, previous: UnsafePointer<UInt8>,
    count: Int, pixelBytes: Int
  ) -> Bool {
    switch filter {
    case 0: return true
    case 2:
      for index in 0..<count { row[index] = row[index] &+ previous[index] }
      return true
    case 1, 3, 4: break
    default: return false
    }
    // The size of a pixel is a constant in each call, so that its loads and stores are single ones.
    switch pixelBytes {
    case 1 where filter == 4: undoPaeth(row, previous, count)
    case 1: undoAcross(filter, row, previous, count, 1)
    case 2: undoAcross(filter, row, previous, count, 2)
    case 3: undoAcross(filter, row, previous, count, 3)
    default: undoAcross(filter, row, previous, count, 4)
    }
    return true
  }

  /// Undoes a filter that looks to the left, pixel by pixel, all bytes of a pixel at once.
  @inline(__always)
  private static func undoAcross(
    _ filter: UInt8, _ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>,
    _ count: Int, _ size: Int
  ) {
    let target = UnsafeMutableRawPointer(row)
    let above = UnsafeRawPointer(previous)
    let end = count - count % size
    var left: UInt32 = 0
    var offset = 0
    switch filter {
    case 1:
      while offset < end {
        left = sum(load(UnsafeRawPointer(target + offset), size), left)
        store(left, target + offset, size)
        offset &+= size
      }
    case 3:
      while offset < end {
        let up = load(above + offset, size)
        // The mean of each byte, rounded down.
        let mean = (left & up) &+ (((left ^ up) & 0xFEFE_FEFE) &>> 1)
        left = sum(load(UnsafeRawPointer(target + offset), size), mean)
        store(left, target + offset, size)
        offset &+= size
      }
    default:
      var a = SIMD4<Int16>(repeating: 0)
      var c = SIMD4<Int16>(repeating: 0)
      while offset < end {
        let b = wide(load(above + offset, size))
        let raw = wide(load(UnsafeRawPointer(target + offset), size))
        let towardA = b &- c
        let towardB = a &- c
        let distanceA = magnitude(towardA)
        let distanceB = magnitude(towardB)
        let distanceC = magnitude(towardA &+ towardB)
        var nearest = c.replacing(with: b, where: distanceB .<= distanceC)
        nearest = nearest.replacing(
          with: a, where: (distanceA .<= distanceB) .& (distanceA .<= distanceC))
        a = (raw &+ nearest) & 0xFF
        c = b
        store(narrow(a), target + offset, size)
        offset &+= size
      }
    }
  }

  /// Undoes the Paeth filter where a pixel is a byte.
  private static func undoPaeth(
    _ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int
  ) {
    var a = 0
    var c = 0
    for index in 0..<count {
      let b = Int(previous[index])
      let towardA = b &- c
      let towardB = a &- c
      let sum = towardA &+ towardB
      let distanceA = towardA < 0 ? 0 &- towardA : towardA
      let distanceB = towardB < 0 ? 0 &- towardB : towardB
      let distanceC = sum < 0 ? 0 &- sum : sum
      let nearest = distanceB <= distanceC ? b : c
      let chosen = distanceA <= distanceB && distanceA <= distanceC ? a : nearest
      a = (Int(row[index]) &+ chosen) & 0xFF
      c = b
      row[index] = UInt8(truncatingIfNeeded: a)
    }
  }

  /// The sum of each byte, modulo 256.
  @inline(__always)
  private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a & 0x7F7F_7F7F) &+ (b & 0x7F7F_7F7F)) ^ ((a ^ b) & 0x8080_8080)
  }

  @inline(__always)
  private static func magnitude(_ value: SIMD4<Int16>) -> SIMD4<Int16> {
    let negative = 0 &- value
    return value.replacing(with: negative, where: value .< negative)
  }

  @inline(__always)
  private static func wide(_ value: UInt32) -> SIMD4<Int16> {
    SIMD4<Int16>(truncatingIfNeeded: unsafeBitCast(value, to: SIMD4<UInt8>.self))
  }

  @inline(__always)
  private static func narrow(_ value: SIMD4<Int16>) -> UInt32 {
    unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: value), to: UInt32.self)
  }

  @inline(__always)
  private static func load(_ source: UnsafeRawPointer, _ size: Int) -> UInt32 {
    switch size {
    case 1: UInt32(source.load(as: UInt8.self))
    case 2: UInt32(source.loadUnaligned(as: UInt16.self))
    case 3:
      UInt32(source.loadUnaligned(as: UInt16.self))
        | UInt32(source.load(fromByteOffset: 2, as: UInt8.self)) &<< 16
    default: source.loadUnaligned(as: UInt32.self)
    }
  }

  @inline(__always)
  private static func store(_ value: UInt32, _ target: UnsafeMutableRawPointer, _ size: Int) {
    switch size {
    case 1: target.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
    case 2: target.storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
    case 3:
      target.storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
      target.storeBytes(
        of: UInt8(truncatingIfNeeded: value &>> 16), toByteOffset: 2, as: UInt8.self)
    default: target.storeBytes(of: value, as: UInt32.self)
    }
  }
}
