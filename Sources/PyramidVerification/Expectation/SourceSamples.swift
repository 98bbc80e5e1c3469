import Georeferencing
import RasterSources
import TileImaging

/// Premultiplied samples of a window of the averaged raster, whose edges are repeated outward; belongs to
/// one thread.
final class SourceSamples {
  /// Colour, or its linear light, times alpha, and alpha, 0 to 255 each; `width × height`, row by row.
  ///
  /// Heights are in the form of ``HeightLanes``.
  private(set) var samples = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 1)
  private(set) var left = 0
  private(set) var top = 0
  private(set) var width = 0
  private(set) var height = 0
  /// The one colour of all samples, straight, red in the low byte; `nil` where they differ.
  private(set) var uniform: UInt32?

  private let kind: SampleKind
  private let windows: any RasterWindows
  private let size: PixelSize
  private let block: PixelSize
  private let amounts: [Float]
  private var capacity = 1
  private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 4)
  private var byteCapacity = 4

  private static let readLimit = 1 << 20

  init(_ windows: any RasterWindows, _ method: RenderingMethod, kind: SampleKind) {
    self.kind = kind
    self.windows = windows
    size = method.size
    block = method.block
    amounts = (0..<256).map {
      method.mixesLight ? Float(255 * SRGBCurve.light(of: Double($0) / 255)) : Float($0)
    }
  }

  deinit {
    samples.deallocate()
    bytes.deallocate()
  }

  func read(left: Int, top: Int, width: Int, height: Int) throws {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
    if capacity < width * height {
      samples.deallocate()
      capacity = width * height
      samples = .allocate(capacity: capacity)
    }
    let columns = max(0, left)..<min(size.width, left + width)
    let rows = max(0, top)..<min(size.height, top + height)
    if block.width == 1, block.height == 1 {
      try readWhole(columns, rows)
    } else {
      uniform = nil
      let perRead = max(1, Self.readLimit / max(1, columns.count * block.width * block.height))
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: perRead) {
        try readAveraged(columns, first..<min(rows.upperBound, first + perRead))
      }
    }
    repeatEdges(columns, rows)
  }

  func equals(_ image: DecodedTile, left: Int, top: Int) throws -> Bool {
    let count = image.side * image.side
    reserve(4 * count)
    // The current window is overwritten.
    (width, height) = (0, 0)
    try windows.read(
      x: left, y: top, width: image.side, height: image.side, into: bytes,
      bytesPerRow: 4 * image.side)
    let pixels = UnsafeRawPointer(bytes)
    var differences: UInt32 = 0
    for index in 0..<count {
      let pixel = UInt32(
        littleEndian: pixels.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
      let shown: UInt32 = pixel < 0x0100_0000 ? 0 : pixel
      differences |= shown ^ UInt32(littleEndian: image.pixels[index])
    }
    return differences == 0
  }

  func holds(left: Int, top: Int, right: Int, bottom: Int) -> Bool {
    self.left <= left && self.top <= top && right <= self.left + width
      && bottom <= self.top + height
  }

  private func reserve(_ count: Int) {
    if byteCapacity >= count { return }
    bytes.deallocate()
    byteCapacity = count
    bytes = .allocate(capacity: count)
  }

  @inline(__always)
  private func place(_ column: Int, _ row: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    samples + ((row &- top) &* width &+ column &- left)
  }

  private func readWhole(_ columns: Range<Int>, _ rows: Range<Int>) throws {
    let count = columns.count
    reserve(4 * count * rows.count)
    try windows.read(
      x: columns.lowerBound, y: rows.lowerBound, width: count, height: rows.count, into: bytes,
      bytesPerRow: 4 * count)
    let pixels = UnsafeRawPointer(bytes)
    let first = pixels.loadUnaligned(as: UInt32.self)
    var differences: UInt32 = 0
    for index in 0..<count * rows.count {
      differences |= pixels.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self) ^ first
    }
    uniform = differences == 0 ? UInt32(littleEndian: first) : nil
    if uniform != nil {
      return place(columns.lowerBound, rows.lowerBound).pointee = premultiplied(0)
    }
    for row in rows {
      let target = place(columns.lowerBound, row)
      let start = (row &- rows.lowerBound) &* count
      for index in 0..<count { target[index] = premultiplied(start &+ index) }
    }
  }

  @inline(__always)
  private func amount(of pixel: SIMD4<UInt8>) -> SIMD4<Float> {
    SIMD4(amounts[Int(pixel.x)], amounts[Int(pixel.y)], amounts[Int(pixel.z)], Float(pixel.w))
  }

  @inline(__always)
  private func premultiplied(_ index: Int) -> SIMD4<Float> {
    let pixel = UnsafeRawPointer(bytes).loadUnaligned(
      fromByteOffset: 4 &* index, as: SIMD4<UInt8>.self)
    if kind == .heights { return HeightLanes.value(unsafeBitCast(pixel, to: UInt32.self)) }
    var value = amount(of: pixel)
    if pixel.w != 255 {
      let alpha = value.w
      value *= alpha / 255
      value.w = alpha
    }
    return value
  }

  private func readAveraged(_ columns: Range<Int>, _ rows: Range<Int>) throws {
    let across = columns.lowerBound * block.width
    let right = min(rasterWidth, columns.upperBound * block.width)
    let down = rows.lowerBound * block.height
    let bottom = min(rasterHeight, rows.upperBound * block.height)
    let count = right - across
    reserve(4 * count * (bottom - down))
    try windows.read(
      x: across, y: down, width: count, height: bottom - down, into: bytes, bytesPerRow: 4 * count)
    for row in rows {
      let lines = row * block.height - down..<min(bottom, (row + 1) * block.height) - down
      for column in columns {
        let span = column * block.width - across..<min(right, (column + 1) * block.width) - across
        var sum = SIMD4<Double>()
        for line in lines {
          for x in span {
            let pixel = SIMD4<Double>(
              amount(
                of: UnsafeRawPointer(bytes).loadUnaligned(
                  fromByteOffset: 4 &* (line &* count &+ x), as: SIMD4<UInt8>.self)))
            var weighted = pixel * pixel.w
            weighted.w = pixel.w * 255
            sum += weighted
          }
        }
        let scale = 1 / (255 * Double(lines.count * span.count))
        place(column, row).pointee =
          kind == .heights ? HeightLanes.value(sum * scale) : SIMD4<Float>(sum * scale)
      }
    }
  }

  private var rasterWidth: Int { windows.size.width }
  private var rasterHeight: Int { windows.size.height }

  private func repeatEdges(_ columns: Range<Int>, _ rows: Range<Int>) {
    if uniform != nil {
      let value = place(columns.lowerBound, rows.lowerBound).pointee
      return samples.update(repeating: value, count: width * height)
    }
    for row in rows {
      let first = place(columns.lowerBound, row).pointee
      let last = place(columns.upperBound - 1, row).pointee
      for column in left..<columns.lowerBound { place(column, row).pointee = first }
      for column in columns.upperBound..<max(columns.upperBound, left + width) {
        place(column, row).pointee = last
      }
    }
    for row in top..<rows.lowerBound {
      place(left, row).update(from: place(left, rows.lowerBound), count: width)
    }
    for row in rows.upperBound..<max(rows.upperBound, top + height) {
      place(left, row).update(from: place(left, rows.upperBound - 1), count: width)
    }
  }
}
