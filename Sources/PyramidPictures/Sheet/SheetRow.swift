import Georeferencing
import TileImaging
import TileModel
import TileStorage

/// One zoom of a contact sheet.
struct SheetRow {
  struct Limits {
    var width: Int
    var height: Int
    var tiles: Int
  }

  static let wordsHeight = 104

  let zoom: Int
  let size: PixelSize
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let coverage: TileCoverage
  private let tileSize: Int
  private let marks: [TileMark]
  /// This level or the deepest above it with few enough tiles; `nil` without a useful one.
  private let drawnLevel: TileCoverage.Level?
  /// Pixels of the sheet for each pixel of the level.
  private let scale: Double

  init(zoom: Int, coverage: TileCoverage, tileSize: Int, marks: [TileMark], limits: Limits) {
    self.zoom = zoom
    self.coverage = coverage
    self.tileSize = tileSize
    self.marks = marks
    let range = coverage.level(atZoom: zoom)?.boundingRange
    let xs = marks.map(\.tile.x) + (range.map { [$0.x.lowerBound, $0.x.upperBound - 1] } ?? [])
    let ys = marks.map(\.tile.y) + (range.map { [$0.y.lowerBound, $0.y.upperBound - 1] } ?? [])
    columns = (xs.min() ?? 0)..<((xs.max() ?? 0) + 1)
    rows = (ys.min() ?? 0)..<((ys.max() ?? 0) + 1)
    let width = Double(columns.count * tileSize)
    let height = Double(rows.count * tileSize)
    drawnLevel =
      range == nil ? nil : coverage.levels.last { $0.zoom <= zoom && $0.tileCount <= limits.tiles }
    // The tiles of a shallower level are not enlarged: rather is the row smaller.
    let enlargement = drawnLevel.map { Double(1 << (zoom - $0.zoom)) } ?? 1
    scale = min(1 / enlargement, Double(limits.width) / width, Double(limits.height) / height)
    size = PixelSize(
      width: max(1, Int((width * scale).rounded(.up))),
      height: max(1, Int((height * scale).rounded(.up))))
  }

  func draw(
    _ store: any TileReader, on drawing: inout PictureDrawing, left: Int, top: Int
  ) throws(TileStorageError) {
    drawing.picture.fill(
      x: left..<(left + size.width), y: top..<(top + size.height), PictureStyle.faint)
    let level = coverage.level(atZoom: zoom)
    for row in level?.rows ?? [] {
      for run in row.runs {
        drawing.picture.fillCheckered(
          x: edges(run, from: columns, limit: size.width, left),
          y: edges(row.y..<(row.y + 1), from: rows, limit: size.height, top))
      }
    }
    var broken: [TileCoordinate] = []
    if let drawnLevel {
      let (image, faults) = try tiles(of: drawnLevel, store)
      drawing.picture.composite(image, x: left, y: top)
      broken = faults
    }
    lines(on: &drawing, left: left, top: top)
    for tile in broken {
      cross(tile, levelsUp: zoom - tile.zoom, on: &drawing, left: left, top: top)
    }
    for mark in marks { outline(mark, on: &drawing, left: left, top: top) }
    words(on: &drawing, top: top, broken: broken.count)
  }

  private func edges(
    _ range: Range<Int>, from all: Range<Int>, limit: Int, _ origin: Int
  ) -> Range<Int> {
    let unit = Double(tileSize) * scale
    let low = Int((Double(range.lowerBound - all.lowerBound) * unit).rounded(.down))
    let high = Int((Double(range.upperBound - all.lowerBound) * unit).rounded(.up))
    let start = min(max(low, 0), limit - 1)
    return (origin + start)..<(origin + min(max(high, start + 1), limit))
  }

  private func tiles(
    of level: TileCoverage.Level, _ store: any TileReader
  ) throws(TileStorageError) -> (RGBAImage, broken: [TileCoordinate]) {
    let mean = MeanImage(width: size.width, height: size.height)
    var broken: [TileCoordinate] = []
    let levels = zoom - level.zoom
    let unit = Double(tileSize) * scale
    for row in level.rows {
      for x in row.runs.joined() {
        guard let tile = TileCoordinate(zoom: level.zoom, x: x, y: row.y),
          let bytes = try store.tile(at: tile)
        else { continue }
        guard let image = Self.decoded(bytes) else {
          broken.append(tile)
          continue
        }
        let across = unit * Double(1 << levels) / Double(image.width)
        let down = unit * Double(1 << levels) / Double(image.height)
        // A tile of fewer samples than the others would have to be enlarged.
        guard across <= 1, down <= 1 else { continue }
        mean.add(
          image, x: Double(tile.x << levels - columns.lowerBound) * unit,
          y: Double(tile.y << levels - rows.lowerBound) * unit, across: across, down: down)
      }
    }
    return (mean.image, broken)
  }

  static func decoded(_ bytes: [UInt8]) -> RGBAImage? {
    do throws(ImageCodecError) { return try TileDecoder.decode(bytes) } catch { return nil }
  }

  private func rectangle(
    _ tile: TileCoordinate, levelsUp: Int, left: Int, top: Int
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    let unit = Double(tileSize) * scale
    let side = unit * Double(1 << levelsUp)
    return (
      Double(left) + Double(tile.x << levelsUp - columns.lowerBound) * unit,
      Double(top) + Double(tile.y << levelsUp - rows.lowerBound) * unit, side, side
    )
  }

