public import TileLayers
import TileModel

#if canImport(Darwin)
  public import MapKit
#else
  public import Foundation
#endif

extension MKTileOverlay {
  /// The overlay's tiles as a layer for `TileLayers.MapSnapshotter`.
  ///
  /// The layer loads as a map would: on any thread, several tiles at once, rows as `isGeometryFlipped`
  /// says, and nothing outside `boundingMapRect` and the levels. It keeps the overlay alive, and copies its
  /// current properties.
  ///
  /// ``TileOverlayError/noTile(location:)``, or neither data nor an error, means that there is no tile. Any
  /// other error, and a time-out after `requestTimeout`, means that it is unavailable. The layer then
  /// pauses by its `TileLayers.RetryPolicy`. It is not part of MapKit.
  ///
  /// - Parameters:
  ///   - contentScaleFactor: The pixels along a point that paths carry.
  ///   - options: Options of the layer. Its transport and its over-zoom are not used, since MapKit shows
  ///     nothing beyond `maximumZ`.
  /// - Returns: The layer. Its tiles are as large as the width of `tileSize`, 256 or 512. Other widths
  ///   count as the nearer of the two.
  public func tileLayer(
    contentScaleFactor: CGFloat = 1, options: TileLayer.Options = TileLayer.Options()
  ) -> TileLayer {
    var ending = options
    ending.overzoom = 0
    let source = OverlaySource(
      overlay: self, isFlipped: isGeometryFlipped, contentScaleFactor: contentScaleFactor)
    return TileLayer(
      LayerInformation(
        name: "\(type(of: self))", tileSize: tileSize.width < 384 ? .standard : .large,
        extent: TileExtent(mapRect: boundingMapRect, minimumZ: minimumZ, maximumZ: maximumZ)),
      options: ending, asynchronous: { await source.answer(for: $0, within: options) })
  }
}

/// Loads an overlay's tiles.
///
/// SAFETY: MapKit requires overlays to be thread-safe, since maps load their tiles on several threads at
/// once.
private struct OverlaySource: @unchecked Sendable {
  let overlay: MKTileOverlay
  let isFlipped: Bool
  let contentScaleFactor: CGFloat

  /// Waits at most `requestTimeout`.
  func answer(
    for tile: TileCoordinate, within options: TileLayer.Options
  ) async -> TileAnswer<EncodedTile> {
    let deadline = options.clock.now + options.requestTimeout
    return await withTaskGroup(of: TileAnswer<EncodedTile>.self) { group in
      group.addTask { await load(tile) }
      group.addTask {
        do {
          try await options.clock.sleep(until: deadline)
          return .unavailable(.timedOut(location: "tile \(tile)"))
        } catch {
          return .unavailable(.cancelled)
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? .unavailable(.cancelled)
    }
  }

  private func load(_ tile: TileCoordinate) async -> TileAnswer<EncodedTile> {
    let path = MKTileOverlayPath(
      x: tile.x, y: isFlipped ? tile.tmsRow : tile.y, z: tile.zoom,
      contentScaleFactor: contentScaleFactor)
    do {
      return .tile(EncodedTile([UInt8](try await overlay.loadTile(at: path))))
    } catch TileOverlayError.noTile {
      return .absent
    } catch TileOverlayError.unavailable(let reason) {
      return .unavailable(reason)
    } catch {
      return .unavailable(.other(error.localizedDescription))
    }
  }
}

extension TileExtent {
  /// Wraps beyond the eastern edge of the world.
  fileprivate init(mapRect: MKMapRect, minimumZ: Int, maximumZ: Int) {
    let zooms = max(minimumZ, 0)...max(min(maximumZ, TileCoordinate.maximumZoom), max(minimumZ, 0))
    guard minimumZ <= maximumZ, minimumZ <= TileCoordinate.maximumZoom, maximumZ >= 0,
      mapRect.minX.isFinite, mapRect.minY.isFinite, mapRect.width > 0, mapRect.height > 0
    else {
      self = .exactly(TileCoverage(ranges: []))
      return
    }
    self = .within(zooms: zooms, bounds: GeographicBounds(mapRect))
  }
}

extension GeographicBounds {
  fileprivate init?(_ rect: MKMapRect) {
    let world = MKMapRect.world
    let isWide = rect.width >= world.width
    if isWide, rect.minY <= world.minY, rect.maxY >= world.maxY { return nil }
    func y(_ value: Double) -> Double { min(max(value, world.minY), world.maxY) }
    // The western edge is taken into the world, the eastern one follows it.
    let west = isWide ? 0 : rect.minX - (rect.minX / world.width).rounded(.down) * world.width
    let reach = isWide ? world.width : west + rect.width
    let east = reach > world.width ? reach - world.width : reach
    let northWest = MKMapPoint(x: west, y: y(rect.minY)).coordinate
    let southEast = MKMapPoint(x: east, y: y(rect.maxY)).coordinate
    self.init(
      west: northWest.longitude, south: southEast.latitude, east: southEast.longitude,
      north: northWest.latitude)
  }
}
