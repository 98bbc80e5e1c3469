import Georeferencing
import TileImaging
import TileModel
public import TileStorage

/// A picture of a whole pyramid: a row for each zoom, with its tiles in place.
///
/// A level is reduced to fit its row and never enlarged. One with too many tiles is shown by a shallower
/// zoom, at most in full size, and the sheet says so. Plain grey means no tile, a checkerboard shows
/// through transparency, and a cross is a tile that cannot be decoded.
public struct ContactSheet: Sendable {
  /// Title, such as the path.
  public var title: String
  /// Tiles to be marked.
  public var marks: [TileMark] = []
  /// The width of a row's tiles in pixels.
  public var rowWidth = 1120
  /// The height of a row's tiles in pixels.
  public var rowHeight = 384
  /// Largest number of tiles that are read for a row.
  public var tilesPerRow = 1024

  /// Creates a sheet.
  public init(title: String) { self.title = title }

  /// Draws a pyramid.
  ///
  /// - Parameter store: The tiles.
  /// - Returns: The drawing, with at most about ``rowHeight`` + 60 rows for each zoom.
  /// - Throws: `TileStorageError` when the store cannot be read. A tile that cannot be decoded is
  ///   shown as such.
  public func draw(_ store: any TileReader) throws(TileStorageError) -> PictureDrawing {
    let coverage = TileCoverage(try store.coordinates())
    let tileSize = try Self.tileSize(of: store, coverage: coverage)
    let zooms = Set(coverage.levels.map(\.zoom)).union(marks.map(\.tile.zoom)).sorted()
    var rows: [SheetRow] = []
    for zoom in zooms {
      rows.append(
        SheetRow(
          zoom: zoom, coverage: coverage, tileSize: tileSize,
          marks: marks.filter { $0.tile.zoom == zoom },
          limits: .init(width: rowWidth, height: rowHeight, tiles: tilesPerRow)))
    }
    let layout = SheetLayout(rows: rows)
    var drawing = PictureDrawing(size: layout.size)
    header(
      on: &drawing, coverage: coverage, tileSize: tileSize,
      format: store.definition?.formatName ?? store.format?.rawValue)
    for (row, top) in zip(rows, layout.tops) {
      try row.draw(store, on: &drawing, left: SheetLayout.tilesLeft, top: top)
    }
    return drawing
  }

  private func header(
    on drawing: inout PictureDrawing, coverage: TileCoverage, tileSize: Int, format: String?
  ) {
    let left = Double(PictureStyle.margin)
    drawing.write(
      PictureText.shortened(title, to: 72), at: PixelPoint(x: left, y: 50),
      height: PictureStyle.title, PictureStyle.ink)
    let zooms = coverage.levels.map(\.zoom)
    var facts = [PictureText.count(coverage.tileCount, "tile")]
    if let first = zooms.first, let last = zooms.last {
      facts.append(first == last ? "zoom \(first)" : "zooms \(first)-\(last)")
      facts.append("\(tileSize) × \(tileSize) pixels")
    }
    if let format { facts.append(format.uppercased()) }
    drawing.write(
      facts.joined(separator: ", "), at: PixelPoint(x: left, y: 76), height: PictureStyle.text,
      PictureStyle.quiet)
    if coverage.levels.isEmpty {
      drawing.write(
        "there are no tiles", at: PixelPoint(x: left, y: 100), height: PictureStyle.text,
        PictureStyle.fault)
    }
    guard !marks.isEmpty else { return }
    let faults = marks.count { $0.severity == .fault }
    let parts = [
      faults == 0 ? nil : PictureText.count(faults, "fault"),
      faults == marks.count ? nil : PictureText.count(marks.count - faults, "warning"),
    ].compactMap(\.self)
    drawing.write(
      parts.joined(separator: ", ") + " marked", at: PixelPoint(x: left + 560, y: 76),
      height: PictureStyle.text, faults == 0 ? PictureStyle.notice : PictureStyle.fault)
  }

  /// From the definition, or else from the first tile that can be decoded.
  private static func tileSize(
    of store: any TileReader, coverage: TileCoverage
  ) throws(TileStorageError) -> Int {
    if let definition = store.definition { return definition.tileSize.rawValue }
    for tile in coverage.tiles.prefix(8) {
      if let bytes = try store.tile(at: tile), let image = SheetRow.decoded(bytes) {
        return max(image.width, 1)
      }
    }
    return TileSize.standard.rawValue
  }
}

/// Layout of a sheet's rows.
struct SheetLayout {
  static let tilesLeft = PictureStyle.margin + 216
  private static let headerHeight = 112
  private static let gap = 34

  let size: PixelSize
  let tops: [Int]

  init(rows: [SheetRow]) {
    var tops: [Int] = []
    var y = Self.headerHeight
    for row in rows {
      tops.append(y)
      y += max(row.size.height, SheetRow.wordsHeight) + Self.gap
    }
    self.tops = tops
    let widest = rows.map(\.size.width).max() ?? 0
    size = PixelSize(
      width: max(Self.tilesLeft + widest + PictureStyle.margin, 960),
      height: max(y, Self.headerHeight))
  }
}
