import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Tiles of the image itself, and its outline")
struct ImageGridTests {
  private func workspace(_ size: PixelSize, opaque: Bool = false) throws -> (
    Workspace, SyntheticRaster
  ) {
    let workspace = try Workspace()
    let plan = SyntheticRaster.noise(seed: 5, opaque: opaque, size: size)
    try workspace.write(plan, as: "plan.png")
    return (workspace, plan)
  }

  /// The samples of a zoom of a store, row-major, and how many are in a row.
  private func plane(
    _ store: any TileReader, zoom: Int, side: Int
  ) throws -> (samples: [UInt32], width: Int) {
    let width = side << zoom
    var plane = [UInt32](repeating: 0, count: width * width)
    for tile in try store.coordinates() where tile.zoom == zoom {
      let file = try #require(try store.tile(at: tile))
      let image = try TileDecoder.decode(file)
      let samples = image.samples.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
      for y in 0..<side {
        let start = (tile.y * side + y) * width + tile.x * side
        plane.replaceSubrange(start..<start + side, with: samples[y * side..<(y + 1) * side])
      }
    }
    return (plane, width)
  }

  @Test(
    "The deepest zoom has the pixels of the image and nothing else, and zoom 0 is one tile",
    arguments: [
      (PixelSize(width: 1, height: 1), 256, 0), (PixelSize(width: 256, height: 256), 256, 0),
      (PixelSize(width: 257, height: 90), 256, 1), (PixelSize(width: 300, height: 1030), 256, 3),
      (PixelSize(width: 300, height: 1030), 512, 2), (PixelSize(width: 512, height: 3), 512, 0),
    ])
  func pixels(size: PixelSize, side: Int, zoom: Int) throws {
    let (workspace, plan) = try workspace(size)
    try workspace.succeed([
      "build", "plan.png", "--grid", "image", "--tile-size", "\(side)", "-o", "out",
    ])
    let store = try workspace.store("out")
    let definition = try #require(store.definition)
    #expect(
      definition.imageGrid == LayerDefinition.ImageGrid(width: size.width, height: size.height))
    #expect(definition.minimumZoom == 0 && definition.maximumZoom == zoom)
    #expect(definition.coverage.levels.first?.tileCount == 1)
    let (samples, width) = try plane(store, zoom: zoom, side: side)
    let wanted = plan.samples.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    let isEqual = samples.indices.allSatisfy { index in
      let (x, y) = (index % width, index / width)
      guard x < size.width, y < size.height else { return samples[index] == 0 }
      // Transparent pixels have no colour in tiles.
      let pixel = wanted[y * size.width + x]
      return samples[index] == pixel || pixel >> 24 == 0 && samples[index] >> 24 == 0
    }
    #expect(isEqual)
    // The definition says where the image is.
    try workspace.succeed("verify out --against plan.png --every")
    let info = try workspace.run("info out").output
    #expect(info.contains("image       \(size.width) × \(size.height) pixels"))
  }

  @Test(
    "Other stores hold the same tiles and say the same, and what knows the world alone is refused")
  func stores() throws {
    let (workspace, _) = try workspace(PixelSize(width: 700, height: 300))
    let build = ["build", "plan.png", "--grid", "image", "-o"]
    for name in ["out", "out.mbtiles", "out.pmtiles"] {
      try workspace.succeed(build + [name])
    }
    try workspace.succeed("convert out.pmtiles copy.mbtiles")
    let grid = LayerDefinition.ImageGrid(width: 700, height: 300)
    for name in ["out.mbtiles", "out.pmtiles", "copy.mbtiles"] {
      try workspace.succeed("diff out \(name)")
      let definition = try workspace.store(name).definition
      #expect(definition?.imageGrid == grid, "\(name)")
      try workspace.succeed("verify \(name) --against plan.png")
    }
    for (arguments, words) in [
      (build + ["out.gpkg"], "a GeoPackage cannot hold tiles of an image"),
      (["convert", "out", "out.gpkg"], "a GeoPackage cannot hold tiles of an image"),
      (["convert", "out", "part", "--bounds", "1,2,3,4"], "--bounds has no effect"),
      (["merge", "out", "out.mbtiles", "-o", "both"], "are not merged"),
      (build + ["x", "--max-zoom", "1"], "--max-zoom has no effect"),
      (build + ["x", "--bounds", "1,2,3,4"], "exclude each other"),
      (build + ["x", "--clip-bounds", "8,47,9,48"], "--clip-bounds or --cutline"),
      (build + ["x", "--crs", "EPSG:4326"], "--crs has no effect"),
      (["build", "plan.png", "plan.png", "--grid", "image", "-o", "x"], "has no effect"),
      (["georeference", "plan.png", "--grid", "image"], "--grid image has no effect"),
      (
        ["layers", "out", "--client", "maplibre", "-o", "code"],
        "leaflet, openlayers, openseadragon, flutter-map"
      ),
    ] {
      try workspace.fail(arguments, saying: words)
    }
    let bare = try workspace.run("build plan.png -o x")
    #expect(bare.errors.contains("--grid image for tiles of the picture itself"))
  }

  @Test("A changed pixel is found in an image's own grid")
  func planted() throws {
    let (workspace, _) = try workspace(PixelSize(width: 300, height: 300), opaque: true)
    try workspace.succeed("build plan.png --grid image -o out")
    let other = SyntheticRaster.noise(
      seed: 6, opaque: true, size: PixelSize(width: 300, height: 300))
    try workspace.write(other, as: "plan.png")
    try workspace.fail("verify out --against plan.png", with: 1, printing: "source.pixels")
  }

  @Test("What is outside the outline is transparent, and what is inside as it was")
  func outline() throws {
    let (workspace, plan) = try workspace(PixelSize(width: 256, height: 256), opaque: true)
    let corners = "20,30 200,30 200,180.5 20,180.5"
    let build = ["build", "plan.png", "--grid", "image", "--outline", corners, "-o", "out"]
    try workspace.succeed(build)
    let store = try workspace.store("out")
    let (samples, width) = try plane(store, zoom: 0, side: 256)
    let wanted = plan.samples.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    for index in samples.indices {
      let (x, y) = (index % width, index / width)
      let isInside = (20..<200).contains(x) && (30..<180).contains(y)
      // Half of the last row is inside.
      let isCut = (20..<200).contains(x) && y == 180
      let isRight =
        isCut
        ? (120...135).contains(samples[index] >> 24)
        : samples[index] == (isInside ? wanted[index] : 0)
      #expect(isRight, "(\(x), \(y))")
      if !isRight { break }
    }
    for (options, code) in [(["--outline", corners], 0 as Int32), ([], 1)] {
      let verified = try workspace.run("verify out --against plan.png", options)
      #expect(verified.end == .exit(code), "\(verified.output)")
    }
  }

  @Test("An outline goes with a rotated image, and a manifest's is that of the command line")
  func rotatedOutline() throws {
    let (workspace, _) = try workspace(PixelSize(width: 300, height: 200), opaque: true)
    let place = ["--anchor", "47.36565,8.54585", "--metres-per-pixel", "0.1", "--bearing", "20"]
    let outline = ["--outline", "10,10 290,40 250,190 30,150"]
    try workspace.succeed("build plan.png -o out", place + outline)
    try workspace.succeed("verify out --against plan.png --every", place + outline)
    let manifest = """
      name: House
      floors:
        - id: "0"
          level: 0
          image: plan.png
          anchor: [47.36565, 8.54585]
          metres-per-pixel: 0.1
          bearing: 20
          outline: [[10, 10], [290, 40], [250, 190], [30, 150]]
      """
    try workspace.write(manifest.utf8, as: "house.yml")
    try workspace.succeed("build house.yml -o house")
    let floor = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: workspace.directory.path("house"))
        .first { $0.hasSuffix("layer.json") })
    let text = try String(
      contentsOfFile: workspace.directory.path("house/\(floor)"), encoding: .utf8)
    let digest = try #require(try workspace.store("out").definition?.digest.hexadecimal)
    #expect(text.contains(digest))
    try workspace.succeed("verify house --against house.yml")
  }

  @Test(
    "An outline that is none is refused",
    arguments: [
      ("1,1 5,5", "2 corners"), ("1,1 5,5 9,9", "corners on one line"), ("a", "--outline"),
      ("-9,-9 -5,-9 -5,-5", "no part of the image is inside --outline"),
    ])
  func refused(outline: String, words: String) throws {
    let (workspace, _) = try workspace(PixelSize(width: 40, height: 40))
    try workspace.fail(
      ["build", "plan.png", "--grid", "image", "--outline", outline, "-o", "out"], saying: words)
  }
}
