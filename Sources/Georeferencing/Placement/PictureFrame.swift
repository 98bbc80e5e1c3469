/// The picture that viewers show of an image, and how it lies among the samples that the file stores.
///
/// Programs of geographic information count stored samples, whatever the orientation in the file says;
/// everything else in this package counts those of the picture.
package struct PictureFrame: Hashable, Sendable {
  package let size: PixelSize
  /// How stored samples become the picture.
  package let orientation: ImageOrientation

  /// Puts both together.
  package init(size: PixelSize, orientation: ImageOrientation) {
    (self.size, self.orientation) = (size, orientation)
  }

  /// The size as the file stores the image.
  package var storedSize: PixelSize { orientation.size(of: size) }

  /// Where a position among the stored samples is in the picture.
  package func shown(_ stored: PixelPoint) -> PixelPoint {
    let mirrored = mirrored(stored)
    return orientation.swapsAxes ? PixelPoint(x: mirrored.y, y: mirrored.x) : mirrored
  }

  /// Where a position in the picture is among the stored samples.
  package func stored(_ shown: PixelPoint) -> PixelPoint {
    mirrored(orientation.swapsAxes ? PixelPoint(x: shown.y, y: shown.x) : shown)
  }

  /// The map from the picture, of a map from stored samples.
  package func shown(_ transform: AffineTransform) -> AffineTransform {
    var result = mirrored(transform)
    if orientation.swapsAxes { result.swapAxes() }
    return result
  }

  /// The map from stored samples, of a map from the picture.
  package func stored(_ transform: AffineTransform) -> AffineTransform {
    var result = transform
    if orientation.swapsAxes { result.swapAxes() }
    return mirrored(result)
  }

  /// The stored position that a mirroring of stored rows and columns takes a position to, and back.
  private func mirrored(_ point: PixelPoint) -> PixelPoint {
    PixelPoint(
      x: orientation.mirrorsColumns ? Double(storedSize.width) - point.x : point.x,
      y: orientation.mirrorsRows ? Double(storedSize.height) - point.y : point.y)
  }

  /// The map from mirrored stored samples, of a map from stored samples, and back.
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
