import Foundation
import Georeferencing
import RasterSources
import TileModel
import TilePyramidTesting

/// A floor of the sample building, with the tiles that cover it.
struct SitePlan: Decodable {
  let bounds: [Double]
  let size: [Int]
  let tiles: [String: [[Int]]]

  enum CodingKeys: String, CodingKey {
    case bounds = "bbox_3857"
    case size = "image_px"
    case tiles
  }

  private struct File: Decodable {
    let floors: [String: SitePlan]
  }

  /// The names of the floors.
  static let names = ["B1", "F1", "F2", "F3", "F4"]

  /// Reads a floor's expected values.
  static func load(_ name: String) throws -> SitePlan? {
    let bytes = try TestData.bytes("floorplans/indoor_loc_site1/corners_derived.json")
    return try JSONDecoder().decode(File.self, from: Data(bytes)).floors[name]
  }

  /// The path of a floor's image.
  static func path(_ name: String) -> String {
    TestData.path("floorplans/indoor_loc_site1/\(name)/floor_image.png")
  }

  /// The georeference of the floor.
  var georeference: Georeference {
    Self.georeference(
      west: bounds[0], south: bounds[1], east: bounds[2], north: bounds[3],
      size: PixelSize(width: size[0], height: size[1]))
  }

  /// The expected tiles of all zooms.
  var ranges: [TileRange] {
    tiles.compactMap { zoom, corners in
      Int(zoom).map {
        TileRange(
          zoom: $0, x: corners[0][0]..<corners[1][0] + 1, y: corners[0][1]..<corners[1][1] + 1)
      }
    }.sorted { $0.zoom < $1.zoom }
  }

  /// A north-up image between projected bounds.
  static func georeference(
    west: Double, south: Double, east: Double, north: Double, size: PixelSize
  ) -> Georeference {
    Georeference(
      crs: .webMercator,
      pixelToCRS: .affine(
        AffineTransform(
          originX: west, originY: north, columnX: (east - west) / Double(size.width), columnY: 0,
          rowX: 0, rowY: (south - north) / Double(size.height))))
  }
}
