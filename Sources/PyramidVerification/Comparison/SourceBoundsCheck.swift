import Georeferencing
import RasterSources
import TileModel
import TileStorage

/// Looks for samples of the deepest zoom that show the source outside the stated bounds.
///
/// Programs that take the bounds for the edges of the picture cut such samples off.
struct SourceBoundsCheck {
  let source: VerificationSource
  let setting: WalkSetting
  let metadata: GeographicBounds?

  private static let tileLimit = 64
  /// Rounding of bounds in six decimals, in projected metres.
  private static let slack = 1e-6 / 360 * WebMercator.extent

  func run() throws(TileStorageError) {
    guard setting.collector.wants(.sourceBounds), source.raster.sheets.isEmpty,
      setting.definition?.imageGrid == nil, let inverse = source.georeference.pixelToCRS.inverse,
      let footprint = SourceFootprint(source), footprint.uncertainty == 0,
      var area = footprint.parts.first, footprint.parts.count == 1
    else { return }
    for clip in source.clips {
      guard let box = MercatorBounds(enclosing: clip.polygons.flatMap(\.rings).joined()),
        let common = area.intersection(box)
      else { return }
      area = common
    }
    let reader = try setting.inspection.contents.makeReader()
    for (location, stated) in [
      (setting.inspection.documentLocation ?? "", setting.definition?.bounds),
      ("metadata row bounds", metadata),
    ] {
      guard let stated, stated.west < stated.east, let box = stated.mercatorBounds.first,
        area.intersection(box) != nil
      else { continue }
      for (edge, strip) in Self.strips(of: area, outside: box) {
        guard let tile = try firstTile(showing: strip, reader, inverse) else { continue }
        let cut = edge == "west" || edge == "east" ? strip.width : strip.height
        let samples = cut / TileGrid(tileSize: tileSize).resolution(atZoom: setting.deepest)
        setting.collector.add(
          .sourceBounds, at: location, tile: tile,
          found:
            "\(NumberText.fixed(samples, 2)) samples of the deepest zoom cut off in the \(edge)",
          expected: "bounds that hold the source")
      }
    }
  }

  private var tileSize: TileSize { setting.definition?.tileSize ?? .standard }

  private static func strips(
    of area: MercatorBounds, outside box: MercatorBounds
  ) -> [(edge: String, strip: MercatorBounds)] {
    var (west, east, south, north) = (area, area, area, area)
    west.maxX = box.minX - slack
    east.minX = box.maxX + slack
    south.maxY = box.minY - slack
    north.minY = box.maxY + slack
    return [("west", west), ("east", east), ("south", south), ("north", north)]
      .filter { $0.1.width > 0 && $0.1.height > 0 }
  }

  private func firstTile(
    showing strip: MercatorBounds, _ reader: any StoredTileReader, _ inverse: InversePixelTransform
  ) throws(TileStorageError) -> TileCoordinate? {
    let range = TileGrid().tiles(covering: strip, atZoom: setting.deepest)
    let step = max(1, range.count / Self.tileLimit)
    for number in stride(from: 0, to: range.count, by: step) {
      let tile = TileCoordinate(
        unchecked: range.zoom, x: range.x.lowerBound + number % range.x.count,
        y: range.y.lowerBound + number / range.x.count)
      guard let entry = setting.index.entry(tile.zoom, TileIndex.key(of: tile)),
        let image = try reader.bytes(of: StoredTile(tile, locator: entry.locator)).flatMap(
          DecodedTile.init(decoding:)), let size = TileSize(rawValue: image.side),
        // A tile without alpha shows an unknown colour where the source is transparent.
        image.holdsAlpha || source.raster.header.isOpaque
      else { continue }
      let grid = TileGrid(tileSize: size)
      let (left, top) = (Double(tile.x * image.side), Double(tile.y * image.side))
      for index in 0..<(image.side * image.side) where image.samples[4 * index + 3] > 127 {
        let point = grid.mercator(
          of: WorldPixelPoint(
            x: left + Double(index % image.side) + 0.5, y: top + Double(index / image.side) + 0.5),
          atZoom: tile.zoom)
        guard point.x > strip.minX, point.x < strip.maxX, point.y > strip.minY, point.y < strip.maxY
        else { continue }
        if let pixel = inverse.apply(source.georeference.crs.point(ofMercator: point)),
          pixel.x > 0, pixel.y > 0, pixel.x < Double(source.raster.size.width),
          pixel.y < Double(source.raster.size.height)
        {
          return tile
        }
      }
    }
    return nil
  }
}
