import Georeferencing
import TileImaging

/// The vertical resampling weights of a north-up raster, shared by all groups.
///
/// SAFETY: ``prepare(band:)`` is called while no group reads.
package final class RowWeights: @unchecked Sendable {
  private let mapping: GridMapping
  private let reduction: SourceReduction
  private let tileSize: Int
  private var axis: AxisWeights

  package init(step: RenderStep) {
    mapping = step.mapping
    reduction = step.reduction
    tileSize = step.metatileSide
    axis = AxisWeights(
      count: step.reduction.reducedSize(of: step.size).height,
      end: Double(step.size.height) / Double(step.reduction.rows),
      resampling: step.options.resampling)
  }

  package func prepare(band y: Int) {
    axis.removeAll()
    for worldRow in y * tileSize..<(y + 1) * tileSize { append(worldRow, to: &axis) }
  }

  subscript(worldRow: Int) -> AxisWeights.Sample { axis.samples[worldRow % tileSize] }

  func withWeights<Result>(
    of sample: AxisWeights.Sample, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    axis.weights.withUnsafeBufferPointer { body(.init(rebasing: $0[sample.weights])) }
  }

  func firstRow(ofBand y: Int) -> Int? {
    let rows = rows(ofBand: y)
    return rows.isEmpty ? nil : rows.lowerBound * reduction.rows
  }

  package func endRow(ofBand y: Int) -> Int? {
    let rows = rows(ofWorldRow: (y + 1) * tileSize - 1)
    return rows.isEmpty ? nil : rows.upperBound * reduction.rows
  }

  func rows(ofBand y: Int) -> Range<Int> { rows(ofWorldRow: y * tileSize) }

  private func rows(ofWorldRow row: Int) -> Range<Int> {
    var axis = axis
    axis.removeAll()
    append(row, to: &axis)
    return axis.samples[0].sources
  }

  private func append(_ worldRow: Int, to axis: inout AxisWeights) {
    let y = Double(worldRow)
    let rows = Double(reduction.rows)
    axis.append(from: mapping.row(atY: y) / rows, to: mapping.row(atY: y + 1) / rows)
  }
}

