import Georeferencing
import TileImaging

/// Rows of a raster with its paper removed where it is connected with the edge.
///
/// There each pixel keeps its ink (``PaperExtraction``). A pixel at the rim mixes paper with the opaque
/// pixel nearby that differs most from it. Soft edges stay soft, and enclosed areas stay unchanged.
final class PaperBorderRows: RasterRowReader {
  /// Reach of the mixture with paper, in pixels.
  static let reach = 2
  private static let slots = 2 * reach + 1

  let firstRow: Int
  private let base: any RasterRowReader
  private let border: NoDataBorder
  private let paper: PaperExtraction
  private let size: PixelSize
  private let firstRead: Int
  /// Rows by their number modulo the slots, with a border flag per pixel.
  private let storedRows: UnsafeMutablePointer<UInt8>
  private let storedFlags: UnsafeMutablePointer<UInt8>
  private var near: [UInt8]
  private var readEnd: Int
  private var next: Int

  init(
    _ base: any RasterRowReader, _ border: NoDataBorder, _ paper: PaperExtraction,
    size: PixelSize, firstRead: Int
  ) {
    self.base = base
    self.border = border
    self.paper = paper
    self.size = size
    self.firstRead = firstRead
    firstRow = firstRead == 0 ? 0 : min(firstRead + Self.reach, size.height)
    readEnd = firstRead
    next = firstRow
    storedRows = .allocate(capacity: Self.slots * 4 * size.width)
    storedFlags = .allocate(capacity: Self.slots * size.width)
    near = [UInt8](repeating: 0, count: size.width)
  }

  deinit {
    storedRows.deallocate()
    storedFlags.deallocate()
  }

  /// In bytes.
  static func byteCount(width: Int) -> Int { (5 * slots + 1) * width }

  func readRow(into target: UnsafeMutablePointer<UInt8>) throws {
    while readEnd < min(next + Self.reach + 1, size.height) {
      try base.readRow(into: row(readEnd))
      let flags = borderFlags(readEnd)
      flags.initialize(repeating: 0, count: size.width)
      border.forEachRun(row: readEnd) {
        (flags + $0.lowerBound).update(repeating: 1, count: $0.count)
      }
      readEnd += 1
    }
    target.update(from: row(next), count: 4 * size.width)
    border.forEachRun(row: next) {
      paper.apply(to: target + 4 * $0.lowerBound, count: $0.count)
    }
    soften(target)
    next += 1
  }

  private func row(_ number: Int) -> UnsafeMutablePointer<UInt8> {
    storedRows + number % Self.slots * 4 * size.width
  }

  private func borderFlags(_ number: Int) -> UnsafeMutablePointer<UInt8> {
    storedFlags + number % Self.slots * size.width
  }

  private func soften(_ target: UnsafeMutablePointer<UInt8>) {
    let width = size.width
    let rowsNear = max(firstRead, next - Self.reach)..<min(next + Self.reach + 1, size.height)
    near.withUnsafeMutableBufferPointer { near in
      near.update(repeating: 0)
      for number in rowsNear {
        let flags = borderFlags(number)
        for x in 0..<width { near[x] &+= flags[x] }
      }
    }
    let own = borderFlags(next)
    var sum = near.prefix(Self.reach).reduce(0) { $0 + Int($1) }
    for x in 0..<width {
      if x + Self.reach < width { sum += Int(near[x + Self.reach]) }
      if x > Self.reach { sum -= Int(near[x - Self.reach - 1]) }
      let pixel = target + 4 * x
      guard sum > 0, own[x] == 0, !paper.isNear(pixel) else { continue }
      var behind = pixel
      var distance = paper.distance(of: pixel)
      for number in rowsNear {
        for column in max(0, x - Self.reach)...min(width - 1, x + Self.reach) {
          let other = row(number) + 4 * column
          if other[3] == 0 { continue }
          let itsDistance = paper.distance(of: other)
          if itsDistance > distance { (behind, distance) = (other, itsDistance) }
        }
      }
      paper.soften(pixel, before: behind, distance: distance)
    }
  }

  func finish() throws { try base.finish() }
}

extension PaperExtraction {
  /// In tolerances, so that noise encloses no paper.
  private static let borderTolerances = 4

  var nearColors: NearColors {
    let distance = Self.borderTolerances * tolerance
    func range(_ level: UInt8) -> ClosedRange<UInt8> {
      UInt8(clamping: Int(level) - distance)...UInt8(clamping: Int(level) + distance)
    }
    return NearColors(range(color.red), range(color.green), range(color.blue))
  }

  fileprivate func distance(of pixel: UnsafePointer<UInt8>) -> Int {
    max(
      abs(Int(pixel[0]) - Int(color.red)), abs(Int(pixel[1]) - Int(color.green)),
      abs(Int(pixel[2]) - Int(color.blue)))
  }

  fileprivate func isNear(_ pixel: UnsafePointer<UInt8>) -> Bool {
    distance(of: pixel) <= Self.borderTolerances * tolerance
  }

  fileprivate func soften(
    _ pixel: UnsafeMutablePointer<UInt8>, before behind: UnsafeMutablePointer<UInt8>, distance: Int
  ) {
    let paper = SIMD3(Int(color.red), Int(color.green), Int(color.blue))
    let ink = SIMD3(Int(behind[0]), Int(behind[1]), Int(behind[2]))
    let whole = ink &- paper
    let part = SIMD3(Int(pixel[0]), Int(pixel[1]), Int(pixel[2])) &- paper
    let length = (whole &* whole).wrappedSum()
    guard length > 0 else { return }
    var share = min(max(255 * (part &* whole).wrappedSum() / length, 0), 255)
    // A pixel slightly above the noise is a speck of it.
    let noise = Self.borderTolerances * tolerance
    if distance < 2 * noise { share = share * (distance - noise) / noise }
    (pixel[0], pixel[1], pixel[2]) = (
      UInt8(truncatingIfNeeded: ink.x), UInt8(truncatingIfNeeded: ink.y),
      UInt8(truncatingIfNeeded: ink.z)
    )
    pixel[3] = UInt8(truncatingIfNeeded: (Int(pixel[3]) * share + 127) / 255)
  }
}
