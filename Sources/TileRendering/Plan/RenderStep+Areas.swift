import Georeferencing
import Mosaics
package import RasterSources
import TileModel

/// Columns and rows of tiles of the deepest zoom.
package typealias TileArea = (columns: Range<Int>, rows: Range<Int>)

/// Columns and rows of a raster.
package typealias RasterArea = (columns: Range<Int>, rows: Range<Int>)

extension RenderStep {
  /// The tiles of a partial step; `nil` for one that makes all.
  package var partialArea: [TileArea]? {
    partOf == nil ? nil : [(deepest.range.x, deepest.range.y)]
  }

  /// The first raster row of a partial step that reads rows; `nil` when unknown or the first of
  /// all.
  package var firstNeededRow: Int? {
    partOf == nil ? nil : firstNeededRow(from: deepest.range.y.lowerBound)
  }

  /// The first raster row from a band on, for a step that reads rows; `nil` when unknown or the
  /// first of all.
  package func firstNeededRow(from band: Int) -> Int? {
    let row: Int? =
      switch access {
      case .aligned(_, let row): band * metatileSide - row
      case .streamed: RowWeights(step: self).firstRow(ofBand: band)
      case .scratch, .columns: rasterAreas(of: partialArea).map(copiedRows)?.lowerBound
      case .windows, .sheets: nil
      }
    return row.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The parts of the raster that tiles show; `nil` for all of it.
  package func rasterAreas(of areas: [TileArea]?) -> [RasterArea]? {
    guard let areas else { return nil }
    var found: [RasterArea] = []
    for area in areas {
      guard let shown = rectangle(of: area) else { return nil }
      found.append(shown)
    }
    return found
  }

  /// The rows from the first area to the last, in whole blocks of reduced rows.
  package func copiedRows(_ areas: [RasterArea]) -> Range<Int> {
    let rows = areas.map { reduction.wholeRows($0.rows, of: size.height) }
    let first = rows.reduce(size.height) { min($0, $1.lowerBound) }
    return first..<rows.reduce(first) { max($0, $1.upperBound) }
  }

  /// The rows of areas that meet some columns of the copy, in order and apart.
  package func copiedRows(of columns: Range<Int>, within areas: [RasterArea]?) -> [Range<Int>] {
    guard let areas else { return [0..<size.height] }
    let reduction = copyReduction
    let shown =
      columns.lowerBound * reduction.columns..<columns.upperBound * reduction.columns
    return areas.filter { $0.columns.overlaps(shown) }
      .map { reduction.wholeRows($0.rows, of: size.height) }.union()
  }

  package func raster(_ raster: any RasterSource, within areas: [RasterArea]?) -> any RasterSource {
    guard self.raster == .image, let areas else { return raster }
    return raster.restricted(to: areas)
  }

  /// Encloses the outline of the tiles; `nil` where control points make it nonlinear.
  private func rectangle(of tiles: TileArea) -> RasterArea? {
    var parts = 1
    if case .general = mapping.form {
      guard case .affine = frame.georeference.pixelToCRS else { return nil }
      // No coordinate of a projection has its extreme within the outline.
      parts = 16
    }
    let side = metatileSide
    let (left, right) = (tiles.columns.lowerBound * side, tiles.columns.upperBound * side)
    let (top, bottom) = (tiles.rows.lowerBound * side, tiles.rows.upperBound * side)
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
      .map { SIMD2(Double($0.0), Double($0.1)) }
    var columns: (first: Double, last: Double) = (.infinity, -.infinity)
    var rows = columns
    // Between two positions an edge is off its chord by at most an eighth of this.
    var curvature = SIMD2<Double>.zero
    for corner in corners.indices {
      let (start, end) = (corners[corner], corners[(corner + 1) % 4])
      var edge: [SIMD2<Double>] = []
      for part in 0...parts {
        let position = start + (end - start) * (Double(part) / Double(parts))
        guard let pixel = mapping.pixel(atX: position.x, y: position.y) else { return nil }
        columns = (min(columns.first, pixel.x), max(columns.last, pixel.x))
        rows = (min(rows.first, pixel.y), max(rows.last, pixel.y))
        edge.append(SIMD2(pixel.x, pixel.y))
      }
      for index in edge.indices.dropFirst().dropLast() {
        let change = edge[index - 1] + edge[index + 1] - 2 * edge[index]
        curvature = pointwiseMax(curvature, pointwiseMax(change, -change))
      }
    }
    columns = (columns.first - curvature.x, columns.last + curvature.x)
    rows = (rows.first - curvature.y, rows.last + curvature.y)
    // A kernel reaches over three samples of the raster or of the tiles, whichever are larger.
    func widened(_ range: (first: Double, last: Double), count: Int, of length: Int) -> Range<Int> {
      let scale = (range.last - range.first) / Double(count)
      let reach = 8 * max(1, scale) + 2
      let first = min(max(range.first - reach, 0), Double(length))
      let last = min(max(range.last + reach, 0), Double(length))
      return Int(first)..<max(Int(first), Int(last.rounded(.up)))
    }
    return (
      widened(columns, count: right - left, of: size.width),
      widened(rows, count: bottom - top, of: size.height)
    )
  }
}

/// The tiles of a step that are visible at once.
package struct ShownTiles {
  /// The most tiles of a row of each level, deepest first.
  package let columnCounts: [Int]
  /// The most groups in the bands of a row of blocks, each band by itself.
  package let partsOfBlocks: Int
}

extension RenderStep {
  /// For an affine image, the tiles along its outline; otherwise all columns count.
  package var shownTiles: ShownTiles {
    let all = levels.reversed().map(\.range.x.count)
    let top = ColumnGroup.height(zoomCount: all.count)
    let bands = min(1 << top, deepest.range.y.count)
    let unknown = ShownTiles(columnCounts: all, partsOfBlocks: bands * all[top])
    guard access.rendersWindows, !access.isOfSheets, case .affine = frame.georeference.pixelToCRS
    else { return unknown }
    let outline = outline()
    guard outline.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return unknown }
    let side = Double(metatileSide)
    let rows = Self.columns(of: outline, rowsOf: side)
    let counts = all.enumerated().map { level, count in
      min(count, Self.columnCount(rows, level: level, side: side))
    }
    // With a band on each side, as there is a column.
    let parts = Dictionary(grouping: rows) { $0.key >> top }.values.map { block in
      block.reduce(0) {
        $0 + min(all[top], Int(($1.value.upperBound - $1.value.lowerBound) / side) >> top + 3)
      }
    }
    return ShownTiles(
      columnCounts: counts, partsOfBlocks: min(unknown.partsOfBlocks, (parts.max() ?? 0) + 2 * 3))
  }

