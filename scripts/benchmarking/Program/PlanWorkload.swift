import PyramidPictures
import TilePyramidTesting

/// A synthetic floor plan of any size with as much detail to a pixel as a real one.
///
/// It shows the storeys of an invented building side by side, with transparent paper between them.
/// The same size gives the same samples on every machine.
struct PlanWorkload {
  private static let pixelsPerMetre = 64.0
  /// Number of different sheets before they repeat, so that few tiles are alike.
  private static let storeys = 24
  let side: Int
  private let sheets: [PixelCanvas]

  init(side: Int) {
    self.side = side
    let sample = FloorPlanDrawing(storey: 0).canvas(pixelsPerMetre: Self.pixelsPerMetre)
    let across = (side + sample.width - 1) / sample.width
    let down = (side + sample.height - 1) / sample.height
    sheets = (0..<min(Self.storeys, across * down)).map {
      FloorPlanDrawing(storey: $0, bearing: Double(15 * $0))
        .canvas(pixelsPerMetre: Self.pixelsPerMetre)
    }
  }

  func draw(_ y: Int, count: Int, into out: UnsafeMutablePointer<UInt8>) {
    guard let first = sheets.first else { return }
    out.update(repeating: 0, count: 4 * side * count)
    let across = (side + first.width - 1) / first.width
    let part = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * first.width * count)
    defer { part.deallocate() }
    var top = y
    while top < y + count {
      let band = top / first.height
      let bottom = min(y + count, (band + 1) * first.height)
      for column in 0..<across {
        // Offsets of whole bands put different storeys below one another.
        let sheet = sheets[(band * 7 + column) % sheets.count]
        let rows = top - band * first.height..<bottom - band * first.height
        sheet.draw(rows: rows, into: part)
        let left = column * first.width
        let width = min(first.width, side - left)
        for row in 0..<rows.count {
          (out + 4 * ((top - y + row) * side + left)).update(
            from: part + 4 * row * first.width, count: 4 * width)
        }
      }
      top = bottom
    }
  }
}
