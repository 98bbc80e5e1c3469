import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Drawings for tests")
struct DrawingTests {
  private let ink = PixelColor(10, 20, 30)

  @Test("A rectangle covers exactly the area of each pixel")
  func rectangle() {
    var canvas = PixelCanvas(size: PixelSize(width: 4, height: 3))
    canvas.fill(rectangle: PixelPoint(x: 0.5, y: 0.25), width: 2, height: 1.5, ink)
    let alphas = (0..<12).map { canvas.draw().samples[4 * $0 + 3] }
    // Columns are covered by 1/2, 1, 1/2, 0 and rows by 3/4, 3/4, 0.
    #expect(alphas == [96, 191, 96, 0, 96, 191, 96, 0, 0, 0, 0, 0])
  }

  @Test("A circle has the area of a circle")
  func circle() {
    var canvas = PixelCanvas(size: PixelSize(width: 64, height: 64))
    canvas.fill(circle: PixelPoint(x: 31.3, y: 32.8), radius: 20.5, ink)
    let samples = canvas.draw().samples
    let area = stride(from: 3, to: samples.count, by: 4).reduce(0.0) { $0 + Double(samples[$1]) }
    // The polygon is inside of the circle by at most 0.05 pixel of its rim of 129 pixels.
    #expect(abs(area / 255 - .pi * 20.5 * 20.5) < 7)
  }

  @Test("Overlapping strokes of one path cover once, holes are left out")
  func windings() {
    var canvas = PixelCanvas(size: PixelSize(width: 20, height: 20))
    let color = PixelColor(0, 0, 0, alpha: 100)
    canvas.stroke(
      [PixelPoint(x: 2, y: 10), PixelPoint(x: 18, y: 10), PixelPoint(x: 2, y: 10)], width: 4, color)
    #expect(canvas.draw().samples[4 * (10 * 20 + 10) + 3] == 100)
    var ring = PixelCanvas(size: PixelSize(width: 20, height: 20))
    let outer = CanvasPath.rectangle(PixelPoint(x: 1, y: 1), width: 18, height: 18)
    let inner = CanvasPath.rectangle(PixelPoint(x: 5, y: 5), width: 10, height: 10)
    ring.fill([outer, inner.reversed()], ink)
    let samples = ring.draw().samples
    #expect(samples[4 * (10 * 20 + 10) + 3] == 0)
    #expect(samples[4 * (3 * 20 + 10) + 3] == 255)
  }

  @Test("Rows are the same in any band", arguments: [1, 7, 64])
  func bands(height: Int) {
    let canvas = FloorPlanDrawing(storey: 1).canvas(pixelsPerMetre: 7.3)
    let whole = canvas.draw().samples
    var banded: [UInt8] = []
    var row = 0
    while row < canvas.height {
      let end = min(row + height, canvas.height)
      banded += canvas.draw(rows: row..<end).samples
      row = end
    }
    #expect(banded == whole)
  }

  @Test("Storeys differ but have the same stairs and lifts, and are transparent outside")
  func storeys() {
    let plans = (0...2).map { FloorPlanDrawing(storey: $0).canvas(pixelsPerMetre: 8).draw() }
    #expect(plans[0] != plans[1] && plans[1] != plans[2])
    // The core is 25...35 m by 4.4...17 m: compare well inside of its walls.
    for y in 40..<130 {
      let row = 4 * (y * plans[0].width + 8 * 25 + 8)..<4 * (y * plans[0].width + 8 * 35 - 8)
      #expect(plans[0].samples[row] == plans[1].samples[row])
      #expect(plans[0].samples[row] == plans[2].samples[row])
    }
    for plan in plans {
      #expect(plan.samples[3] == 0)
      let alphas = Set(stride(from: 3, to: plan.samples.count, by: 4).map { plan.samples[$0] })
      #expect(alphas.contains(255) && alphas.count > 20)
    }
  }

  @Test("Every printable character that plans need has strokes of its own")
  func font() {
    var seen: [Character: [UInt8]] = [:]
    for character in StrokeFont.characters where character != " " {
      var canvas = PixelCanvas(size: PixelSize(width: 40, height: 40))
      canvas.write(String(character), at: PixelPoint(x: 8, y: 28), height: 20, ink)
      let samples = canvas.draw().samples
      #expect(samples.contains { $0 != 0 })
      for (other, pixels) in seen where pixels == samples {
        // Upright bars look alike in any plain font.
        #expect([character, other].allSatisfy("lI|1".contains), "\(character) \(other)")
      }
      seen[character] = samples
    }
    #expect(seen.count >= 80)
  }
}
