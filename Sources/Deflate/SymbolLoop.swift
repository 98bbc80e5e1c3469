/// The inner loop that decodes symbols of a block, to bytes or to wider samples, while 16 bytes of
/// input remain.
enum SymbolLoop {
  private typealias Entry = DecodingTable.Entry

  enum Outcome {
    case ended
    case full
    case starved
    case fault(Fault)
  }

  /// The rules that symbols can break.
  enum Fault: String {
    case code = "invalid literal/length code"
    case distanceCode = "invalid distance code"
    case distance = "invalid distance too far back"
  }

  /// Root table bits of the codes of literals and lengths, and of distances.
  static let (literalBits, distanceBits) = (11, 8)

  /// Samples that may be written past the limit: three literals and the longest match, copied in
  /// words.
  static let slack = 3 + 258 + 16

  /// Decodes until there is enough output or the block ends.
  ///
  /// `last` is the last position at which a symbol may begin, with 16 bytes behind it. Matches
  /// reach back to `oldest`; ``slack`` samples of room follow `limit`.
  @inline(__always)
  static func decode<Sample: FixedWidthInteger & UnsignedInteger>(
    _ cursor: inout BitCursor, last: UnsafeRawPointer, literals: DecodingTable,
    distances: DecodingTable, to target: inout UnsafeMutablePointer<Sample>,
    oldest: UnsafePointer<Sample>,
    limit: UnsafeMutablePointer<Sample>
  ) -> Outcome {
    let literals = UnsafePointer(literals.entries)
    let distances = UnsafePointer(distances.entries)
    let literalMask: UInt64 = 1 << literalBits - 1
    let distanceMask: UInt64 = 1 << distanceBits - 1
    var out = target
    var input = cursor.input
    var bits = cursor.bits
    var count = cursor.count
    var outcome = Outcome.full
    symbols: while out < limit {
      if input > last {
        outcome = .starved
        break
      }
      // At least 56 bits: three literals of a root's bits, or two and a whole length.
      bits |= input.loadUnaligned(as: UInt64.self).littleEndian &<< count
      input += Int((63 &- count) &>> 3)
      count |= 56
      var entry = literals[Int(bits & literalMask)]
      if entry & Entry.literal != 0 {
        bits &>>= Entry.codeBits(entry)
        count &-= Entry.codeBits(entry)
        out[0] = Sample(truncatingIfNeeded: entry &>> 16)
        entry = literals[Int(bits & literalMask)]
        if entry & Entry.literal != 0 {
          bits &>>= Entry.codeBits(entry)
          count &-= Entry.codeBits(entry)
          out[1] = Sample(truncatingIfNeeded: entry &>> 16)
          entry = literals[Int(bits & literalMask)]
          if entry & Entry.literal != 0 {
            bits &>>= Entry.codeBits(entry)
            count &-= Entry.codeBits(entry)
            out[2] = Sample(truncatingIfNeeded: entry &>> 16)
            out += 3
            continue
          }
          out += 1
        }
        out += 1
      }
      if entry & (Entry.link | Entry.special) != 0 {
        if entry & Entry.link != 0 {
          bits &>>= Entry.codeBits(entry)
          count &-= Entry.codeBits(entry)
          let part = 1 &<< Entry.extraBits(entry) &- 1
          entry = literals[Int(Entry.value(entry) &+ (bits & part))]
          if entry & Entry.literal != 0 {
            bits &>>= Entry.codeBits(entry)
            count &-= Entry.codeBits(entry)
            out[0] = Sample(truncatingIfNeeded: entry &>> 16)
            out += 1
            continue
          }
        }
        if entry & Entry.special != 0 {
          bits &>>= Entry.codeBits(entry)
          count &-= Entry.codeBits(entry)
          outcome = Entry.value(entry) == 1 ? .ended : .fault(.code)
          break symbols
        }
      }
      bits &>>= Entry.codeBits(entry)
      count &-= Entry.codeBits(entry)
      let lengthBits = Entry.extraBits(entry)
      let length = Int(Entry.value(entry) &+ (bits & (1 &<< lengthBits &- 1)))
      bits &>>= lengthBits
      count &-= lengthBits

      bits |= input.loadUnaligned(as: UInt64.self).littleEndian &<< count
      input += Int((63 &- count) &>> 3)
      count |= 56
      var place = distances[Int(bits & distanceMask)]
      if place & Entry.link != 0 {
        bits &>>= Entry.codeBits(place)
        count &-= Entry.codeBits(place)
        let part = 1 &<< Entry.extraBits(place) &- 1
        place = distances[Int(Entry.value(place) &+ (bits & part))]
      }
      bits &>>= Entry.codeBits(place)
      count &-= Entry.codeBits(place)
      let distanceBits = Entry.extraBits(place)
      let distance = Int(Entry.value(place) &+ (bits & (1 &<< distanceBits &- 1)))
      bits &>>= distanceBits
      count &-= distanceBits
      if place & Entry.special != 0 {
        outcome = .fault(.distanceCode)
        break
      }
      if distance > UnsafePointer(out) - oldest {
        outcome = .fault(.distance)
        break
      }
      copy(length, from: distance, to: out)
      out += length
    }
    cursor.input = input
    cursor.bits = bits
    cursor.count = count
    target = out
    return outcome
  }

  /// Repeats a match; may write up to 15 bytes too many.
  @inline(__always)
  static func copy<Sample: FixedWidthInteger & UnsignedInteger>(
    _ length: Int, from distance: Int, to target: UnsafeMutablePointer<Sample>
  ) {
    let size = MemoryLayout<Sample>.size
    var out = UnsafeMutableRawPointer(target)
    let end = out + length &* size
    let distance = distance &* size
    var source = UnsafeRawPointer(target) - distance
    if distance >= 16 {
      repeat {
        out.storeBytes(
          of: source.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
        source += 16
        out += 16
      } while out < end
      return
    }
    if distance == size {
      let one = UInt64(truncatingIfNeeded: source.load(as: Sample.self))
      let pattern = one &* (size == 1 ? 0x0101_0101_0101_0101 : 0x0001_0001_0001_0001)
      repeat {
        out.storeBytes(of: pattern, as: UInt64.self)
        out += 8
      } while out < end
      return
    }
    // Each step repeats as many bytes as are known, and at most eight.
    let step = min(distance, 8)
    repeat {
      out.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
      source += step
      out += step
    } while out < end
  }
}
