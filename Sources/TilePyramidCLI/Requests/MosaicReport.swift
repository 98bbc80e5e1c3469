import Foundation
import Georeferencing
import Mosaics
import TileModel

/// The coverage of several images of one picture, for `build --dry-run`.
struct MosaicReport: Encodable {
  /// The images on one grid of pixels.
  struct Grid: Encodable {
    var images: Int
    var crs: String
    var width: Int
    var height: Int
    var metresPerPixel: [Double]
    /// With fractions.
    var nativeZoom: Double
  }

  var count: Int
  /// The part of the covered area that several images show.
  var overlapFraction: Double
  /// The part of the area that images surround and none shows.
  var holeFraction: Double
  /// Latitude and longitude of a place in the largest hole.
  var hole: [Double]?
  /// In the order of painting, the lowest first.
  var grids: [Grid]

  init(_ summary: MosaicSummary, tileSize: TileSize) {
    count = summary.imageCount
    overlapFraction = summary.overlapFraction
    holeFraction = summary.holeFraction
    hole = summary.hole.map { [$0.latitude, $0.longitude] }
    let coarsest = TileGrid(tileSize: tileSize).resolution(atZoom: 0)
    grids = summary.grids.map { grid in
      Grid(
        images: grid.imageCount, crs: grid.crs, width: grid.size.width, height: grid.size.height,
        metresPerPixel: [grid.metresPerPixel.perColumn, grid.metresPerPixel.perRow],
        nativeZoom: log2(coarsest / grid.projectedMetresPerPixel))
    }
  }

  private static let listed = 12

  var lines: [String] {
    func percent(_ part: Double) -> String { "\(NumberText.fixed(100 * part, 1)) %" }
    var first = "images      \(count); several show \(percent(overlapFraction)) of the area"
    if let hole {
      let place = hole.map { NumberText.fixed($0, 5) }.joined(separator: ",")
      first += ", holes in it are \(percent(holeFraction)), the largest at \(place)"
    } else {
      first += ", no hole in it"
    }
    var lines = [first]
    for grid in grids.prefix(Self.listed) {
      let metres = grid.metresPerPixel.map { NumberText.fixed($0, 4) }
      lines.append(
        "grid        \(Words.count(grid.images, "image")), \(grid.crs), "
          + "\(grid.width) × \(grid.height) pixels of \(metres.joined(separator: " × ")) m, "
          + "native zoom \(NumberText.fixed(grid.nativeZoom, 2))")
    }
    if grids.count > Self.listed {
      lines.append("grid        and \(grids.count - Self.listed) more")
    }
    return lines
  }
}
