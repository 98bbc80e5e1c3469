import Foundation
import Georeferencing
import RasterSources
import Testing
import TilePyramidTesting

@Suite("A building of more floors than files may be open")
struct ManyFloorsTests {
  @Test("It is planned, built, resumed and shown", arguments: ["", "store: mbtiles"])
  func build(store: String) throws {
    let workspace = try Workspace()
    let size = PixelSize(width: 40, height: 30)
    var manifest = "name: Tower\n\(store)\nbounds: [8.5, 47.3, 8.5005, 47.3003]\nfloors:\n"
    for level in 0..<100 {
      try workspace.write(.noise(seed: UInt64(level), opaque: true, size: size), as: "\(level).png")
      manifest += "  - {id: L\(level), level: \(level), image: \(level).png}\n"
    }
    try workspace.write(manifest.utf8, as: "b.yml")
    let limited = workspace.withDescriptors(64)
    let build = "build b.yml -o out --threads 3 --progress none".words
    try limited.succeed(build, printing: "100 floors, 100 tiles")
    try limited.succeed(build + ["--resume"], printing: "nothing to do")
    for command in ["info b.yml", "info out", "verify out --against b.yml"] {
      try limited.succeed(command)
    }
  }
}
