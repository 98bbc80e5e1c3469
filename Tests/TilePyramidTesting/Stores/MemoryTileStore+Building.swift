public import Georeferencing
package import RasterSources
import TileImaging
public import TileModel
public import TilePyramid
import TileStorage

extension MemoryTileStore {
  /// Builds the pyramid of an image into memory.
  ///
  /// - Parameters:
  ///   - source: The image.
  ///   - georeference: Where it is.
  ///   - options: What is made of it.
  ///   - name: The name of the layer.
  /// - Throws: What planning and building throw.
  public convenience init(
    building source: SyntheticRaster, at georeference: Georeference,
    options: PyramidOptions = PyramidOptions(), name: String = "Test"
  ) throws {
    try self.init(building: source as any RasterSource, at: georeference, options, name: name)
  }

  package convenience init(
    building source: any RasterSource, at georeference: Georeference,
    _ options: PyramidOptions = PyramidOptions(), name: String = "Test"
  ) throws {
    let plan = try PyramidPlan(for: source, georeference: georeference, options: options)
    let folder = try TemporaryDirectory()
    let builder = PyramidBuilder(
      source: source, plan: plan, effort: .fast,
      resources: BuildResources(in: folder, threads: 2))
    self.init()
    let record = try builder.build(into: self)
    _ = try finish(
      LayerDefinition(
        name: name, tileSize: plan.options.tileSize, bounds: plan.bounds,
        overviewResampling: plan.options.overviewName,
        rendering: LayerDefinition.Rendering(
          of: plan, encoding: PyramidEncoding(.png, effort: .fast)),
        digest: record.digest,
        coverage: record.coverage))
  }

  /// Writes the tiles and the definition as they are, sound or not, to a directory or, when the name
  /// ends so, to a file; nothing may be there.
  ///
  /// - Throws: `TileStorageError`; also without a definition, since no store is without one.
  public func write(to path: String) throws {
    guard let definition else {
      throw TileStorageError.notAStore(path: "memory", found: "tiles without a layer definition")
    }
    let writer = try StoreFormat(path: path).makeWriter(
      WritingRequest(
        .output(path: path, replaces: false, keepsOthers: false),
        layout: DirectoryTileWriter.Layout(
          template: try TileTemplate(path: "{z}/{x}/{y}.{ext}", format: definition.format),
          scheme: definition.scheme),
        resuming: nil, isCancelled: { false }))
    for (tile, bytes) in tiles.sorted(by: { $0.key < $1.key }) { try writer.write(bytes, at: tile) }
    _ = try writer.finish(definition)
  }
}

extension Georeference {
  /// The georeference of an image whose upper left corner is that of a tile, with pixels of the
  /// tile's zoom.
  ///
  /// Such an image is copied bit for bit.
  ///
  /// - Parameters:
  ///   - tile: The tile at the image's upper left corner.
  ///   - tileSize: The size of tiles.
  /// - Returns: The position in EPSG:3857.
  public static func aligned(to tile: TileCoordinate, tileSize: TileSize = .standard)
    -> Georeference
  {
    let resolution = WebMercator.extent / Double(tileSize.rawValue << tile.zoom)
    let side = resolution * Double(tileSize.rawValue)
    return Georeference(
      crs: .webMercator,
      pixelToCRS: .affine(
        AffineTransform.northUp(
          Double(tile.x) * side - WebMercator.halfExtent,
          WebMercator.halfExtent - Double(tile.y) * side, step: resolution)))
  }
}
