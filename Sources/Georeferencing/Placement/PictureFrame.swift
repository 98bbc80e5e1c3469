/// The size and orientation that turn stored pixels into the picture that viewers show.
///
/// GIS programs count stored pixels, whatever the orientation in the file. The rest of this package counts
/// those of the picture.
package struct PictureFrame: Hashable, Sendable {
  package let size: PixelSize
  package let orientation: ImageOrientation

  package init(size: PixelSize, orientation: ImageOrientation) {
    (self.size, self.orientation) = (size, orientation)
  }

  package var storedSize: PixelSize { orientation.size(of: size) }

  package func shown(_ stored: PixelPoint) -> PixelPoint {
    let mirrored = mirrored(stored)
    return orientation.swapsAxes ? PixelPoint(x: mirrored.y, y: mirrored.x) : mirrored
  }

  package func stored(_ shown: PixelPoint) -> PixelPoint {
    mirrored(orientation.swapsAxes ? PixelPoint(x: shown.y, y: shown.x) : shown)
  }

  package func shown(_ transform: AffineTransform) -> AffineTransform {
    var result = mirrored(transform)
    if orientation.swapsAxes { result.swapAxes() }
    return result
  }

  package func stored(_ transform: AffineTransform) -> AffineTransform {
    var result = transform
    if orientation.swapsAxes { result.swapAxes() }
    return mirrored(result)
  }

  /// Its own inverse.
  private func mirrored(_ point: PixelPoint) -> PixelPoint {
    PixelPoint(
      x: orientation.mirrorsColumns ? Double(storedSize.width) - point.x : point.x,
      y: orientation.mirrorsRows ? Double(storedSize.height) - point.y : point.y)
  }

  /// Its own inverse.
  private func mirrored(_ transform: AffineTransform) -> AffineTransform {
    let origin = transform.apply(mirrored(PixelPoint(x: 0, y: 0)))
    var result = transform
    (result.originX, result.originY) = (origin.x, origin.y)
    if orientation.mirrorsColumns {
      (result.columnX, result.columnY) = (-result.columnX, -result.columnY)
    }
    if orientation.mirrorsRows { (result.rowX, result.rowY) = (-result.rowX, -result.rowY) }
    return result
  }
}

extension AffineTransform {
  fileprivate mutating func swapAxes() {
    (columnX, columnY, rowX, rowY) = (rowX, rowY, columnX, columnY)
  }
}
