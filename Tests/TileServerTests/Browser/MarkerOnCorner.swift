import Foundation
import Testing
import TileImaging
import TilePyramidTesting

/// Expects that a black mark of 10 × 10 pixels is, to a pixel, where the four colours of a square meet.
///
/// The corner is around 90 pixels west and 50 south of the middle of a page of 800 × 600.
func expectMarkOnCorner(
  _ image: RGBAImage, sourceLocation: SourceLocation = #_sourceLocation
) {
  func color(_ x: Int, _ y: Int) -> [UInt8] {
    let start = 4 * (y * image.width + x)
    return Array(image.samples[start..<(start + 4)])
  }
  /// The first position of a range from which one colour is followed by another, with at most one pixel
  /// of both between them.
  func edge(
    in range: Range<Int>, from first: [UInt8], to second: [UInt8], _ color: (Int) -> [UInt8]
  ) -> Double? {
    for location in range where color(location) == first {
      if color(location + 1) == second { return Double(location + 1) }
      if color(location + 1) != first, color(location + 2) == second {
        return Double(location) + 1.5
      }
    }
    return nil
  }
  let colors = SampleSite.colors
  // The edges between the colours, found well away from the marker.
  let column = edge(in: 200..<500, from: colors[0], to: colors[1]) { color($0, 300) }
  let row = edge(in: 250..<500, from: colors[0], to: colors[2]) { color(250, $0) }
  guard let column, let row else {
    Issue.record("no corner is seen", sourceLocation: sourceLocation)
    return
  }
  let black: [UInt8] = [0, 0, 0, 255]
  let dark = (0..<image.height).flatMap { y in
    (0..<image.width).compactMap { x in color(x, y) == black ? (x: x, y: y) : nil }
  }
  let (left, right) = (dark.map(\.x).min() ?? 0, dark.map(\.x).max() ?? 0)
  let (top, bottom) = (dark.map(\.y).min() ?? 0, dark.map(\.y).max() ?? 0)
  #expect((8...10).contains(right - left) && (8...10).contains(bottom - top))
  #expect(abs(Double(left + right + 1) / 2 - column) <= 1, sourceLocation: sourceLocation)
  #expect(abs(Double(top + bottom + 1) / 2 - row) <= 1, sourceLocation: sourceLocation)
}

extension SampleSite {
  /// Generates files for a client as a user does.
  func clientFiles(_ client: String, for store: String, tilesAt url: String) throws -> [URL] {
    let program = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    let result = try CommandProbe(executable: program, directory: folder.url)
      .run([
        "layers", store, "--client", client, "--module", "script", "--url", url, "-o", "client",
      ])
    #expect(result.end == .exit(0), "\(result.errors)")
    return result.output.split(separator: "\n").map {
      folder.url.appendingPathComponent(String($0))
    }
  }
}
