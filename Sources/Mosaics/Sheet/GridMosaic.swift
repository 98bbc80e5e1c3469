import Georeferencing
import RasterSources
import TileModel

/// The images of a mosaic on one pixel grid, as one georeferenced raster.
struct GridMosaic {
  let raster: ImageMosaic
  let georeference: Georeference

  /// Largest distance of an image from the common grid, in pixels.
  ///
  /// Numbers in files are often rounded at the sixth decimal.
  static let tolerance = 0.01

  static func sheets(
    of images: [OpenedMember], apart: Bool, path: String, skipping skipped: SkippedImages?
  ) throws -> [GridMosaic] {
    var grids: [Grid] = []
    for (index, image) in images.enumerated()
    where apart || !grids.contains(where: { $0.add(image, index: index) }) {
      grids.append(Grid(image, index: index))
    }
    if apart {
      // Each is warped by itself, in the order of painting.
    } else if grids.count > 1, let order = order(of: grids, images) {
      grids = order.map { grids[$0] }
    } else if grids.count > 1 {
      // Two grids lie over each other both ways, so that neither is the lower one.
      grids = images.enumerated().map { Grid($0.element, index: $0.offset) }
    }
    return try grids.map { try $0.sheet(path: path, skipping: skipped) }
  }

  func georeferenced(summary: String, warnings: [String]) -> GeoreferencedImage {
    GeoreferencedImage(
      raster: raster, resolved: ResolvedGeoreference(georeference, summary, warnings: warnings))
  }

  private static func order(of grids: [Grid], _ images: [OpenedMember]) -> [Int]? {
    var gridOfImage = [Int](repeating: 0, count: images.count)
    for (number, grid) in grids.enumerated() {
      for place in grid.places { gridOfImage[place.index] = number }
    }
    // True if a grid has to be below another.
    var above = [Set<Int>](repeating: [], count: grids.count)
    let bounds = images.map { $0.georeference.roughBounds(of: $0.member.size) }
    BoundsSweep.forEachMeeting(bounds) { lower, upper in
      let (a, b) = (gridOfImage[lower], gridOfImage[upper])
      if a != b { above[a].insert(b) }
    }
    var belowCount = [Int](repeating: 0, count: grids.count)
    for set in above { for grid in set { belowCount[grid] += 1 } }
    var order: [Int] = []
    var ready = grids.indices.filter { belowCount[$0] == 0 }
    while let grid = ready.first {
      ready.removeFirst()
      order.append(grid)
      for upper in above[grid].sorted() {
        belowCount[upper] -= 1
        if belowCount[upper] == 0 { ready.append(upper) }
      }
    }
    return order.count == grids.count ? order : nil
  }
}

/// A pixel grid while its images are collected.
private final class Grid {
  struct Place {
    let image: OpenedMember
    let index: Int
    let column: Int
    let row: Int
  }

  private(set) var places: [Place]
  private let crs: String
  private let affine: AffineTransform?

  init(_ image: OpenedMember, index: Int) {
    places = [Place(image: image, index: index, column: 0, row: 0)]
    crs = image.georeference.crs.definition
    if case .affine(let affine) = image.georeference.pixelToCRS, affine.determinant != 0 {
      self.affine = affine
    } else {
      affine = nil
    }
  }

  func add(_ image: OpenedMember, index: Int) -> Bool {
    guard let affine, case .affine(let other) = image.georeference.pixelToCRS,
      let offset = affine.offset(of: other, size: image.member.size),
      crs == image.georeference.crs.definition
    else { return false }
    places.append(Place(image: image, index: index, column: offset.column, row: offset.row))
    return true
  }

