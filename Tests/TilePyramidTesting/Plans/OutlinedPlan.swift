import Foundation
package import Georeferencing
package import TileImaging
package import TileModel
import PyramidPictures

/// A plan of a building drawn by chance, with the building's outline on the map and its true place.
package struct OutlinedPlan: Sendable {
  package enum Shape: String, CaseIterable, Sendable {
    case irregular, lShape, uShape, tShape, notched
    /// The same when rotated by half a turn.
    case rectangle, square, zShape, cross
    /// A rectangle with a bay that is hardly wider than what outlines leave out.
    case nearlySymmetric
    /// Drawn without a part of the building.
    case partial
    /// The outline is that of another building.
    case other

    /// Whether one place of the plan alone is right.
    package var hasOnePlace: Bool {
      switch self {
      case .irregular, .lShape, .uShape, .tShape, .notched: true
      default: false
      }
    }
  }

  package let shape: Shape
  /// The outline as a map has it, in projected metres.
  package let outline: [MercatorPoint]
  package let image: RGBAImage
  /// Longest extent of the building in metres.
  package let length: Double
  /// Corners of the drawn building in pixels of the plan, with their true places on the map.
  package let corners: [(pixel: PixelPoint, place: MercatorPoint)]
  package let description: String

  private typealias Spot = SIMD2<Double>

  package init(_ shape: Shape, seed: UInt64) {
    var random = SeededGenerator(
      seed: seed &* 1_000_003 &+ UInt64(Shape.allCases.firstIndex(of: shape) ?? 0))
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
    func between(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

    // The building in metres, y up.
    let size = between(14...120)
    let building = Self.corners(of: shape, size: size, &random)
    let drawn = shape == .partial ? Self.part(of: building, share: between(0.35...0.7)) : building
    let mapped = shape == .other ? Self.corners(of: .irregular, size: size, &random) : building
    var length = 0.0
    for a in building { for b in building { length = max(length, Self.length(a - b)) } }

    // The map: rotated, and traced by hand.
    let latitude = between(-58...58)
    let origin = WebMercator.project(
      GeographicCoordinate(latitude: latitude, longitude: between(-170...170)))
    let east = 1 / cos(latitude * .pi / 180)
    let ground = GroundMetres(latitude: latitude)
    let turn = between(0...(2 * .pi))
    func place(_ spot: Spot) -> MercatorPoint {
      let (x, y) = (
        spot.x * cos(turn) - spot.y * sin(turn), spot.x * sin(turn) + spot.y * cos(turn)
      )
      return MercatorPoint(x: origin.x + x * ground.x * east, y: origin.y + y * ground.y * east)
    }
    let tracing = between(0...0.0025) * length
    outline = mapped.map { place($0 + Spot(between(-1...1), between(-1...1)) * tracing) }

    // The sheet, rotated by any angle.
    let side = between(700...1900)
    let scale = between(0.4...0.66) * side / length
    let angle = chance(0.25) ? 0 : chance(0.4) ? between(-0.05...0.05) : between(0...(2 * .pi))
    let middle =
      (building.reduce(building[0]) { Spot(min($0.x, $1.x), min($0.y, $1.y)) }
        + building.reduce(building[0]) { Spot(max($0.x, $1.x), max($0.y, $1.y)) }) / 2
    let sheet = Spot(side, side * between(0.8...1))
    let (c, s) = (abs(cos(angle)), abs(sin(angle)))
    let (width, height) = (Int(sheet.x * c + sheet.y * s) + 8, Int(sheet.x * s + sheet.y * c) + 8)
    let offset = Spot(between(-0.06...0.06), between(-0.06...0.06)) * side
    /// From the sheet's own pixels, from its middle and y down.
    func onImage(_ spot: Spot) -> PixelPoint {
      PixelPoint(
        x: Double(width) / 2 + spot.x * cos(angle) - spot.y * sin(angle),
        y: Double(height) / 2 + spot.x * sin(angle) + spot.y * cos(angle))
    }
    let own = Double(Int.random(in: 0..<4, using: &random)) * .pi / 2
    func onSheet(_ spot: Spot) -> Spot {
      let (x, y) = ((spot.x - middle.x) * scale, -(spot.y - middle.y) * scale)
      return Spot(x * cos(own) - y * sin(own), x * sin(own) + y * cos(own)) + offset
    }
    func onPlan(_ spot: Spot) -> PixelPoint { onImage(onSheet(spot)) }
    corners = drawn.map { (onPlan($0), place($0)) }
    self.length = length
    self.shape = shape

    let paperLevel = UInt8(between(225...255))
    let paper = PixelColor(paperLevel, paperLevel, paperLevel &- 3)
    let inkLevel = UInt8(between(0...70))
    let ink = PixelColor(inkLevel, inkLevel, inkLevel)
    var canvas = PixelCanvas(size: PixelSize(width: width, height: height))
    let lid: PixelColor =
      chance(0.75)
      ? paper
      : chance(0.5)
        ? PixelColor(30, 30, 32) : PixelColor(190, 190, 195)
    canvas.fill(
      rectangle: PixelPoint(x: 0, y: 0), width: Double(width), height: Double(height), lid)
    let half = sheet / 2
    func box(_ a: Spot, _ b: Spot) -> [PixelPoint] {
      [a, Spot(b.x, a.y), b, Spot(a.x, b.y)].map(onImage)
    }
    canvas.fill(polygon: box(-half, half), paper)
    func line(_ spots: [Spot], _ width: Double, closed: Bool = false) {
      let path = (closed ? spots + [spots[0]] : spots).map(onImage)
      canvas.stroke(path, width: width, ink)
    }
    let thin = max(1, side / 900)

    // Walls, with windows, and rooms with doors, names and furniture.
    let style = Int.random(in: 0..<5, using: &random)
    let wall = between(0.25...0.45)
    let polygon = drawn.map(onPlan)
    if style == 4 || style == 3 {
      canvas.fill(polygon: polygon, PixelColor(205, 222, 240))
    }
    let inner = Self.inset(drawn, wall)
    let isSolid = style == 0 || style == 1 || style == 3
    let sides = Array(zip(drawn, drawn.dropFirst() + drawn.prefix(1)))
    let inners = Array(zip(inner, inner.dropFirst() + inner.prefix(1)))
    for (outer, inner) in zip(sides, inners) {
      let quad = [outer.0, outer.1, inner.1, inner.0].map(onPlan)
      if isSolid { canvas.fill(polygon: quad, ink) }
      line([onSheet(outer.0), onSheet(outer.1)], thin * 1.4)
      if !isSolid && style == 2 { line([onSheet(inner.0), onSheet(inner.1)], thin) }
      let count = Int(Self.length(outer.1 - outer.0) / 4)
      guard isSolid, count > 0, chance(0.9) else { continue }
      for number in 0..<count where chance(0.8) {
        let (a, b) = (
          (Double(number) + 0.25) / Double(count), (Double(number) + 0.7) / Double(count)
        )
        func at(_ t: Double, _ depth: Double) -> Spot {
          let (o, i) = (outer.0 + (outer.1 - outer.0) * t, inner.0 + (inner.1 - inner.0) * t)
          return onSheet(o + (i - o) * depth)
        }
        canvas.fill(
          polygon: [at(a, -0.1), at(b, -0.1), at(b, 1.1), at(a, 1.1)].map(onImage), paper)
        // Doors of the outer walls are open.
        if chance(0.85) {
          line([at(a, 0), at(b, 0)], thin)
          line([at(a, 0.5), at(b, 0.5)], thin)
        }
      }
    }
    Self.drawRooms(
      in: drawn, wall: wall * 0.4 * scale, &random, line: { line($0.map(onSheet), $1) },
      write: { text, spot, size in
        canvas.write(text, at: onPlan(spot), height: size, centered: true, angle: angle, ink)
      })

    // Around it: dimension lines, stairs, trees, a legend, a title block, a frame.
    let lower = drawn.reduce(drawn[0]) { Spot(min($0.x, $1.x), min($0.y, $1.y)) }
    let upper = drawn.reduce(drawn[0]) { Spot(max($0.x, $1.x), max($0.y, $1.y)) }
    let touches = chance(0.3)
    for number in 0..<4 where chance(0.5) {
      let away = between(0.02...0.06) * length
      let isAcross = number % 2 == 0
      let level = number < 2
      let (from, to) = (isAcross ? lower.x : lower.y, isAcross ? upper.x : upper.y)
      let edge = isAcross ? (level ? lower.y : upper.y) : (level ? lower.x : upper.x)
      let at = edge + (level ? -away : away)
      func spot(_ along: Double, _ across: Double) -> Spot {
        onSheet(isAcross ? Spot(along, across) : Spot(across, along))
      }
      line([spot(from, at), spot(to, at)], thin)
      let steps = Int.random(in: 1...5, using: &random)
      for step in 0...steps {
        let along = from + (to - from) * Double(step) / Double(steps)
        let gap = touches ? 0 : (level ? -1 : 1) * 0.3 * away
        line([spot(along, edge + gap), spot(along, at + (at - edge) * 0.2)], thin)
      }
      canvas.write(
        "12.34", at: onImage(spot((from + to) / 2, at)), height: side / 70, angle: angle, ink)
    }
    if chance(0.4), let (a, b) = sides.randomElement(using: &random) {
      // Steps before a door.
      let along = (b - a) / Self.length(b - a)
      let out = Spot(along.y, -along.x)
      let start = a + (b - a) * between(0.2...0.6)
      for tread in 1...3 {
        let deep = out * 0.3 * Double(tread)
        line(
          [start, start + deep, start + along * 1.6 + deep, start + along * 1.6].map(onSheet), thin)
      }
    }
    for _ in 0..<Int.random(in: 0..<9, using: &random) where chance(0.6) {
      let spot = Spot(between(-0.48...0.48) * sheet.x, between(-0.48...0.48) * sheet.y)
      let radius = between(0.008...0.02) * side
      let reach = drawn.map { Self.length(onSheet($0) - spot) }.min() ?? 0
      if reach < 0.08 * side || Self.contains(drawn.map(onSheet), spot) { continue }
      line(
        (0..<24).map {
          spot + Spot(cos(Double($0) / 12 * .pi), sin(Double($0) / 12 * .pi)) * radius
        }, thin, closed: true)
    }
    let margin = Spot(repeating: 0.025 * side)
    if chance(0.55) {
      line(
        [
          -half + margin, Spot(half.x - margin.x, -half.y + margin.y), half - margin,
          Spot(-half.x + margin.x, half.y - margin.y),
        ], thin * between(1...3), closed: true)
    }
    func table(_ corner: Spot, _ extent: Spot, rows: Int) {
      canvas.fill(polygon: box(corner, corner + extent), paper)
      line(
        [
          corner, Spot(corner.x + extent.x, corner.y), corner + extent,
          Spot(corner.x, corner.y + extent.y),
        ], thin * 1.5, closed: true)
      for row in 0..<rows {
        let y = corner.y + extent.y * Double(row) / Double(rows)
        line([Spot(corner.x, y), Spot(corner.x + extent.x, y)], thin)
        canvas.write(
          "ROOM \(row)",
          at: onImage(Spot(corner.x + 0.1 * extent.x, y + 0.8 * extent.y / Double(rows))),
          height: 0.4 * extent.y / Double(rows), angle: angle, ink)
      }
    }
    if chance(0.6) {
      let extent = Spot(0.22 * side, 0.07 * side)
      table(half - margin - extent, extent, rows: 3)
    }
    if chance(0.5) {
      let extent = Spot(0.12 * side, 0.13 * side)
      table(-half + margin * 1.4, extent, rows: 5)
    }

    var picture = canvas.draw(rows: 0..<height)
    let noise = chance(0.5) ? between(0...9) : 0
    let specks = chance(0.3) ? between(0...0.0015) : 0
    if noise > 0 || specks > 0 {
      for index in 0..<(width * height) {
        // Nearly normal.
        let sum = (0..<4).reduce(0.0) { total, _ in total + Double(random.next() >> 11) / 0x1p53 }
        let shift = noise * (sum - 2) * 1.73
        let isSpeck = chance(specks)
        for channel in 0..<3 {
          let value = isSpeck ? 40 : Double(picture.samples[4 * index + channel]) + shift
          picture.samples[4 * index + channel] = UInt8(min(max(value, 0), 255))
        }
      }
    }
    image = picture
    description =
      "\(shape) \(seed): \(Int(length)) m, \(width) x \(height), style \(style), rotated \(Int(angle * 180 / .pi)),"
      + " noise \(Int(noise)), touches \(touches), lid \(lid.red), traced \(tracing / length)"
  }
}

extension OutlinedPlan {
  /// The outline as the feature `way/2` of a GeoJSON file, after that of a shed.
  package var geoJSON: String {
    func feature(_ id: String, _ ring: [MercatorPoint]) -> String {
      let positions = (ring + ring.prefix(1)).map(WebMercator.unproject)
        .map { "[\($0.longitude), \($0.latitude)]" }
      return #"{"type": "Feature", "id": "\#(id)", "properties": {"name": "\#(id) Hall"}, "#
        + #""geometry": {"type": "Polygon", "coordinates": "#
        + "[[\(positions.joined(separator: ", "))]]}}"
    }
    let shed = outline.prefix(3).map { MercatorPoint(x: $0.x + 500, y: $0.y) }
    let features = [feature("way/1", shed), feature("way/2", outline)]
    return #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ", "))]}"#
  }
}

/// Metres on the map of one on the ground, but for the cosine.
private struct GroundMetres {
  let x: Double
  let y: Double
  init(latitude: Double) {
    let e2 = 0.006_694_379_990_141_317
    let sine = sin(latitude * .pi / 180)
    let w = 1 - e2 * sine * sine
    (x, y) = (w.squareRoot(), w * w.squareRoot() / (1 - e2))
  }
}

extension OutlinedPlan {
  private static func length(_ step: Spot) -> Double {
    (step.x * step.x + step.y * step.y).squareRoot()
  }

  /// Anticlockwise.
  private static func corners(
    of shape: Shape, size: Double, _ random: inout SeededGenerator
  ) -> [Spot] {
    func between(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let (w, h) = (size, size * between(0.4...0.8))
    func scaled(_ corners: [(Double, Double)]) -> [Spot] {
      corners.map { Spot($0.0 * w, $0.1 * h) }
    }
    switch shape {
    case .lShape:
      let (a, b) = (between(0.3...0.6), between(0.3...0.6))
      return scaled([(0, 0), (1, 0), (1, b), (a, b), (a, 1), (0, 1)])
    case .uShape:
      let (a, b, c) = (between(0.2...0.35), between(0.62...0.8), between(0.3...0.6))
      return scaled([(0, 0), (1, 0), (1, 1), (b, 1), (b, c), (a, c), (a, 1), (0, 1)])
    case .tShape:
      let (a, b, c) = (between(0.2...0.4), between(0.58...0.8), between(0.35...0.6))
      return scaled([(a, 0), (b, 0), (b, c), (1, c), (1, 1), (0, 1), (0, c), (a, c)])
    case .notched:
      let (a, b, c) = (between(0.1...0.5), between(0.15...0.35), between(0.15...0.35))
      return scaled([
        (0, 0), (1, 0), (1, 1), (a + b, 1), (a + b, 1 - c), (a, 1 - c), (a, 1), (0, 1),
      ])
    case .nearlySymmetric:
      let (a, b, c) = (between(0.1...0.7), between(0.03...0.12), between(0.01...0.05))
      return scaled([
        (0, 0), (1, 0), (1, 1), (a + b, 1), (a + b, 1 + c), (a, 1 + c), (a, 1), (0, 1),
      ])
    case .irregular, .partial, .other:
      // Steps along the upper side, and a corner cut off.
      let count = Int.random(in: 2...4, using: &random)
      var corners: [(Double, Double)] = [(0, between(0...0.15)), (between(0.05...0.2), 0), (1, 0)]
      var level = between(0.45...1)
      for step in 0..<count {
        let x = 1 - Double(step) / Double(count)
        corners.append((x, level))
        corners.append((1 - Double(step + 1) / Double(count) + 0.0, level))
        var next = between(0.4...1)
        while abs(next - level) < 0.12 { next = between(0.4...1) }
        level = next
      }
      return scaled(corners)
    case .rectangle, .square:
      let height = shape == .square ? w : h
      return [Spot(0, 0), Spot(w, 0), Spot(w, height), Spot(0, height)]
    case .zShape:
      let (a, b) = (between(0.25...0.45), between(0.3...0.45))
      return scaled([
        (0, 0), (1 - a, 0), (1 - a, b), (1, b), (1, 1), (a, 1), (a, 1 - b), (0, 1 - b),
      ])
    case .cross:
      let (a, b) = (between(0.2...0.4), between(0.2...0.4))
      return scaled([
        (a, 0), (1 - a, 0), (1 - a, b), (1, b), (1, 1 - b), (1 - a, 1 - b), (1 - a, 1), (a, 1),
        (a, 1 - b), (0, 1 - b), (0, b), (a, b),
      ])
    }
  }

  /// The part left of a line.
  private static func part(of corners: [Spot], share: Double) -> [Spot] {
    let limit = share * (corners.map(\.x).max() ?? 0)
    var kept: [Spot] = []
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      if a.x <= limit { kept.append(a) }
      if (a.x <= limit) != (b.x <= limit) {
        kept.append(a + (b - a) * ((limit - a.x) / (b.x - a.x)))
      }
    }
    return kept
  }

  private static func inset(_ corners: [Spot], _ depth: Double) -> [Spot] {
    corners.indices.map { index in
      let (a, b, c) = (
        corners[(index + corners.count - 1) % corners.count], corners[index],
        corners[(index + 1) % corners.count]
      )
      func normal(_ a: Spot, _ b: Spot) -> Spot { Spot(-(b - a).y, (b - a).x) / length(b - a) }
      let (n, m) = (normal(a, b), normal(b, c))
      let dot = n.x * m.x + n.y * m.y
      return b + (n + m) * (depth / max(0.2, 1 + dot))
    }
  }

  private static func contains(_ corners: [Spot], _ spot: Spot) -> Bool {
    var isInside = false
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1))
    where (a.y > spot.y) != (b.y > spot.y)
      && spot.x < (b.x - a.x) * (spot.y - a.y) / (b.y - a.y) + a.x
    { isInside.toggle() }
    return isInside
  }

  private static func drawRooms(
    in corners: [Spot], wall: Double, _ random: inout SeededGenerator,
    line: ([Spot], Double) -> Void, write: (String, Spot, Double) -> Void
  ) {
    let upper = corners.reduce(corners[0]) { Spot(max($0.x, $1.x), max($0.y, $1.y)) }
    let grid = Double.random(in: 3...7, using: &random)
    var x = grid
    while x < upper.x + grid {
      var y = grid / 2
      while y < upper.y {
        let cell = [Spot(x, y), Spot(x - grid, y), Spot(x - grid, y + grid), Spot(x, y + grid)]
        for (a, b) in [(cell[0], cell[3]), (cell[2], cell[3])]
        where Double.random(in: 0..<1, using: &random) < 0.75 && contains(corners, a)
          && contains(corners, b) && contains(corners, (a + b) / 2)
        {
          line([a, a + (b - a) * 0.55], max(1.2, wall))
          line([a + (b - a) * 0.8, b], max(1.2, wall))
        }
        let center = (cell[0] + cell[2]) / 2
        if contains(corners, center), Double.random(in: 0..<1, using: &random) < 0.5 {
          write("R\(Int(x))", center, max(5, wall * 2))
          let (c, e) = (center + Spot(0.8, 0.9), Spot(0.5, 0.4))
          if contains(corners, c + e), contains(corners, c - e) {
            line([c - e, Spot(c.x + e.x, c.y - e.y), c + e, Spot(c.x - e.x, c.y + e.y), c - e], 1)
          }
        }
        y += grid
      }
      x += grid
    }
  }
}
