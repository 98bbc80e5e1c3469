import TileModel

/// Which pixels a file of control points counts.
public enum PixelCounting: Hashable, Sendable {
  /// Those that the image's file stores, as programs of geographic information do.
  case stored
  /// Those of the picture that viewers show.
  case shown
}

/// What a file lists, as it has it.
struct ListedPoints {
  /// The points, their pixels as in the file.
  var points: [ControlPoint]
  /// The line of each, from 1.
  var lines: [Int]
  /// The system of their positions.
  var system: CoordinateReferenceSystem
  var counting: PixelCounting
  var isFittedInOwnSystem: Bool
  /// Whether y counts upwards, as in QGIS, and may be a coordinate of the map.
  var isUpward = false
  /// The transform that the file names.
  var kind: TransformKind?
  /// The part of the picture that the file says to use.
  var outline: ImageOutline?
  /// What had to be assumed.
  var warnings: [String] = []

  /// The system of points: stated by the file, else given, else judged.
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
      [
        "\(path): has no \(statement); \(judged.identifier) is assumed from the size of its values"
      ]
    )
  }
}
