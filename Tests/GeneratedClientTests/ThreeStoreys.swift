import Foundation
import Georeferencing
import LayerCodegen
import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// A building of three storeys, drawn, built into a folder of tiles each, and described.
struct ThreeStoreys {
  let folder: TemporaryDirectory
  let definitions: [LayerDefinition]
  let readers: [any TileReader]

  static let center = GeographicCoordinate(latitude: 47.36565, longitude: 8.54585)
  /// Coarse, so that few tiles are made, and of another scale on each floor, as plans are.
  private static let scales = [20.0, 16, 24]

  init() throws {
    folder = try TemporaryDirectory()
    var definitions: [LayerDefinition] = []
    var readers: [any TileReader] = []
    for (storey, scale) in Self.scales.enumerated() {
      let path = folder.path("\(storey)")
      definitions.append(try Self.build(storey: storey, pixelsPerMetre: scale, into: path))
      readers.append(try DirectoryTileReader(path: path))
    }
    self.definitions = definitions
    self.readers = readers
  }

  /// The tile that a path such as `/1/19/274000/183000.png` names.
  func tile(atPath path: String) -> [UInt8]? {
    let numbers = path.split(whereSeparator: { "/.?".contains($0) }).prefix(4).map { Int($0) }
    guard numbers.count == 4, let floor = numbers[0], let zoom = numbers[1], let x = numbers[2],
      let y = numbers[3], readers.indices.contains(floor),
      let tile = TileCoordinate(zoom: zoom, x: x, y: y)
    else { return nil }
    do throws(TileStorageError) {
      return try readers[floor].tile(at: tile)
    } catch {
      return nil
    }
  }

  /// Every address around the tiles of all floors, from one level above to one below.
  var addresses: [TileCoordinate] {
    let levels = definitions.flatMap(\.coverage.levels).map(\.boundingRange)
    let zooms = levels.map(\.zoom)
    guard let first = zooms.min(), let last = zooms.max() else { return [] }
    return ((first - 1)...(last + 1)).flatMap { zoom in
      let boxes = levels.filter { $0.zoom == min(max(zoom, first), last) }
        .map { $0.ancestor(levels: min(max(zoom, first), last) - zoom) }
      let x = boxes.map(\.x).reduce(boxes[0].x) {
        min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
      }
      let y = boxes.map(\.y).reduce(boxes[0].y) {
        min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
      }
      return Array(
        TileRange(
          zoom: zoom, x: (x.lowerBound - 2)..<(x.upperBound + 2),
          y: (y.lowerBound - 2)..<(y.upperBound + 2)))
    }
  }

  private static func build(
    storey: Int, pixelsPerMetre: Double, into path: String
  ) throws -> LayerDefinition {
    let source = SyntheticRaster.floorPlan(storey: storey, pixelsPerMetre: pixelsPerMetre)
    let plan = try PyramidPlan(
      for: source, georeference: georeference(of: source.size, pixelsPerMetre: pixelsPerMetre),
      options: PyramidOptions())
    let floor = "\(storey)"
    let writer = try DirectoryTileWriter(
      path: path,
      layout: DirectoryTileWriter.Layout(
        template: try TileTemplate(path: "{z}/{x}/{y}.png", format: .png)))
    let scratch = try TemporaryDirectory()
    let record = try PyramidBuilder(
      source: source, plan: plan, effort: .fast,
      resources: BuildResources(threads: 2, scratch: ScratchDirectory(path: scratch.path))
    ).build(into: writer)
    let definition = LayerDefinition(
      name: "Floor \(storey)",
      urlTemplate: try TileTemplate(
        url: "{floor}/{z}/{x}/{y}.{ext}", floor: floor, format: .png),
      bounds: plan.bounds,
      floor: LayerDefinition.Floor(id: floor, level: FloorLevel(halves: 2 * storey)),
      digest: record.digest, coverage: record.coverage)
    _ = try writer.finish(definition)
    return definition
  }

  /// The plan rotated by 23 degrees about its middle.
  private static func georeference(of size: PixelSize, pixelsPerMetre: Double) -> Georeference {
    let middle = WebMercator.project(center)
    let unit = WebMercator.scaleFactor(atY: middle.y) / pixelsPerMetre
    let (sine, cosine) = (sin(23 * Double.pi / 180) * unit, cos(23 * Double.pi / 180) * unit)
    let (x, y) = (Double(size.width) / 2, Double(size.height) / 2)
    return Georeference(
      crs: .webMercator,
      pixelToCRS: .affine(
        AffineTransform(
          originX: middle.x - cosine * x + sine * y, originY: middle.y + sine * x + cosine * y,
          columnX: cosine, columnY: -sine, rowX: -sine, rowY: -cosine)))
  }
}
