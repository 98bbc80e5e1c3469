import CLibOpenJPEG

/// The samples of one component in a block; they belong to the codec.
struct JPEG2000Plane {
  private let samples: UnsafePointer<Int32>
  private let width: Int
  private let height: Int
  private let columnStep: Int
  private let rowStep: Int
  /// Position of the first sample, in samples of the component at the image's resolution.
  private let firstColumn: Int
  private let firstRow: Int
  /// Start of the image on the grid of its resolution.
  private let startColumn: Int
  private let startRow: Int

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

  func holds(_ grid: BlockGrid, column: Int, row: Int) -> Bool {
    width >= grid.columns(of: column).count && height >= grid.rows(of: row).count
  }

  var isDense: Bool { columnStep == 1 }

  /// Rows count from the image's start, at its resolution.
  func row(_ row: Int) -> UnsafePointer<Int32> {
    let index = (startRow + row) / rowStep - firstRow
    return samples + min(max(index, 0), height - 1) * width
  }

  func index(ofColumn column: Int) -> Int {
    min(max((startColumn + column) / columnStep - firstColumn, 0), width - 1)
  }
}
