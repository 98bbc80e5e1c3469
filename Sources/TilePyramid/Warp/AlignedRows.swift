import RasterSources
import TileModel

/// Makes the rows of the deepest level from an image that is on the grid: samples are copied.
final class AlignedRows: DeepestRowProducer {
  private let reader: any RasterRowReader
  /// The row of the image that the reader delivers first.
  private let firstRow: Int
  private let size: PixelSize
  private let originX: Int
  private let originY: Int
  private let window: WorldWindow
  private let source: UnsafeMutablePointer<UInt8>
  private let samples: UnsafeMutablePointer<UInt8>
  private let isOpaque: Bool
  private let clipMask: ClipMask?

  /// - Parameters:
  ///   - step: What to make.
  ///   - originX: The world column of the image's first column.
  ///   - originY: The world row of the image's first row.
  ///   - reader: The image's rows.
  ///   - firstRow: The row that it delivers first.
  ///   - isOpaque: Whether every sample is known to be opaque.
  ///   - clipMask: What is used of the image; `nil` for all.
  init(
    step: RenderStep, originX: Int, originY: Int, reader: any RasterRowReader, firstRow: Int,
    isOpaque: Bool, clipMask: ClipMask?
  ) {
    self.reader = reader
    self.firstRow = firstRow
    self.isOpaque = isOpaque
    self.originX = originX
    self.originY = originY
    size = step.size
    self.clipMask = clipMask
    window = WorldWindow(range: step.deepest.range, tileSize: step.options.tileSize.rawValue)
    source = .allocate(capacity: 4 * size.width)
    samples = .allocate(capacity: 4 * window.columns.count)
    samples.initialize(repeating: 0, count: 4 * window.columns.count)
  }

  deinit {
    source.deallocate()
    samples.deallocate()
  }

  func access(forWorldRow worldRow: Int) -> RowAccess? {
    reader.access(forRow: min(max(worldRow - originY, 0), size.height))
  }

  func makeRows(
    from first: Int, skip: () throws -> Void,
    _ body: (_ row: SampleRow, _ worldRow: Int) throws -> Void
  ) throws {
    let blank = window.blankClasses
    let wanted = first..<max(first, window.rows.upperBound)
    let common = window.columns.clamped(to: originX..<originX + size.width)
    let target = samples + 4 * (common.lowerBound - window.columns.lowerBound)
    // A row that the window has all of is read where it is used.
    let isWhole = common.count == size.width
    for row in firstRow..<size.height {
      let worldRow = originY + row
      try reader.readRow(into: isWhole ? target : source)
      guard wanted.contains(worldRow) else {
        try skip()
        continue
      }
      if row == 0 || worldRow == wanted.lowerBound {
        for above in wanted.lowerBound..<worldRow {
          try body(SampleRow(samples: samples, classes: blank), above)
        }
      }
      if !isWhole {
        target.update(from: source + 4 * (common.lowerBound - originX), count: 4 * common.count)
      }
      try clipMask?.apply(samples, columns: window.columns, row: worldRow, check: skip)
      let classes = isOpaque ? window.classify(samples) : window.clearAndClassify(samples)
      try body(SampleRow(samples: samples, classes: classes), worldRow)
    }
    // A window may end before the image does.
    let end = wanted.upperBound
    for below in min(max(originY + size.height, wanted.lowerBound), end)..<end {
      try body(SampleRow(samples: samples, classes: blank), below)
    }
    try reader.finish()
  }
}
