/// Samples of one tile that are made of the tiles of the deepest zoom under it.
///
/// It is filled by one thread before it is handed on, and then only read. Quadrants count row by row from
/// the north-west.
protocol OverviewPlane: AnyObject, Sendable {
  var side: Int { get }
  func fill(_ quadrant: Int, from child: DecodedTile)
  func fill(_ quadrant: Int, from child: Self)
  /// Red is in the low byte.
  func fill(_ quadrant: Int, with color: UInt32)
}

extension OverviewPlane {
  @inline(__always)
  func start(of quadrant: Int) -> Int {
    let half = side / 2
    return quadrant & 1 &* half &+ (quadrant &>> 1) &* half &* side
  }
}

/// The nearest sample of every 2 × 2 samples below one.
///
/// SAFETY: it is filled by one thread before it is handed on, and then only read.
final class CarriedPlane: OverviewPlane, @unchecked Sendable {
  /// The sample that is taken.
  enum Corner: Int {
    case northWest
    case southEast
  }

  let side: Int
  let pixels: UnsafeMutablePointer<UInt32>
  var isLossy = false
  private let corner: Corner

  init(side: Int, of corner: Corner) {
    self.side = side
    self.corner = corner
    pixels = .allocate(capacity: side * side)
    pixels.initialize(repeating: 0, count: side * side)
  }

  deinit { pixels.deallocate() }

  func fill(_ quadrant: Int, with color: UInt32) {
    let target = pixels + start(of: quadrant)
    for row in 0..<side / 2 {
      (target + row * side).update(repeating: color.littleEndian, count: side / 2)
    }
  }

  func fill(_ quadrant: Int, from child: DecodedTile) {
    if child.isLossy { isLossy = true }
    fill(quadrant, from: child.pixels)
  }

  func fill(_ quadrant: Int, from child: CarriedPlane) {
    if child.isLossy { isLossy = true }
    fill(quadrant, from: UnsafePointer(child.pixels))
  }

  private func fill(_ quadrant: Int, from child: UnsafePointer<UInt32>) {
    let target = pixels + start(of: quadrant)
    let offset = corner.rawValue
    for row in 0..<side / 2 {
      let source = child + (2 &* row &+ offset) &* side
      for column in 0..<side / 2 { target[row &* side &+ column] = source[2 &* column &+ offset] }
    }
  }

  private func count(
    in tile: DecodedTile, quadrants known: UInt8, where isDifferent: (UInt32, UInt32) -> Bool
  ) -> Int {
    var count = 0
    for quadrant in 0..<4 where known & 1 << UInt8(quadrant) != 0 {
      let first = start(of: quadrant)
      for row in 0..<side / 2 {
        for index in first &+ row &* side..<first &+ row &* side &+ side / 2
        where isDifferent(
          UInt32(littleEndian: tile.pixels[index]), UInt32(littleEndian: pixels[index]))
        { count &+= 1 }
      }
    }
    return count
  }

  func mismatches(_ tile: DecodedTile, quadrants known: UInt8) -> Int {
    // Samples without a tile below have no height.
    count(in: tile, quadrants: known) { $0 != $1 && !($1 == 0 && tile.fill == $0) }
  }

  func alphaMismatches(_ tile: DecodedTile, quadrants known: UInt8) -> Int {
    count(in: tile, quadrants: known) { ($0 ^ $1) &>> 24 != 0 }
  }

  func shows(over background: UInt32?, fill: UInt32?) -> Bool {
    var count = 0
    for index in 0..<side &* side {
      let pixel = UInt32(littleEndian: pixels[index])
      guard let background else {
        if pixel &>> 24 != 0, pixel != fill { return true }
        continue
      }
      let isFar = ([0, 8, 16] as [UInt32]).contains { shift in
        abs(Int(pixel &>> shift & 255) - Int(background &>> shift & 255)) > 96
      }
      if isFar { count += 1 }
    }
    return count >= 16
  }
}
