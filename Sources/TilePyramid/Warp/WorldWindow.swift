import RasterSources
import TileImaging
import TileModel

/// The samples of the deepest level that a plan renders, whole tiles in world pixels.
struct WorldWindow {
  /// World columns.
  let columns: Range<Int>
  /// World rows.
  let rows: Range<Int>
  /// Samples along one side of a tile.
  let tileSize: Int

  init(range: TileRange, tileSize: Int) {
    self.tileSize = tileSize
    columns = range.x.lowerBound * tileSize..<range.x.upperBound * tileSize
    rows = range.y.lowerBound * tileSize..<range.y.upperBound * tileSize
  }

  /// The classes of a transparent row.
  var blankClasses: [SegmentClass] {
    [SegmentClass](repeating: .empty, count: columns.count / tileSize)
  }

  /// Looks at each tile's segment of a row, in which transparent samples may have colours, which go.
  func clearAndClassify(_ samples: UnsafeMutablePointer<UInt8>) -> [SegmentClass] {
    var classes = classify(samples)
    for index in classes.indices where classes[index] == .mixed {
      let segment = samples + 4 * index * tileSize
      TransparentColor.clear(segment, count: tileSize)
      classes[index] = SegmentClass(scanning: segment, count: tileSize)
    }
    return classes
  }

  /// Looks at each tile's segment of a row.
  func classify(_ samples: UnsafePointer<UInt8>) -> [SegmentClass] {
    (0..<columns.count / tileSize).map {
      SegmentClass(scanning: samples + 4 * $0 * tileSize, count: tileSize)
    }
  }
}

/// Makes the rows of the deepest level, in order.
protocol DeepestRowProducer: AnyObject {
  /// Makes the rows of the window from world row `first` on; a row is valid during the call.
  ///
  /// `skip` is called for each row of the image that is skipped, and often for each that is
  /// clipped; it throws to stop.
  func makeRows(
    from first: Int, skip: () throws -> Void,
    _ body: (_ row: SampleRow, _ worldRow: Int) throws -> Void
  ) throws
  /// A position in the image from which the rows of the window can be made from `worldRow` on, or `nil`
  /// when that takes the whole image.
  func access(forWorldRow worldRow: Int) -> RowAccess?
}
