import ArgumentParser
import Georeferencing
import TileLayers
import TileModel

/// The options that state what a picture shows.
struct SnapshotViewOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Look from here, "lat,lng,zoom[,bearing[,angle]]", in degrees; the angle is from straight \
      down.
      """, valueName: "camera"))
  var camera: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Set the size in points and the pixels of a point.", valueName: "WxH[@S]"))
  var size: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draw this colour beneath the layers, #RRGGBB[AA] or a name such as white (default: \
      nothing).
      """, valueName: "colour"))
  var background: ParsedOption<PixelColor>?

  func snapshotOptions() throws(UsageError) -> MapSnapshotter.Options {
    let size = try Self.size(size)
    var options = MapSnapshotter.Options(
      camera: try Self.camera(camera), viewport: Viewport(size: size.points), scale: size.scale)
    if let background { options.background = try background.value(of: "--background") }
    return options
  }

  private static func camera(_ text: String) throws(UsageError) -> CameraPosition {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.drop { $0 == " " })
    }
    func invalid(_ expected: String) -> UsageError {
      .invalidValue(option: "--camera", found: text, expected: expected)
    }
    let numbers = parts.compactMap(\.self)
    guard numbers.count == parts.count, (3...5).contains(numbers.count),
      numbers.allSatisfy(\.isFinite)
    else {
      throw invalid(
        "latitude,longitude,zoom[,bearing[,angle]], such as 47.37,8.54,18"
          + MapLink.position(of: text, count: 2))
    }
    let (latitude, longitude, zoom) = (numbers[0], numbers[1], numbers[2])
    let limit = CameraPosition.maximumLatitude
    guard (-limit...limit).contains(latitude) else {
      let isExchanged = (-limit...limit).contains(longitude)
      throw invalid("a latitude within ±\(limit)\(isExchanged ? ", which comes first" : "")")
    }
    guard (-180...180).contains(longitude) else { throw invalid("a longitude within ±180") }
    guard (0...Double(TileCoordinate.maximumZoom)).contains(zoom) else {
      throw invalid("a zoom of 0 to \(TileCoordinate.maximumZoom)")
    }
    let angle = numbers.count > 4 ? numbers[4] : 0
    let highest = CameraPosition.maximumViewingAngle(atZoom: zoom)
    guard (0...highest).contains(angle) else {
      throw invalid("an angle of 0 to \(highest) at zoom \(zoom)")
    }
    return CameraPosition(
      latitude: latitude, longitude: longitude, zoom: zoom,
      bearing: numbers.count > 3 ? numbers[3] : 0, viewingAngle: angle)
  }

  private static func size(
    _ text: String
  ) throws(UsageError) -> (points: ScreenSize, scale: Double) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false)
    let scale = parts.count > 1 ? Double(parts[1]) : 1
    let largest = MapSnapshotter.maximumSide
    guard parts.count <= 2, sides.count == 2, let width = Int(sides[0]),
      let height = Int(sides[1]), let scale, (1...largest).contains(width),
      (1...largest).contains(height), (0.1...16).contains(scale),
      Double(max(width, height)) * scale <= Double(largest),
      Double(min(width, height)) * scale >= 0.5
    else {
      throw .invalidValue(
        option: "--size", found: text,
        expected: """
          width and height in points, and a scale of 0.1 to 16, such as 1024x768 or 390x844@3, that \
          make 1 to \(largest) pixels a side
          """)
    }
    return (ScreenSize(width: Double(width), height: Double(height)), scale)
  }
}
