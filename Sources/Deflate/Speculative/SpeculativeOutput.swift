/// What a part of a stream was inflated to without the 32 KiB before it, the window.
///
/// A match that reaches into the window leaves a marker: where in the window its sample is. So samples
/// are 16 bits wide until 32 KiB in a row are without markers; those that follow cannot reach any, and
/// are bytes. Owns its memory; belongs to one task at a time.
final class SpeculativeOutput {
  static let window = DeflateSymbols.windowSize

  /// The bit by which markers are known; the others are the position in the window.
  private static let marker: UInt16 = 0x8000
  /// A stored block is copied as a whole before the limit is looked at.
  private static let longestStored = 1 << 16
  private static let slack = longestStored + SymbolLoop.slack

  /// With how many samples no more are inflated.
  let limit: Int
  /// The wide samples, behind markers for the whole window.
  let wide: UnsafeMutablePointer<UInt16>
  /// The samples that were never wide, at their places, behind the last 32 Ki of those that were.
  let bytes: UnsafeMutablePointer<UInt8>
  /// What each wide sample stands for: itself, or a byte of the window.
  private let meanings: UnsafeMutablePointer<UInt8>

  /// How many samples there are.
  var count = 0
  /// How many of them are wide; `nil` while all are.
  private(set) var wideCount: Int?
  /// Where the wide samples that may be markers end.
  private var markedEnd = 0

  /// - Parameter limit: With how many samples no more are inflated.
  init(limit: Int) {
    self.limit = limit
    let wideMemory = UnsafeMutablePointer<UInt16>.allocate(
      capacity: Self.window + limit + Self.slack)
    for index in 0..<Self.window { wideMemory[index] = Self.marker | UInt16(index) }
    wide = wideMemory + Self.window
    bytes = .allocate(capacity: limit + Self.slack)
    meanings = .allocate(capacity: 1 << 16)
    for index in 0..<256 { meanings[index] = UInt8(index) }
  }

  deinit {
    (wide - Self.window).deallocate()
    bytes.deallocate()
    meanings.deallocate()
  }

  /// The memory of an output, in bytes.
  static func byteCount(limit: Int) -> Int { 3 * (limit + slack) + 2 * window + 1 << 16 }

  /// Begins anew.
  func removeAll() {
    count = 0
    wideCount = nil
    markedEnd = 0
  }

  /// Notes that wide samples were added behind the first `before`, and goes over to bytes when there are
  /// enough without markers.
  func noteWide(since before: Int) {
    let marked = endOfMarkers(in: before..<count)
    if marked > before { markedEnd = marked }
    guard count &- markedEnd >= Self.window else { return }
    wideCount = count
    for index in count &- Self.window..<count {
      bytes[index] = UInt8(truncatingIfNeeded: wide[index])
    }
  }

  /// The index behind the last marker of some wide samples, or a few more; their beginning where there
  /// is none.
  private func endOfMarkers(in range: Range<Int>) -> Int {
    var end = range.upperBound
    while end &- range.lowerBound >= 32 {
      let place = UnsafeRawPointer(wide + (end &- 32))
      let both =
        place.loadUnaligned(as: SIMD16<UInt16>.self)
        | (place + 32).loadUnaligned(as: SIMD16<UInt16>.self)
      if (both & Self.marker) != SIMD16<UInt16>.zero { return end }
      end &-= 32
    }
    while end > range.lowerBound {
      if wide[end &- 1] >= Self.marker { return end }
      end &-= 1
    }
    return end
  }

  /// Learns the window.
  ///
  /// - Parameter window: The 32 KiB before the first sample.
  func resolve(with window: UnsafePointer<UInt8>) {
    (meanings + Int(Self.marker)).update(from: window, count: Self.window)
  }

  /// Copies samples, once the window is known.
  func copy(_ range: Range<Int>, to target: UnsafeMutablePointer<UInt8>) {
    let wideEnd = wideCount.map { $0 - Self.window } ?? count
    let middle = min(max(wideEnd, range.lowerBound), range.upperBound)
    copyWide(range.lowerBound..<middle, to: target)
    (target + (middle - range.lowerBound)).update(
      from: bytes + middle, count: range.upperBound - middle)
  }

  private func copyWide(_ range: Range<Int>, to target: UnsafeMutablePointer<UInt8>) {
    let meanings = UnsafePointer(meanings)
    var source = UnsafePointer(wide + range.lowerBound)
    var target = target
    let end = UnsafePointer(wide + range.upperBound)
    while end - source >= 128 {
      let raw = UnsafeRawPointer(source)
      var all = SIMD16<UInt16>.zero
      for part in 0..<8 {
        all |= raw.loadUnaligned(fromByteOffset: 32 &* part, as: SIMD16<UInt16>.self)
      }
      // Asked for so many samples at once because an answer that cannot be foreseen takes as long as
      // looking ten of them up.
      if (all & Self.marker) == SIMD16<UInt16>.zero {
        let out = UnsafeMutableRawPointer(target)
        for part in 0..<8 {
          let samples = raw.loadUnaligned(fromByteOffset: 32 &* part, as: SIMD16<UInt16>.self)
          out.storeBytes(
            of: SIMD16<UInt8>(truncatingIfNeeded: samples), toByteOffset: 16 &* part,
            as: SIMD16<UInt8>.self)
        }
      } else {
        for index in 0..<128 { target[index] = meanings[Int(source[index])] }
      }
      source += 128
      target += 128
    }
    while source < end {
      target[0] = meanings[Int(source[0])]
      source += 1
      target += 1
    }
  }
}
