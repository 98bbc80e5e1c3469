import Foundation
import Georeferencing
import PlanEditor
import RasterSources
import TileImaging
import TileModel
import TilePyramidTesting

/// A building of six floors whose plans a test draws, each rotated and scaled in its own way.
struct DrawnBuilding {
  /// A floor: how its plan lies on the building's own metres, with the second axis to the south.
  struct Floor {
    var id: String
    var degrees: Double
    var metresPerPixel: Double
  }

  static let floors = [
    Floor(id: "B1", degrees: -4, metresPerPixel: 0.5),
    Floor(id: "L0", degrees: 0, metresPerPixel: 0.5),
    Floor(id: "L1", degrees: 7, metresPerPixel: 0.4),
    Floor(id: "L2", degrees: -12, metresPerPixel: 0.5),
    Floor(id: "L3", degrees: 90, metresPerPixel: 0.625),
    Floor(id: "L4", degrees: 183, metresPerPixel: 0.5),
  ]

  /// Points of the building, in metres from its middle, to the east and to the south.
  static let points: [(String, Double, Double)] = [
    ("lift", 0.0, 2.0), ("stairs A", -24, -9), ("stairs B", 26, 8),
  ]
  /// The middle on the map.
  static let middle = (latitude: 47.37, longitude: 8.54)
  /// Metres on the ground of a degree there, eastwards and northwards, by the radii of curvature of WGS 84.
  ///
  /// Metres of a sphere are 1.0018 of these eastwards and 0.9987 northwards. A similarity to points so drawn leaves up to
  /// 5.5 mm.
  static let degree = {
    let eccentricity = 0.00669437999014
    let latitude = middle.latitude * .pi / 180
    let share = 1 - eccentricity * sin(latitude) * sin(latitude)
    let normal = 6_378_137 / share.squareRoot() * .pi / 180
    return (east: normal * cos(latitude), north: normal * (1 - eccentricity) / share)
  }()
  private static let size = PixelSize(width: 160, height: 150)

  let folder: TemporaryDirectory
  /// The path of the manifest.
  var manifest: String { folder.path("building.yml") }
  /// The initial text of the manifest.
  let text: String

  /// Draws plans, and a manifest in which the ground floor alone is placed.
  init(_ more: [String: String] = [:]) throws {
    folder = try TemporaryDirectory()
    var lines = [
      "# Drawn by a test", "name:  Six floors   # kept", "alignment-limit: 0.1", "floors:",
    ]
    for floor in Self.floors {
      let image = RGBAImage(
        width: Self.size.width, height: Self.size.height,
        samples: [UInt8](repeating: 240, count: 4 * Self.size.width * Self.size.height))
      try folder.write(PNGTileEncoder(effort: .fast).encode(image), as: "\(floor.id).png")
      lines += ["  - id: \(floor.id)  # of six", "    image: \(floor.id).png"]
      if let text = more[floor.id] {
        lines.append("    \(text)")
      } else if floor.id == "L0" {
        lines.append("    gcps:")
        for (name, east, south) in Self.points {
          let pixel = Self.pixel(east, south, floor)
          let latitude = Self.middle.latitude - south / Self.degree.north
          let longitude = Self.middle.longitude + east / Self.degree.east
          lines.append("      \(name): [\(pixel.x), \(pixel.y), \(latitude), \(longitude)]")
        }
        lines.append("    transform: similarity")
      } else {
        let points = Self.points.map { name, east, south in
          let pixel = Self.pixel(east, south, floor)
          return "\(name): [\(pixel.x), \(pixel.y)]"
        }
        lines.append("    points: {\(points.joined(separator: ", "))}")
      }
    }
    text = lines.joined(separator: "\n") + "\n"
    try write(text)
  }

  /// Begins a session that places the floors.
  func session(_ backgrounds: [String] = []) throws -> EditingSession {
    let tiles = try EditFolder(in: folder.path(""))
    return try EditingSession(
      manifest: manifest, backgrounds: try backgrounds.map { try EditBackground($0, in: tiles) },
      position: nil, folder: tiles
    ) { "build \($0)" }
  }

  /// Writes the manifest as another program would.
  func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: manifest))
  }

  /// The current text of the manifest.
  func read() throws -> String { try String(contentsOfFile: manifest, encoding: .utf8) }

  /// The pixel of a plan at which a place of the building is.
  static func pixel(_ east: Double, _ south: Double, _ floor: Floor) -> (x: Double, y: Double) {
    let angle = floor.degrees * .pi / 180
    let (x, y) = (east / floor.metresPerPixel, south / floor.metresPerPixel)
    return (
      x: ((80 + x * cos(angle) - y * sin(angle)) * 1000).rounded() / 1000,
      y: ((75 + x * sin(angle) + y * cos(angle)) * 1000).rounded() / 1000
    )
  }
}

/// A map of one vector tile: a building from a quarter to three quarters of its sides, water along an eighth of the
/// left, and a street with a name.
enum VectorFixture {
  /// The tile's address.
  static let tile = (zoom: 14, x: 8580, y: 5737)

  /// The file, written with mapbox-vector-tile 2.2.0 and pmtiles 3.8.1 of PyPI.
  private static let text = """
    UE1UaWxlcwN/AAAAAAAAAB4AAAAAAAAAnQAAAAAAAAB5AAAAAAAAABYBAAAAAAAAAAAAAAAAAAAWAQAAAAAAAKgAAAAA
    AAAAAQAAAAAAAAABAAAAAAAAAAEAAAAAAAAAAQICAQ4OEt8UBbffOxxgORgF8iQ+HA4AAAAAAAAAAB+LCAAAAAAAAgNj
    PHF9y3RGxhWMjACP033rCgAAAB+LCAAAAAAAAgMdyjEOgzAMBdCrRJ4rwlpEuUHVoWsWgwzJQGKZjyJU9e60rE/vQ5lX
    oc7RlHDQzREDlsYdqeQ/9+yiyfwIFAHdOu9rrU1RyRtMBCtrU2zxU9HD0hIRaAh72/LdvX7pfaUna+95oO8JgukeHW8A
    AAAfiwgAAAAAAAIDJY09DoIwFIAfFZQ2KE1dSBebTp7AODh4AD2DqaGBRilJC9Hx3RxR9+9HKpa9zGCDENVCbyiAxBwA
    z9MKyj2qN5EXloXe1FFsRQqQJBXRlGKOJ4ZHkOnD+Vqm3nRWF4x1zvfh9uV1ydbXMdqxi0MwMdp/7cDofXTP2vkmikoQ
    gPnLKXLkEtV8VtMOSrlsrWvaQRNV/LwPkMCKoqgAAAA=
    """

  /// Writes the file into a folder, and returns its path.
  static func write(into folder: TemporaryDirectory) throws -> String {
    let path = folder.path("city.pmtiles")
    let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }
}
