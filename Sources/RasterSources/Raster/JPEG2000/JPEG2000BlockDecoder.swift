import CLibOpenJPEG

/// Decodes blocks of an image of a codestream; belongs to one thread at a time.
final class JPEG2000BlockDecoder: SurveyedBlockDecoder {
  private let image: JPEG2000Image
  private let file: InputFile
  private let structureLimit: Int
  private let converter: SampleConverter
  private let row: JPEG2000RowBuffer
  /// The tile whose blocks are decoded, where it has several.
  private var open: (tile: Int, codec: JPEG2000Codec)?

  /// - Throws: ``RasterError`` when the file cannot be opened.
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

  /// Decodes the samples of a block and calls `body` with those of each band.
  private func withComponents(
    column: Int, row blockRow: Int,
    _ body: ([JPEG2000Plane], JPEG2000RowBuffer) -> Void
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

/// The samples of one component in a block.
struct JPEG2000Plane {
  private let samples: UnsafePointer<Int32>
  private let width: Int
  private let height: Int
  private let columnStep: Int
  private let rowStep: Int
  /// The position of its first sample, in samples of the image at full resolution for the component.
  private let firstColumn: Int
  private let firstRow: Int
  /// Where the image begins on the grid of its resolution.
  private let startColumn: Int
  private let startRow: Int

  /// `nil` where the library has decoded nothing.
  init?(
    _ decoded: opj_image_comp_t, _ component: JPEG2000Codestream.Component, _ image: JPEG2000Image,
    firstColumn: Int, firstRow: Int
  ) {
    guard let data = decoded.data, decoded.w > 0, decoded.h > 0 else { return nil }
    samples = UnsafePointer(data)
    width = Int(decoded.w)
    height = Int(decoded.h)
    columnStep = component.columnStep
    rowStep = component.rowStep
    func first(_ position: Int, step: Int) -> Int {
      JPEG2000Axis.reduced((position + step - 1) / step, by: image.halvings)
    }
    self.firstColumn = first(firstColumn, step: columnStep)
    self.firstRow = first(firstRow, step: rowStep)
    startColumn = JPEG2000Axis.reduced(image.codestream.columns.start, by: image.halvings)
    startRow = JPEG2000Axis.reduced(image.codestream.rows.start, by: image.halvings)
  }

  /// Whether it has a sample for every pixel of a block.
  func holds(_ grid: BlockGrid, column: Int, row: Int) -> Bool {
    width >= grid.columns(of: column).count && height >= grid.rows(of: row).count
  }

  /// Whether it has a sample for every pixel, side by side.
  var isDense: Bool { columnStep == 1 }

  /// The samples of a row of the image.
  func row(_ row: Int) -> UnsafePointer<Int32> {
    let index = (startRow + row) / rowStep - firstRow
    return samples + min(max(index, 0), height - 1) * width
  }

  /// The position in a row of the sample for a column of the image.
  func index(ofColumn column: Int) -> Int {
    min(max((startColumn + column) / columnStep - firstColumn, 0), width - 1)
  }
}
