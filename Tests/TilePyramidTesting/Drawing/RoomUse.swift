import TileModel

/// The use of a room of a floor plan, which decides its floor and furniture.
enum RoomUse: String, CaseIterable {
  case office = "Office"
  case meeting = "Meeting"
  case studio = "Studio"
  case lounge = "Lounge"
  case archive = "Archive"
  case plant = "Plant"

  /// The colour of the floor.
  var floor: PixelColor {
    switch self {
    case .office: PixelColor(253, 250, 240)
    case .meeting: PixelColor(232, 242, 250)
    case .studio: PixelColor(244, 236, 250)
    case .lounge: PixelColor(234, 246, 232)
    case .archive: PixelColor(248, 238, 226)
    case .plant: PixelColor(240, 240, 240)
    }
  }

  /// Draws what stands in the room, clear of its doors and its name.
  func furnish(
    _ room: Room, wing: Wing, with generator: inout SeededGenerator, on sheet: inout PlanSheet
  ) {
    let left = room.x.lowerBound + 0.5
    let right = room.x.upperBound - 0.5
    let far = wing.opensUp ? room.y.lowerBound + 0.9 : room.y.upperBound - 0.9
    let inward = wing.opensUp ? 1.0 : -1.0
    switch self {
    case .office, .studio:
      var x = left
      while x + 1.6 <= right {
        let y = far + inward * Double(Int.random(in: 0...2, using: &generator)) * 0.25
        table(x, y, 1.6, inward * 0.8, on: &sheet)
        sheet.fill(circle: (x + 0.8, y + inward * 1.2), metres: 0.26, .note)
        x += 2.1
      }
    case .meeting:
      let middle = (left + right) / 2
      let y = far + inward * 1.5
      table(middle - 1.2, y, 2.4, inward * 1.2, on: &sheet)
      for seat in 0..<3 {
        let x = middle - 0.8 + 0.8 * Double(seat)
        sheet.fill(circle: (x, y - inward * 0.4), metres: 0.24, .note)
        sheet.fill(circle: (x, y + inward * 1.6), metres: 0.24, .note)
      }
    case .lounge:
      sheet.fill(circle: ((left + right) / 2, far + inward * 1.8), metres: 0.7, .glass)
      table(left, far + inward * 0.2, min(right - left, 2.2), inward * 0.9, on: &sheet)
    case .archive:
      var x = left
      while x + 0.5 <= right {
        table(x, far, 0.4, inward * 3, on: &sheet)
        x += 1.3
      }
    case .plant:
      table(left + 0.3, far + inward * 0.6, 1.8, inward * 1.4, on: &sheet)
    }
  }

  private func table(
    _ x: Double, _ y: Double, _ width: Double, _ depth: Double, on sheet: inout PlanSheet
  ) {
    let corners = [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]
    sheet.fill(corners, PixelColor(222, 206, 178))
    sheet.line(corners + corners.prefix(1), .note)
  }
}

/// A run of rooms along a corridor.
struct Wing {
  var x: Range<Double>
  var y: Range<Double>
  /// The y of the wall with the doors.
  var door: Double
  /// Whether the rooms are above the corridor on the sheet.
  var opensUp: Bool
}

/// One room, in metres of the sheet.
struct Room {
  var x: Range<Double>
  var y: Range<Double>
  var number: Int

  var corners: [(Double, Double)] {
    [
      (x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.upperBound, y.upperBound),
      (x.lowerBound, y.upperBound),
    ]
  }
}
