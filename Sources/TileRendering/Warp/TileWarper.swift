import Georeferencing
package import RasterSources
import TileImaging

/// Renders tiles of the deepest level by windows, from an image that is rotated or nonlinearly
/// georeferenced.
///
/// Each block of a tile reads a window of the source with the reach of the kernel, so that
/// neighbours agree along their shared edge. Belongs to one thread.
package final class TileWarper: TileRenderer {
  /// Samples along one side of a block, small enough to keep its source window in the cache.
  static let blockSide = 64
  /// Largest window in samples; a block that needs more is divided.
  private static let windowLimit = 1 << 20
  /// Widest kernel in source samples per result sample.
  ///
  /// A steeper perspective, sixteenfold in scale from near to far, is sampled and not averaged.
  private static let spanLimit = 32.0

  private let source: any RasterWindows
  private let size: PixelSize
  private let end: SIMD2<Double>
  private let lattice: PositionLattice
  private let resampling: Resampling
  private let mixing: MixingKind
  private let tileSize: Int
  private let clip: ClipRows?
  private let isCancelled: @Sendable () -> Bool
  private var tables: [Double: KernelTable] = [:]
  private var bytes: UnsafeMutablePointer<UInt8>
  private var window: UnsafeMutablePointer<Premultiplied>
  /// For each sample of ``window``, 0 when the three to its right and the one below are equal to
  /// it.
  private var changes: UnsafeMutablePointer<UInt32>
  private var capacity = 0

  package init(
    step: RenderStep, source: any RasterWindows, clipMask: ClipMask?,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.source = source
    self.isCancelled = isCancelled
    size = step.reduction.reducedSize(of: step.size)
    end = SIMD2(
      Double(step.size.width) / Double(step.reduction.columns),
      Double(step.size.height) / Double(step.reduction.rows))
    resampling = step.options.resampling
    mixing = step.mixing
    let tileSize = step.metatileSide
    self.tileSize = tileSize
    clip = clipMask.map {
      ClipRows($0, capacity: tileSize, kind: step.options.sampleKind, isCancelled: isCancelled)
    }
    lattice = PositionLattice(step.scaledMapping, tileSize: tileSize, isCancelled: isCancelled)
    bytes = .allocate(capacity: 0)
    window = .allocate(capacity: 0)
    changes = .allocate(capacity: 0)
  }

  /// Memory of a warper: its window, and tables of kernels.
  ///
  /// In an affine image the scale in the middle is within a half of that elsewhere.
  package static func byteCount(step: RenderStep) -> Int {
    let window = WorldWindow(range: step.deepest.range, tileSize: step.metatileSide)
    let x = Double(window.columns.lowerBound + window.columns.upperBound) / 2
    let y = Double(window.rows.lowerBound + window.rows.upperBound) / 2
    let side = Double(blockSide)
    guard case .affine = step.frame.georeference.pixelToCRS,
      let middle = step.mapping.pixel(atX: x, y: y),
      let east = step.mapping.pixel(atX: x + side, y: y),
      let south = step.mapping.pixel(atX: x, y: y + side)
    else { return 8 << 20 }
    func length(_ across: Double, _ down: Double, _ reduction: Int) -> Double {
      let samples = 1.5 * (abs(across) + abs(down)) / Double(reduction)
      return samples + 2 * (step.options.resampling.radius * max(1, samples / side) + 4)
    }
    let area =
      length(east.x - middle.x, south.x - middle.x, step.reduction.columns)
      * length(east.y - middle.y, south.y - middle.y, step.reduction.rows)
    let samples = area < Double(windowLimit) ? Int(area) : windowLimit
    return samples * (4 + MemoryLayout<Premultiplied>.stride + 4) + 1 << 20
  }

  deinit {
    bytes.deallocate()
    window.deallocate()
    changes.deallocate()
  }

  /// World positions projected for all tiles so far.
  package var projectionCount: Int { lattice.projectionCount }

  package func render(x: Int, y: Int, into samples: UnsafeMutablePointer<UInt8>) throws -> Bool {
    UnsafeMutableRawPointer(samples).initializeMemory(
      as: UInt8.self, repeating: 0, count: 4 * tileSize * tileSize)
    lattice.move(toX: x * tileSize, y: y * tileSize)
    var isEmpty = true
    let blockSide = Self.blockSide
    for row in stride(from: 0, to: tileSize, by: blockSide) {
      for column in stride(from: 0, to: tileSize, by: blockSide) {
        try BlockMapping.cover(
          lattice, x: x * tileSize + column, y: y * tileSize + row, side: blockSide
        ) { block in
          let index = (block.y - y * tileSize) * tileSize + block.x - x * tileSize
          let target = UnsafeMutableRawPointer(samples + 4 * index)
            .assumingMemoryBound(to: UInt32.self)
          let isShown =
            switch mixing {
            case .colors: try render(block, into: target, Premultiplication.self)
            case .light: try render(block, into: target, LightMixing.self)
            case .heights: try render(block, into: target, HeightMixing.self)
            }
          if isShown { isEmpty = false }
        }
      }
    }
    if isEmpty { return false }
    try clip?.apply(samples, x: x, y: y, tileSize: tileSize)
    return true
  }

  private func checkCancellation() throws { if isCancelled() { throw CancellationError() } }

  private func render<Mixing: SampleMixing>(
    _ block: BlockMapping, into out: UnsafeMutablePointer<UInt32>, _ mixing: Mixing.Type
  ) throws -> Bool {
    let corners = [block.corners.nw, block.corners.ne, block.corners.sw, block.corners.se]
    let low = SIMD2(
      corners.reduce(.infinity) { min($0, $1.x) }, corners.reduce(.infinity) { min($0, $1.y) })
    let high = SIMD2(
      corners.reduce(-.infinity) { max($0, $1.x) }, corners.reduce(-.infinity) { max($0, $1.y) })
    let exact = lattice.affineSpan ?? block.span
    // More than the reaches of tables, which tell coverage at an edge.
    let reach = SIMD2(max(exact.x, 1), max(exact.y, 1)) * 1.1
    guard low.x - reach.x < end.x, low.y - reach.y < end.y, high.x + reach.x > 0,
      high.y + reach.y > 0
    else { return false }
    let across = table(span: exact.x)
    let down = table(span: exact.y)
    let span = SIMD2(across.span, down.span)

    // The window in source samples, edges repeated outward by the kernel's reach.
    let reachX = across.taps / 2 + 1
    let reachY = down.taps / 2 + 1
    func bound(_ value: Double, _ limit: Int, _ reach: Int) -> Int {
      Int(min(max(value.rounded(.down), -Double(reach)), Double(limit + reach)))
    }
    let left = bound(low.x, size.width, reachX) - reachX
    let top = bound(low.y, size.height, reachY) - reachY
    let right = bound(high.x, size.width, reachX) + reachX + 1
    let bottom = bound(high.y, size.height, reachY) + reachY + 1
    let width = right - left
    let height = bottom - top
    if width * height > Self.windowLimit, block.side > 1 {
      return try divide(block, into: out, mixing)
    }
    guard try loadWindow(left: left, top: top, width: width, height: height, mixing) else {
      return false
    }
    let isInside =
      low.x - span.x >= 0 && low.y - span.y >= 0 && high.x + span.x <= end.x
      && high.y + span.y <= end.y
    if isInside, !across.lanes.isEmpty, !down.lanes.isEmpty, self.mixing != .heights {
      let gather = NarrowGather<Mixing>(
        window: window, changes: changes, width: width, origin: (left, top), across: across,
        down: down)
      gather.render(block, into: out, tileSize: tileSize)
    } else {
      try gather(
        block, across: across, down: down, origin: (left, top), width: width, isInside: isInside,
        into: out, mixing)
    }
    return true
  }

  private func divide<Mixing: SampleMixing>(
    _ block: BlockMapping, into out: UnsafeMutablePointer<UInt32>, _ mixing: Mixing.Type
  ) throws -> Bool {
    let half = block.side / 2
    var hasSamples = false
    for (dx, dy) in [(0, 0), (half, 0), (0, half), (half, half)] {
      func corner(_ x: Int, _ y: Int) -> SIMD2<Double> {
        block.position(atX: Double(block.x + dx + x), y: Double(block.y + dy + y))
      }
      let part = BlockMapping(
        x: block.x + dx, y: block.y + dy, side: half,
        corners: (corner(0, 0), corner(half, 0), corner(0, half), corner(half, half)))
      if try render(part, into: out + dy * tileSize + dx, mixing) { hasSamples = true }
    }
    return hasSamples
  }

  /// The kernel table of a span: exact for affine maps and heights, otherwise the nearest tabulated
  /// one.
  ///
  /// The span is at least 1 except for the area mean.
  private func table(span: Double) -> KernelTable {
    var key = min(max(span, 1e-6), Self.spanLimit)
    if lattice.affineSpan == nil, key < 1, resampling != .average { key = 1 }
    if mixing == .heights { return KernelTable(resampling: resampling, span: key, phases: 0) }
    if lattice.affineSpan == nil { key = Self.tabulated(key) }
    if let table = tables[key] { return table }
    if tables.count == Self.tableLimit { tables.removeAll() }
    let table = KernelTable(resampling: resampling, span: key)
    tables[key] = table
    return table
  }

  /// Most cached tables: those of four octaves; the widest take 400 KB each.
  private static let tableLimit = 256
  /// Tabulated spans in each octave, so that a span is off by at most 0.8 %.
  private static let tablesPerOctave = 64.0

  /// The nearest tabulated span.
  ///
  /// Steps are equal within an octave; without a logarithm they are the same on every platform.
  private static func tabulated(_ span: Double) -> Double {
    let octave = span.binade
    return (span / octave * tablesPerOctave).rounded() / tablesPerOctave * octave
  }

  /// Repeats the image's edges outward; false when all is transparent.
  private func loadWindow<Mixing: SampleMixing>(
    left: Int, top: Int, width: Int, height: Int, _ mixing: Mixing.Type
  ) throws -> Bool {
    let columns = max(left, 0)..<max(min(left + width, size.width), max(left, 0))
    let rows = max(top, 0)..<max(min(top + height, size.height), max(top, 0))
    guard !columns.isEmpty, !rows.isEmpty else { return false }
    if capacity < width * height {
      bytes.deallocate()
      window.deallocate()
      changes.deallocate()
      capacity = width * height
      bytes = .allocate(capacity: 4 * capacity)
      window = .allocate(capacity: capacity)
      changes = .allocate(capacity: capacity)
    }
    try source.read(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count,
      into: bytes, bytesPerRow: 4 * columns.count)
    if UniformSamples.value(of: bytes, count: columns.count * rows.count) == 0 { return false }
    for row in 0..<height {
      let sourceRow = min(max(top + row, rows.lowerBound), rows.upperBound - 1) - rows.lowerBound
      let target = window + row * width
      let before = columns.lowerBound - left
      mixing.convert(
        bytes + 4 * sourceRow * columns.count, count: columns.count, to: target + before)
      for column in 0..<before { target[column] = target[before] }
      let after = before + columns.count
      for column in after..<max(width, after) { target[column] = target[after - 1] }
      noteChanges(
        UnsafeRawPointer(bytes + 4 * sourceRow * columns.count), count: columns.count,
        isLast: sourceRow + 1 >= rows.count, into: changes + row * width, before: before,
        width: width)
    }
    return true
  }

  /// Notes changes of a row to the samples beside and below; everything outside the image counts as
  /// a change.
  private func noteChanges(
    _ row: UnsafeRawPointer, count: Int, isLast: Bool, into out: UnsafeMutablePointer<UInt32>,
    before: Int, width: Int
  ) {
    out.update(repeating: 1, count: width)
    if isLast || count < 4 { return }
    let target = out + before
    for column in 0..<count &- 3 {
      let offset = 4 &* column
      let sample = row.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let first = row.loadUnaligned(fromByteOffset: offset &+ 4, as: UInt32.self)
      let second = row.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt32.self)
      let third = row.loadUnaligned(fromByteOffset: offset &+ 12, as: UInt32.self)
      let below = row.loadUnaligned(fromByteOffset: offset &+ 4 &* count, as: UInt32.self)
      target[column] = (sample ^ first) | (sample ^ second) | (sample ^ third) | (sample ^ below)
    }
  }

  private func gather<Mixing: SampleMixing>(
    _ block: BlockMapping, across: KernelTable, down: KernelTable, origin: (x: Int, y: Int),
    width: Int, isInside: Bool, into out: UnsafeMutablePointer<UInt32>, _ mixing: Mixing.Type
  ) throws {
    let phases = Double(KernelTable.phaseCount)
    let tapsX = across.taps
    let tapsY = down.taps
    let firstX = origin.x + tapsX / 2 - 1
    let firstY = origin.y + tapsY / 2 - 1
    let coverageX = AxisCoverage(span: across.span, end: end.x)
    let coverageY = AxisCoverage(span: down.span, end: end.y)
    let isNearest = resampling == .nearest
    let isAverage = resampling == .average
    let isExact = self.mixing == .heights
    let ownWeights = UnsafeMutablePointer<Float>.allocate(capacity: tapsX + tapsY)
    defer { ownWeights.deallocate() }
    try across.weights.withUnsafeBufferPointer { weightsX in
      try down.weights.withUnsafeBufferPointer { weightsY in
        // Tables without phases are empty.
        let weights = (
          x: weightsX.baseAddress ?? UnsafePointer(ownWeights),
          y: weightsY.baseAddress ?? UnsafePointer(ownWeights)
        )
        for row in 0..<block.side {
          // The widest kernels take milliseconds for a row.
          try checkCancellation()
          let worldY = Double(block.y + row) + 0.5
          let start = block.position(atX: Double(block.x) + 0.5, y: worldY)
          let step = block.position(atX: Double(block.x) + 1.5, y: worldY) - start
          let target = out + row &* tileSize
          for column in 0..<block.side {
            let position = start + step * Double(column)
            var coverage: Float = 1
            if !isInside {
              if isNearest {
                coverage = coverageX.contains(position.x) && coverageY.contains(position.y) ? 1 : 0
              } else {
                coverage = coverageX.fraction(at: position.x) * coverageY.fraction(at: position.y)
              }
              if coverage == 0 {
                target[column] = 0
                continue
              }
            }
            if isAverage, coverage < 1 {
              let sum = areaMean(
                at: position, across: coverageX, down: coverageY, origin: origin, width: width)
              target[column] = mixing.straight(sum, coverage: coverage)
              continue
            }
            let fine = position - 0.5
            let baseX = Self.floor(fine.x)
            let baseY = Self.floor(fine.y)
            let phase = fine - SIMD2(Double(baseX), Double(baseY))
            let u = baseX &- firstX
            let v = baseY &- firstY
            let weightX: UnsafePointer<Float>
            let weightY: UnsafePointer<Float>
            if isExact {
              across.exactWeights(phase: phase.x, into: ownWeights)
              down.exactWeights(phase: phase.y, into: ownWeights + tapsX)
              (weightX, weightY) = (UnsafePointer(ownWeights), UnsafePointer(ownWeights + tapsX))
            } else {
              weightX = weights.x + Int(phase.x * phases) &* tapsX
              weightY = weights.y + Int(phase.y * phases) &* tapsY
            }
            let samples = UnsafePointer(window + (v &* width &+ u))
            let sum = Premultiplication.sum(samples, width, tapsX, tapsY) {
              Premultiplied(repeating: weightX[$0])
            } down: {
              Premultiplied(repeating: weightY[$0])
            }
            target[column] = mixing.straight(sum, coverage: coverage)
          }
        }
      }
    }
  }

  /// Floor without a call into the mathematical library.
  @inline(__always)
  private static func floor(_ value: Double) -> Int {
    let whole = Int(value)
    return Double(whole) > value ? whole &- 1 : whole
  }

  /// The mean over the part of a result sample on the image, at the image's edge.
  private func areaMean(
    at position: SIMD2<Double>, across: AxisCoverage, down: AxisCoverage,
    origin: (x: Int, y: Int), width: Int
  ) -> Premultiplied {
    let columns = across.interval(at: position.x)
    let rows = down.interval(at: position.y)
    var total = Premultiplied(repeating: 0)
    for y in Int(rows.low)..<Int(rows.high.rounded(.up)) {
      let fraction = min(rows.high, Double(y + 1)) - max(rows.low, Double(y))
      let row = window + (y - origin.y) * width - origin.x
      for x in Int(columns.low)..<Int(columns.high.rounded(.up)) {
        let area = (min(columns.high, Double(x + 1)) - max(columns.low, Double(x))) * fraction
        total += row[x] * Float(area)
      }
    }
    return total / Float((columns.high - columns.low) * (rows.high - rows.low))
  }
}

extension RenderStep {
  package var scaledMapping: ScaledMapping { ScaledMapping(mapping, reduction: reduction) }
}
