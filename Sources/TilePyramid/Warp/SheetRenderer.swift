import RasterSources
import TileImaging
import TileModel

/// Composites tiles of the deepest zoom from the rasters that meet them, each of which is warped by itself;
/// belongs to one thread.
///
/// From the top down, what a raster covers of a sample is filled with its colour until the sample is full:
/// two rasters that meet in a sample and cover half of it each make a whole one, as polygons of a drawing
/// do that share an edge. A tile that one raster fills has exactly its samples.
final class SheetRenderer: TileRenderer {
  /// The alpha from which a sample of several rasters counts as full: each of them was rounded.
  private static let full: Float = 1 - 1.5 / 255

  private let open: OpenWindows
  private let sheets: [SheetStep]
  private let tileSize: Int
  private let clip: ClipRows?
  private let isCancelled: @Sendable () -> Bool
  /// The warpers of the rasters used last, the latest last.
  private var warpers: [(number: Int, warper: TileWarper)] = []
  private let layer: UnsafeMutablePointer<UInt8>
  /// Colours times alpha, and alpha, of what is composited; 0 to 1.
  private let sum: UnsafeMutablePointer<SIMD4<Float>>

  init(
    step: RenderStep, open: OpenWindows, clipMask: ClipMask?,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.open = open
    self.isCancelled = isCancelled
    sheets = step.sheets
    let tileSize = step.options.tileSize.rawValue
    self.tileSize = tileSize
    clip = clipMask.map {
      ClipRows($0, capacity: tileSize) { if isCancelled() { throw CancellationError() } }
    }
    layer = .allocate(capacity: 4 * tileSize * tileSize)
    sum = .allocate(capacity: tileSize * tileSize)
  }

  deinit {
    layer.deallocate()
    sum.deallocate()
  }

  func render(x: Int, y: Int, into samples: UnsafeMutablePointer<UInt8>) throws -> Bool {
    var count = 0
    for number in sheets.indices.reversed()
    where sheets[number].range.x.contains(x) && sheets[number].range.y.contains(y) {
      let target = count == 0 ? samples : layer
      guard try warper(of: number).render(x: x, y: y, into: target) else { continue }
      count += 1
      if count == 1 {
        if SampleOpacity.isOpaque(samples, count: tileSize * tileSize) { break }
        continue
      }
      if count == 2 { begin(with: samples) }
      if add(layer) { break }
    }
    guard count > 0 else { return false }
    if count > 1 { finish(into: samples) }
    guard let clip else { return true }
    let pixels = UnsafeMutableRawPointer(samples).assumingMemoryBound(to: UInt32.self)
    for row in 0..<tileSize {
      try clip.apply(
        pixels + row * tileSize, columns: x * tileSize..<(x + 1) * tileSize,
        row: y * tileSize + row)
    }
    return true
  }

  private func warper(of number: Int) throws -> TileWarper {
    if let index = warpers.firstIndex(where: { $0.number == number }) {
      let found = warpers.remove(at: index)
      warpers.append(found)
      return found.warper
    }
    if warpers.count >= SheetStep.warpersPerThread { warpers.removeFirst() }
    let warper = TileWarper(
      step: sheets[number].step, source: try open.windows(of: number), clipMask: nil,
      isCancelled: isCancelled)
    warpers.append((number, warper))
    return warper
  }

  private func begin(with samples: UnsafePointer<UInt8>) {
    for index in 0..<tileSize * tileSize { sum[index] = Self.premultiplied(samples, index) }
  }

  /// Adds a raster under what is there; returns whether every sample is full.
  private func add(_ samples: UnsafePointer<UInt8>) -> Bool {
    var isFull = true
    for index in 0..<tileSize * tileSize {
      let room = 1 - sum[index].w
      if room <= 0 { continue }
      let below = Self.premultiplied(samples, index)
      if below.w > 0 { sum[index] += below * min(1, room / below.w) }
      if sum[index].w >= Self.full { sum[index] *= 1 / sum[index].w } else { isFull = false }
    }
    return isFull
  }

  private func finish(into samples: UnsafeMutablePointer<UInt8>) {
    let target = UnsafeMutableRawPointer(samples)
    for index in 0..<tileSize * tileSize {
      let value = sum[index]
      var straight = SIMD4<Float>()
      if value.w > 0 {
        straight = value * (255 / value.w)
        straight.w = value.w * 255
      }
      let rounded = straight.rounded(.toNearestOrAwayFromZero)
        .clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
      target.storeBytes(
        of: rounded.w == 0 ? SIMD4<UInt8>() : SIMD4<UInt8>(rounded), toByteOffset: 4 &* index,
        as: SIMD4<UInt8>.self)
    }
  }

  @inline(__always)
  private static func premultiplied(
    _ samples: UnsafePointer<UInt8>, _ index: Int
  ) -> SIMD4<Float> {
    let pixel =
      SIMD4<Float>(
        UnsafeRawPointer(samples).loadUnaligned(
          fromByteOffset: 4 &* index, as: SIMD4<UInt8>.self)) * (1 / 255)
    var value = pixel * pixel.w
    value.w = pixel.w
    return value
  }
}
