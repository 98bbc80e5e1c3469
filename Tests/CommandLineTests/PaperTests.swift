import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Builds without paper")
struct PaperTests {
  /// 512 × 512: cream paper, with a black frame and a wall of half ink in it.
  private static let plan = SyntheticRaster(
    name: "plan", size: PixelSize(width: 512, height: 512), isOpaque: true
  ) { x, y in
    if (60..<452).contains(x), (40..<472).contains(y), !(70..<442).contains(x) {
      return PixelColor(0, 0, 0)
    }
    return x == 256 && (40..<472).contains(y)
      ? PixelColor(125, 122, 115) : PixelColor(250, 244, 230)
  }

  private func pixel(_ x: Int, _ y: Int, of name: String, in workspace: Workspace) throws -> [UInt8]
  {
    let image = try TileDecoder.decode(try workspace.bytes(name))
    return Array(image.samples[4 * (y * 256 + x)..<4 * (y * 256 + x) + 4])
  }

  @Test("Paper that is found leaves ink, verify agrees with the same options alone")
  func found() throws {
    let workspace = try Workspace()
    try workspace.write(Self.plan, as: "plan.png")
    let options = ["plan.png"] + AlignedPlan.placement + ["--paper", "auto"]
    let dry = try workspace.run(["build", "-o", "out", "--dry-run"] + options)
    #expect(dry.output.contains("paper       #FAF4E6, exactly"), "\(dry.output)")
    let built = try workspace.run(["build", "-o", "out"] + options)
    try #require(built.end == .exit(0), "\(built.errors)")
    let (first, second) = ("out/16/34320/22950.png", "out/16/34321/22950.png")
    #expect(try pixel(65, 100, of: first, in: workspace) == [0, 0, 0, 255])
    #expect(try pixel(10, 10, of: first, in: workspace) == [0, 0, 0, 0])
    let wall = try pixel(0, 100, of: second, in: workspace)
    #expect(wall.prefix(3).allSatisfy { $0 < 3 } && (127...128).contains(wall[3]), "\(wall)")
    let against = ["verify", "out", "--every", "--against"]
    #expect(try workspace.run(against + options).end == .exit(0))
    #expect(
      try workspace.run(against + ["plan.png"] + AlignedPlan.placement).end == .exit(1))
    #expect(try workspace.run(against + options + ["--ink", "invert"]).end == .exit(1))
  }

  @Test("A building takes paper, ink and margins from its manifest, and refuses what it cannot use")
  func building() throws {
    let workspace = try Workspace()
    try workspace.write(Self.plan, as: "plan.png")
    try workspace.write(
      """
      name: Site
      bounds: [\(AlignedPlan.bounds)]
      paper: auto
      paper-tolerance: 3
      floors:
        - {id: L0, level: 0, image: plan.png, ink: invert, crop: auto}
        - {id: L1, level: 1, image: plan.png, paper-outside: true}

      """.utf8, as: "b.yml")
    let result = try workspace.run(["build", "b.yml", "-o", "out"])
    try #require(result.end == .exit(0), "\(result.errors)")
    let tile = "16/34320/22950.png"
    #expect(try pixel(65, 100, of: "out/L0/\(tile)", in: workspace) == [255, 255, 255, 255])
    #expect(try pixel(65, 100, of: "out/L1/\(tile)", in: workspace) == [0, 0, 0, 255])
    #expect(try pixel(10, 10, of: "out/L1/\(tile)", in: workspace) == [0, 0, 0, 0])
    #expect(try workspace.run(["verify", "out", "--against", "b.yml"]).end == .exit(0))
    for (text, word) in [
      ("paper: ochre", "a colour"), ("paper-outside: true", "no paper is stated"),
      ("ink: blue", "keep, invert"), ("crop: left", "auto"),
    ] {
      try workspace.write(
        """
        name: X
        bounds: [\(AlignedPlan.bounds)]
        \(text)
        floors: [{id: L0, level: 0, image: plan.png}]

        """.utf8, as: "bad.yml")
      let result = try workspace.run(["build", "bad.yml", "-o", "bad"])
      #expect(result.end == .exit(2) && result.errors.contains(word), "\(result.errors)")
    }
  }

  @Test("Options that need paper, or one image, are refused without it")
  func refused() throws {
    let workspace = try Workspace()
    for name in ["plan.png", "other.png"] { try workspace.write(Self.plan, as: name) }
    for (options, word) in [
      (["plan.png", "--paper-tolerance", "3"], "needs --paper"),
      (["plan.png", "--paper-outside"], "needs --paper"),
      (["plan.png", "--paper", "auto", "--paper-tolerance", "300"], "0 to 255 levels"),
    ] {
      let result = try workspace.run(["build", "-o", "out"] + options + AlignedPlan.placement)
      #expect(result.end == .exit(2) && result.errors.contains(word), "\(result.errors)")
    }
    for (options, word) in [
      (["--paper", "auto"], "--paper-tolerance"), (["--crop", "auto"], "--crop"),
    ] {
      let result = try workspace.run(["build", "plan.png", "other.png", "-o", "out"] + options)
      #expect(result.end == .exit(2) && result.errors.contains(word), "\(result.errors)")
      #expect(result.errors.contains("is for one image"), "\(result.errors)")
    }
  }
}
