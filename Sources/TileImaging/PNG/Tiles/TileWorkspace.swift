/// Working memory to pack, filter and compress a tile, reused from tile to tile.
final class TileWorkspace {
  /// The provisional palette index of every pixel.
  private(set) var indices = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  /// The rows of the current form, each behind a filter byte.
  private(set) var packed = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  private(set) var filtered = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  private(set) var best = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  private(set) var trial = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  /// A row of zeros above the first row.
  private(set) var zeros = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  private(set) var trialRows = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  let values = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  /// The grey level of each colour in the palette's order.
  let levels = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  private(set) var compressedCapacity = 0
  private var pixelCapacity = 0
  private var rowCapacity = 0
  private var packedCapacity = 0

  deinit {
    for memory in [
      indices, packed, filtered, best, trial, zeros, trialRows, values, levels,
    ] { memory.deallocate() }
  }

  func reserve(width: Int, height: Int, bound: (Int) -> Int) {
    // One byte more than the rows: packing RGB stores four bytes for each pixel.
    let packedBytes = height * (4 * width + 1) + 1
    if packedBytes > packedCapacity {
      Self.grow(&packed, packedBytes)
      Self.grow(&filtered, packedBytes)
      compressedCapacity = bound(packedBytes)
      Self.grow(&best, compressedCapacity)
      Self.grow(&trial, compressedCapacity)
      packedCapacity = packedBytes
    }
    if width * height > pixelCapacity {
      Self.grow(&indices, width * height)
      pixelCapacity = width * height
    }
    if 4 * width > rowCapacity {
      Self.grow(&zeros, 4 * width)
      zeros.initialize(repeating: 0, count: 4 * width)
      Self.grow(&trialRows, 4 * width * RowFilter.allCases.count)
      rowCapacity = 4 * width
    }
  }

  func keepTrial() { swap(&best, &trial) }

  private static func grow(_ memory: inout UnsafeMutablePointer<UInt8>, _ count: Int) {
    memory.deallocate()
    memory = .allocate(capacity: count)
  }
}
