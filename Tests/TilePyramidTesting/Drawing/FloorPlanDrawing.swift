import Platform
import TileModel

/// The architectural plan of one storey of an invented building, at any scale.
///
/// The sheet is 60 × 45 metres: the building with dimensions above it and a title below. Stairs, lifts
/// and outer walls are in the same position on every storey; rooms, doors and furniture differ. Outside
/// the building the sheet is transparent, with a soft shadow along the walls. The same storey and
/// scale give the same drawing.
package struct FloorPlanDrawing: Sendable {
  /// The width of the sheet in metres.
  package static let width = 60.0
  /// The height of the sheet in metres.
  package static let height = 45.0

  /// The storey, 0 at the ground.
  package let storey: Int

  /// The compass direction of the sheet's top in degrees, which rotates its north arrow.
  package let bearing: Double

  package init(storey: Int, bearing: Double = 0) {
    self.storey = storey
    self.bearing = bearing
  }

  /// The drawing at a scale; 50 to 100 pixels per metre are usual for plans.
  package func canvas(pixelsPerMetre: Double) -> PixelCanvas {
    var sheet = PlanSheet(width: Self.width, height: Self.height, pixelsPerMetre: pixelsPerMetre)
    var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: storey) &+ 17)
    drawShell(on: &sheet)
    let wings = [
      Wing(x: 4.4..<25, y: 4.4..<17, door: 17, opensUp: true),
      Wing(x: 35..<55.6, y: 4.4..<17, door: 17, opensUp: true),
      Wing(x: 4.4..<25, y: 20..<35.6, door: 20, opensUp: false),
      Wing(x: 35..<47.6, y: 20..<35.6, door: 20, opensUp: false),
    ]
    var number = 100 * storey + 1
    for wing in wings { drawRooms(of: wing, number: &number, with: &generator, on: &sheet) }
    drawHall(on: &sheet)
    drawCore(on: &sheet)
    drawOuterWalls(on: &sheet)
    drawDimensions(on: &sheet)
    drawLegend(on: &sheet)
    return sheet.canvas
  }

  /// The corners of the building's outer walls in metres; it lacks its south-east corner.
  private static let outline = [
    (4.0, 4.0), (56.0, 4.0), (56.0, 20.0), (48.0, 20.0), (48.0, 36.0), (4.0, 36.0),
  ]

  /// The inner faces of the outer walls.
  private static let inside = [
    (4.4, 4.4), (55.6, 4.4), (55.6, 19.6), (47.6, 19.6), (47.6, 35.6), (4.4, 35.6),
  ]

  private func drawShell(on sheet: inout PlanSheet) {
    for ring in (1...8).reversed() {
      sheet.stroke(
        Self.outline + Self.outline.prefix(1), metres: 0.3 * Double(ring),
        PixelColor(40, 44, 52, alpha: 12))
    }
    sheet.fill(Self.outline, PixelColor(250, 248, 243))
  }

  private func drawRooms(
    of wing: Wing, number: inout Int, with generator: inout SeededGenerator,
    on sheet: inout PlanSheet
  ) {
    var doors: [Double] = []
    var x = wing.x.lowerBound
    while x < wing.x.upperBound - 0.5 {
      let left = wing.x.upperBound - x
      let wish = Double(Int.random(in: 8...16, using: &generator)) / 2
      let width = left - wish < 4 ? left : wish
      let room = Room(x: x..<(x + width), y: wing.y, number: number)
      drawRoom(room, of: wing, with: &generator, on: &sheet)
      doors.append(x + Double(Int.random(in: 2...5, using: &generator)) / 2)
      number += 1
      x += width
    }
    let y = wing.door
    sheet.stroke([(wing.x.lowerBound, y), (wing.x.upperBound, y)], metres: 0.16, .wall)
    for door in doors { sheet.door(at: door, y: y, up: wing.opensUp) }
  }

  private func drawRoom(
    _ room: Room, of wing: Wing, with generator: inout SeededGenerator, on sheet: inout PlanSheet
  ) {
    let use = RoomUse.allCases[Int.random(in: 0..<RoomUse.allCases.count, using: &generator)]
    sheet.fill(room.corners, use.floor)
    if use == .plant {
      sheet.hatch(room.corners, metres: 0.3, PixelColor(120, 124, 132))
    }
    sheet.stroke(
      [(room.x.upperBound, room.y.lowerBound), (room.x.upperBound, room.y.upperBound)],
      metres: 0.12, .wall)
    use.furnish(room, wing: wing, with: &generator, on: &sheet)
    let middle = (room.x.lowerBound + room.x.upperBound) / 2
    let line = (room.y.lowerBound + room.y.upperBound) / 2
    if use == .plant {
      let (left, right) = (middle - 1.3, middle + 1.3)
      sheet.fill(
        [(left, line - 0.7), (right, line - 0.7), (right, line + 1.6), (left, line + 1.6)],
        use.floor)
    }
    sheet.write(use.rawValue, at: (middle, line), metres: 0.42, .ink)
    let digits = String(room.number)
    let name = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    sheet.write("\(name)", at: (middle, line + 0.75), metres: 0.34, .note)
    let area = (room.x.upperBound - room.x.lowerBound) * (room.y.upperBound - room.y.lowerBound)
    sheet.write("\(Int(area)) m²", at: (middle, line + 1.35), metres: 0.28, .note)
    sheet.window(
      from: room.x.lowerBound + 0.8, to: room.x.upperBound - 0.8,
      y: wing.opensUp ? 4.2 : 35.8)
  }

  private func drawHall(on sheet: inout PlanSheet) {
    let names = ["Entrance hall", "Gallery", "Terrace hall"]
    let name = names[((storey % 3) + 3) % 3]
    sheet.write(name, at: (30, 31.5), metres: 0.7, .ink)
    sheet.write("Corridor", at: (14.5, 18.7), metres: 0.42, .note)
    sheet.write("Corridor", at: (45, 18.7), metres: 0.42, .note)
    sheet.stroke([(25, 20), (25, 35.6)], metres: 0.16, .wall)
    sheet.stroke([(35, 20), (35, 35.6)], metres: 0.16, .wall)
    for (left, right) in [(4.6, 13.0), (16, 43.5), (46.5, 55.4)] {
      sheet.dashes([(left, 18.5), (right, 18.5)], metres: 0.6, .note)
    }
    for column in 0..<3 {
      sheet.fill(circle: (27 + 3 * Double(column), 25.5), metres: 0.3, .wall)
    }
  }

  private func drawOuterWalls(on sheet: inout PlanSheet) {
    sheet.fill(Self.outline, without: Self.inside, .wall)
    sheet.drawWindows()
    guard storey == 0 else { return }
    sheet.fill([(28, 35.5), (32, 35.5), (32, 36.1), (28, 36.1)], PixelColor(250, 248, 243))
    sheet.door(at: 28, y: 35.8, up: true, width: 1.9)
    sheet.door(at: 30.1, y: 35.8, up: true, width: 1.9)
  }

  private func drawDimensions(on sheet: inout PlanSheet) {
    sheet.dimension(from: 4, to: 56, y: 2.2, text: "52.00")
    sheet.dimension(from: 4, to: 25, y: 3.1, text: "21.00")
    sheet.dimension(from: 25, to: 35, y: 3.1, text: "10.00")
    sheet.dimension(from: 35, to: 56, y: 3.1, text: "21.00")
  }

  private func drawLegend(on sheet: inout PlanSheet) {
    let titles = ["Ground floor", "First floor", "Second floor"]
    let title = titles.indices.contains(storey) ? titles[storey] : "Storey \(storey)"
    sheet.write("House at the square", at: (11.5, 40), metres: 0.9, .ink)
    sheet.write("\(title), plan L\(storey)", at: (11.5, 41.6), metres: 0.6, .note)
    for (mark, x) in [("0", 34.0), ("5", 39), ("10 m", 44)] {
      sheet.write(mark, at: (x, 41.8), metres: 0.45, .ink)
    }
    for block in 0..<10 {
      let color = block % 2 == 0 ? PixelColor.ink : PixelColor(250, 248, 243)
      let x = 34 + Double(block)
      sheet.fill([(x, 40.6), (x + 1, 40.6), (x + 1, 41), (x, 41)], color)
    }
    sheet.stroke([(34, 40.6), (44, 40.6), (44, 41), (34, 41), (34, 40.6)], metres: 0.04, .ink)
    // North is as far to the left of the sheet's top as the top is to the right of north.
    let (sine, cosine) = (sin(bearing * .pi / 180), cos(bearing * .pi / 180))
    let arrow = [(0, -1.8), (0.9, 1.4), (0, 0.7), (-0.9, 1.4)].map { x, y in
      (52 + x * cosine + y * sine, 39.2 - x * sine + y * cosine)
    }
    sheet.fill(Array(arrow[0...2]), .ink)
    sheet.stroke(arrow + arrow.prefix(1), metres: 0.06, .ink)
    sheet.write("N", at: (52, 42), metres: 0.8, .ink)
  }

  private func drawCore(on sheet: inout PlanSheet) {
    let core = [(25.0, 4.4), (35.0, 4.4), (35.0, 17.0), (25.0, 17.0)]
    sheet.fill(core, PixelColor(236, 236, 232))
    sheet.stroke([(25, 17), (27.2, 17)], metres: 0.25, .wall)
    sheet.stroke([(28.4, 17), (35, 17), (35, 4.4), (25, 4.4), (25, 17)], metres: 0.25, .wall)
    sheet.door(at: 27.2, y: 17, up: true, width: 1.2)
    for step in 0...16 {
      let y = 6.2 + 0.3 * Double(step)
      sheet.line([(25.3, y), (27.2, y)], .ink)
      sheet.line([(27.5, y), (29.4, y)], .ink)
    }
    sheet.stroke([(27.35, 6), (27.35, 11.2)], metres: 0.12, .wall)
    sheet.line([(26.2, 11.4), (26.2, 5.4), (28.4, 5.4), (28.4, 10.6)], .ink)
    sheet.fill([(28.4, 11.2), (28.1, 10.5), (28.7, 10.5)], .ink)
    sheet.write("UP", at: (26.2, 12.1), metres: 0.36, .ink)
    for lift in 0..<2 {
      let y = 5.0 + 3.2 * Double(lift)
      let car = [(31.6, y), (34.2, y), (34.2, y + 2.6), (31.6, y + 2.6)]
      sheet.fill(car, PixelColor(214, 218, 226))
      sheet.stroke(car + car.prefix(1), metres: 0.1, .wall)
      sheet.line([car[0], car[2]], .ink)
      sheet.line([car[1], car[3]], .ink)
    }
    let shaft = [(31.6, 11.4), (34.2, 11.4), (34.2, 13.0), (31.6, 13.0)]
    sheet.hatch(shaft, metres: 0.14, .ink)
    sheet.stroke(shaft + shaft.prefix(1), metres: 0.1, .wall)
    sheet.write("Lifts", at: (30.3, 8.2), metres: 0.36, .note)
    sheet.write("Stairs", at: (27.4, 13.6), metres: 0.36, .note)
  }
}
