package enum PixelCounting: Hashable, Sendable {
  /// Stored pixels, as in GIS programs.
  case stored
  /// Pixels of the picture that viewers show.
  case shown
}

/// Contents of a file of control points.
struct ListedPoints {
  /// Pixels as in the file.
  var points: [ControlPoint]
  /// Line of each point, from 1.
  var lines: [Int]
  var system: CoordinateReferenceSystem
  var counting: PixelCounting
  var isFittedInOwnSystem: Bool
  /// True where y counts upwards, as in QGIS, and may be a map coordinate.
  var isUpward = false
  var kind: TransformKind?
  var outline: ImageOutline?
  var warnings: [String] = []

  /// Precedence: the file, the caller, a judgement by the size of values.
  static func system(
    of points: [ControlPoint], stated: (text: String, line: Int)?,
    given: CoordinateReferenceSystem?, path: String, statement: String
  ) throws(GeoreferenceError) -> (CoordinateReferenceSystem, warnings: [String]) {
    if let stated {
      let system = try CoordinateReferenceSystem(
        parsing: stated.text, location: "\(path):\(stated.line)")
      guard let given, given != system else { return (system, []) }
      return (system, ["\(path): its \(statement) says \(system.identifier), which is used"])
    }
    if let given { return (given, []) }
    let likely = LikelySystem(points.filter(\.isEnabled).map(\.position))
    let judged: CoordinateReferenceSystem
    switch likely {
    case .geographic: judged = .geographic
    case .webMercator, .webMercatorOrZone: judged = .webMercator
    case .other: throw .crsRequired(location: path, likely: likely)
    }
    return (
      judged,
      ["\(path): has no \(statement); \(judged.identifier) is assumed from the size of its values"]
    )
  }
}
