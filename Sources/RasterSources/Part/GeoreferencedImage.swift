public import Georeferencing

/// An image that was opened, and its georeference.
public struct GeoreferencedImage: Sendable {
  package let raster: any RasterSource
  /// The georeference and its origin.
  public let resolved: ResolvedGeoreference

  package init(raster: any RasterSource, resolved: ResolvedGeoreference) {
    (self.raster, self.resolved) = (raster, resolved)
  }

  package var frame: PictureFrame {
    PictureFrame(size: raster.size, orientation: raster.orientation)
  }
}
