import Foundation
import GoogleMapsCompatibility
import Testing
import TilePyramidTesting

@Suite("Lengths along paths")
struct PathLengthTests {
  private static let kinds: [GMSLengthKind] = [.geodesic, .rhumb, .projected]
  private let degree = kGMSEarthRadius * .pi / 180

  private func path(_ positions: [(Double, Double)]) -> GMSMutablePath {
    let path = GMSMutablePath()
    for position in positions { path.addLatitude(position.0, longitude: position.1) }
    return path
  }

  private func randomPath(
    _ count: Int, using generator: inout SeededGenerator
  ) -> GMSMutablePath {
    path(
      (0..<count).map { _ in
        (.random(in: -80...80, using: &generator), .random(in: -180...180, using: &generator))
      })
  }

  @Test("Lengths are those of haversines, and of a meridian integrated on the map")
  func knownLengths() {
    // Great circles by haversines; rhumb and projected lengths with the integral of the secant by
    // Simpson's rule.
    let known: [((Double, Double), (Double, Double), [Double])] = [
      (
        (49.26, -123.11), (51.05, -114.05),
        [674_950.816_080_471_6, 675_365.977_322_413_7, 0.052_672_752_363_610_19]
      ),
      (
        (37.7749, -122.4194), (35.6762, 139.6503),
        [8_274_626.667_527_824, 8_730_015.508_301_213, 0.544_251_708_639_566_6]
      ),
      (
        (51.127, 1.338), (50.964, 1.853),
        [40_307.720_082_374_14, 40_307.802_138_646_85, 0.003_203_214_780_772_12]
      ),
    ]
    for (start, end, lengths) in known {
      let (there, back) = (path([start, end]), path([end, start]))
      for (kind, length) in zip(Self.kinds, lengths) {
        #expect(abs(there.length(of: kind) / length - 1) < 1e-9, "\(kind) from \(start)")
        #expect(abs(back.length(of: kind) / length - 1) < 1e-9, "\(kind) to \(start)")
      }
    }
    // Ed Williams' Aviation Formulary gives 2144 and 2164.6 nautical miles, of a minute of arc each.
    let flight = path([(33 + 57 / 60.0, -118.4), (40 + 38 / 60.0, -73 - 47 / 60.0)])
    #expect(abs(flight.length(of: .geodesic) / degree * 60 - 2144) < 0.5)
    #expect(abs(flight.length(of: .rhumb) / degree * 60 - 2164.6) < 0.05)
  }

  @Test("Parallels, meridians and poles have the lengths of the sphere")
  func parallels() {
    let parallel = path([(60, 0), (60, 90)])
    #expect(abs(parallel.length(of: .rhumb) / (45 * degree) - 1) < 1e-12)
    #expect(abs(parallel.length(of: .projected) - 0.5) < 1e-12)
    let angle = acos(0.75) / .pi * 180
    #expect(abs(parallel.length(of: .geodesic) / (angle * degree) - 1) < 1e-12)
    // Almost a parallel, where a difference of rounded logarithms has no digits left.
    for rise in [1e-13, 1e-11, 1e-9, 1e-7] {
      let almost = path([(60, 0), (60 + rise, 90)])
      #expect(abs(almost.length(of: .rhumb) / (45 * degree) - 1) < 1e-8, "\(rise)")
    }
    // A meridian is a great circle, and a pole is reached along one.
    let meridian = path([(-30, 20), (50, 20)])
    for kind in [GMSLengthKind.geodesic, .rhumb] {
      #expect(abs(meridian.length(of: kind) / (80 * degree) - 1) < 1e-12)
      let pole = path([(0, 0), (90, 60)])
      #expect(abs(pole.length(of: kind) / (90 * degree) - 1) < 1e-12)
    }
    // The short way crosses the antimeridian.
    for kind in Self.kinds {
      let across = path([(10, 170), (-5, -170)]).length(of: kind)
      #expect(abs(across / path([(10, -10), (-5, 10)]).length(of: kind) - 1) < 1e-12)
    }
  }

  @Test("A metre on the map is one at the equator")
  func equatorMetre() {
    let equator = path([(0, -7), (0, 13)])
    let projected = equator.length(of: .projected)
    #expect(abs(equator.length(of: .rhumb) * kGMSEquatorProjectedMeter / projected - 1) < 1e-12)
    #expect(abs(kGMSEquatorProjectedMeter * 20_015_115 - 1) < 1e-7)
    // At 60 degrees, half as many metres are as long on the map.
    let north = path([(60, -7), (60, 13)])
    #expect(abs(north.length(of: .projected) / projected - 1) < 1e-12)
    #expect(abs(north.length(of: .rhumb) / equator.length(of: .rhumb) - 0.5) < 1e-12)
  }

