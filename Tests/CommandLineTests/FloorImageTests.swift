import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// Images of floors, for which every key of a manifest does what the option of its name does.
@Suite("Images of floors")
struct FloorImageTests {
  /// A white sheet with a black drawing in the middle and a grey title block in a corner.
  private static let sheet = SyntheticRaster(
    name: "sheet", size: PixelSize(width: 512, height: 512), isOpaque: true
  ) { x, y in
    if x > 400, y > 400 { return PixelColor(128, 128, 128) }
    let isWall = (100..<300).contains(x) && (90..<310).contains(y) && (x % 40 < 4 || y % 55 < 4)
    return isWall ? PixelColor(0, 0, 0) : PixelColor(255, 255, 255)
  }

  private static let outline = {
    let edges = AlignedPlan.bounds.split(separator: ",").map(String.init)
    let (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
    return """
      {"type": "Polygon", "coordinates": \
      [[[\(west), \(south)], [\(west), \(north)], [\(east), \(north)], [\(west), \(south)]]]}
      """
  }()

  @Test(
    "Images of floors make the tiles of a build with the same options",
    arguments: [
      ("transparent: white", ["--transparent", "#FFFFFF"]),
      (
        "transparent: \"#FFFFFF\"\nbackground: \"#102030\"",
        ["--transparent", "White", "--background", "#102030"]
      ),
      ("cutline: site.geojson", ["--cutline", "site.geojson"]),
      (
        "cutline: site.geojson\nformat: jpeg\nbackground: \"#102030\"",
        ["--cutline", "site.geojson", "--format", "jpg", "--background", "#102030"]
      ),
      ("clip-bounds: [8.52, 47.3, 8.53, 47.4]", ["--clip-bounds", "8.52,47.3,8.53,47.4"]),
      ("nodata: 0", ["--nodata", "0"]),
    ])
  func options(keys: String, options: [String]) throws {
    let workspace = try Workspace(Self.sheet, as: "sheet.png")
    try workspace.write(Self.outline.utf8, as: "site.geojson")
    try workspace.write(
      """
      name: Site
      bounds: [\(AlignedPlan.bounds)]
      \(keys)
      floors:
        - {id: L0, image: sheet.png}

      """.utf8, as: "b.yml")
    try workspace.succeed("build sheet.png -o alone", AlignedPlan.placement + options)
    try workspace.succeed("build b.yml -o out")
    let tiles = try workspace.files(in: "alone").filter { $0.key != "layer.json" }
    #expect(!tiles.isEmpty)
    #expect(try workspace.files(in: "out/L0") == tiles)
    try workspace.succeed("verify out --against b.yml --every")
  }

  @Test("A value that a manifest's key does not take is refused at its line")
  func refused() throws {
    let workspace = try Workspace(Self.sheet, as: "sheet.png")
    for (keys, words) in [
      ("transparent: #FFFFFF", ["b.yml:2:", "in quotes"]),
      ("background: whyte", ["b.yml:2:", "#FFFFFF", "is backgrounds"]),
      ("background: transparent", ["b.yml:2:", "white"]),
      ("stretch: much", ["none, percent"]), ("bands: [1, 2]", ["[3, 2, 1]"]),
      ("cutline: gone.geojson", ["b.yml:2:", "gone.geojson"]), ("nodata: low", ["or nan"]),
      ("clip-bounds: [1, 2]", ["[west, south, east, north]"]),
    ] {
      try workspace.write(
        "name: X\n\(keys)\nfloors: [{id: L0, image: sheet.png, bounds: [8, 47, 9, 48]}]\n".utf8,
        as: "b.yml")
      let result = try workspace.run("build b.yml -o out --dry-run")
      #expect(result.end != .exit(0))
      for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
    }
  }

  @Test("A KML overlay places a floor as --kml does")
  func overlay() throws {
    let workspace = try Workspace(Self.sheet, as: "sheet.png")
    try workspace.write(
      """
      <kml><GroundOverlay><Icon><href>sheet.png</href></Icon><LatLonBox><north>47.41</north>\
      <south>47.4</south><east>8.51</east><west>8.5</west><rotation>12</rotation></LatLonBox>\
      </GroundOverlay></kml>
      """.utf8, as: "sheet.kml")
    try workspace.write(
      "name: X\nfloors: [{id: L0, image: sheet.png, kml: sheet.kml}]\n".utf8, as: "b.yml")
    try workspace.succeed("build sheet.png --kml sheet.kml -o alone")
    try workspace.succeed("build b.yml -o out")
    #expect(
      try workspace.files(in: "out/L0")
        == workspace.files(in: "alone").filter { $0.key != "layer.json" })
  }
}
