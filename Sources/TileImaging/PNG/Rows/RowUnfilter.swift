/// Reverses the row filters (W3C PNG, section 9).
///
/// Plans are flat: most filtered bytes are 0, and a piece of zeros needs no arithmetic. Sub repeats
/// the pixel to the left. Paeth and Average repeat it below a flat piece. Paeth copies the row
/// above once the last pixel equals that of the row above, since the prediction is then the pixel
/// above.
enum RowUnfilter {
  /// Reverses filter 0 none, 1 sub, 2 up, 3 average or 4 Paeth; false for any other.
  ///
  /// `row` may be `filtered`; `previous` is zeros for the first row. `pixelBytes` is 1 to 4; behind
  /// rows of 3 one byte more is read.
  static func undo(
    _ filter: UInt8, _ filtered: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>,
    previous: UnsafePointer<UInt8>, count: Int, pixelBytes: Int
  ) -> Bool {
    switch filter {
    case 0:
      row.update(from: filtered, count: count)
      return true
    case 2:
      for index in 0..<count { row[index] = filtered[index] &+ previous[index] }
      return true
    case 1, 3, 4: break
    default: return false
    }
    // A constant pixel size in each call makes its loads and stores single ones.
    switch pixelBytes {
    case 1 where filter == 4: undoPaeth(filtered, row, previous, count)
    case 1: undoAcross(filter, filtered, row, previous, count, 1)
    case 2: undoAcross(filter, filtered, row, previous, count, 2)
    case 3: undoAcross(filter, filtered, row, previous, count, 3)
    default: undoAcross(filter, filtered, row, previous, count, 4)
    }
    return true
  }

  /// Bytes of a row that are tested together: whole pixels of every size.
  private static let pieceBytes = 24
  /// The bytes of a piece.
  private typealias Piece = (UInt64, UInt64, UInt64)

  @inline(__always)
  private static func isZero(_ p: UnsafeRawPointer) -> Bool {
    p.loadUnaligned(as: UInt64.self) | p.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      | p.loadUnaligned(fromByteOffset: 16, as: UInt64.self) == 0
  }

  @inline(__always)
  private static func holds(_ p: UnsafeRawPointer, _ piece: Piece) -> Bool {
    (p.loadUnaligned(as: UInt64.self) ^ piece.0)
      | (p.loadUnaligned(fromByteOffset: 8, as: UInt64.self) ^ piece.1)
      | (p.loadUnaligned(fromByteOffset: 16, as: UInt64.self) ^ piece.2) == 0
  }

  @inline(__always)
  private static func repeated(_ pixel: UInt32, _ size: Int) -> Piece {
    let wide = UInt64(pixel)
    switch size {
    case 1:
      let all = wide &* 0x0101_0101_0101_0101
      return (all, all, all)
    case 2:
      let all = wide &* 0x0001_0001_0001_0001
      return (all, all, all)
    case 3:
      let two = wide | wide &<< 24
      return (two | wide &<< 48, wide &>> 16 | two &<< 8 | wide &<< 56, wide &>> 8 | two &<< 16)
    default:
      let all = wide | wide &<< 32
      return (all, all, all)
    }
  }

  @inline(__always)
  private static func fill(_ p: UnsafeMutableRawPointer, _ piece: Piece) {
    p.storeBytes(of: piece.0, as: UInt64.self)
    p.storeBytes(of: piece.1, toByteOffset: 8, as: UInt64.self)
    p.storeBytes(of: piece.2, toByteOffset: 16, as: UInt64.self)
  }