  @Test("The lengths of lines add up, and great circles are the shortest", arguments: kinds)
  func sums(kind: GMSLengthKind) {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<50 {
      let path = randomPath(6, using: &generator)
      var sum = 0.0
      for index in 1..<path.count() {
        let line = GMSMutablePath()
        line.add(path.coordinate(at: index - 1))
        line.add(path.coordinate(at: index))
        sum += line.length(of: kind)
        #expect(line.length(of: .rhumb) >= line.length(of: .geodesic) - 1e-6)
      }
      #expect(abs(path.length(of: kind) / sum - 1) < 1e-12)
      #expect(GMSGeometryLength(path) == path.length(of: .geodesic))
    }
    #expect(GMSPath().length(of: kind) == 0 && path([(1, 2)]).length(of: kind) == 0)
  }

  @Test("The lines that a length covers lead back to the length", arguments: kinds)
  func segments(kind: GMSLengthKind) {
    var generator = SeededGenerator(seed: 32)
    for _ in 0..<50 {
      let path = randomPath(6, using: &generator)
      let total = path.length(of: kind)
      #expect(path.segments(forLength: total, kind: kind) == 5)
      #expect(path.segments(forLength: total * 1.5, kind: kind) == 5)
      var former = 0.0
      for step in 1..<40 {
        let length = total * Double(step) / 40
        let segments = path.segments(forLength: length, kind: kind)
        #expect(segments > former && segments < 5)
        former = segments
        // The whole lines, and the fraction of the next.
        let whole = segments.rounded(.down)
        let (begun, next) = (GMSMutablePath(), GMSMutablePath())
        for index in 0...UInt(whole) { begun.add(path.coordinate(at: index)) }
        for index in [UInt(whole), UInt(whole) + 1] { next.add(path.coordinate(at: index)) }
        let back =
          begun.length(of: kind) + (segments - whole) * next.length(of: kind)
        #expect(abs(back / length - 1) < 1e-9)
      }
    }
    let equator = path([(0, 0), (0, 10), (0, 10), (0, 40), (0, 40)])
    let tenth = equator.length(of: kind) / 40
    for (length, segments) in [(0.0, 0.0), (5, 0.5), (25, 2.5), (40, 4), (41, 4), (-1, 0)] {
      #expect(abs(equator.segments(forLength: length * tenth, kind: kind) - segments) < 1e-9)
    }
    #expect(equator.segments(forLength: .nan, kind: kind) == 0)
    #expect(equator.segments(forLength: .infinity, kind: kind) == 4)
    #expect(path([(1, 2)]).segments(forLength: 1, kind: kind) == 0)
    // Invalid positions are not drawn, and count for nothing.
    let damaged = path([(0, 0), (.nan, 0), (0, 10), (91, 0), (0, 30)])
    #expect(abs(damaged.length(of: kind) / tenth - 30) < 1e-9)
    #expect(abs(damaged.segments(forLength: 20 * tenth, kind: kind) - 1.5) < 1e-9)
  }

  @Test("Styles begin after the offset, whatever repetition it is in")
  func offsets() {
    let equator = path([(0, 0), (0, 7), (0, 30), (0, 31)])
    let styles = [UIColor.red, .green, .blue].map(GMSStrokeStyle.solidColor)
    let parts = [3.0, 0, 4, 2]
    /// The style of the repeated lengths at a distance from their start, counted part by part.
    func expected(_ distance: Double) -> Int {
      var (part, left) = (0, distance)
      // Twelve parts bring lengths and styles back to the start.
      if left < 0 { left += (-left / 27).rounded(.up) * 27 }
      while left >= parts[part % 4] { (left, part) = (left - parts[part % 4], part + 1) }
      return part % 3
    }
    let lengths = parts.map { NSNumber(value: $0 * degree) }
    for offset in [0, 1, 3, 3.5, 8, 9, 10, 13, 26.5, 27, 100, 2_700_001, -1, -13] {
      let spans = GMSStyleSpansOffset(equator, styles, lengths, .rhumb, offset * degree)
      #expect(spans.allSatisfy { $0.segments > 0 })
      #expect(abs(spans.reduce(0) { $0 + $1.segments } - 3) < 1e-6)
      for place in stride(from: 0.25, to: 31, by: 0.5) {
        var left = equator.segments(forLength: place * degree, kind: .rhumb)
        let span = spans.first { span in
          left -= span.segments
          return left < 0
        }
        #expect(span?.style === styles[expected(offset + place)], "\(place) after \(offset)")
      }
    }
    for number in [Double.nan, .infinity] {
      let spans = GMSStyleSpansOffset(equator, styles, lengths, .rhumb, number)
      #expect(
        spans.map(\.segments) == GMSStyleSpans(equator, styles, lengths, .rhumb).map(\.segments))
    }
    #expect(GMSStyleSpansOffset(equator, [], lengths, .rhumb, 1).isEmpty)
    #expect(GMSStyleSpansOffset(equator, styles, [], .rhumb, 1).isEmpty)
  }
}
