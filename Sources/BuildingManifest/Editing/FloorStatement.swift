package import Georeferencing
import TileModel

/// The statements that replace a manifest's own about a floor.
package struct FloorStatement: Hashable, Sendable {
  /// `nil` for what the manifest states.
  package var way: FloorPlacement.Way?
  /// `nil` for all of the image.
  package var outline: ImageOutline?
  /// They are no control points; `nil` for what the manifest states.
  package var points: [NamedPixel]?
  /// A resolution of it is stated for a placement by scale alone.
  package var isScan = false

  package init(way: FloorPlacement.Way?, outline: ImageOutline?, points: [NamedPixel]? = nil) {
    (self.way, self.outline, self.points) = (way, outline, points)
  }
}

/// A key of a manifest with the value on its line, and the lines below, which are indented more.
struct ManifestLines: Hashable {
  var key: String
  var value = ""
  var below: [String] = []
}

extension FloorStatement {
  /// Tenths of a millimetre.
  private static let degreeDecimals = 9
  private static let pixelDecimals = 3

  /// Empty where that is to stay.
  func placementLines(inheritsTransform: Bool) -> [ManifestLines] {
    switch way {
    case .stated(.controlPoints(let set, let kind)):
      let used = set.points.filter(\.isEnabled)
      var lines = [Self.lines(of: used, in: set.crs)]
      if let kind = kind ?? (inheritsTransform ? .standard(pointCount: used.count) : nil) {
        lines.append(ManifestLines(key: "transform", value: kind.rawValue))
      }
      return lines
    case .stated(.corners(let corners)):
      let list = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]
        .map { "[\(Self.degrees($0))]" }
      return [ManifestLines(key: "corners", value: "[\(list.joined(separator: ", "))]")]
    case .aligned(let reference, let kind):
      let align = ManifestLines(key: "align", value: ManifestScalar.text(reference))
      let isUsual = kind == .similarity && !inheritsTransform
      return [align] + (isUsual ? [] : [ManifestLines(key: "transform", value: kind.rawValue)])
    default: return []
    }
  }

  var outlineLines: ManifestLines? {
    outline.map { outline in
      let corners = outline.corners.map { "[\(Self.pixel($0))]" }
      return ManifestLines(key: "outline", value: "[\(corners.joined(separator: ", "))]")
    }
  }

  static func lines(of points: [NamedPixel]) -> ManifestLines? {
    if points.isEmpty { return nil }
    let items = points.map { "\(ManifestScalar.text($0.name)): [\(pixel($0.pixel))]" }
    return ManifestLines(key: "points", value: "{\(items.joined(separator: ", "))}")
  }

  /// Control points: a mapping where each has a name of its own, else a list, in which a point with a name is a
  /// mapping of it alone.
  private static func lines(
    of points: [ControlPoint], in crs: CoordinateReferenceSystem
  ) -> ManifestLines {
    let isMapping = Set(points.compactMap(\.name)).count == points.count
    let lines = points.map { point in
      let position = WebMercator.unproject(crs.mercator(of: point.position))
      let item = "[\(pixel(point.pixel)), \(degrees(position))]"
      let name = point.name.map { "\(ManifestScalar.text($0)): " } ?? ""
      return (isMapping ? "" : "- ") + name + item
    }
    return ManifestLines(key: "gcps", below: lines)
  }

  private static func degrees(_ position: GeographicCoordinate) -> String {
    [position.latitude, position.longitude].map { NumberText.trimmed($0, degreeDecimals) }
      .joined(separator: ", ")
  }

  private static func pixel(_ pixel: PixelPoint) -> String {
    [pixel.x, pixel.y].map { NumberText.trimmed($0, pixelDecimals) }.joined(separator: ", ")
  }
}
