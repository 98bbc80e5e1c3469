import Georeferencing
package import RasterSources

/// Applies a clip mask row by row; belongs to one thread.
///
/// State is kept from row to row, and only columns that an edge cuts are visited singly. Rows that
/// are all inside or outside cost little.
package final class ClipRows {
  private let mask: ClipMask
  private let kind: SampleKind
  private let isCancelled: () -> Bool
  private var near: [[ClipEdges.Edge]]
  private var band: Int?
  private var crossing: [ClipEdges.Edge] = []
  private var line = AreaLine()
  /// Covered fraction by column, in addition to ``steps``.
  private let partial: UnsafeMutablePointer<Float>
  /// Change of the covered fraction from a column on.
  private let steps: UnsafeMutablePointer<Float>
  /// True for a run of columns with a value other than 0 in ``partial`` or ``steps``.
  private let isCut: UnsafeMutablePointer<Bool>
  private static let runLength = 64

  package init(_ mask: ClipMask, capacity: Int, kind: SampleKind, isCancelled: @escaping () -> Bool)
  {
    self.mask = mask
    self.kind = kind
    self.isCancelled = isCancelled
    near = mask.layers.map { _ in [] }
    partial = .allocate(capacity: capacity + 1)
    partial.initialize(repeating: 0, count: capacity + 1)
    steps = .allocate(capacity: capacity + 1)
    steps.initialize(repeating: 0, count: capacity + 1)
    let runs = capacity / Self.runLength + 1
    isCut = .allocate(capacity: runs)
    isCut.initialize(repeating: false, count: runs)
  }

  deinit {
    partial.deallocate()
    steps.deallocate()
    isCut.deallocate()
  }

  /// Clips a tile of RGBA8 samples.
  func apply(_ samples: UnsafeMutablePointer<UInt8>, x: Int, y: Int, tileSize: Int) throws {
    let pixels = UnsafeMutableRawPointer(samples).assumingMemoryBound(to: UInt32.self)
    let columns = x * tileSize..<(x + 1) * tileSize
    for row in 0..<tileSize {
      try apply(pixels + row * tileSize, columns: columns, row: y * tileSize + row)
    }
  }

  func apply(_ samples: UnsafeMutablePointer<UInt32>, columns: Range<Int>, row: Int) throws {
    find(row)
    let first = ClipMask.line(0, ofRow: row)
    let last = ClipMask.line(ClipMask.lines - 1, ofRow: row)
    for edges in near {
      crossing.removeAll(keepingCapacity: true)
      for edge in edges where edge.top <= last && first < edge.bottom { crossing.append(edge) }
      switch coverage(of: columns, first: first, last: last) {
      case 1: continue
      case 0:
        samples.update(repeating: 0, count: columns.count)
        return
      default:
        try cut(columns: columns, row: row)
        fade(samples, count: columns.count)
      }
    }
  }

  private func find(_ row: Int) {
    let band = ClipEdges.band(ofRow: row)
    guard band != self.band else { return }
    self.band = band
    for (index, layer) in mask.layers.enumerated() {
      near[index].removeAll(keepingCapacity: true)
      layer.forEachEdge(inBand: band) { near[index].append($0) }
    }
  }

  /// The coverage of a whole row, 0 or 1; `nil` when edges may cut samples.
  private func coverage(of columns: Range<Int>, first: Double, last: Double) -> Int? {
    let (left, right) = (Double(columns.lowerBound), Double(columns.upperBound))
    func isBefore(_ edge: ClipEdges.Edge) -> Bool {
      max(edge.x(atY: first), edge.x(atY: last)) <= left
    }
    for edge in crossing {
      guard edge.top <= first, last < edge.bottom else { return nil }
      if !isBefore(edge), min(edge.x(atY: first), edge.x(atY: last)) < right { return nil }
    }
    for edge in crossing where isBefore(edge) { line.add(0, of: edge.polygon) }
    return line.takeSpans { _, _ in } ? 1 : 0
  }

  private func cut(columns: Range<Int>, row: Int) throws {
    let (left, right) = (Double(columns.lowerBound), Double(columns.upperBound))
    let weight = 1 / Float(ClipMask.lines)
    for line in 0..<ClipMask.lines {
      if isCancelled() { throw CancellationError() }
      let y = ClipMask.line(line, ofRow: row)
      for edge in crossing where edge.top <= y && y < edge.bottom {
        self.line.add(min(max(edge.x(atY: y), left), right) - left, of: edge.polygon)
      }
      self.line.takeSpans { start, end in
        let (first, last) = (Int(start), Int(end))
        if first == last { return add(Float(end - start) * weight, to: partial, first) }
        add(Float(Double(first + 1) - start) * weight, to: partial, first)
        add(weight, to: steps, first + 1)
        add(-weight, to: steps, last)
        add(Float(end - Double(last)) * weight, to: partial, last)
      }
    }
  }

  private func add(_ value: Float, to columns: UnsafeMutablePointer<Float>, _ index: Int) {
    columns[index] += value
    isCut[index / Self.runLength] = true
  }

  /// Multiplies alpha by the coverage, and resets it.
  private func fade(_ samples: UnsafeMutablePointer<UInt32>, count: Int) {
    var inside: Float = 0
    for run in 0...count / Self.runLength {
      let start = run * Self.runLength
      let end = min(start + Self.runLength, count)
      guard isCut[run] else {
        if inside < 1 { for index in start..<end { fade(samples + index, by: inside) } }
        continue
      }
      isCut[run] = false
      for index in start..<end {
        inside += steps[index]
        fade(samples + index, by: partial[index] + inside)
        (partial[index], steps[index]) = (0, 0)
      }
    }
    (partial[count], steps[count]) = (0, 0)
  }

  @inline(__always)
  private func fade(_ sample: UnsafeMutablePointer<UInt32>, by fraction: Float) {
    if fraction >= 1 { return }
    if kind == .heights {
      if fraction < 0.5 { sample.pointee = 0 }
      return
    }
    let bytes = UnsafeMutableRawPointer(sample).assumingMemoryBound(to: UInt8.self)
    let alpha = UInt8((Float(bytes[3]) * max(0, fraction)).rounded())
    if alpha == 0 { sample.pointee = 0 }
    bytes[3] = alpha
  }
}
