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
