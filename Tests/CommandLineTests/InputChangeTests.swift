import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

/// Changes of inputs other than the bytes of a picture.
@Suite("Changes of inputs that a complete build must not hide")
struct InputChangeTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.makeFolder("site")
  }

  private func noise(_ seed: UInt64) -> SyntheticRaster {
    .noise(seed: seed, opaque: true, size: PixelSize(width: 256, height: 256))
  }

  private func place(_ name: String, atColumn column: Int) throws {
    let affine = AffineTransform.northUp(1_000_000 + 256 * Double(column), 6_000_000, step: 1)
    try workspace.write(WorldFile(affine).text.utf8, as: name)
  }

  /// A complete build; the same with --resume does nothing, and is refused after the change.
  private func expectRefusal(
    _ arguments: [String], differing part: String, after change: () throws -> Void
  ) throws {
    let build = ["build"] + arguments + ["-o", "out"]
    try workspace.succeed(build)
    try workspace.succeed(build + ["--resume"], printing: "complete already")
    try change()
    try workspace.fail(build + ["--resume"], saying: part)
  }

  @Test("Places of images that are drawn as a hillshade")
  func reliefPlaces() throws {
    for number in 0..<3 {
      let heights = (0..<65_536).map { Float(number * ($0 % 97) + $0 / 256) }
      try workspace.write(TinyTIFF(heights, width: 256).file, as: "site/\(number).tif")
      try place("site/\(number).tfw", atColumn: number)
    }
    try expectRefusal(
      ["site", "--crs", "EPSG:3857", "--hillshade"], differing: "where each image is differs"
    ) {
      try place("site/1.tfw", atColumn: 2)
      try place("site/2.tfw", atColumn: 1)
    }
  }

  @Test("A hole in a cutline that becomes an area of its own")
  func cutline() throws {
    try workspace.write(noise(1), as: "plan.png")
    try place("plan.pgw", atColumn: 0)
    func ring(_ inset: Double) -> String {
      let (west, east) = (1_000_000 + inset, 1_000_256 - inset)
      let (north, south) = (6_000_000 - inset, 5_999_744 + inset)
      return
        "[[\(west),\(north)],[\(east),\(north)],[\(east),\(south)],[\(west),\(south)],[\(west),\(north)]]"
    }
    func write(_ type: String, _ rings: String) throws {
      try workspace.write(
        "{\"type\":\"\(type)\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:3857\"}},\"coordinates\":\(rings)}"
          .utf8, as: "cut.geojson")
    }
    try write("Polygon", "[\(ring(0)),\(ring(60))]")
    try expectRefusal(
      ["plan.png", "--crs", "EPSG:3857", "--cutline", "cut.geojson"], differing: "cutline"
    ) {
      try write("MultiPolygon", "[[\(ring(0))],[\(ring(60))]]")
    }
  }

  @Test(
    "Another version of the program that draws a floor",
    .enabled(if: VectorPlanFile.isInstalled("rsvg-convert")))
  func drawingProgram() throws {
    let programs = try TemporaryDirectory()
    func install(_ version: String) throws {
      let path = programs.path("rsvg-convert")
      let script =
        "#!/bin/sh\n[ \"$1\" = --version ] && { echo \(version); exit; }\n"
        + "PATH=${PATH#*:} exec rsvg-convert \"$@\"\n"
      try Data(script.utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let workspace = try Workspace(environment: ["PATH": programs.path + ":" + path])
    try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    try workspace.write(
      """
      name: M
      anchor: [47.36565, 8.54585]
      metres-per-pixel: 0.05
      floors:
        - id: A
          level: 0
          image: plan.svg
      """.utf8, as: "b.yml")
    try install("rsvg-convert version 9.1.0")
    let build = ["build", "b.yml", "-o", "out"]
    try workspace.succeed(build)
    try workspace.succeed(build + ["--resume"], printing: "complete already")
    try install("rsvg-convert version 9.2.0")
    try workspace.fail(build + ["--resume"], saying: "the program that draws it differs")
  }

  @Test("A picture that was copied over another, of its size and time, beside a file of headers")
  func copiedOver() throws {
    func write(_ seed: UInt64) throws {
      try workspace.write(noise(seed), as: "noise.png")
      let bytes = try workspace.bytes("noise.png")
      // Bytes behind the end of a PNG change nothing but its size.
      try workspace.write(
        bytes + [UInt8](repeating: 0, count: 300_000 - bytes.count), as: "site/1.png")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: workspace.directory.path("site/1.png"))
    }
    try workspace.write(noise(0), as: "site/0.png")
    for number in 0..<2 { try place("site/\(number).pgw", atColumn: number) }
    try write(1)
    let build = ["build", "site", "--crs", "EPSG:3857"]
    let update = build + ["-o", "out", "--update", "--headers", "headers"]
    try workspace.succeed(update)
    try workspace.succeed(update, printing: " 0 changed")
    try write(2)
    try workspace.succeed(update)
    try workspace.succeed(build + ["-o", "new"])
    #expect(try workspace.files(in: "out") == workspace.files(in: "new"))
  }
}
