import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Nodata within a tolerance")
struct NoDataBorderTests {
  /// A raster of grey levels, and what of it is transparent.
  private struct Grid {
    let size: PixelSize
    let levels: [UInt8]

    init(_ rows: [[UInt8]]) {
      size = PixelSize(width: rows[0].count, height: rows.count)
      levels = rows.flatMap(\.self)
    }

    /// `.` is 200 and a digit its own level.
    init(_ text: String) {
      self.init(text.split(separator: "\n").map { line in line.map { UInt8(String($0)) ?? 200 } })
    }

    var source: SyntheticRaster {
      let (levels, width) = (levels, size.width)
      return SyntheticRaster(name: "levels", size: size, isOpaque: true) { x, y in
        let level = levels[y * width + x]
        return PixelColor(level, level, level)
      }
    }

    /// The samples near `low...high` that are reached from the edge over neighbours beside, above
    /// and below.
    func reached(_ near: ClosedRange<UInt8>) -> [Bool] {
      var isReached = [Bool](repeating: false, count: levels.count)
      var open: [Int] = []
      func visit(_ x: Int, _ y: Int) {
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return }
        let index = y * size.width + x
        guard !isReached[index], near.contains(levels[index]) else { return }
        isReached[index] = true
        open.append(index)
      }
      for x in 0..<size.width {
        visit(x, 0)
        visit(x, size.height - 1)
      }
      for y in 0..<size.height {
        visit(0, y)
        visit(size.width - 1, y)
      }
      while let index = open.popLast() {
        let (x, y) = (index % size.width, index / size.width)
        visit(x - 1, y)
        visit(x + 1, y)
        visit(x, y - 1)
        visit(x, y + 1)
      }
      return isReached
    }
  }

  /// The transparent samples; all others must be as they were.
  private func transparent(_ grid: Grid, value: Double = 0, tolerance: Int) throws -> [Bool] {
    let folder = try TemporaryDirectory()
    let source = try NoDataBorderSource(grid.source, value: value, tolerance: tolerance)
    #expect(!source.isOpaque && source.capabilities.storesRowsInOrder)
    let samples = try readRows(source, scratch: folder.path)
    return grid.levels.indices.map { index in
      let found = pixel(samples, index)
      if found == [0, 0, 0, 0] { return true }
      #expect(found == [grid.levels[index], grid.levels[index], grid.levels[index], 255])
      return false
    }
  }

  /// The transparent samples as `#`.
  private func picture(_ grid: Grid, _ isTransparent: [Bool]) -> String {
    stride(from: 0, to: isTransparent.count, by: grid.size.width).map { start in
      isTransparent[start..<start + grid.size.width].map { $0 ? "#" : "." }.joined()
    }.joined(separator: "\n")
  }

  @Test("A noisy nodata border is removed, but not what is enclosed or touches by a corner only")
  func known() throws {
    let grid = Grid(
      """
      0123000
      0.....1
      0.00..0
      9.0.6.3
      0..0..0
      05....0
      0000000
      """)
    #expect(
      picture(grid, try transparent(grid, tolerance: 5)) == """
        #######
        #.....#
        #.....#
        ......#
        #.....#
        ##....#
        #######
        """)
  }

  @Test("A dark area that touches the edge by one sample is nodata as a whole, however it winds")
  func winding() throws {
    let grid = Grid(
      """
      .........
      .0000000.
      .0.....0.
      .0.000.0.
      .0.0.0.0.
      .0.0...0.
      .0.00000.
      .0.......
      .0.......
      """)
    #expect(try transparent(grid, tolerance: 1) == grid.levels.map { $0 == 0 })
  }

  @Test("A thin line through the nodata border keeps what is behind, also a diagonal one")
  func thinLines() throws {
    let grid = Grid(
      """
      00000.0
      0000.00
      000.000
      00.0.00
      0.0000.
      .000000
      """)
    let opaque = try transparent(grid, tolerance: 3).map(!)
    #expect(opaque == grid.levels.map { $0 == 200 })
    let ring = Grid(
      """
      00000
      00.00
      0.0.0
      00.00
      00000
      """)
    #expect(
      picture(ring, try transparent(ring, tolerance: 3)) == """
        #####
        ##.##
        #...#
        ##.##
        #####
        """)
  }

  @Test("Nodata borders of one sample, row or column, or of the whole image, are found")
  func extremes() throws {
    #expect(try transparent(Grid([[10]]), tolerance: 10) == [true])
    #expect(try transparent(Grid([[11]]), tolerance: 10) == [false])
    #expect(try transparent(Grid([[0, 200, 0]]), tolerance: 1) == [true, false, true])
    #expect(try transparent(Grid([[0], [200], [0]]), tolerance: 1) == [true, false, true])
    #expect(
      try transparent(Grid([[UInt8]](repeating: [7, 3, 0], count: 40)), tolerance: 9)
        == [Bool](repeating: true, count: 120))
  }

  @Test("The nodata range is symmetric about the value and ends at 0 and 255")
  func range() throws {
    let levels = Grid([[0, 4, 5, 15, 16, 244, 245, 255]])
    for (value, tolerance, expected) in [
      (10.0, 5, [false, false, true, true, false, false, false, false]),
      (255, 10, [false, false, false, false, false, false, true, true]),
      (-5, 9, [true, true, false, false, false, false, false, false]),
    ] {
      #expect(try transparent(levels, value: value, tolerance: tolerance) == expected)
    }
  }

  @Test(
    "A nodata border in noise is what a flood fill finds, however often enclosed runs are dropped",
    arguments: 1...6)
  func noise(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    // About the fraction at which clusters just span the image: winding ones.
    let grid = Grid(
      (0..<97).map { _ in (0..<61).map { _ in generator.next() % 100 < 60 ? 3 : 90 } })
    let expected = grid.reached(0...5)
    #expect(try transparent(grid, tolerance: 5) == expected)
    #expect(expected.contains(true) && grid.reached(0...5) != grid.levels.map { $0 == 3 })

    var finder = NoDataBorderFinder(
      path: "noise", size: grid.size, near: NearColors(0...5, 0...5, 0...5), byteLimit: 1 << 14,
      sweepSize: 1)
    let samples = grid.source.samples
    try samples.withUnsafeBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      for y in 0..<grid.size.height { try finder.add(base + 4 * grid.size.width * y) }
    }
    let border = finder.border()
    var cleared = samples
    cleared.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for y in 0..<grid.size.height { border.clear(row: y, base + 4 * grid.size.width * y) }
    }
    #expect(grid.levels.indices.map { cleared[4 * $0 + 3] == 0 } == expected)
  }

  @Test("A nodata border that needs more memory than given ends in an error that names the row")
  func ragged() throws {
    var finder = NoDataBorderFinder(
      path: "comb.png", size: PixelSize(width: 64, height: 100),
      near: NearColors(0...5, 0...5, 0...5), byteLimit: 600)
    let row = (0..<64).flatMap { x -> [UInt8] in x % 2 == 0 ? [0, 0, 0, 255] : [9, 9, 9, 255] }
    var rows = 0
    let error = #expect(throws: RasterError.self) {
      while rows < 100 {
        rows += 1
        try finder.add(row)
      }
    }
    #expect(error == .raggedNoData(path: "comb.png", row: rows, byteLimit: 600))
    #expect(rows < 12)
    #expect(error?.report.category == .badInput)
  }

  @Test("Samples that are transparent already join the nodata border")
  func transparentAreas() throws {
    let folder = try TemporaryDirectory()
    let rows: [[(level: UInt8, alpha: UInt8)]] = [
      [(200, 255), (90, 0), (200, 255)], [(200, 255), (2, 255), (200, 255)],
      [(200, 255), (200, 255), (200, 255)],
    ]
    let raster = SyntheticRaster(
      name: "alpha", size: PixelSize(width: 3, height: 3), isOpaque: false
    ) { x, y in
      let (level, alpha) = rows[y][x]
      return PixelColor(level, level, level, alpha: alpha)
    }
    let source = try NoDataBorderSource(raster, value: 0, tolerance: 2)
    let samples = try readRows(source, scratch: folder.path)
    let alphas: [UInt8] = (0..<9).map { samples[4 * $0 + 3] }
    #expect(alphas == [255, 0, 255, 255, 0, 255, 255, 255, 255])
  }
}