  /// World pixels of the deepest zoom.
  private func outline() -> [WorldPixelPoint] {
    let size = frame.size
    let corners = [(0, 0), (size.width, 0), (size.width, size.height), (0, size.height)]
      .map { SIMD2(Double($0.0), Double($0.1)) }
    let steps = 64
    return corners.indices.flatMap { index in
      (0..<steps).map { step in
        let part = Double(step) / Double(steps)
        let point = corners[index] * (1 - part) + corners[(index + 1) % 4] * part
        var position = frame.georeference.mercator(of: PixelPoint(x: point.x, y: point.y))
        position.x -= frame.gridShift.metres
        return grid.worldPixel(of: position, atZoom: deepest.zoom)
      }
    }
  }

  /// The columns, in samples, that an outline meets or encloses in each row of tiles.
  private static func columns(
    of outline: [WorldPixelPoint], rowsOf side: Double
  ) -> [Int: ClosedRange<Double>] {
    var spans: [Int: ClosedRange<Double>] = [:]
    for (start, end) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
      let (top, bottom) = start.y < end.y ? (start, end) : (end, start)
      func x(_ y: Double) -> Double {
        bottom.y == top.y
          ? top.x : top.x + (bottom.x - top.x) * min(max((y - top.y) / (bottom.y - top.y), 0), 1)
      }
      for row in Int((top.y / side).rounded(.down))...Int((bottom.y / side).rounded(.down)) {
        let ends =
          bottom.y == top.y
          ? [top.x, bottom.x] : [x(Double(row) * side), x(Double(row + 1) * side)]
        let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
        let span = spans[row] ?? low...high
        spans[row] = min(span.lowerBound, low)...max(span.upperBound, high)
      }
    }
    return spans
  }

  /// Includes a tile on each side for kernels and curved edges.
  private static func columnCount(
    _ rows: [Int: ClosedRange<Double>], level: Int, side: Double
  ) -> Int {
    let spans = Dictionary(grouping: rows) { $0.key >> level }.values.map { rows in
      rows.reduce(-Double.infinity) { max($0, $1.value.upperBound) }
        - rows.reduce(.infinity) { min($0, $1.value.lowerBound) }
    }
    return Int((spans.max() ?? 0) / (side * Double(1 << level))) + 4
  }
}

extension RenderStep.Access {
  fileprivate var isOfSheets: Bool { if case .sheets = self { true } else { false } }
}
