package import Mosaics
import TileImaging
import TileModel

/// Composites tiles of the deepest zoom from several warped rasters; belongs to one thread.
///
/// From the top down, each raster fills the uncovered part of a sample until the sample is full.
/// Two rasters that each cover half of a sample make a whole one, like polygons of a drawing that
/// share an edge. A tile that one raster fills has exactly its samples.
package final class GridRenderer: TileRenderer {
  /// Least alpha of a full sample of several rasters, which were each rounded.
  fileprivate static let full: Float = 1 - 1.5 / 255

  private let open: OpenWindows
  private let sheets: [GridStep]
  private let tileSize: Int
  private let clip: ClipRows?
  private let isCancelled: @Sendable () -> Bool
  private var row: (y: Int, numbers: [Int]) = (-1, [])
  private let feather: Feather?
  private var warpers: [(number: Int, warper: TileWarper)] = []
  private let layer: UnsafeMutablePointer<UInt8>
  /// Colours times alpha, and alpha, of the composite; 0 to 1.
  private let sum: UnsafeMutablePointer<SIMD4<Float>>

  package init(
    step: RenderStep, open: OpenWindows, clipMask: ClipMask?,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.open = open
    self.isCancelled = isCancelled
    sheets = step.sheets
    feather =
      step.featherWidth > 0 ? Feather(width: step.featherWidth, tileSize: step.metatileSide) : nil
    let tileSize = step.metatileSide
    self.tileSize = tileSize
    clip = clipMask.map {
      ClipRows($0, capacity: tileSize, kind: step.options.sampleKind, isCancelled: isCancelled)
    }
    layer = .allocate(capacity: 4 * tileSize * tileSize)
    sum = .allocate(capacity: tileSize * tileSize)
  }

  deinit {
    layer.deallocate()
    sum.deallocate()
  }

  package func render(x: Int, y: Int, into samples: UnsafeMutablePointer<UInt8>) throws -> Bool {
    if let feather { return try render(x: x, y: y, into: samples, feather) }
    var count = 0
    for number in numbers(x: x, y: y) {
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
    try clip?.apply(samples, x: x, y: y, tileSize: tileSize)
    return true
  }

  /// Blends overlapping rasters by the distance from their edges.
  private func render(
    x: Int, y: Int, into samples: UnsafeMutablePointer<UInt8>, _ feather: Feather
  ) throws -> Bool {
    func tile(_ number: Int, _ x: Int, _ y: Int) throws -> UnsafePointer<UInt8>? {
      let range = sheets[number].range
      guard range.x.contains(x), range.y.contains(y) else { return nil }
      return try feather.layers.samples(of: number, x: x, y: y) {
        try warper(of: number).render(x: x, y: y, into: $0)
      }
    }
    defer { feather.layers.trim() }
    var shown: [Int] = []
    for number in numbers(x: x, y: y) {
      if try tile(number, x, y) != nil { shown.append(number) }
      feather.layers.trim()
    }
    guard let top = shown.first else { return false }
    if shown.count == 1 {
      guard let own = try tile(top, x, y) else { return false }
      samples.update(from: own, count: 4 * tileSize * tileSize)
    } else {
      feather.begin()
      for number in shown {
        var around: [UnsafePointer<UInt8>?] = []
        for row in y - 1...y + 1 {
          for column in x - 1...x + 1 { around.append(try tile(number, column, row)) }
        }
        feather.add(around)
        feather.layers.trim()
      }
      feather.finish(into: sum)
      finish(into: samples)
    }
    try clip?.apply(samples, x: x, y: y, tileSize: tileSize)
    return true
  }

  private func numbers(x: Int, y: Int) -> [Int] {
    if row.y != y {
      row = (y, sheets.indices.reversed().filter { sheets[$0].range.y.contains(y) })
    }
    return row.numbers.filter { sheets[$0].range.x.contains(x) }
  }

  private func warper(of number: Int) throws -> TileWarper {
    if let index = warpers.firstIndex(where: { $0.number == number }) {
      let found = warpers.remove(at: index)
      warpers.append(found)
      return found.warper
    }
    if warpers.count >= GridStep.warpersPerThread { warpers.removeFirst() }
    let warper = TileWarper(
      step: sheets[number].step, source: try open.windows(of: number), clipMask: nil,
      isCancelled: isCancelled)
    warpers.append((number, warper))
    return warper
  }

  private func begin(with samples: UnsafePointer<UInt8>) {
    for index in 0..<tileSize * tileSize { sum[index] = Self.premultiplied(samples, index) }
  }

  /// Adds a raster below the others; returns true when every sample is full.
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
  fileprivate static func premultiplied(
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

/// Blends layers by weights that grow from their edges, the uppermost first; belongs to one thread.
///
/// Each layer takes its weight of the rest that the layers above leave. The final rest is shared in
/// proportion, so that a single layer counts whole even at its edge. Alpha is that without weights.
private final class Feather {
  let layers: RenderedLayers
  private let count: Int
  private let distances: FeatherWeights
  private let weights: UnsafeMutablePointer<Float>
  /// Colours times their shares with the sum of shares, the rest, and alpha.
  private let taken: UnsafeMutablePointer<SIMD4<Float>>
  private let rest: UnsafeMutablePointer<Float>
  private let alpha: UnsafeMutablePointer<Float>

  init(width: Int, tileSize: Int) {
    count = tileSize * tileSize
    layers = RenderedLayers(tileSize: tileSize)
    distances = FeatherWeights(width: width, tileSize: tileSize)
    weights = .allocate(capacity: count)
    taken = .allocate(capacity: count)
    rest = .allocate(capacity: count)
    alpha = .allocate(capacity: count)
  }

  deinit {
    weights.deallocate()
    taken.deallocate()
    rest.deallocate()
    alpha.deallocate()
  }

  func begin() {
    taken.update(repeating: SIMD4(), count: count)
    rest.update(repeating: 1, count: count)
    alpha.update(repeating: 0, count: count)
  }

  /// Adds a layer below the others: its tile in the middle and those around it, row by row.
  func add(_ around: [UnsafePointer<UInt8>?]) {
    guard let samples = around[4] else { return }
    distances.compute(around, into: weights)
    for index in 0..<count {
      let value = GridRenderer.premultiplied(samples, index)
      if value.w <= 0 { continue }
      // Colour times alpha: the share is of the covered part.
      taken[index] += value * (rest[index] * weights[index])
      rest[index] *= 1 - weights[index] * value.w
      alpha[index] = min(1, alpha[index] + value.w)
    }
  }

  func finish(into sum: UnsafeMutablePointer<SIMD4<Float>>) {
    for index in 0..<count {
      let value = taken[index]
      let opacity = alpha[index] >= GridRenderer.full ? 1 : alpha[index]
      sum[index] = value.w > 0 ? value * (opacity / value.w) : SIMD4()
    }
  }
}
