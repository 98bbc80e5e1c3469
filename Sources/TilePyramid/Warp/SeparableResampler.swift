package import RasterSources
import TileImaging
import TileModel

/// Makes the rows of the deepest level from a north-up image, whose rows it reads once, in order.
///
/// Columns are resampled as each row arrives; a ring holds as many of those rows as the kernel spans.
package final class SeparableResampler: DeepestRowProducer {
  private let reader: PremultipliedRowReader
  private let window: WorldWindow
  private let mapping: GridMapping
  private let resampling: Resampling
  private let reducedRows: Double
  private let sourceEnd: Double
  private let filter: ColumnFilter
  private let clipMask: ClipMask?
  private let sourceRow: UnsafeMutablePointer<Premultiplied>
  /// Filtered rows by source row modulo the count.
  private var ring: [UnsafeMutablePointer<Premultiplied>] = []
  private var rowsRead: Int
  private let samples: UnsafeMutablePointer<UInt8>

  /// - Parameters:
  ///   - step: What to make.
  ///   - reader: The image's rows.
  ///   - firstRow: The row that it delivers first.
  ///   - clipMask: What is used of the image; `nil` for all.
  /// - Throws: What the reader throws.
  package init(
    step: RenderStep, reader: any RasterRowReader, firstRow: Int, clipMask: ClipMask?
  ) throws {
    mapping = step.mapping
    resampling = step.options.resampling
    self.clipMask = clipMask
    window = WorldWindow(range: step.deepest.range, tileSize: step.options.tileSize.rawValue)
    let reduction = step.reduction
    self.reader = try PremultipliedRowReader(
      reader: reader, firstRow: firstRow, source: step.size, reduction: reduction)
    rowsRead = self.reader.nextRow
    let reducedColumns = Double(reduction.columns)
    reducedRows = Double(reduction.rows)
    sourceEnd = Double(step.size.height) / reducedRows
    let mapping = mapping
    filter = ColumnFilter(
      window: window.columns, position: { mapping.column(atX: $0) / reducedColumns },
      count: self.reader.size.width, end: Double(step.size.width) / reducedColumns,
      resampling: resampling)
    sourceRow = .allocate(capacity: self.reader.size.width)
    samples = .allocate(capacity: 4 * window.columns.count)
    samples.initialize(repeating: 0, count: 4 * window.columns.count)
  }

  deinit {
    sourceRow.deallocate()
    samples.deallocate()
    ring.forEach { $0.deallocate() }
  }

  package func access(forWorldRow worldRow: Int) -> RowAccess? {
    reader.access(forRow: weights(forWorldRow: worldRow)?.first ?? rowsRead)
  }

  /// How the rows of the image make a row of the window; `nil` where there is no image.
  private func weights(forWorldRow worldRow: Int) -> AxisWeights? {
    let y = Double(worldRow)
    return AxisWeights(
      from: mapping.row(atY: y) / reducedRows, to: mapping.row(atY: y + 1) / reducedRows,
      count: reader.size.height, end: sourceEnd, resampling: resampling)
  }

  package func makeRows(
    from first: Int, skip: () throws -> Void,
    _ body: (_ row: SampleRow, _ worldRow: Int) throws -> Void
  ) throws {
    let blank = window.blankClasses
    for worldRow in max(first, window.rows.lowerBound)..<max(first, window.rows.upperBound) {
      guard let weights = weights(forWorldRow: worldRow), !filter.columns.isEmpty else {
        try body(SampleRow(samples: samples, classes: blank), worldRow)
        continue
      }
      while rowsRead < weights.first {
        try skip()
        try reader.skipRow()
        rowsRead += 1
      }
      try readRows(through: weights.last, keepingFrom: weights.first)
      combine(weights)
      try clipMask?.apply(samples, columns: window.columns, row: worldRow, check: skip)
      try body(SampleRow(samples: samples, classes: window.classify(samples)), worldRow)
    }
    try reader.finish()
  }

  /// Reads and filters source rows until `last` is in the ring, which also keeps `first`.
  private func readRows(through last: Int, keepingFrom first: Int) throws {
    let needed = last - first + 1
    if needed > ring.count { growRing(to: needed, keeping: max(first, rowsRead - ring.count)) }
    while rowsRead <= last {
      try reader.readRow(into: sourceRow)
      if rowsRead >= first { filter.apply(sourceRow, into: ring[rowsRead % ring.count]) }
      rowsRead += 1
    }
  }

  /// Makes the ring hold `count` rows; those from `oldest` on that were read stay in it.
  private func growRing(to count: Int, keeping oldest: Int) {
    let old = ring
    var kept = old.indices.map { ($0, false) }
    var new = [UnsafeMutablePointer<Premultiplied>?](repeating: nil, count: count)
    if !old.isEmpty {
      for row in max(0, oldest)..<max(rowsRead, oldest, 0) {
        new[row % count] = old[row % old.count]
        kept[row % old.count].1 = true
      }
    }
    var spare = kept.filter { !$0.1 }.map { old[$0.0] }
    ring = new.map { $0 ?? spare.popLast() ?? .allocate(capacity: filter.columns.count) }
  }

  /// Mixes the rows in the ring into `samples`.
  private func combine(_ axis: AxisWeights) {
    let taps = axis.weights.count
    let rows = (0..<taps).map { UnsafePointer(ring[(axis.first + $0) % ring.count]) }
    let out = UnsafeMutableRawPointer(samples + 4 * filter.columns.lowerBound)
      .assumingMemoryBound(to: UInt32.self)
    let count = filter.columns.count
    let isRowWhole = axis.coverage == 1
    rows.withUnsafeBufferPointer { rows in
      axis.weights.withUnsafeBufferPointer { weights in
        filter.coverage.withUnsafeBufferPointer { columnCoverage in
          guard let rows = rows.baseAddress, let weights = weights.baseAddress,
            let columnCoverage = columnCoverage.baseAddress
          else { return }
          for index in 0..<count {
            var sum = rows[0][index] * weights[0]
            var tap = 1
            while tap < taps {
              sum += rows[tap][index] * weights[tap]
              tap &+= 1
            }
            let coverage =
              resampling == .nearest
              ? 1 : isRowWhole ? columnCoverage[index] : columnCoverage[index] * axis.coverage
            out[index] = Premultiplication.straight(sum, coverage: coverage)
          }
        }
      }
    }
  }
}
