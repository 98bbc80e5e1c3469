import Foundation
import Testing
import TilePyramidTesting

@Suite("The example building")
struct ExampleTests {
  @Test("Its three floors, placed in three ways, lie over each other")
  func floorsAgree() throws {
    let place = try Workplace()
    let draw = CommandProbe(
      executable: try #require(CommandProbe.builtExecutable(named: "draw-example-building")),
      directory: place.directory.url)
    #expect(try draw.run(["plans"]).end == .exit(0))
    #expect(
      place.entries == [
        "plans/", "plans/first-floor.corners.txt", "plans/first-floor.png",
        "plans/ground-floor.pgw", "plans/ground-floor.png", "plans/second-floor.png",
        "plans/second-floor.points",
      ])
    let corners = String(decoding: try place.bytes("plans/first-floor.corners.txt"), as: UTF8.self)
    let placed = try [
      ["ground-floor.png", "--crs", "EPSG:3857"], ["first-floor.png", "--corners", corners],
      ["second-floor.png", "--gcp-file", "plans/second-floor.points"],
    ].map { arguments in
      let result = try place.run(
        ["georeference", "plans/" + arguments[0]] + arguments.dropFirst())
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(result.errors.isEmpty)
      // Corners to 8 decimals of a degree: a millimetre.
      return result.output.split(separator: "\n").filter {
        $0.contains("top-") || $0.contains("bottom-")
      }
    }
    #expect(placed[0].count == 4)
    #expect(placed[0] == placed[1] && placed[0] == placed[2])
  }

  @Test("Its drawing program refuses what is not a folder")
  func usage() throws {
    let place = try Workplace()
    let draw = CommandProbe(
      executable: try #require(CommandProbe.builtExecutable(named: "draw-example-building")),
      directory: place.directory.url)
    #expect(try draw.run([]).end == .exit(2))
    #expect(try draw.run(["--help"]).end == .exit(2))
    try place.write("a file".utf8, as: "file")
    #expect(try draw.run(["file"]).end == .exit(3))
    #expect(place.entries == ["file"])
  }
}
