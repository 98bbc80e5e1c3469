/// The output of a part of a stream that is inflated without its window, the 32 KiB before it.
///
/// A match into the window leaves a marker with its position there. Symbols are 16 bits wide until
/// 32 KiB in a row have no markers; those that follow are bytes. Owns its memory; belongs to one
/// task at a time.
final class SpeculativeOutput {
  static let window = DeflateSymbols.windowSize

  /// The bit that marks a position in the window; the other bits are the position.
  private static let marker: UInt16 = 0x8000
  /// Length of the longest stored block, which is copied before the limit is checked.
  private static let longestStored = 1 << 16
  private static let slack = longestStored + SymbolLoop.slack
  let limit: Int
  /// The wide samples, behind markers for the whole window.
  let wide: UnsafeMutablePointer<UInt16>
  /// The bytes at their positions, behind the last 32 Ki wide samples.
  let bytes: UnsafeMutablePointer<UInt8>
  /// The byte for each wide value: itself, or a byte of the window.
  private let meanings: UnsafeMutablePointer<UInt8>
  var count = 0
  /// `nil` while all samples are wide.
  private(set) var wideCount: Int?
  private var markedEnd = 0

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

  static func byteCount(limit: Int) -> Int { 3 * (limit + slack) + 2 * window + 1 << 16 }

  func removeAll() {
    count = 0
    wideCount = nil
    markedEnd = 0
  }

  func noteWide(since before: Int) {
    let marked = endOfMarkers(in: before..<count)
    if marked > before { markedEnd = marked }
    guard count &- markedEnd >= Self.window else { return }
    wideCount = count
    for index in count &- Self.window..<count {
      bytes[index] = UInt8(truncatingIfNeeded: wide[index])
    }
  }

  /// The index behind the last marker, or a few more; the start of the range where there is none.
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

  /// `window` is the 32 KiB before the first sample.
  func resolve(with window: UnsafePointer<UInt8>) {
    (meanings + Int(Self.marker)).update(from: window, count: Self.window)
  }

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
      // A wide test: a branch that cannot be predicted takes as long as ten look-ups.
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
