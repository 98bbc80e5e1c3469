import Foundation
import Georeferencing
import RasterSources
import TileImaging
import TilePyramidTesting

/// A folder with the files that commands in documents name, all of them small.
struct DocumentedWorkspace {
  private let workspace: Workspace
  private static let corners = [
    "47.36594,8.54560", "47.36573,8.54633", "47.36536,8.54610", "47.36557,8.54537",
  ]

  /// The same files in another folder.
  func copy() throws -> DocumentedWorkspace {
    let copy = DocumentedWorkspace(workspace: try Self.makeWorkspace())
    let files = workspace.directory
    for name in try FileManager.default.contentsOfDirectory(atPath: files.path) {
      try FileManager.default.copyItem(
        atPath: files.path(name), toPath: copy.workspace.directory.path(name))
    }
    return copy
  }

  private init(workspace: Workspace) {
    self.workspace = workspace
  }

  private static func makeWorkspace() throws -> Workspace {
    // An array of one task, which makes all shards.
    try Workspace(environment: ["JOB_COMPLETION_INDEX": "0"])
  }

  init() throws {
    workspace = try Self.makeWorkspace()
    for folder in ["plans", "floors", "images"] {
      try FileManager.default.createDirectory(
        atPath: workspace.directory.path(folder), withIntermediateDirectories: false)
    }
    try writeImages()
    try writeTexts()
    try buildStores()
  }

  private func writeImages() throws {
    let plan = SyntheticRaster.floorPlan(pixelsPerMetre: 4)
    // A file is recognised by its first bytes, whatever its name.
    for name in [
      "plan.png", "plan.jpg", "scan.png", "plans/L0.png", "plans/L1.png", "floors/L0.png",
    ] {
      try workspace.write(plan, as: name)
    }
    let hall = OutlinedPlan(.lShape, seed: 3001)
    try workspace.directory.write(hall.image, as: "hall.png")
    try workspace.write(hall.geoJSON.utf8, as: "streets.geojson")
    try workspace.write(VectorPlanFile.pdf([.sample, .sample]), as: "plan.pdf")
    let field = HeightField.hills(PixelSize(width: 150, height: 150))
    for (name, column) in [
      ("ortho.tif", 0), ("dsm.tif", 0), ("images/a.tif", 0), ("images/b.tif", 150),
    ] {
      try field.write(
        to: workspace.directory.path(name),
        at: AffineTransform.northUp(951_300 + Double(column), 6_002_000, step: 1))
    }
  }

  private func writeTexts() throws {
    let pixels = [(0, 0), (240, 0), (240, 180), (0, 180)]
    let points = zip(Self.corners, pixels).map { corner, pixel in
      let degrees = corner.split(separator: ",")
      return "\(degrees[1]),\(degrees[0]),\(pixel.0),\(-pixel.1),1\n"
    }
    try workspace.write(
      ("#CRS: EPSG:4326\nmapX,mapY,pixelX,pixelY,enable\n" + points.joined()).utf8,
      as: "plan.points")
    try workspace.write("0 0 0 255\n255 255 0 0\nnv 0 0 0 0\n".utf8, as: "heights.txt")
    let ring = "[[8.545,47.365],[8.547,47.365],[8.547,47.366],[8.545,47.366],[8.545,47.365]]"
    for name in ["site.geojson", "wing.geojson"] {
      try workspace.write("{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}".utf8, as: name)
    }
    let anchor = "max-zoom: 20\nanchor: [47.36565, 8.54585]\nmetres-per-pixel: 0.25\n"
    try workspace.write(
      "name: Museum\n\(anchor)floors:\n  - {id: L0, image: L0.png}\n  - {id: L1, image: L1.png}\n"
        .utf8,
      as: "plans/building.yml")
    try workspace.write(
      "name: House\nstore: pmtiles\n\(anchor)floors:\n  - {id: L0, image: L0.png}\n".utf8,
      as: "floors/building.yml")
  }

  private func buildStores() throws {
    let corners = ["--corners", Self.corners.joined(separator: " ")]
    for floor in ["L0", "L1"] {
      try make(["georeference", "plans/\(floor).png", "-o", "plans/\(floor).pgw"] + corners)
    }
    for building in ["tiles", "museum"] {
      try make(["build", "plans/building.yml", "-o", building])
    }
    try make(["build", "floors/building.yml", "-o", "house"])
    for store in ["old", "new", "plan.mbtiles", "plan.pmtiles", "north.pmtiles", "south.mbtiles"] {
      try make(["build", "plan.png", "-o", store] + corners)
    }
    try make(["build", "ortho.tif", "-o", "theirs.mbtiles"])
    let wide = "8.4,47.3,8.6,47.45"
    try make(["build", "plan.png", "-o", "country.pmtiles", "--bounds", wide])
    try make(["build", "plan.png", "-o", "town.gpkg", "--bounds", wide])
    try make(
      [
        "build", "plan.png", "-o", "gdal-tiles", "--scheme", "tms", "--bounds",
        "8.5406,47.3765,8.5424,47.3781",
      ])
    try FileManager.default.removeItem(atPath: workspace.directory.path("gdal-tiles/layer.json"))
  }

  private func make(_ arguments: [String]) throws {
    let result = try workspace.run(arguments)
    guard result.end == .exit(0) else { throw DocumentationFault(text: result.errors) }
  }

  /// Runs a command as a shell does, in the folder as the commands before have left it.
  ///
  /// Removes its outputs first, so that documents may use the same names.
  func run(_ command: String) throws -> CommandProbe.Result {
    if !command.contains(/--(update|resume|overwrite)/),
      let output = command.firstMatch(of: /(?: -o | convert \S+ | init )'?([^\s']+)/)
    {
      let made = command.contains(" init ") ? "\(output.1)/building.yml" : String(output.1)
      let stem = made.replacing(/\.mbtiles$/, with: "")
      for name in [made, stem + ".layer.json"] {
        try? FileManager.default.removeItem(atPath: workspace.directory.path(name))
      }
    }
    return try workspace.runInShell(command.replacing("--shard auto", with: "--shard auto --of 1"))
  }
}

/// A document or the files for its commands are not as they should be.
struct DocumentationFault: Error {
  let text: String
}
