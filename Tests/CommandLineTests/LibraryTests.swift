import Foundation
import Georeferencing
import Testing
import TilePyramid
import TilePyramidTesting

@Suite("The library and the command line")
struct LibraryTests {
  private static let corners = "47.3775,8.541 47.3775,8.542 47.3769,8.542 47.3769,8.541"

  @Test("PyramidBuild and tilepyramid build make the same bytes", arguments: ["", ".mbtiles"])
  func sameBytes(suffix: String) async throws {
    let workspace = try Workspace()
    try workspace.write(.floorPlan(pixelsPerMetre: 10), as: "plan.png")
    let preview = suffix.isEmpty ? ["--preview"] : []
    try workspace.succeed(
      ["build", "plan.png", "--corners", Self.corners, "-o", "program\(suffix)"] + preview)

    let path = workspace.directory.path("library\(suffix)")
    var output: BuildOutput = suffix.isEmpty ? .directory(path) : try .file(path)
    output.preview = suffix.isEmpty
    let layer = try await PyramidBuild(
      workspace.directory.path("plan.png"),
      placement: .corners(CornerCoordinates(optionText: Self.corners)), output: output
    ).run()
    let files = try workspace.directory.files("library")
    #expect(files.count == (suffix.isEmpty ? layer.summary.tileCount + 2 : 2))
    #expect(try files == workspace.directory.files("program"))
  }

  @Test("The example builds the tiles that the program builds, and prints the layer")
  func example() throws {
    let workspace = try Workspace()
    try workspace.write(.floorPlan(pixelsPerMetre: 10), as: "plan.png")
    try workspace.succeed(["build", "plan.png", "--corners", Self.corners, "-o", "program"])
    let example = CommandProbe(
      executable: try #require(CommandProbe.builtExecutable(named: "build-plan")),
      directory: workspace.directory.url)
    let result = try example.run(["plan.png", "example"])
    #expect(result.end == .exit(0))
    #expect(try workspace.directory.files("example") == workspace.directory.files("program"))
    let tiles = try workspace.directory.files("example").count - 1
    let layer = try workspace.store("example").definition
    let definition = try #require(layer)
    #expect(
      result.output
        == "plan: zooms \(definition.minimumZoom)-\(definition.maximumZoom)\n"
        + "\(tiles) tiles, version \(definition.versionToken)\n")

    let refused = try example.run(["plan.png", "example"])
    #expect(refused.end == .exit(1))
    #expect(refused.output.contains("example: the output exists"))
    #expect(refused.output.contains("`overwrite`"))
    #expect(try example.run([]).end == .exit(2))
  }
}
