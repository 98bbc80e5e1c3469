/// The seven interleaved images of an interlaced PNG (W3C PNG, section 8.1 "Interlace methods").
package enum Adam7 {
  /// Where the samples of one pass are in the whole image.
  package struct Pass: Hashable, Sendable {
    /// The first column.
    package let xStart: Int
    /// The first row.
    package let yStart: Int
    /// Columns from one sample to the next.
    package let xStep: Int
    /// Rows from one row to the next.
    package let yStep: Int

    /// How many samples a row of the pass has; 0 when the image is too narrow for the pass.
    package func columns(of width: Int) -> Int { (width - xStart + xStep - 1) / xStep }
    /// How many rows the pass has; 0 when the image is too low for the pass.
    package func rows(of height: Int) -> Int { (height - yStart + yStep - 1) / yStep }
  }

  /// The passes in file order.
  package static let passes = [
    Pass(xStart: 0, yStart: 0, xStep: 8, yStep: 8),
    Pass(xStart: 4, yStart: 0, xStep: 8, yStep: 8),
    Pass(xStart: 0, yStart: 4, xStep: 4, yStep: 8),
    Pass(xStart: 2, yStart: 0, xStep: 4, yStep: 4),
    Pass(xStart: 0, yStart: 2, xStep: 2, yStep: 4),
    Pass(xStart: 1, yStart: 0, xStep: 2, yStep: 2),
    Pass(xStart: 0, yStart: 1, xStep: 1, yStep: 2),
  ]
}
