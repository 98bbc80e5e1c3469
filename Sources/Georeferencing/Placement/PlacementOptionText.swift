public import TileModel

// The values of the command line's placement options. All are strict: numbers are decimal with a
// point, nothing is trimmed but blanks around a number, and nothing is clamped.

extension GeographicBounds {
  /// Reads `W,S,E,N` in degrees.
  ///
  /// - Throws: ``GeoreferenceError`` when it is not four numbers, a latitude is beyond 90 degrees, or a
  ///   longitude beyond two revolutions.
  public init(optionText text: String, option: String = "`bounds`") throws(GeoreferenceError) {
    let values = try OptionNumbers.bounds(text, option: option)
    self.init(west: values[0], south: values[1], east: values[2], north: values[3])
    do throws(GeoreferenceError) { try checkNumbers(location: "\(option) \(text.excerpt)") } catch {
      let beyond = values.first { $0.magnitude > 720 }
      throw beyond != nil
        ? .degreesExpected(at: CRSPoint(x: west, y: south), location: "\(option) \(text.excerpt)")
        : error.namingExchange(
          of: Array(corners.prefix(3)),
          right: [south, west, north, east].map { NumberText.shortest($0) }.joined(separator: ","))
    }
  }
}

extension Placement {
  /// Reads bounds `W,S,E,N` in degrees, or, where they can be none, in the units of a projected system.
  ///
  /// A western or eastern edge beyond longitudes marks metres. Numbers with only other edges beyond degrees
  /// are ambiguous.
  ///
  /// - Throws: ``GeoreferenceError`` for numbers that may be either, and as ``GeographicBounds``.
  public init(
    boundsText text: String, crs: CoordinateReferenceSystem?, option: String = "`bounds`"
  ) throws(GeoreferenceError) {
    let values = try OptionNumbers.bounds(text, option: option)
    let (across, along) = (
      max(values[0].magnitude, values[2].magnitude), max(values[1].magnitude, values[3].magnitude)
    )
    guard let crs, !crs.isAngular, along > 180 || across > 720 else {
      self = .bounds(try GeographicBounds(optionText: text, option: option))
      return
    }
    guard across > 180 else {
      throw .malformedOption(
        option, found: text.excerpt,
        expected:
          "W,S,E,N in degrees; in units of \(crs.identifier) W or E is beyond 180, else they"
          + " are for a world file")
    }
    self = .edges(west: values[0], south: values[1], east: values[2], north: values[3])
  }
}

extension GeographicCoordinate {
  /// Reads `lat,lng` in degrees.
  ///
  /// - Throws: ``GeoreferenceError`` when it is not two numbers or is not on the globe.
  public init(optionText text: String, option: String = "`anchor`") throws(GeoreferenceError) {
    let values = try OptionNumbers.position(text, option: option)
    self.init(latitude: values[0], longitude: values[1])
    try [self].checkTyped(location: "\(option) \(text.excerpt)") { $0[0] }
  }
}

extension [GeographicCoordinate] {
  /// `right` writes what was meant, given the positions with their axes exchanged.
  fileprivate func checkTyped(
    location: String, longitudeLimit: Double = 180, right: ([String]) -> String
  ) throws(GeoreferenceError) {
    do throws(GeoreferenceError) {
      for position in self {
        try position.checkedForDegrees(location: location, longitudeLimit: longitudeLimit)
      }
    } catch { throw error.namingExchange(of: self, right: right(map(\.exchanged.text))) }
  }
}

extension PixelPoint {
  /// Reads `px,py`, counted from the outer corner of the first sample, y down.
  ///
  /// - Throws: ``GeoreferenceError`` when it is not two numbers.
  public init(optionText text: String, option: String = "`anchorPixel`") throws(GeoreferenceError) {
    let values = try OptionNumbers.parse(
      text, count: 2, option: option, expected: "px,py, such as 512,384.5")
    self.init(x: values[0], y: values[1])
  }

  var text: String { "\(NumberText.shortest(x)),\(NumberText.shortest(y))" }
}

extension CornerCoordinates {
  /// Reads `lat,lng lat,lng lat,lng lat,lng`: top-left, top-right, bottom-right, bottom-left.
  ///
  /// - Throws: ``GeoreferenceError`` when it is not four positions on the globe.
  public init(optionText text: String, option: String = "`corners`") throws(GeoreferenceError) {
    let pairs = text.split { [" ", "\t", "\n", ";"].contains($0) }
    let expected =
      "four lat,lng separated by blanks: top-left top-right bottom-right bottom-left, such as"
      + " \"47.3704,8.5395 47.3704,8.5410 47.3695,8.5410 47.3695,8.5395\"; decimals take a point"
    guard pairs.count == 4 else {
      throw .malformedOption(
        option, found: text.excerpt, expected: expected + MapLink.position(of: text, count: 2))
    }
    var corners: [GeographicCoordinate] = []
    for pair in pairs {
      let values = try OptionNumbers.parse(
        String(pair), count: 2, option: option, expected: expected)
      corners.append(GeographicCoordinate(latitude: values[0], longitude: values[1]))
    }
    // Longitudes from 0 to 360 are judged together.
    try corners.checkTyped(location: "\(option) \(text.excerpt)", longitudeLimit: 360) {
      $0.joined(separator: " ")
    }
    self.init(
      topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
  }
}

extension ControlPoint {
  /// Reads `px,py,lat,lng`.
  ///
  /// - Throws: ``GeoreferenceError`` when it is not four numbers or is not on the globe.
  public init(optionText text: String, option: String = "`controlPoints`") throws(GeoreferenceError)
  {
    let values = try OptionNumbers.parse(
      text, count: 4, option: option, expected: "px,py,lat,lng, such as 512,384,47.3769,8.5417")
    let coordinate = GeographicCoordinate(latitude: values[2], longitude: values[3])
    let pixel = PixelPoint(x: values[0], y: values[1])
    try [coordinate].checkTyped(location: "\(option) \(text.excerpt)", longitudeLimit: 360) {
      "\(pixel.text),\($0[0])"
    }
    self.init(pixel: pixel, coordinate: coordinate)
  }
}

extension ControlPointSet {
  /// Reads the values of a repeated option, each `px,py,lat,lng`.
  ///
  /// - Throws: ``GeoreferenceError`` as for one value.
  public init(optionTexts: [String], option: String = "`controlPoints`") throws(GeoreferenceError) {
    var points: [ControlPoint] = []
    for text in optionTexts { points.append(try ControlPoint(optionText: text, option: option)) }
    self.init(crs: .geographic, points: points)
  }
}

/// The numbers of an option's value, separated by commas.
private enum OptionNumbers {
  static func bounds(_ text: String, option: String) throws(GeoreferenceError) -> [Double] {
    try parse(
      text, count: 4, option: option,
      expected: "W,S,E,N in degrees, longitude first, such as -122.5,37.7,-122.4,37.8")
  }

  static func position(_ text: String, option: String) throws(GeoreferenceError) -> [Double] {
    try parse(
      text, count: 2, option: option, expected: "lat,lng in decimal degrees, such as 47.3769,8.5417"
    )
  }

  static func parse(
    _ text: String, count: Int, option: String, expected: String
  ) throws(GeoreferenceError) -> [Double] {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = fields.compactMap { NumberText.double($0.trimmingBlanks()) }
    guard fields.count == count, values.count == count else {
      throw .malformedOption(
        option, found: text.excerpt,
        expected: expected + MapLink.position(of: text, count: count))
    }
    return values
  }
}
