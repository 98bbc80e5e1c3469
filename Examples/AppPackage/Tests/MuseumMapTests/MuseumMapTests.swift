import Foundation
import Testing

@testable import MuseumMap

#if canImport(GoogleMaps)
  import GoogleMaps
#else
  import GoogleMapsCompatibility
#endif

@Suite("The museum's map")
struct MuseumMapTests {
  @Test("A layer made without arguments finds its tiles in the resources of the package")
  @MainActor func tiles() async throws {
    for floor in MuseumFloor.allCases {
      let layer = floor.makeLayer()
      #expect(layer.tileSize == 256)
    }
    for zoom in MuseumGroundFloorTiles.minimumZoom...MuseumGroundFloorTiles.maximumZoom {
      let bounds = MuseumGroundFloorTiles.bounds
      let (column, row) = Self.tile(
        latitude: (bounds.south + bounds.north) / 2, longitude: (bounds.west + bounds.east) / 2,
        zoom: zoom)
      for floor in MuseumFloor.allCases {
        let url = try #require(floor.tileURL(x: column, y: row, zoom: zoom))
        #expect(try Data(contentsOf: url).starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(url.path)")
        #expect(floor.tileURL(x: 0, y: 0, zoom: zoom) == nil)
      }
    }
  }

  @Test("The map offers both storeys")
  @MainActor func storeys() {
    #expect(MuseumMap(on: GMSMapView()).storeys == [0, 1])
  }

  private static func tile(
    latitude: Double, longitude: Double, zoom: UInt
  ) -> (column: UInt, row: UInt) {
    let count = Double(1 << zoom)
    let northing = asinh(tan(latitude * .pi / 180)) / (2 * .pi)
    return (UInt((longitude / 360 + 0.5) * count), UInt((0.5 - northing) * count))
  }
}
