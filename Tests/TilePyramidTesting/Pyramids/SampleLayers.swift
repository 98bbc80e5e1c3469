package import TileModel

/// The layers of the goldens; generated and run by different test targets.
package enum SampleLayers {
  /// The floors of a building under the addresses of the Google guide's sample.
  package static func museum() throws -> [LayerDefinition] {
    let floors = [
      LayerDefinition.Floor(id: "-1", level: -1, name: "Basement"),
      LayerDefinition.Floor(id: "0", level: 0, name: "Ground floor"),
      LayerDefinition.Floor(id: "1a", name: "Étage 1 \"Café\""),
    ]
    let coverages = [rectangles, sparse(seed: 3), rectangles]
    return try zip(floors, coverages).map { floor, coverage in
      LayerDefinition(
        name: "Museum, \(floor.name)",
        attribution: "© <a href=\"https://www.example.com\">Museum</a>",
        tileSize: floor.level == 0 ? .large : .standard,
        scheme: floor.level == -1 ? .tms : .xyz,
        urlTemplate: try TileTemplate(
          url: "https://www.example.com/floorplans/L{floor}_{z}_{x}_{y}.png", floor: floor.id,
          format: .png),
        bounds: GeographicBounds(west: 9.98, south: 53.54, east: 10.01, north: 53.56),
        floor: floor, zIndex: 100, digest: ContentDigest(low: 1, high: 0x0123_4567_89AB_CDEF),
        coverage: coverage)
    }
  }

  /// Two floors of a building, each in two variants.
  package static func gallery() throws -> [LayerDefinition] {
    let floors: [(String, FloorLevel, String)] = [
      ("L0", 0, "Ground floor"), ("L1", 1, "First floor"),
    ]
    return try floors.flatMap { id, level, name in
      try ["light", "dark"].map { variant in
        let floor = LayerDefinition.Floor(
          id: variant == "light" ? id : "\(id)-\(variant)", level: level, name: name,
          variant: LayerDefinition.Floor.Variant(name: variant, floor: id))
        return try annex(floor)
      }
    }
  }

  /// Two floors of a building, by the names of which nothing is known.
  package static func annex() throws -> [LayerDefinition] {
    try ["A", "B"].map { try annex(LayerDefinition.Floor(id: $0)) }
  }

  private static func annex(_ floor: LayerDefinition.Floor) throws -> LayerDefinition {
    LayerDefinition(
      name: "Gallery, \(floor.id)",
      urlTemplate: try TileTemplate(
        url: "https://a.example/{floor}/{z}/{x}/{y}.png", floor: floor.id, format: .png),
      bounds: GeographicBounds(west: 9.98, south: 53.54, east: 10.01, north: 53.56), floor: floor,
      digest: ContentDigest(low: 1, high: 2),
      coverage: TileCoverage(ranges: [TileRange(zoom: 1, x: 0..<2, y: 0..<1)]))
  }

  /// A layer under relative URLs that have a query and are counted from the south.
  package static func sitePlan() throws -> LayerDefinition {
    LayerDefinition(
      name: "Site plan", scheme: .tms,
      urlTemplate: try TileTemplate(url: "100%25/{z}/{x}/{y}.{ext}?key=a%20b", format: .png),
      bounds: GeographicBounds(west: 179.5, south: -1e-7, east: -179.5, north: 0.5),
      zIndex: -3, opacity: 0.35, digest: ContentDigest(low: 7, high: 9), coverage: sparse(seed: 8))
  }

  /// An image of 1000 × 700 pixels in tiles of a size.
  package static func picture(_ size: TileSize) throws -> LayerDefinition {
    let image = LayerDefinition.ImageGrid(width: 1000, height: 700)
    let deepest = image.zoom(ofPixels: size)
    let ranges = (0...deepest).map { zoom in
      let side = size.rawValue << (deepest - zoom)
      return TileRange(zoom: zoom, x: 0..<(999 / side + 1), y: 0..<(699 / side + 1))
    }
    return LayerDefinition(
      name: "Plan", tileSize: size,
      urlTemplate: try TileTemplate(url: "https://a.example/{z}/{x}/{y}.png", format: .png),
      imageGrid: image, bounds: GeographicBounds(west: -180, south: 0, east: 0, north: 85),
      coverage: TileCoverage(ranges: ranges))
  }

  /// One rectangle per zoom.
  package static let rectangles = TileCoverage(ranges: [
    TileRange(zoom: 0, x: 0..<1, y: 0..<1),
    TileRange(zoom: 16, x: 34_586..<34_588, y: 21_168..<21_170),
    TileRange(zoom: 18, x: 138_345..<138_352, y: 84_674..<84_680),
    TileRange(zoom: 30, x: 1_073_741_820..<1_073_741_824, y: 1_073_741_823..<1_073_741_824),
  ])

  /// A rectangle, then levels with holes, gaps between rows, and columns at both ends of the grid.
  package static func sparse(seed: Int) -> TileCoverage {
    var builder = TileCoverage.Builder()
    builder.insert(TileRange(zoom: 3, x: 4..<6, y: 2..<4))
    for zoom in [5, 6, 20] {
      let side = 1 << zoom
      let west = zoom == 20 ? side - 32 : 0
      let north = zoom == 20 ? 352_000 : 0
      for y in 0..<32 where (y * seed) % 7 != 0 {
        for x in 0..<32 where (x * x + y / 3 * seed) % 5 < 3 {
          TileCoordinate(zoom: zoom, x: west + x, y: north + y).map { builder.insert($0) }
        }
      }
    }
    return builder.coverage
  }
}
