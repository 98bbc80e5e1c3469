import RasterSources

/// Reads the rows of an image as premultiplied samples, averaged over whole blocks where the plan
/// reduces the image, in memory proportional to its width.
final class PremultipliedRowReader {
  /// The number of columns and rows delivered.
  let size: PixelSize
  private let reader: any RasterRowReader
  private let source: PixelSize
  private let reduction: SourceReduction
  private let bytes: UnsafeMutablePointer<UInt8>
  /// Four exact sums a reduced column: at most 2^16 a sample, so 2^48 samples fit.
  private let sums: UnsafeMutablePointer<UInt64>
  private var rowsRead: Int

  /// - Parameters:
  ///   - reader: The image's rows.
  ///   - firstRow: The row that it delivers first.
  ///   - source: The size of the image.
  ///   - reduction: How many of its samples make one.
  /// - Throws: What the reader throws.
  init(
    reader: any RasterRowReader, firstRow: Int = 0, source: PixelSize, reduction: SourceReduction
  ) throws {
    rowsRead = firstRow
    self.reader = reader
    self.source = source
    self.reduction = reduction
    size = reduction.reducedSize(of: source)
    bytes = .allocate(capacity: 4 * source.width)
    sums = .allocate(capacity: reduction.isIdentity ? 0 : 4 * size.width)
    // What is left of a block of rows is of no use without its beginning.
    while rowsRead < source.height, rowsRead % reduction.rows != 0 {
      try reader.readRow(into: bytes)
      rowsRead += 1
    }
  }

  /// The row that comes next.
  var nextRow: Int { (rowsRead + reduction.rows - 1) / reduction.rows }

  /// A position in the image from which a row can be made, or `nil`.
  func access(forRow row: Int) -> RowAccess? {
    reader.access(forRow: min(row * reduction.rows, source.height))
  }

  deinit {
    bytes.deallocate()
    sums.deallocate()
  }

  /// Reads the next row.
  func readRow(into row: UnsafeMutablePointer<Premultiplied>) throws {
    if reduction.isIdentity {
      try reader.readRow(into: bytes)
      rowsRead += 1
      Premultiplication.convert(bytes, count: source.width, to: row)
      return
    }
    sums.update(repeating: 0, count: 4 * size.width)
    let rowCount = min(reduction.rows, source.height - rowsRead)
    for _ in 0..<rowCount {
      try reader.readRow(into: bytes)
      rowsRead += 1
      addRow()
    }
    for column in 0..<size.width {
      let columnCount = min(reduction.columns, source.width - column * reduction.columns)
      let sum = sums + 4 * column
      let scale = 1 / (Double(columnCount * rowCount) * 255)
      row[column] = Premultiplied(
        Float(Double(sum[0]) * scale), Float(Double(sum[1]) * scale),
        Float(Double(sum[2]) * scale), Float(Double(sum[3]) * scale))
    }
  }

  /// Passes over the next row.
  func skipRow() throws {
    for _ in 0..<min(reduction.rows, source.height - rowsRead) {
      try reader.readRow(into: bytes)
      rowsRead += 1
    }
  }

  /// Reads the rows that no result needs, and confirms that the file is whole.
  func finish() throws {
    while rowsRead < source.height {
      try reader.readRow(into: bytes)
      rowsRead += 1
    }
    try reader.finish()
  }

  /// Adds the row in `bytes` to the sums.
  private func addRow() {
    let raw = UnsafeRawPointer(bytes)
    var x = 0
    for column in 0..<size.width {
      let end = min(x &+ reduction.columns, source.width)
      // Red, blue and green times alpha at bits 0, 21 and 42 overflow their lanes after 32 samples.
      var red: UInt64 = 0
      var green: UInt64 = 0
      var blue: UInt64 = 0
      var alphas: UInt64 = 0
      while x < end {
        let stop = min(x &+ 32, end)
        var lanes: UInt64 = 0
        while x < stop {
          let sample = UInt64(raw.loadUnaligned(fromByteOffset: x &<< 2, as: UInt32.self))
          let alpha = sample &>> 24
          let spread =
            (sample & 0xFF) | (sample & 0xFF_0000) &<< 5 | (sample & 0xFF00) &<< 34
          lanes &+= spread &* alpha
          alphas &+= alpha
          x &+= 1
        }
        red &+= lanes & 0x1F_FFFF
        blue &+= (lanes &>> 21) & 0x1F_FFFF
        green &+= lanes &>> 42
      }
      let sum = sums + column &<< 2
      sum[0] &+= red
      sum[1] &+= green
      sum[2] &+= blue
      sum[3] &+= alphas &* 255
    }
  }
}
