import Foundation
import Testing
import TileImaging
import TilePyramidTesting

@Suite("The example building")
struct ExampleTests {
  /// The plans of the example with their manifest, which packages contain.
  private static let plans = Workspace.packageRoot.appendingPathComponent(
    "Examples/ThreeStoreyBuilding/Plans")

  /// Runs the program that draws the plans.
  private func draw(_ arguments: [String], in workspace: Workspace) throws -> CommandProbe.End {
    let program = try #require(CommandProbe.builtExecutable(named: "draw-example-building"))
    return try CommandProbe(executable: program, directory: workspace.directory.url)
      .run(arguments).end
  }

  @Test("The plans of the example are those that the program draws")
  func committed() throws {
    let workspace = try Workspace()
    #expect(try draw(["plans"], in: workspace) == .exit(0))
    for entry in workspace.entries where !entry.hasSuffix("/") {
      let name = String(entry.dropFirst("plans/".count))
      let drawn = try workspace.bytes(entry)
      let kept = [UInt8](try Data(contentsOf: Self.plans.appendingPathComponent(name)))
      if name.hasSuffix(".png") {
        // Bytes depend on the version of libdeflate.
        let isEqual =
          try PNGDecoder.decode(drawn, limits: .source)
          == PNGDecoder.decode(kept, limits: .source)
        #expect(isEqual, "draw \(name) again")
      } else {
        #expect(drawn == kept, "draw \(name) again")
      }
    }
  }

  @Test("The manifest of the example builds three floors that are right, and a page")
  func manifest() throws {
    let workspace = try Workspace()
    let manifest = Self.plans.appendingPathComponent("building.yml").path
    let built = try workspace.succeed([
      "build", manifest, "-o", "out", "--preview", "--progress", "none",
    ])
    #expect(built.errors.isEmpty, "\(built.errors)")
    #expect(workspace.entries.contains("out/preview.html"))
    try workspace.succeed(["verify", "out", "--against", manifest], printing: "3 floors verified")
  }

  @Test("The three floors of the example building, placed in three ways, match each other")
  func floorsAgree() throws {
    let workspace = try Workspace()
    #expect(try draw(["plans"], in: workspace) == .exit(0))
    #expect(
      workspace.entries == [
        "plans/", "plans/first-floor.corners.txt", "plans/first-floor.png",
        "plans/ground-floor.pgw", "plans/ground-floor.png", "plans/second-floor.png",
        "plans/second-floor.points",
      ])
    let corners = try workspace.text("plans/first-floor.corners.txt")
    let georeferenced = try [
      ["ground-floor.png", "--crs", "EPSG:3857"], ["first-floor.png", "--corners", corners],
      ["second-floor.png", "--gcp-file", "plans/second-floor.points"],
    ].map { arguments in
      let result = try workspace.succeed(
        ["georeference", "plans/" + arguments[0]] + arguments.dropFirst())
      #expect(result.errors.isEmpty)
      // Corners to 8 decimals of a degree: a millimetre.
      return result.output.split(separator: "\n").filter {
        $0.contains("top-") || $0.contains("bottom-")
      }
    }
    #expect(georeferenced[0].count == 4)
    #expect(georeferenced[0] == georeferenced[1] && georeferenced[0] == georeferenced[2])
  }

  @Test("The drawing program of the example refuses what is not a folder")
  func usage() throws {
    let workspace = try Workspace()
    #expect(try draw([], in: workspace) == .exit(2))
    #expect(try draw(["--help"], in: workspace) == .exit(2))
    try workspace.write("a file".utf8, as: "file")
    #expect(try draw(["file"], in: workspace) == .exit(3))
    #expect(workspace.entries == ["file"])
  }
}