  func sheet(path: String, skipping skipped: SkippedImages?) throws -> GridMosaic {
    let left = places.reduce(Int.max) { min($0, $1.column) }
    let top = places.reduce(Int.max) { min($0, $1.row) }
    let right = places.reduce(Int.min) { max($0, $1.column + $1.image.member.size.width) }
    let bottom = places.reduce(Int.min) { max($0, $1.row + $1.image.member.size.height) }
    let size = PixelSize(width: right - left, height: bottom - top)
    guard max(size.width, size.height) <= ListedImage.longestSide else {
      throw FailureReport.tooFarApart(path, columns: Double(size.width), rows: Double(size.height))
    }
    let members = places.map { place in
      var member = place.image.member
      (member.column, member.row) = (place.column - left, place.row - top)
      return member
    }
    let raster = ImageMosaic(
      members, size: size, path: places.count == 1 ? members[0].path : path, skipping: skipped)
    // The numbers of an image that is in the corner are not computed again.
    let corner = places.first { $0.column == left && $0.row == top }
    var georeference = (corner ?? places[0]).image.georeference
    if corner == nil, case .affine(var moved) = georeference.pixelToCRS {
      let origin = moved.apply(
        PixelPoint(x: Double(left - places[0].column), y: Double(top - places[0].row)))
      (moved.originX, moved.originY) = (origin.x, origin.y)
      georeference = Georeference(crs: georeference.crs, pixelToCRS: .affine(moved))
    }
    georeference = try georeference.normalised(size: size, location: raster.path)
    return GridMosaic(raster: raster, georeference: georeference)
  }
}

extension AffineTransform {
  /// In whole pixels; `nil` off the grid.
  fileprivate func offset(of other: AffineTransform, size: PixelSize) -> (column: Int, row: Int)? {
    func pixel(_ point: CRSPoint) -> (x: Double, y: Double) {
      let (dx, dy) = (point.x - originX, point.y - originY)
      return ((rowY * dx - rowX * dy) / determinant, (columnX * dy - columnY * dx) / determinant)
    }
    let first = pixel(other.apply(PixelPoint(x: 0, y: 0)))
    let last = pixel(other.apply(PixelPoint(x: Double(size.width), y: Double(size.height))))
    let (column, row) = (first.x.rounded(), first.y.rounded())
    guard max(column.magnitude, row.magnitude) < Double(Int32.max),
      max((first.x - column).magnitude, (first.y - row).magnitude) < GridMosaic.tolerance,
      (last.x - column - Double(size.width)).magnitude < GridMosaic.tolerance,
      (last.y - row - Double(size.height)).magnitude < GridMosaic.tolerance,
      // One that is mirrored along the diagonal has the same corners.
      (other.columnX - columnX).magnitude <= 1e-3 * (columnX.magnitude + columnY.magnitude),
      (other.columnY - columnY).magnitude <= 1e-3 * (columnX.magnitude + columnY.magnitude)
    else { return nil }
    return (Int(column), Int(row))
  }
}

extension Georeference {
  func roughBounds(of size: PixelSize) -> MercatorBounds? {
    let (width, height) = (Double(size.width), Double(size.height))
    var points: [MercatorPoint] = []
    for part in [(0.0, 0.0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)] {
      let point = mercator(of: PixelPoint(x: width * part.0 / 2, y: height * part.1 / 2))
      // Missing positions require the full footprint.
      guard point.isFinite else { return footprint(of: size) }
      points.append(point)
    }
    guard var bounds = MercatorBounds(enclosing: points) else { return nil }
    // Between two of these positions an edge is curved by less than this.
    let (across, down) = (bounds.width / 64, bounds.height / 64)
    bounds = MercatorBounds(
      minX: bounds.minX - across, minY: bounds.minY - down, maxX: bounds.maxX + across,
      maxY: bounds.maxY + down)
    return bounds
  }
}

/// Plane sweep for overlapping rectangles.
enum BoundsSweep {
  static func forEachMeeting(_ bounds: [MercatorBounds?], _ body: (Int, Int) -> Void) {
    let order = bounds.indices.filter { bounds[$0] != nil }.sorted {
      (bounds[$0]?.minX ?? 0) < (bounds[$1]?.minX ?? 0)
    }
    var active: [Int] = []
    for number in order {
      guard let own = bounds[number] else { continue }
      active.removeAll { (bounds[$0]?.maxX ?? -.infinity) <= own.minX }
      for other in active {
        guard let its = bounds[other], its.minY < own.maxY, own.minY < its.maxY else { continue }
        body(min(number, other), max(number, other))
      }
      active.append(number)
    }
  }
}
