import Foundation
import Georeferencing
import PyramidPictures
import Testing
import TileModel

@Suite("Frames of a building's floors")
struct FloorFrameTests {
  /// A rectangle around a position in projected metres, rotated clockwise, from its top left corner.
  private func outline(
    _ x: Double, _ y: Double, width: Double, height: Double, bearing: Double = 0
  ) -> [GeographicCoordinate] {
    let (sine, cosine) = (sin(bearing * .pi / 180), cos(bearing * .pi / 180))
    return [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)].map { right, up in
      let (a, b) = (right * width / 2, up * height / 2)
      return WebMercator.unproject(
        MercatorPoint(x: x + a * cosine + b * sine, y: y - a * sine + b * cosine))
    }
  }

  private func metres(_ a: GeographicCoordinate, _ b: GeographicCoordinate) -> Double {
    let (a, b) = (WebMercator.project(a), WebMercator.project(b))
    return hypot(a.x - b.x, a.y - b.y)
  }

  @Test("The frame of one outline is the outline, whichever side is its top")
  func one() throws {
    for bearing in [0.0, 17, 45, 90, 123.4, 180, 270, 301] {
      let corners = outline(951_234.5, 6_001_234.5, width: 80, height: 50, bearing: bearing)
      let frame = try #require(FloorFrame(around: [corners], resolution: 0.01))
      #expect(frame.size == PixelSize(width: 4096, height: 2560))
      #expect(abs(frame.bearing - bearing) < 1e-6)
      let found = frame.corners
      for (corner, given) in zip(
        [found.topLeft, found.topRight, found.bottomRight, found.bottomLeft], corners)
      {
        #expect(metres(corner, given) < 1e-6)
      }
    }
  }

  @Test("Of several outlines the frame holds all, and is the smallest that is parallel to one")
  func several() throws {
    // A wing at an angle, which a frame along the house holds in less area than one along the wing.
    let house = outline(0, 0, width: 60, height: 40, bearing: 30)
    let wing = outline(5, 5, width: 20, height: 10, bearing: 70)
    for outlines in [[house, wing], [wing, house]] {
      let frame = try #require(FloorFrame(around: outlines, resolution: 0.05))
      #expect(frame.size == PixelSize(width: 1200, height: 800))
      // The top is the side that is closest to that of the first.
      let top = (outlines[0] == house ? 30.0 : 70)
      let turn = abs((frame.bearing - top + 540).truncatingRemainder(dividingBy: 360) - 180)
      #expect(turn < 45)
    }
  }

  @Test("A frame that looks north is on samples of the grid, and no larger than it must be")
  func aligned() throws {
    let resolution = WebMercator.extent / Double(256 << 16)
    for shift in [0.0, 0.4] {
      let left = (1000 + shift) * resolution - WebMercator.halfExtent
      let corners = outline(
        left + 50 * resolution, left + 20 * resolution, width: 100 * resolution,
        height: 40 * resolution)
      let frame = try #require(FloorFrame(around: [corners], resolution: resolution))
      let more = shift == 0 ? 0 : 1
      #expect(frame.size == PixelSize(width: 100 + more, height: 40 + more))
      let sample = (frame.transform.originX + WebMercator.halfExtent) / resolution
      #expect(abs(sample - 1000) < 1e-4)
    }
    // Nothing is cut off a frame for which whole samples would take a pixel too many.
    let middle = 0.4 * resolution
    let wide = outline(middle, middle, width: 4096 * resolution, height: 10 * resolution)
    let frame = try #require(FloorFrame(around: [wide], resolution: resolution))
    #expect(frame.size.width == 4096)
    #expect(metres(frame.corners.topLeft, wide[0]) < resolution)
    #expect(abs(frame.corners.topLeft.longitude - wide[0].longitude) < 1e-9)
  }

  @Test("Across the antimeridian a frame is continuous, and its corners are within 180 degrees")
  func antimeridian() throws {
    let corners = [(1.0, 179.999), (1.0, -179.999), (0.999, -179.999), (0.999, 179.999)].map {
      GeographicCoordinate(latitude: $0, longitude: $1)
    }
    let frame = try #require(FloorFrame(around: [corners], resolution: 1))
    #expect((222...225).contains(frame.size.width) && (111...113).contains(frame.size.height))
    #expect(frame.corners.topLeft.longitude > 179.99)
    #expect(frame.corners.topRight.longitude < -179.99)
  }

  @Test("Nothing has no frame")
  func nothing() {
    #expect(FloorFrame(around: [], resolution: 1) == nil)
    let point = GeographicCoordinate(latitude: 1, longitude: 2)
    #expect(FloorFrame(around: [[point, point]], resolution: 1) == nil)
  }
}
