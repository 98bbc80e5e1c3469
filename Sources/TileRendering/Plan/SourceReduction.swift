import Georeferencing
import TileImaging
import TileModel

/// The whole factors that average an image as it is read, when the deepest level is far coarser
/// than the image.
///
/// The mean over whole blocks is exact. A reduction of 3 to 6 is left to the kernel, which still
/// sees every sample. Nothing aliases, and the work per source sample stays bounded. The result is
/// within 46 dB of that of the kernel alone. A remaining reduction of 2 would give 40 dB, because a
/// block's mean weakens the finest detail that is kept.
package struct SourceReduction: Hashable, Sendable {
  private static let leastRemaining = 3.0
  let columns: Int
  let rows: Int
  static let identity = SourceReduction(columns: 1, rows: 1)

  private init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  package var isIdentity: Bool { columns == 1 && rows == 1 }

  init(
    mapping: GridMapping, northWest: WorldPixelPoint, southEast: WorldPixelPoint,
    resampling: Resampling
  ) {
    if case .aligned = mapping.form {
      (columns, rows) = (1, 1)
      return
    }
    // Nearest mixes nothing, and the area mean is exact only over the level's own samples.
    guard resampling != .nearest, resampling != .average else {
      (columns, rows) = (1, 1)
      return
    }
    let scale = mapping.leastScale(from: northWest, to: southEast)
    columns = max(1, Int(scale.u / Self.leastRemaining))
    rows = max(1, Int(scale.v / Self.leastRemaining))
  }

  /// Rows widened to whole blocks, the last of an image partial.
  func wholeRows(_ range: Range<Int>, of height: Int) -> Range<Int> {
    let first = range.lowerBound / rows * rows
    return first..<max(first, min((range.upperBound + rows - 1) / rows * rows, height))
  }

  /// Counts partial blocks at the right and bottom.
  func reducedSize(of size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width + columns - 1) / columns, height: (size.height + rows - 1) / rows)
  }
}

extension GridMapping {
  /// Least number of source samples per world pixel along each source axis, over a 5 × 5 lattice of
  /// the level.
  func leastScale(
    from northWest: WorldPixelPoint, to southEast: WorldPixelPoint
  ) -> (u: Double, v: Double) {
    var least = (u: Double.infinity, v: Double.infinity)
    for i in 0...4 {
      for j in 0...4 {
        let x = northWest.x + (southEast.x - northWest.x) * Double(i) / 4
        let y = northWest.y + (southEast.y - northWest.y) * Double(j) / 4
        guard let scale = scale(atX: x, y: y), scale.u.isFinite, scale.v.isFinite else { continue }
        least.u = min(least.u, scale.u)
        least.v = min(least.v, scale.v)
      }
    }
    return least.u.isFinite ? least : (1, 1)
  }

  /// Source samples per world pixel along each source axis.
  func scale(atX x: Double, y: Double) -> (u: Double, v: Double)? {
    guard let west = pixel(atX: x - 0.5, y: y), let east = pixel(atX: x + 0.5, y: y),
      let north = pixel(atX: x, y: y - 0.5), let south = pixel(atX: x, y: y + 0.5)
    else { return nil }
    func length(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
    return (
      u: length(east.x - west.x, south.x - north.x), v: length(east.y - west.y, south.y - north.y)
    )
  }
}
