package import Georeferencing
import Platform
package import RasterSources
package import TileModel

/// Coverage and pixel grids of several images of one picture.
package struct MosaicSummary: Hashable, Sendable {
  package struct Grid: Hashable, Sendable {
    package let imageCount: Int
    /// Their system.
    package let crs: String
    /// The smallest rectangle of pixels that holds them.
    package let size: PixelSize
    /// The size of a pixel on the ground, in metres, in its middle.
    package let metresPerPixel: PixelResolution
    /// The size of a pixel in projected metres, the smaller one.
    package let projectedMetresPerPixel: Double
  }

  package let imageCount: Int
  package let grids: [Grid]
  /// Fraction of the covered area with several images, 0...1.
  package let overlapFraction: Double
  /// Fraction of holes in the area of images and holes, 0...1.
  package let holeFraction: Double
  /// A position in the largest of these areas.
  package let hole: GeographicCoordinate?

  /// Lattice positions along the longer side.
  private static let latticeSide = 1024
  /// Bounds the work where many grids overlap.
  private static let probeLimit = 1 << 24

  /// Surveys a picture, `nil` for a single image.
  ///
  /// Areas are measured on a lattice of 1024 positions along the longer side, so that narrower ones may be
  /// missed.
  package init?(of image: GeoreferencedImage) {
    let sheets = image.grids
    let mosaics = sheets.compactMap { $0.raster as? ImageMosaic }
    guard mosaics.count == sheets.count else { return nil }
    imageCount = mosaics.reduce(0) { $0 + $1.members.count }
    grids = zip(sheets, mosaics).map { sheet, mosaic in
      let step = sheet.georeference.projectedResolution(at: mosaic.size.center)
      return Grid(
        imageCount: mosaic.members.count, crs: sheet.georeference.crs.identifier, size: mosaic.size,
        metresPerPixel: sheet.georeference.groundResolution(at: mosaic.size.center),
        projectedMetresPerPixel: min(step.perColumn, step.perRow))
    }
    var lattice = Lattice(
      image.resolved.georeference.footprint(of: image.raster.size), side: Self.latticeSide)
    var probes = Self.probeLimit
    for (sheet, mosaic) in zip(sheets, mosaics) {
      lattice.add(mosaic, sheet.georeference, &probes)
    }
    let areas = lattice.areas()
    overlapFraction = areas.overlap
    holeFraction = areas.hole
    hole = areas.position.map { WebMercator.unproject($0).onGlobe }
  }
}

/// Positions of a picture with the number of images at each.
private struct Lattice {
  private let bounds: MercatorBounds
  private let columns: Int
  private let rows: Int
  private var counts: [UInt8]

  init(_ bounds: MercatorBounds?, side: Int) {
    let bounds = bounds ?? MercatorBounds(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let step = max(bounds.width, bounds.height) / Double(side)
    self.bounds = bounds
    columns = max(1, Int((bounds.width / step).rounded(.up)))
    rows = max(1, Int((bounds.height / step).rounded(.up)))
    counts = [UInt8](repeating: 0, count: columns * rows)
  }

  private func position(_ column: Int, _ row: Int) -> MercatorPoint {
    MercatorPoint(
      x: bounds.minX + bounds.width * (Double(column) + 0.5) / Double(columns),
      y: bounds.maxY - bounds.height * (Double(row) + 0.5) / Double(rows))
  }

  mutating func add(_ mosaic: ImageMosaic, _ georeference: Georeference, _ probes: inout Int) {
    guard let inverse = georeference.pixelToCRS.inverse,
      let own = georeference.footprint(of: mosaic.size)?.intersection(bounds)
    else { return }
    func index(_ part: Double, _ count: Int) -> Int {
      min(max(Int(part * Double(count)), 0), count)
    }
    let across =
      index(
        (own.minX - bounds.minX) / bounds.width, columns)..<min(
        columns, index((own.maxX - bounds.minX) / bounds.width, columns) + 1)
    let down =
      index(
        (bounds.maxY - own.maxY) / bounds.height, rows)..<min(
        rows, index((bounds.maxY - own.minY) / bounds.height, rows) + 1)
    for row in down {
      for column in across where probes > 0 {
        probes -= 1
        guard let pixel = inverse.apply(georeference.crs.point(ofMercator: position(column, row))),
          pixel.x >= 0, pixel.y >= 0, pixel.x < Double(mosaic.size.width),
          pixel.y < Double(mosaic.size.height)
        else { continue }
        let count = mosaic.imageCount(atColumn: Int(pixel.x), row: Int(pixel.y))
        counts[row * columns + column] = UInt8(
          clamping: Int(counts[row * columns + column]) + count)
      }
    }
  }

  func areas() -> (overlap: Double, hole: Double, position: MercatorPoint?) {
    let covered = counts.count { $0 > 0 }
    let several = counts.count { $0 > 1 }
    var seen = counts.map { $0 > 0 }
    // Holes connected with the edge of the picture are outside.
    for column in 0..<columns {
      _ = fill(column, &seen)
      _ = fill((rows - 1) * columns + column, &seen)
    }
    for row in 0..<rows {
      _ = fill(row * columns, &seen)
      _ = fill(row * columns + columns - 1, &seen)
    }
    var (hole, largest, position) = (0, 0, nil as MercatorPoint?)
    for start in seen.indices where !seen[start] {
      let cells = fill(start, &seen)
      hole += cells.count
      if cells.count > largest {
        largest = cells.count
        let middle = cells[cells.count / 2]
        position = self.position(middle % columns, middle / columns)
      }
    }
    let all = max(1, covered + hole)
    return (Double(several) / Double(max(1, covered)), Double(hole) / Double(all), position)
  }

  private func fill(_ start: Int, _ seen: inout [Bool]) -> [Int] {
    guard !seen[start] else { return [] }
    seen[start] = true
    var found = [start]
    var next = 0
    while next < found.count {
      let (row, column) = found[next].quotientAndRemainder(dividingBy: columns)
      next += 1
      for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let (x, y) = (column + dx, row + dy)
        guard (0..<columns).contains(x), (0..<rows).contains(y), !seen[y * columns + x] else {
          continue
        }
        seen[y * columns + x] = true
        found.append(y * columns + x)
      }
    }
    return found
  }
}
