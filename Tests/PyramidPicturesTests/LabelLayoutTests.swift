import Georeferencing
import PyramidPictures
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Positions of labels")
struct LabelLayoutTests {
  typealias Box = LabelLayout.Box

  @Test("A label is beside its point, on the side that the arrow leaves free")
  func side() {
    for (x, y) in [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)] {
      var layout = LabelLayout(width: 400, height: 300)
      let box = layout.place(
        width: 60, height: 30, at: PixelPoint(x: 200, y: 150), reach: 10,
        away: PixelPoint(x: x, y: y))
      #expect(
        box
          == Box(
            x: x > 0 ? 130 : 210, y: y > 0 ? 110 : 160, width: 60, height: 30))
    }
  }

  @Test("Labels stay in the picture, also at its corners")
  func corners() {
    for (x, y) in [(0.0, 0.0), (400, 0), (0, 300), (400, 300)] {
      for away in [-1.0, 1] {
        var layout = LabelLayout(width: 400, height: 300)
        let box = layout.place(
          width: 60, height: 30, at: PixelPoint(x: x, y: y), reach: 10,
          away: PixelPoint(x: away, y: away))
        #expect(box.x >= 0 && box.x + 60 <= 400 && box.y >= 0 && box.y + 30 <= 300)
      }
    }
  }

  @Test("Labels cover neither each other nor arrows while there is room", arguments: 0..<20)
  func disjoint(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var layout = LabelLayout(width: 900, height: 700)
    func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }
    let points = (0..<8).map { _ in PixelPoint(x: number(50...850), y: number(50...650)) }
    let arrows = points.map { PixelPoint(x: $0.x + number(-40...40), y: $0.y + number(-40...40)) }
    for (point, end) in zip(points, arrows) { layout.reserve(from: point, to: end, margin: 5) }
    var boxes: [Box] = []
    for (point, end) in zip(points, arrows) {
      let box = layout.place(
        width: 70, height: 33, at: point, reach: 10,
        away: PixelPoint(x: end.x - point.x, y: end.y - point.y))
      for other in boxes { #expect(box.overlap(other) == 0) }
      for end in points + arrows {
        #expect(box.overlap(Box(x: end.x - 1, y: end.y - 1, width: 2, height: 2)) == 0)
      }
      boxes.append(box)
    }
  }
}
