/// The size of a drawing in inches, both sides positive and finite.
package struct DrawingSize: Hashable, Sendable {
  let width: Double
  let height: Double

  init?(width: Double, height: Double) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    self.width = width
    self.height = height
  }

  /// The size in samples at a resolution, each side rounded to the nearest and at least 1; `nil` when
  /// a side exceeds what the number type holds.
  package func pixels(dotsPerInch: Double) -> PixelSize? {
    let sides = [width, height].map { max(1, ($0 * dotsPerInch).rounded()) }
    guard let longest = sides.max(), longest < 1e15 else { return nil }
    return PixelSize(width: Int(sides[0]), height: Int(sides[1]))
  }
}
