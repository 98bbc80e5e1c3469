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
