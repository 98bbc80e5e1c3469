package import Georeferencing
import Platform
import TileModel

/// The map from world pixels of one zoom to raster positions.
///
/// Every form is a function of absolute world pixels alone, anchored once per georeference and
/// zoom. A sample is the same in every window.
package struct GridMapping: Sendable {
  /// The special forms of a map.
  package enum Form: Sendable {
    /// World pixel (originX + i, originY + j) is raster sample (i, j): nothing is resampled.
    case aligned(originX: Int, originY: Int)
    /// Columns depend on x alone and rows on y alone, both ascending: rows can stream.
    case separable
    /// Straight and parallel lines stay so.
    case affine
    case general
  }

  /// Shift of the grid around the globe in projected metres: half the world for an image across the
  /// antimeridian, else 0.
  private let gridShift: Double
  package let form: Form
  private let grid: TileGrid
  private let zoom: Int
  private let crs: CoordinateReferenceSystem
  private let inverse: InversePixelTransform?
  /// A world pixel near the middle of the image, which keeps the precision of differences.
  private let anchorX: Double
  private let anchorY: Double
  private let anchorPixel: PixelPoint
  /// Raster samples per world pixel: du/dx, du/dy, dv/dx, dv/dy; used by the affine forms.
  private let jacobian: (ux: Double, uy: Double, vx: Double, vy: Double)
  private let latitudeRow: LatitudeRows?

  /// The rows of a north-up raster that is linear in latitude.
  private struct LatitudeRows: Sendable {
    let originLatitude: Double
    let rowsPerDegree: Double
  }

  init(
    georeference: Georeference, size: PixelSize, grid: TileGrid, zoom: Int, gridShift: Double = 0
  ) {
    self.grid = grid
    self.gridShift = gridShift
    self.zoom = zoom
    crs = georeference.crs
    inverse = georeference.pixelToCRS.inverse
    let middle = PixelPoint(x: Double(size.width) / 2, y: Double(size.height) / 2)
    var position = georeference.mercator(of: middle)
    position.x -= gridShift
    let center = grid.worldPixel(of: position, atZoom: zoom)
    anchorX = position.isFinite ? center.x.rounded(.down) : 0
    anchorY = position.isFinite ? center.y.rounded(.down) : 0
    var anchor = grid.mercator(of: WorldPixelPoint(x: anchorX, y: anchorY), atZoom: zoom)
    anchor.x += gridShift
    let anchorPixel = georeference.pixel(ofMercator: anchor) ?? middle
    self.anchorPixel = anchorPixel
    let resolution = grid.resolution(atZoom: zoom)

    guard case .affine(let affine) = georeference.pixelToCRS else {
      form = .general
      jacobian = (0, 0, 0, 0)
      latitudeRow = nil
      return
    }
    let determinant = affine.determinant
    switch georeference.crs {
    case .webMercator:
      latitudeRow = nil
      // World pixels run south, projected metres north: y changes sign.
      jacobian = (
        ux: affine.rowY / determinant * resolution, uy: affine.rowX / determinant * resolution,
        vx: -affine.columnY / determinant * resolution,
        vy: -affine.columnX / determinant * resolution
      )
      let skewAcross = abs(jacobian.uy) / abs(jacobian.ux) * Double(size.height) / abs(jacobian.vy)
      let skewDown = abs(jacobian.vx) / abs(jacobian.vy) * Double(size.width) / abs(jacobian.ux)
      let isNorthUp =
        jacobian.ux > 0 && jacobian.vy > 0 && skewAcross < Self.tolerance
        && skewDown < Self.tolerance
      guard isNorthUp else {
        form = .affine
        return
      }
      let left = anchorX - anchorPixel.x / jacobian.ux
      let top = anchorY - anchorPixel.y / jacobian.vy
      let right = left + Double(size.width) / jacobian.ux
      let bottom = top + Double(size.height) / jacobian.vy
      let isOnGrid = [left, top, right, bottom].allSatisfy {
        abs($0 - $0.rounded()) < Self.tolerance
      }
      let isNative =
        Int(right.rounded()) - Int(left.rounded()) == size.width
        && Int(bottom.rounded()) - Int(top.rounded()) == size.height
      form =
        isOnGrid && isNative
        ? .aligned(originX: Int(left.rounded()), originY: Int(top.rounded())) : .separable
    case .other:
      form = .general
      jacobian = (0, 0, 0, 0)
      latitudeRow = nil
    case .geographic:
      let isNorthUp =
        affine.columnX > 0 && affine.rowY < 0
        && abs(affine.rowX * Double(size.height)) < Self.tolerance * affine.columnX
        && abs(affine.columnY * Double(size.width)) < Self.tolerance * -affine.rowY
      form = isNorthUp ? .separable : .general
      let degreesPerPixel = resolution / WebMercator.halfExtent * 180
      jacobian = (ux: degreesPerPixel / affine.columnX, uy: 0, vx: 0, vy: 0)
      latitudeRow = LatitudeRows(originLatitude: affine.originY, rowsPerDegree: -1 / affine.rowY)
    }
  }

  /// Tolerance in samples of the result, for corners off the grid and for rows off the horizontal.
  static let tolerance = 0.001

  /// Separable forms only.
  func column(atX x: Double) -> Double { anchorPixel.x + (x - anchorX) * jacobian.ux }

  /// Separable forms only.
  func row(atY y: Double) -> Double {
    guard let latitudeRow else { return anchorPixel.y + (y - anchorY) * jacobian.vy }
    let projected = grid.mercator(of: WorldPixelPoint(x: 0, y: y), atZoom: zoom)
    let latitude = WebMercator.unproject(projected).latitude
    return (latitudeRow.originLatitude - latitude) * latitudeRow.rowsPerDegree
  }

  package func pixel(atX x: Double, y: Double) -> PixelPoint? {
    switch form {
    case .aligned(let originX, let originY):
      return PixelPoint(x: x - Double(originX), y: y - Double(originY))
    case .separable: return PixelPoint(x: column(atX: x), y: row(atY: y))
    case .affine:
      let dx = x - anchorX
      let dy = y - anchorY
      return PixelPoint(
        x: anchorPixel.x + (dx * jacobian.ux + dy * jacobian.uy),
        y: anchorPixel.y + (dx * jacobian.vx + dy * jacobian.vy))
    case .general:
      var point = grid.mercator(of: WorldPixelPoint(x: x, y: y), atZoom: zoom)
      point.x += gridShift
      return inverse?.apply(crs.point(ofMercator: point))
    }
  }

  /// The derivative in raster samples per world pixel; `nil` unless it is constant.
  var affineJacobian: (ux: Double, uy: Double, vx: Double, vy: Double)? {
    switch form {
    case .aligned: (1, 0, 0, 1)
    case .affine: jacobian
    case .separable: latitudeRow == nil ? jacobian : nil
    case .general: nil
    }
  }
}

extension Georeference {
  /// The georeference of the same picture at another size.
  func resized(from old: PixelSize, to new: PixelSize) -> Georeference {
    let across = Double(old.width) / Double(new.width)
    let down = Double(old.height) / Double(new.height)
    return Georeference(crs: crs, pixelToCRS: pixelToCRS.resized(across: across, down: down))
  }
}