/// The group rows of a north-up raster, resampled along rows as they arrive, then along columns.
///
/// A ring holds as many filtered rows as the kernel spans.
package final class ResampledGroupRows: GroupRows {
  private let group: ColumnGroup
  private let strips: any SourceRows
  private let rowWeights: RowWeights
  private let reduction: SourceReduction
  private let mixing: MixingKind
  private let source: PixelSize
  private let tileSize: Int
  private let filter: ColumnFilter
  private let used: Range<Int>
  private let row: UnsafeMutablePointer<Premultiplied>
  private let sums: BlockSums?
  private var filtered: [UnsafeMutablePointer<Premultiplied>] = []
  private var filteredEnd: Int
  private var nextSourceRow: Int
  private var nextRow: Int
  private let samples: UnsafeMutablePointer<UInt32>

  package init(
    _ group: ColumnGroup, step: RenderStep, weights: RowWeights, strips: any SourceRows,
    firstSourceRow: Int, firstRow: Int
  ) {
    self.group = group
    self.strips = strips
    rowWeights = weights
    reduction = step.reduction
    mixing = step.mixing
    source = step.size
    tileSize = step.metatileSide
    nextRow = firstRow
    // The rest of a block of rows is useless without its beginning.
    filteredEnd = (firstSourceRow + step.reduction.rows - 1) / step.reduction.rows
    nextSourceRow = filteredEnd * step.reduction.rows
    let mapping = step.mapping
    let columns = Double(step.reduction.columns)
    let reduced = step.reduction.reducedSize(of: step.size)
    filter = ColumnFilter(
      window: group.worldColumns, position: { mapping.column(atX: $0) / columns },
      count: reduced.width, end: Double(step.size.width) / columns,
      resampling: step.options.resampling)
    used = filter.sourceColumns
    row = Self.makeRow(count: used.count + filter.spareCount)
    sums = step.reduction.isIdentity ? nil : BlockSums(columns: used, of: step)
    // The filtered columns are written by fours.
    samples = .allocate(capacity: group.worldColumns.count + 3)
    samples.initialize(repeating: 0, count: group.worldColumns.count + 3)
  }

  private static func makeRow(count: Int) -> UnsafeMutablePointer<Premultiplied> {
    let row = UnsafeMutablePointer<Premultiplied>.allocate(capacity: count)
    row.initialize(repeating: .zero, count: count)
    return row
  }

  deinit {
    row.deallocate()
    samples.deallocate()
    filtered.forEach { $0.deallocate() }
  }

  package var sourceColumns: Range<Int> {
    used.lowerBound * reduction.columns..<min(used.upperBound * reduction.columns, source.width)
  }

  package var neededRow: Int { filter.columns.isEmpty ? .max : nextSourceRow }

  package func advance(inBand y: Int, rowsBefore end: Int, clip: ClipRows?) throws -> Bool {
    while nextRow < (y + 1) * tileSize {
      let sample = rowWeights[nextRow]
      if !sample.sources.isEmpty, !filter.columns.isEmpty {
        guard filterRows(sample.sources, before: end) else { return false }
        switch mixing {
        case .colors: combine(sample, Premultiplication.self)
        case .light: combine(sample, LightMixing.self)
        case .heights: combine(sample, HeightMixing.self)
        }
        try clip?.apply(samples, columns: group.worldColumns, row: nextRow)
        group.append(samples, worldRow: nextRow, clears: false)
      } else {
        group.append(nil, worldRow: nextRow, clears: false)
      }
      nextRow += 1
    }
    return true
  }

  package func skip(band y: Int, to next: Int?, rowsBefore end: Int) -> Bool {
    nextRow = (y + 1) * tileSize
    guard !filter.columns.isEmpty else { return true }
    guard let next else {
      nextSourceRow = .max
      return true
    }
    let rows = rowWeights.rows(ofBand: next)
    guard !rows.isEmpty else { return true }
    // Rows above the first one needed are released, so that others can continue.
    if filteredEnd < rows.lowerBound {
      filteredEnd = rows.lowerBound
      nextSourceRow = max(nextSourceRow, rows.lowerBound * reduction.rows)
    }
    // The first rows of the next band are gone when others are done with this one.
    return next == y + 1 ? filterRows(rows, before: end) : true
  }

  /// Returns false when rows of the raster are missing.
  private func filterRows(_ rows: Range<Int>, before end: Int) -> Bool {
    if filteredEnd < rows.lowerBound {
      filteredEnd = rows.lowerBound
      nextSourceRow = max(nextSourceRow, rows.lowerBound * reduction.rows)
    }
    if rows.count > filtered.count {
      growRing(to: rows.count, keeping: max(rows.lowerBound, filteredEnd - filtered.count))
    }
    while filteredEnd < rows.upperBound {
      guard readRow(before: end) else { return false }
      filter.apply(row, into: filtered[filteredEnd % filtered.count])
      filteredEnd += 1
    }
    return true
  }

  private func readRow(before end: Int) -> Bool {
    guard let sums else {
      guard nextSourceRow < end else { return false }
      let bytes = UnsafeRawPointer(strips[nextSourceRow] + used.lowerBound)
        .assumingMemoryBound(to: UInt8.self)
      switch mixing {
      case .colors: Premultiplication.convert(bytes, count: used.count, to: row)
      case .light: LightMixing.convert(bytes, count: used.count, to: row)
      case .heights: HeightMixing.convert(bytes, count: used.count, to: row)
      }
      nextSourceRow += 1
      return true
    }
    let blockEnd = min((filteredEnd + 1) * reduction.rows, source.height)
    while nextSourceRow < blockEnd {
      guard nextSourceRow < end else { return false }
      sums.add(strips[nextSourceRow])
      nextSourceRow += 1
    }
    sums.average(rowCount: blockEnd - filteredEnd * reduction.rows, into: row)
    return true
  }

  /// Keeps the filtered rows from `oldest` on.
  private func growRing(to count: Int, keeping oldest: Int) {
    let old = filtered
    var isKept = old.map { _ in false }
    var new = [UnsafeMutablePointer<Premultiplied>?](repeating: nil, count: count)
    if !old.isEmpty {
      for row in max(0, oldest)..<max(filteredEnd, oldest, 0) {
        new[row % count] = old[row % old.count]
        isKept[row % old.count] = true
      }
    }
    var spare = old.indices.filter { !isKept[$0] }.map { old[$0] }
    filtered = new.map { $0 ?? spare.popLast() ?? Self.makeRow(count: 4 * filter.coverage.count) }
  }

  private func combine<Mixing: SampleMixing>(_ sample: AxisWeights.Sample, _ mixing: Mixing.Type) {
    let taps = sample.sources.count
    let out = samples + filter.columns.lowerBound
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: taps) { rows in
      for (tap, row) in sample.sources.enumerated() {
        rows[tap] = UnsafeRawPointer(filtered[row % filtered.count])
      }
      rowWeights.withWeights(of: sample) { weights in
        guard let rows = rows.baseAddress, let weights = weights.baseAddress else { return }
        for (index, coverage) in filter.coverage.enumerated() {
          @inline(__always)
          func weighted(_ tap: Int) -> SIMD16<Float> {
            rows[tap].loadUnaligned(fromByteOffset: 64 &* index, as: SIMD16<Float>.self)
              * weights[tap]
          }
          var sums = weighted(0)
          var tap = 1
          while tap < taps {
            sums += weighted(tap)
            tap &+= 1
          }
          mixing.straight(sums, coverage: coverage * sample.coverage, into: out + 4 &* index)
        }
      }
    }
  }
}
