import Foundation
import Georeferencing
import RasterSources
import TileImaging
import TileModel
import TilePyramidTesting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that draws the plans of an invented three-storey building, each placed by files of another
/// kind.
@main
struct DrawExampleBuilding {
  static func main() {
    guard CommandLine.arguments.count == 2, !CommandLine.arguments[1].hasPrefix("-") else {
      report("usage: draw-example-building FOLDER")
      exit(2)
    }
    do {
      let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for floor in ExampleFloor.all {
        try floor.draw(in: folder)
        print("\(floor.name).png, placed by \(floor.placement.summary)")
      }
    } catch {
      report("\(error)")
      exit(3)
    }
  }

  private static func report(_ message: String) {
    FileHandle.standardError.write(Data("draw-example-building: \(message)\n".utf8))
  }
}

/// A storey: the scale of its drawing and the kind of its placement.
struct ExampleFloor {
  enum Placement {
    case worldFile
    case corners
    case controlPoints

    var summary: String {
      switch self {
      case .worldFile: "a world file (EPSG:3857)"
      case .corners: "four corners, in a text file"
      case .controlPoints: "control points, in a .points file of QGIS"
      }
    }
  }

  var name: String
  var storey: Int
  /// Plans of a building seldom share one scale, and these do not.
  var pixelsPerMetre: Double
  var placement: Placement

  static let all = [
    ExampleFloor(
      name: "ground-floor", storey: 0, pixelsPerMetre: 200.0 / 3, placement: .worldFile),
    ExampleFloor(name: "first-floor", storey: 1, pixelsPerMetre: 60, placement: .corners),
    ExampleFloor(name: "second-floor", storey: 2, pixelsPerMetre: 70, placement: .controlPoints),
  ]

  func draw(in folder: URL) throws {
    let plan = FloorPlanDrawing(storey: storey, bearing: ExampleSite().bearing)
    let canvas = plan.canvas(pixelsPerMetre: pixelsPerMetre)
    let writer = try PNGFileWriter(
      path: folder.appendingPathComponent("\(name).png").path, width: canvas.width,
      height: canvas.height)
    try writer.writeRows { y, bytes in canvas.draw(rows: y..<(y + 1), into: bytes) }
    try writer.finish()
    let (suffix, text) = placementFile
    try Data(text.utf8).write(to: folder.appendingPathComponent(name + suffix))
  }

  private var placementFile: (suffix: String, text: String) {
    let site = ExampleSite()
    let (width, height) = (FloorPlanDrawing.width, FloorPlanDrawing.height)
    switch placement {
    case .worldFile:
      let pixel = 1 / pixelsPerMetre
      let origin = site.mercator(x: 0, y: 0)
      let column = site.mercator(x: pixel, y: 0)
      let row = site.mercator(x: 0, y: pixel)
      let center = site.mercator(x: pixel / 2, y: pixel / 2)
      let values = [
        column.x - origin.x, column.y - origin.y, row.x - origin.x, row.y - origin.y, center.x,
        center.y,
      ]
      return (".pgw", values.map { "\($0)\n" }.joined())
    case .corners:
      let corners = [(0, 0), (width, 0), (width, height), (0, height)].map { corner in
        let position = WebMercator.unproject(site.mercator(x: corner.0, y: corner.1))
        return "\(position.latitude),\(position.longitude)"
      }
      return (".corners.txt", corners.joined(separator: " ") + "\n")
    case .controlPoints:
      var text = "#CRS: EPSG:3857\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n"
      // Corners of the outer walls and of a lift: what one would pick on the plan and on the map.
      for (x, y) in [(4.0, 4.0), (56, 4), (56, 20), (48, 36), (4, 36), (31.6, 5)] {
        let position = site.mercator(x: x, y: y)
        text += "\(position.x),\(position.y),\(x * pixelsPerMetre),\(-y * pixelsPerMetre),1,0,0,0\n"
      }
      return (".points", text)
    }
  }
}

/// The site of the building: a square in Zürich, with the top of its plans 23 degrees east of north.
struct ExampleSite {
  let center = WebMercator.project(GeographicCoordinate(latitude: 47.36565, longitude: 8.54585))
  let bearing = 23.0

  /// Takes metres on the sheet from its top left corner, y down.
  func mercator(x: Double, y: Double) -> MercatorPoint {
    let scale = WebMercator.scaleFactor(atY: center.y)
    let right = (x - FloorPlanDrawing.width / 2) * scale
    let up = (FloorPlanDrawing.height / 2 - y) * scale
    let (sine, cosine) = (sin(bearing * .pi / 180), cos(bearing * .pi / 180))
    return MercatorPoint(
      x: center.x + right * cosine + up * sine, y: center.y - right * sine + up * cosine)
  }
}