  @inline(__always)
  private static func undoAcross(
    _ filter: UInt8, _ filtered: UnsafePointer<UInt8>, _ row: UnsafeMutablePointer<UInt8>,
    _ previous: UnsafePointer<UInt8>, _ count: Int, _ size: Int
  ) {
    let source = UnsafeRawPointer(filtered)
    let target = UnsafeMutableRawPointer(row)
    let above = UnsafeRawPointer(previous)
    let end = count - count % size
    let lastPiece = end - pieceBytes
    var left: UInt32 = 0
    var offset = 0
    switch filter {
    case 1:
      while offset < end {
        if offset <= lastPiece, isZero(source + offset) {
          let piece = repeated(left, size)
          repeat {
            fill(target + offset, piece)
            offset &+= pieceBytes
          } while offset <= lastPiece && isZero(source + offset)
          continue
        }
        if size != 3, offset <= lastPiece {
          for word in 0..<3 {
            let position = offset &+ 8 &* word
            let value = running(
              source.loadUnaligned(fromByteOffset: position, as: UInt64.self), left, size)
            target.storeBytes(of: value, toByteOffset: position, as: UInt64.self)
            left = UInt32(truncatingIfNeeded: value &>> (64 &- 8 &* size))
          }
          offset &+= pieceBytes
          continue
        }
        let stop = min(offset &+ pieceBytes, end)
        repeat {
          left = sum(load(source + offset, size), left)
          store(left, target + offset, size)
          offset &+= size
        } while offset < stop
      }
    case 3:
      while offset < end {
        if offset <= lastPiece, isZero(source + offset) {
          let piece = repeated(left, size)
          if holds(above + offset, piece) {
            repeat {
              fill(target + offset, piece)
              offset &+= pieceBytes
            } while offset <= lastPiece && isZero(source + offset) && holds(above + offset, piece)
            continue
          }
        }
        let stop = min(offset &+ pieceBytes, end)
        repeat {
          let up = load(above + offset, size)
          // The mean of each byte, rounded down.
          let mean = (left & up) &+ (((left ^ up) & 0xFEFE_FEFE) &>> 1)
          left = sum(load(source + offset, size), mean)
          store(left, target + offset, size)
          offset &+= size
        } while offset < stop
      }
    default:
      var a = SIMD4<Int16>(repeating: 0)
      var c = SIMD4<Int16>(repeating: 0)
      while offset < end {
        if offset <= lastPiece, isZero(source + offset) {
          let next = undoZeros(source, target, above, offset, lastPiece, narrow(a), narrow(c), size)
          if next > offset {
            offset = next
            a = wide(load(UnsafeRawPointer(target + (offset - size)), size))
            c = wide(load(above + (offset - size), size))
            continue
          }
        }
        let stop = min(offset &+ pieceBytes, end)
        repeat {
          let b = wide(load(above + offset, size))
          let raw = wide(load(source + offset, size))
          // The nearest to a + b - c, in fewer steps from the pixel to the left than by distances.
          let threshold = 3 &* c &- b &- a
          let low = a.replacing(with: b, where: b .< a)
          let high = a.replacing(with: b, where: b .> a)
          let inner = low.replacing(with: c, where: high .> threshold)
          let nearest = high.replacing(with: inner, where: threshold .> low)
          a = (raw &+ nearest) & 0xFF
          c = b
          store(narrow(a), target + offset, size)
          offset &+= size
        } while offset < stop
      }
    }
  }

  /// Reverses Paeth on pieces of zeros while that takes no arithmetic.
  ///
  /// Returns the offset of the first byte that is still filtered.
  @inline(__always)
  private static func undoZeros(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ above: UnsafeRawPointer,
    _ first: Int, _ lastPiece: Int, _ left: UInt32, _ corner: UInt32, _ size: Int
  ) -> Int {
    var offset = first
    if left == corner {
      repeat {
        (target + offset).copyMemory(from: above + offset, byteCount: pieceBytes)
        offset &+= pieceBytes
      } while offset <= lastPiece && isZero(source + offset)
      return offset
    }
    let background = repeated(corner, size)
    let piece = repeated(left, size)
    while offset <= lastPiece, isZero(source + offset), holds(above + offset, background) {
      fill(target + offset, piece)
      offset &+= pieceBytes
    }
    return offset
  }

  private static func undoPaeth(
    _ filtered: UnsafePointer<UInt8>, _ row: UnsafeMutablePointer<UInt8>,
    _ previous: UnsafePointer<UInt8>, _ count: Int
  ) {
    let lastPiece = count - pieceBytes
    var a = 0
    var c = 0
    var index = 0
    while index < count {
      if index <= lastPiece, isZero(filtered + index) {
        let next = undoZeros(
          filtered, row, previous, index, lastPiece, UInt32(a), UInt32(c), 1)
        if next > index {
          index = next
          a = Int(row[index - 1])
          c = Int(previous[index - 1])
          continue
        }
      }
      let stop = min(index &+ pieceBytes, count)
      repeat {
        let b = Int(previous[index])
        let threshold = 3 &* c &- b &- a
        let low = min(a, b)
        let high = max(a, b)
        let inner = high > threshold ? c : low
        a = (Int(filtered[index]) &+ (threshold > low ? inner : high)) & 0xFF
        c = b
        row[index] = UInt8(truncatingIfNeeded: a)
        index &+= 1
      } while index < stop
    }
  }

  @inline(__always)
  private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a & 0x7F7F_7F7F) &+ (b & 0x7F7F_7F7F)) ^ ((a ^ b) & 0x8080_8080)
  }

  /// Prefix sums of the bytes of a word of pixels.
  @inline(__always)
  private static func running(_ word: UInt64, _ left: UInt32, _ size: Int) -> UInt64 {
    var value = word
    if size < 2 { value = sum(value, value &<< 8) }
    if size < 4 { value = sum(value, value &<< 16) }
    value = sum(value, value &<< 32)
    return sum(value, repeated(left, size).0)
  }

  @inline(__always)
  private static func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
    ((a & 0x7F7F_7F7F_7F7F_7F7F) &+ (b & 0x7F7F_7F7F_7F7F_7F7F))
      ^ ((a ^ b) & 0x8080_8080_8080_8080)
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
    case 3: source.loadUnaligned(as: UInt32.self) & 0xFF_FFFF
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
