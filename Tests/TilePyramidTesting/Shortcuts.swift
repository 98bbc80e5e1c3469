package import Georeferencing
package import RasterSources
package import TileImaging
package import TileModel
package import TilePyramid
package import TileStorage

extension TileWriter {
  package func write(_ bytes: [UInt8], at coordinate: TileCoordinate) throws(TileStorageError) {
    try write(TileFile(bytes), at: coordinate)
  }
}

extension PyramidRecord {
  package mutating func add(_ bytes: [UInt8], at coordinate: TileCoordinate) {
    add(TileFile(bytes), at: coordinate)
  }
}

extension RasterSource {
  package func makeRowReader(
    scratch: ScratchDirectory, from row: Int
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    try openRows(from: row, scratch: scratch) { false }
  }
}

extension PyramidBuilder {
  package init(
    source: any RasterSource, plan: PyramidPlan, effort: EncodingEffort, resources: BuildResources
  ) {
    self.init(
      source: source, plan: plan, encoding: PyramidEncoding(.png, effort: effort),
      resources: resources)
  }
}

extension TileReader {
  package func allTiles() throws -> [TileCoordinate: [UInt8]] {
    var tiles: [TileCoordinate: [UInt8]] = [:]
    for tile in try coordinates() { tiles[tile] = try self.tile(at: tile) }
    return tiles
  }
}

extension BuildResources {
  package init(in folder: TemporaryDirectory, threads: Int = 2, memoryLimit: Int = 4 << 30) {
    self.init(
      threads: threads, memoryLimit: memoryLimit, scratch: ScratchDirectory(path: folder.path))
  }
}

extension AffineTransform {
  /// Square pixels of a size, without rotation.
  package static func northUp(_ x: Double, _ y: Double, step: Double) -> AffineTransform {
    AffineTransform(originX: x, originY: y, columnX: step, columnY: 0, rowX: 0, rowY: -step)
  }
}

extension PNGDecoder {
  /// The straight samples of a tile.
  package static func samples(_ bytes: [UInt8]) throws -> [UInt8] { try decode(bytes).samples }
}

extension TemporaryDirectory {
  /// Writes an image as a PNG.
  package func write(_ image: RGBAImage, as name: String) throws {
    try makeFolder(above: name)
    try PNGFileWriter.write(image, to: path(name), compression: .fast)
  }

  package func write(_ raster: SyntheticRaster, as name: String) throws {
    try write(RGBAImage(raster), as: name)
  }
}
