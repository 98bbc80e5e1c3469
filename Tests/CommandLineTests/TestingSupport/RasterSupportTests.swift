import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Rasters and comparisons for tests")
struct RasterSupportTests {
  @Test("A position code decodes to the position, between samples too")
  func positionCode() {
    var generator = SeededGenerator(seed: 11)
    for period in [64.0, 128, 1000] {
      let code = PositionCode(period: period)
      for _ in 0..<1000 {
        let point = PixelPoint(
          x: .random(in: 0...5000, using: &generator), y: .random(in: 0...5000, using: &generator))
        let near = PixelPoint(
          x: point.x + .random(in: -1...1, using: &generator),
          y: point.y + .random(in: -1...1, using: &generator))
        guard code.distanceFromTurn(point) > 2 else { continue }
        let (red, green) = code.levels(at: point)
        let exact = code.position(red: red, green: green, near: near)
        #expect(abs(exact.x - point.x) < 1e-9 && abs(exact.y - point.y) < 1e-9)
        let rounded = code.position(red: red.rounded(), green: green.rounded(), near: near)
        // Half a level is period / 1020 pixels.
        #expect(abs(rounded.x - point.x) <= period / 1020 + 1e-9)
      }
    }
  }

  @Test("A comparison counts, locates and weighs differences")
  func comparison() throws {
    let size = PixelSize(width: 5, height: 4)
    let left = RGBAImage(SyntheticRaster.flat(PixelColor(100, 100, 100), size: size))
    var right = left
    right.samples[4 * 7] = 110
    right.samples[4 * 12 + 2] = 97
    let result = try #require(ImageComparison(of: left, and: right, threshold: 3))
    #expect(result.maximumByChannel == [10, 0, 3, 0])
    #expect(result.meanByChannel == [0.5, 0, 0.15, 0])
    #expect(result.countAboveThreshold == 1)
    #expect(result.firstAboveThreshold?.x == 2 && result.firstAboveThreshold?.y == 1)
    // 10·log10(255² ÷ (109 ÷ 80))
    #expect(abs(result.peakSignalToNoiseRatio - 46.7875) < 0.001)
    #expect(ImageComparison(of: left, and: left)?.peakSignalToNoiseRatio == .infinity)
    let other = RGBAImage(width: 4, height: 5, samples: left.samples)
    #expect(ImageComparison(of: left, and: other) == nil)
  }

  @Test("Colour under no alpha counts only when samples are compared as they are")
  func premultiplied() throws {
    let size = PixelSize(width: 2, height: 2)
    let red = RGBAImage(SyntheticRaster.flat(PixelColor(255, 0, 0, alpha: 0), size: size))
    let blue = RGBAImage(SyntheticRaster.flat(PixelColor(0, 0, 255, alpha: 0), size: size))
    #expect(ImageComparison(of: red, and: blue)?.maximum == 255)
    #expect(ImageComparison(of: red, and: blue, in: .premultiplied)?.maximum == 0)
  }

  @Test("A probe tells statuses and signals, and drains both outputs of any length")
  func probe() throws {
    let directory = try TemporaryDirectory()
    let shell = CommandProbe(
      executable: URL(fileURLWithPath: "/bin/sh"), directory: directory.url,
      environment: ["SECRET": nil, "GREETING": "hello"])
    let status = try shell.run(["-c", "echo $GREETING; echo no >&2; exit 7"])
    #expect(status.end == .exit(7) && status.output == "hello\n" && status.errors == "no\n")
    #expect(try shell.run(["-c", "kill -TERM $$"]).end == .signal(SIGTERM))
    // Far more than a pipe holds, on both at once.
    let long = try shell.run([
      "-c",
      "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 9876543210 >&2; i=$((i+1)); done",
    ])
    #expect(long.output.utf8.count == 220_000 && long.errors.utf8.count == 220_000)
    #expect(try shell.run(["-c", "pwd -P"]).output.contains(directory.url.lastPathComponent))
  }
}
