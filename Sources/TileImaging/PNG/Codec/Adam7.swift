/// The seven interleaved images of an interlaced PNG (W3C PNG, section 8.1 "Interlace methods").
package enum Adam7 {
  /// The grid of one pass in the whole image.
  package struct Pass: Hashable, Sendable {
    package let xStart: Int
    package let yStart: Int
    package let xStep: Int
    package let yStep: Int

    package func columns(of width: Int) -> Int { (width - xStart + xStep - 1) / xStep }
    package func rows(of height: Int) -> Int { (height - yStart + yStep - 1) / yStep }
  }

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