  private func lines(on drawing: inout PictureDrawing, left: Int, top: Int) {
    let unit = Double(tileSize) * scale
    let (width, height) = (Double(size.width), Double(size.height))
    let (x, y) = (Double(left), Double(top))
    let grid = PixelColor(20, 60, 130, alpha: 96)
    // Closer lines would hide the tiles.
    if unit >= 10 {
      for column in 1..<max(columns.count, 1) {
        let position = (x + Double(column) * unit).rounded(.down)
        drawing.fill(rectangle: PixelPoint(x: position, y: y), width: 1, height: height, grid)
      }
      for row in 1..<max(rows.count, 1) {
        let position = (y + Double(row) * unit).rounded(.down)
        drawing.fill(rectangle: PixelPoint(x: x, y: position), width: width, height: 1, grid)
      }
    }
    let frame = PixelColor(90, 100, 120)
    for (x, y, width, height) in [
      (x - 1, y - 1, width + 2, 1.0), (x - 1, y + height, width + 2, 1), (x - 1, y, 1, height),
      (x + width, y, 1, height),
    ] { drawing.fill(rectangle: PixelPoint(x: x, y: y), width: width, height: height, frame) }
  }

  private func cross(
    _ tile: TileCoordinate, levelsUp: Int, on drawing: inout PictureDrawing, left: Int, top: Int
  ) {
    let box = rectangle(tile, levelsUp: levelsUp, left: left, top: top)
    drawing.fill(
      rectangle: PixelPoint(x: box.x, y: box.y), width: box.width, height: box.height,
      PixelColor(206, 30, 44, alpha: 40))
    for (from, to) in [((0.0, 0.0), (1.0, 1.0)), ((1, 0), (0, 1))] {
      drawing.stroke(
        [
          PixelPoint(x: box.x + from.0 * box.width, y: box.y + from.1 * box.height),
          PixelPoint(x: box.x + to.0 * box.width, y: box.y + to.1 * box.height),
        ], width: 1.5, PictureStyle.fault)
    }
  }

  private func outline(_ mark: TileMark, on drawing: inout PictureDrawing, left: Int, top: Int) {
    var box = rectangle(mark.tile, levelsUp: 0, left: left, top: top)
    // A mark is seen even where its tile is not.
    let short = max(0, 8 - box.width) / 2
    box = (box.x - short, box.y - short, box.width + 2 * short, box.height + 2 * short)
    let color = mark.severity == .fault ? PictureStyle.fault : PictureStyle.notice
    let origin = PixelPoint(x: box.x, y: box.y)
    drawing.fill(
      rectangle: origin, width: box.width, height: box.height,
      PixelColor(color.red, color.green, color.blue, alpha: 56),
      title: "\(mark.severity == .fault ? "fault" : "warning"), tile "
        + "\(mark.tile.zoom)/\(mark.tile.x)/\(mark.tile.y)")
    let corners = CanvasPath.rectangle(origin, width: box.width, height: box.height)
    drawing.stroke(corners + [origin], width: 2, color)
  }

  private func words(on drawing: inout PictureDrawing, top: Int, broken: Int) {
    let count = coverage.level(atZoom: zoom)?.tileCount ?? 0
    let reduction = 1 / scale
    var lines: [(String, PixelColor)] = [
      ("\(PictureText.count(count, "tile")) in \(columns.count) × \(rows.count)", PictureStyle.ink),
      ("\(PictureText.metres(groundResolution)) a pixel", PictureStyle.ink),
      ("x \(Self.text(columns))", PictureStyle.quiet), ("y \(Self.text(rows))", PictureStyle.quiet),
      (
        reduction < 1.005 ? "shown in full size" : "shown 1 : \(PictureText.number(reduction))",
        PictureStyle.quiet
      ),
    ]
    if let drawnLevel, drawnLevel.zoom != zoom {
      lines.append(("by the tiles of zoom \(drawnLevel.zoom)", PictureStyle.notice))
    } else if drawnLevel == nil, count > 0 {
      lines.append(("too many tiles to draw", PictureStyle.notice))
    }
    if broken > 0 {
      lines.append(("\(PictureText.count(broken, "tile")) cannot be read", PictureStyle.fault))
    }
    let left = Double(PictureStyle.margin)
    drawing.write(
      "zoom \(zoom)", at: PixelPoint(x: left, y: Double(top) + 13), height: PictureStyle.heading,
      PictureStyle.ink)
    for (index, line) in lines.enumerated() {
      drawing.write(
        line.0, at: PixelPoint(x: left, y: Double(top + 32 + 15 * index)), height: 8.5, width: 1.1,
        line.1)
    }
  }

  private var groundResolution: Double {
    let middle = Double(rows.lowerBound + rows.upperBound) / 2
    let world = Double(1 << zoom)
    let y = WebMercator.halfExtent * (1 - 2 * middle / world)
    return WebMercator.extent / (world * Double(tileSize)) / WebMercator.scaleFactor(atY: y)
  }

  private static func text(_ range: Range<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound - 1)"
  }
}
