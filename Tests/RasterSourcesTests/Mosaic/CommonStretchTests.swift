import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Samples of several images")
struct CommonStretchTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Writes a row of pixels of grey as a TIFF, from a column on.
  private func write(_ name: String, _ numbers: [Double], bits: Int = 16, column: Int) throws {
    var image = DrawnTIFF(width: numbers.count, height: 1, bits: bits)
    image.numbers = numbers
    try DrawnTIFF.write([image], to: folder.path("\(name).tif"))
    let affine = Georeferencing.AffineTransform(
      originX: 600_000 + Double(column), originY: 5_200_000, columnX: 1, columnY: 0, rowX: 0,
      rowY: -1)
    try folder.write(WorldFile(affine).text.utf8, as: "\(name).tfw")
  }

  private func greys(_ names: [String], _ stretch: SampleStretch? = nil) throws -> [UInt8] {
    var image = SourceImage("")
    image.crs = try CoordinateReferenceSystem(parsing: "EPSG:32632")
    image.samples.stretch = stretch
    let images = SourceImages(names.map { folder.path("\($0).tif") }, readAs: image)
    let raster = try images.georeferenced(threads: 2) { _, _ in }.raster
    let row = try readRows(raster, scratch: folder.path)
    return stride(from: 0, to: row.count, by: 4).map { row[$0] }
  }

  @Test("All images get the range that is found over all of them")
  func oneRange() throws {
    // The 2nd and 98th percentiles of 200 numbers from 0 to 1990 are 40 and 1950, within a step of
    // 10.
    let all = (0..<200).map { Double($0 * 10) }
    try write("a", Array(all[..<50]), column: 0)
    try write("b", Array(all[50...]), column: 50)
    for stretch in [nil, SampleStretch.percent] {
      let greys = try greys(["a", "b"], stretch)
      for (number, grey) in zip(all, greys) {
        let expected = min(max((number - 40) / 1910 * 255, 0), 255)
        #expect(abs(Double(grey) - expected) < 4, "at \(number)")
      }
      #expect(zip(greys, greys.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test("Where one image uses its range none is stretched, and 8 bits stay as they are")
  func noRange() throws {
    try write("a", [0, 1000, 2000], column: 0)
    try write("b", [0, 30_000, 65_535], column: 3)
    try write("c", [7, 100, 255], bits: 8, column: 6)
    #expect(try greys(["a", "b"]) == [0, 4, 8, 0, 117, 255])
    #expect(try greys(["b", "c"]) == [0, 117, 255, 7, 100, 255])
    // Two percent of three numbers is the least of them.
    #expect(try greys(["c", "a"]).suffix(3) == [7, 100, 255])
  }

  @Test("A range that is asked for is that of all images")
  func asked() throws {
    try write("a", [0, 100, 200], column: 0)
    try write("b", [0, 30_000, 65_535], column: 3)
    #expect(try greys(["a", "b"], .range(0, 200)) == [0, 128, 255, 0, 255, 255])
  }
}
