import Testing
import TileImaging
import TilePyramidTesting

@Suite("What all pixels of a tile have in common")
struct TileAnalysisTests {
  /// The same by a pixel at a time.
  private func plain(_ image: RGBAImage) -> TileAnalysis {
    var result = TileAnalysis([0] as [UInt32], width: 1, height: 1)
    let pixels = (0..<image.width * image.height).map { Array(image.samples[4 * $0..<4 * $0 + 4]) }
    let rows = (0..<image.height).map { y in Array(pixels[y * image.width..<(y + 1) * image.width])
    }
    result.isUniform = pixels.allSatisfy { $0 == pixels[0] }
    result.isOpaque = pixels.allSatisfy { $0[3] == 255 }
    result.isGrey = pixels.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] }
    result.hasBinaryAlpha = pixels.allSatisfy { $0[3] == 0 || $0[3] == 255 }
    result.hasColouredTransparency = pixels.contains { $0[3] == 0 && $0[..<3] != [0, 0, 0] }
    result.repeats = rows.reduce(0) { sum, row in
      sum + zip(row, row.dropFirst()).filter { $0 == $1 }.count
    }
    result.transparentCount = pixels.filter { $0[3] == 0 }.count
    let visible = rows.indices.filter { y in rows[y].contains { $0[3] != 0 } }
    result.visibleRows = (visible.first ?? 0)..<(visible.last ?? image.height - 1) + 1
    return result
  }

  private func analysis(_ image: RGBAImage) -> TileAnalysis {
    image.samples.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else {
        return TileAnalysis([0] as [UInt32], width: 1, height: 1)
      }
      return TileAnalysis(base, width: image.width, height: image.height)
    }
  }

  @Test(
    "Analysing all pixels of a tile finds what looking at each pixel finds",
    arguments: TestTile.allCases)
  func kinds(_ tile: TestTile) {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (37, 41), (256, 256)] {
      let image = tile.image(width: width, height: height)
      #expect(analysis(image) == plain(image), "\(width) × \(height)")
    }
  }

  @Test("Analysing random tiles finds what looking at each pixel finds")
  func random() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let width = Int.random(in: 1...40, using: &generator)
      let height = Int.random(in: 1...20, using: &generator)
      let palette = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        generator.next() & (Bool.random(using: &generator) ? 0xFFFF_FFFF : 0xFF00_0000)
      }
      let shown = Int.random(in: 0...height, using: &generator)
      var samples: [UInt8] = []
      for y in 0..<height {
        for _ in 0..<width {
          let pixel = y < shown ? palette[Int.random(in: palette.indices, using: &generator)] : 0
          for shift in [0, 8, 16, 24] as [UInt64] {
            samples.append(UInt8(truncatingIfNeeded: pixel >> shift))
          }
        }
      }
      let image = RGBAImage(width: width, height: height, samples: samples)
      #expect(analysis(image) == plain(image), "\(width) × \(height)")
    }
  }
}
