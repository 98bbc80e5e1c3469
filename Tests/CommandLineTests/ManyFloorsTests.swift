import Foundation
import Georeferencing
import RasterSources
import Testing
import TilePyramidTesting

@Suite("A building of more floors than files may be open")
struct ManyFloorsTests {
  @Test(
    "It is planned, built, resumed and shown", arguments: ["", "store: mbtiles"],
    [FileManager.default.isExecutableFile(atPath: "/bin/sh")])
  func build(store: String, hasShell: Bool) throws {
    guard hasShell else { return }
    let workspace = try Workspace()
    let size = PixelSize(width: 40, height: 30)
    var manifest = "name: Tower\n\(store)\nbounds: [8.5, 47.3, 8.5005, 47.3003]\nfloors:\n"
    for level in 0..<100 {
      try workspace.write(.noise(seed: UInt64(level), opaque: true, size: size), as: "\(level).png")
      manifest += "  - {id: L\(level), level: \(level), image: \(level).png}\n"
    }
    try workspace.write(manifest.utf8, as: "b.yml")
    let shell = CommandProbe(
      executable: URL(fileURLWithPath: "/bin/sh"), directory: workspace.directory.url)
    let program = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    func run(_ arguments: [String]) throws -> CommandProbe.Result {
      try shell.run(["-c", "ulimit -n 64 && exec \"$0\" \"$@\"", program.path] + arguments)
    }
    let build = ["build", "b.yml", "-o", "out", "--threads", "3", "--progress", "none"]
    let built = try run(build)
    #expect(built.end == .exit(0), "\(built.errors)")
    #expect(built.output.contains("100 floors, 100 tiles"), "\(built.output)")
    let again = try run(build + ["--resume"])
    #expect(again.end == .exit(0) && again.output.contains("nothing to do"), "\(again.errors)")
    for arguments in [
      ["info", "b.yml"], ["info", "out"], ["verify", "out", "--against", "b.yml"],
    ] {
      let result = try run(arguments)
      #expect(result.end == .exit(0), "\(arguments): \(result.errors)")
    }
  }
}
