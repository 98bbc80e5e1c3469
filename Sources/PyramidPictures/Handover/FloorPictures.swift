import Georeferencing
import Platform
package import TileImaging
package import TileLayers
import TileModel
package import TileStorage

/// Pictures of a building's floors in one frame, for platforms that take no tiles.
package struct FloorPictures: Sendable {
  package let frame: FloorFrame
  let layers: [StoredLayers.Layer]

  /// Frames floors at the resolution of the deepest of them, or that of the largest picture.
  ///
  /// The picture begins at the top of the floor at `entrance`.
  package init?(of layers: [StoredLayers.Layer], entrance: Int) {
    self.layers = layers
    var outlines = layers.map(\.definition.frameOutline)
    outlines.swapAt(0, entrance)
    let finest = layers.map { layer in
      TileGrid(tileSize: layer.definition.tileSize).resolution(atZoom: layer.definition.maximumZoom)
    }.min()
    guard let finest, let frame = FloorFrame(around: outlines, resolution: finest) else {
      return nil
    }
    self.frame = frame
  }

  /// Draws a floor from its tiles, transparent where there is none.
  @available(*, noasync)
  package func image(of index: Int) throws(MapSnapshotError) -> RGBAImage {
    let layer = layers[index]
    let viewport = Viewport(
      size: ScreenSize(width: Double(frame.size.width), height: Double(frame.size.height)))
    let camera = CameraPosition(
      target: frame.center, zoom: log2(WebMercator.extent / frame.resolution / 256),
      bearing: frame.bearing)
    // The deepest zoom is enlarged for floors with fewer zooms.
    var tiles = TileLayer.Options()
    tiles.overzoom = TileCoordinate.maximumZoom
    let source = TileLayer(LayerInformation(layer.definition), options: tiles, reader: layer.reader)
    var options = MapSnapshotter.Options(camera: camera, viewport: viewport)
    options.takesFinerLevel = true
    return try MapSnapshotter([SnapshotLayer(source, opacity: 1)]).waitForImage(options)
  }
}
