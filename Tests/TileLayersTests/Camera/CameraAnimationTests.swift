import Foundation
import Testing
import TileLayers
import TileModel

@Suite("TimingCurve")
struct TimingCurveTests {
  private static let curves: [TimingCurve] = [.linear, .easeIn, .easeOut, .easeInOut]

  @Test("Every curve runs from 0 to 1 and never back", arguments: curves)
  func monotone(curve: TimingCurve) {
    #expect(curve.progress(at: 0) == 0 && curve.progress(at: 1) == 1)
    #expect(curve.progress(at: -1) == 0 && curve.progress(at: 2) == 1)
    var last = 0.0
    for index in 1...1000 {
      let next = curve.progress(at: Double(index) / 1000)
      #expect(next >= last && next <= 1)
      last = next
    }
  }

  @Test("Progress is on the curve of the control points")
  func onTheCurve() {
    let curve = TimingCurve(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
    for t in stride(from: 0.05, to: 1, by: 0.05) {
      let (a, b, c) = (3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t)
      let time = a * 0.25 + b * 0.25 + c
      #expect(abs(curve.progress(at: time) - (a * 0.1 + b + c)) < 1e-12)
    }
  }

  @Test("Easing of a timing curve is slow where it says")
  func easing() {
    #expect(TimingCurve.easeIn.progress(at: 0.1) < 0.05)
    #expect(TimingCurve.easeOut.progress(at: 0.9) > 0.95)
    #expect(abs(TimingCurve.easeInOut.progress(at: 0.5) - 0.5) < 1e-12)
    #expect(TimingCurve.linear.progress(at: 0.3) == 0.3)
  }
}

@Suite("CameraAnimation")
struct CameraAnimationTests {
  private func animation(
    _ start: CameraPosition, _ end: CameraPosition, _ timing: TimingCurve = .linear
  ) -> CameraAnimation {
    CameraAnimation(
      from: start, to: end, startTime: .seconds(10), duration: .seconds(2), timing: timing)
  }

  @Test("A camera animation starts and ends exactly at its ends and rests there")
  func ends() {
    var draws = CameraDraws(seed: 61)
    for _ in 0..<200 {
      let (start, end) = (draws.position(zoom: 0...30), draws.position(zoom: 0...30))
      let animation = animation(start, end, .easeInOut)
      #expect(animation.position(at: .seconds(3)) == start)
      #expect(animation.position(at: .seconds(10)) == start)
      #expect(animation.position(at: .seconds(12)) == end)
      #expect(animation.position(at: .seconds(99)) == end)
      #expect(!animation.isFinished(at: .milliseconds(11_999)))
      #expect(animation.isFinished(at: .seconds(12)))
    }
  }

  @Test("Zoom, angle and bearing change linearly, the bearing by the smaller rotation")
  func linear() {
    let start = CameraPosition(
      latitude: 0, longitude: 0, zoom: 16, bearing: 350, viewingAngle: 60)
    let end = CameraPosition(latitude: 0, longitude: 0, zoom: 18, bearing: 20, viewingAngle: 20)
    let middle = animation(start, end).position(at: .seconds(11))
    #expect(middle.zoom == 17 && middle.viewingAngle == 40)
    #expect(abs(middle.bearing - 5) < 1e-12)
    let back = animation(end, start).position(at: .milliseconds(10_500))
    #expect(abs(back.bearing - 12.5) < 1e-12)
  }

  @Test("The target crosses the antimeridian when that is the short way")
  func antimeridian() {
    let start = CameraPosition(latitude: 0, longitude: 170, zoom: 5)
    let animation = animation(start, start.with(target: .init(latitude: 0, longitude: -170)))
    #expect(abs(animation.position(at: .milliseconds(10_500)).target.longitude - 175) < 1e-9)
    #expect(abs(animation.position(at: .milliseconds(11_500)).target.longitude + 175) < 1e-9)
  }

  @Test("At one zoom the target moves at a constant pace on the straight line of the map")
  func pan() {
    let start = CameraPosition(latitude: 10, longitude: 20, zoom: 5)
    let end = CameraPosition(latitude: 60, longitude: 50, zoom: 5)
    let quarter = MapPoint(animation(start, end).position(at: .milliseconds(10_500)).target)
    let expected = MapPoint(start.target).interpolated(to: MapPoint(end.target), fraction: 0.25)
    #expect(quarter.distance(to: expected) < 1e-14)
  }

  @Test("The map moves at a constant speed in points while the zoom changes")
  func constantSpeed() {
    let start = CameraPosition(latitude: 48, longitude: 11, zoom: 4)
    let end = CameraPosition(latitude: 49, longitude: 14, zoom: 12)
    let animation = animation(start, end)
    let step = 1e-4
    let speeds = stride(from: 0.0, to: 1, by: 0.05).map { fraction in
      let (one, other) = (
        animation.position(atFraction: fraction), animation.position(atFraction: fraction + step)
      )
      let offset = MapOffset(from: one.target, to: other.target, worldSize: one.worldSize)
      return (offset.east * offset.east + offset.north * offset.north).squareRoot() / step
    }
    // Over a step the scale changes by 2^(8 × 1e-4), 0.06 %.
    for speed in speeds { #expect(abs(speed / speeds[0] - 1) < 1e-3) }
  }

  @Test("A point zoomed about stays where it is in every frame, also tilted")
  func fixedPoint() throws {
    var draws = CameraDraws(seed: 62)
    for _ in 0..<100 {
      let viewport = draws.viewport()
      let start = draws.position(zoom: 16...20)
      let point = draws.point(in: viewport)
      let fixed = try #require(
        ScreenProjection(position: start, viewport: viewport).coordinate(at: point))
      guard abs(fixed.latitude) < 84.9 else { continue }
      let end = CameraUpdate.zoom(by: draws.value(0...3), at: point)
        .applied(to: start, in: viewport)
      let animation = animation(start, end)
      for fraction in stride(from: 0.0, through: 1, by: 0.125) {
        let frame = ScreenProjection(
          position: animation.position(atFraction: fraction), viewport: viewport)
        // Targets are rounded to degrees at zoom 0 to 23.
        #expect(gap(try #require(frame.point(for: fixed)), point) < 1e-5)
      }
    }
  }

  @Test("The animation back takes the same path")
  func reversible() {
    var draws = CameraDraws(seed: 63)
    for _ in 0..<200 {
      let (start, end) = (
        draws.position(zoom: 2...20, tilted: false), draws.position(zoom: 2...20, tilted: false)
      )
      let fraction = draws.value(0...1)
      let there = animation(start, end).position(atFraction: fraction)
      let back = animation(end, start).position(atFraction: 1 - fraction)
      #expect(abs(there.zoom - back.zoom) < 1e-12)
      let gap = MapOffset(from: there.target, to: back.target, worldSize: 2)
      #expect(abs(gap.east) < 1e-9 && abs(gap.north) < 1e-9)
    }
  }

  @Test("No frame tilts more than its zoom allows")
  func angleLimit() {
    let steep = CameraPosition(latitude: 0, longitude: 0, zoom: 18, viewingAngle: 65)
    let flat = CameraPosition(latitude: 0, longitude: 0, zoom: 3, viewingAngle: 30)
    for fraction in stride(from: 0.0, through: 1, by: 0.01) {
      let frame = animation(steep, flat).position(atFraction: fraction)
      #expect(frame.viewingAngle <= CameraPosition.maximumViewingAngle(atZoom: frame.zoom))
    }
  }
}
