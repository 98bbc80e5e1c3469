import CLibOpenJPEG
import Georeferencing

/// A decoder of the blocks of an image; belongs to one thread at a time.
final class JPEG2000BlockDecoder: SurveyedBlockDecoder {
  private let image: JPEG2000Image
  private let file: InputFile
  private let structureLimit: Int
  private let converter: SampleConverter
  private let row: JPEG2000RowBuffer
  /// The tile under decoding, held only where it is cut into several blocks.
  private var open: (tile: Int, codec: JPEG2000Codec)?

  init(
    _ source: SourceFile, image: JPEG2000Image, rule: SampleRule, structureLimit: Int
  ) throws(RasterError) {
    file = try InputFile(source)
    self.image = image
    self.structureLimit = structureLimit
    let width = image.grid.blockSize.width
    converter = SampleConverter(layout: image.samples.rowLayout, rule: rule, capacity: width)
    row = JPEG2000RowBuffer(image, width: width)
  }

  func decode(
    column: Int, row blockRow: Int, into target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) throws(RasterError) {
    let (grid, converter) = (image.grid, converter)
    let (columns, rows) = (grid.columns(of: column), grid.rows(of: blockRow))
    try withComponents(column: column, row: blockRow) { components, row in
      for y in rows {
        row.fill(from: components, columns: columns, row: y)
        converter.convert(
          StoredRow(start: row.bytes), count: columns.count,
          into: target + (y - rows.lowerBound) * bytesPerRow)
      }
    }
  }

  func survey(
    column: Int, row blockRow: Int, step: Int, into survey: inout SampleSurvey
  ) throws(RasterError) {
    let (grid, converter) = (image.grid, converter)
    let (columns, rows) = (grid.columns(of: column), grid.rows(of: blockRow))
    try withComponents(column: column, row: blockRow) { components, row in
      converter.survey(rows: rows.count, columns: columns.count, step: step, into: &survey) { y in
        row.fill(from: components, columns: columns, row: rows.lowerBound + y)
        return StoredRow(start: row.bytes)
      }
    }
  }

  /// The planes are valid only within `body`.
  private func withComponents(
    column: Int, row blockRow: Int, _ body: ([JPEG2000Plane], JPEG2000RowBuffer) -> Void
  ) throws(RasterError) {
    let (tileColumn, tileRow) = (
      image.columns.tile(ofBlock: column), image.rows.tile(ofBlock: blockRow)
    )
    let tile = tileRow * image.codestream.columns.tileCount + tileColumn
    let codec: JPEG2000Codec
    if let open, open.tile == tile {
      codec = open.codec
    } else {
      // Before another is made: each holds its tile.
      open = nil
      let stream = try JPEG2000TileStream(
        image.codestream, column: tileColumn, row: tileRow, of: file,
        structureLimit: structureLimit)
      codec = try JPEG2000Codec(
        stream, components: image.decodedComponents, halvings: image.halvings, path: file.path)
    }
    // The library forgets which components are wanted after the first area.
    if !(image.columns.isOfTiles && image.rows.isOfTiles), image.decodedComponents == nil {
      open = (tile, codec)
    }
    let columns = image.columns.area(of: image.grid.columns(of: column), inBlock: column)
    let rows = image.rows.area(of: image.grid.rows(of: blockRow), inBlock: blockRow)
    do throws(RasterError) {
      let components = try codec.decode(columns: columns, rows: rows)
      let numbers = image.decodedComponents ?? Array(image.codestream.components.indices)
      let planes = try image.samples.components.map { component throws(RasterError) in
        guard let index = numbers.firstIndex(of: component), index < components.count,
          let plane = JPEG2000Plane(
            components[index], image.codestream.components[component], image,
            firstColumn: columns.lowerBound, firstRow: rows.lowerBound)
        else { throw .corrupt(path: file.path, detail: "a tile lacks a component") }
        return plane
      }
      guard planes.first?.holds(image.grid, column: column, row: blockRow) ?? false else {
        throw .corrupt(path: file.path, detail: "a tile of another size than the header states")
      }
      body(planes, row)
      // The samples belong to the codec.
      withExtendedLifetime(codec) {}
    } catch {
      open = nil
      throw error
    }
  }
}
