import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("World files")
struct WorldFileTests {
  func transform(_ text: String) throws -> AffineTransform {
    try WorldFile(bytes: Array(text.utf8), path: "f.pgw").transform
  }

  func fault(_ text: String) -> GeoreferenceError? {
    georeferenceError { _ = try transform(text) }
  }

  @Test("The vectors of GDAL's documentation and tests give its transforms")
  func vectors() throws {
    #expect(
      try transform("60\n0\n0\n-60\n440750\n3751290\n") == .upright(440_720, 3_751_320, 60, -60))
    #expect(try transform("1,\n0,\n0,\n-1,\n100,\n200,\n") == .upright(99.5, 200.5, 1, -1))
    let mixed = try transform("   0.38\n -0,01\n 0.01\n -0,38\n 700000.50\n 4287500,50\n")
    // The sums are rounded to 1e-9 of a coordinate of 4e6.
    #expect(abs(mixed.originX - 700_000.305) < 1e-8)
    #expect(abs(mixed.originY - 4_287_500.695) < 1e-8)
    #expect(mixed.columnX == 0.38 && mixed.columnY == -0.01)
    #expect(mixed.rowX == 0.01 && mixed.rowY == -0.38)
  }

  @Test(
    "World files with any line ends, blank lines, marks, exponents, signs and remarks are read",
    arguments: [
      "2\r\n0\r\n0\r\n-2\r\n1\r\n-1\r\n", "2\r0\r0\r-2\r1\r-1\r", "2\n0\n0\n-2\n1\n-1",
      "\n\n2\n\n 0\n\t0\n-2\n\n1\n-1\nmore\n", "\u{FEFF}2\n0\n0\n-2\n1\n-1\n",
      "+2e0\n0.0\n-0\n-.2E1\n1.\n-1\n", "2 per column\n0 # none\n0;\n-2 // per row\n1 ,\n-1\n",
      "2,0\n0,\n0,0,\n-2,000\n1,0\n-1,0\n",
    ])
  func forms(text: String) throws {
    #expect(try transform(text) == .upright(0, 0, 2, -2))
  }

  @Test(
    "A world file line that is not a number is refused with its line",
    arguments: [
      "nan", "inf", "0x10", "1e999", "one", "1.234.5", "1,234.5", "1,234,567", "-", ".", "1e",
      "12abc", "--1", ",5,5",
    ])
  func notNumbers(text: String) {
    #expect(
      fault("1\n0\n\(text)\n-1\n0\n0\n")
        == .malformedFile(
          path: "f.pgw", line: 3, column: nil, found: text, expected: "the x step per row, a number"
        ))
  }

  @Test("A world file that ends early says which number is missing")
  func short() throws {
    for (text, count) in [("", 0), ("\n \n", 0), ("1\n0\n0\n-1\n5\n", 5)] {
      let report = try #require(fault(text)).report.description
      #expect(
        report.contains("found: \(count) numbers") && report.contains("expected: six numbers"))
    }
  }

  @Test("A world file without area is refused")
  func flat() {
    for text in [
      "0\n0\n0\n0\n1\n1\n", "1\n0\n0\n0\n1\n1\n", "0\n0\n0\n-1\n1\n1\n", "1\n2\n2\n4\n1\n1\n",
      "1e308\n0\n0\n-1e308\n1\n-1.7e308\n",
    ] {
      #expect(fault(text) == .notInvertible(location: "f.pgw"))
    }
  }

  @Test("A written world file reads back as the same numbers")
  func roundTrip() throws {
    var drawn = DrawnTransforms(seed: 7)
    for _ in 0..<200 {
      let original = drawn.affine()
      let written = WorldFile(original).text
      #expect(!written.contains("e"))
      let back = try transform(written)
      #expect(back.columnX == original.columnX && back.columnY == original.columnY)
      #expect(back.rowX == original.rowX && back.rowY == original.rowY)
      // Half steps are added and taken away: two roundings of 2e7 m.
      #expect(abs(back.originX - original.originX) < 1e-8)
      #expect(abs(back.originY - original.originY) < 1e-8)
    }
    let degrees = AffineTransform.upright(8.5, 47.3, 2.123e-7, -1.9e-7)
    #expect(try transform(WorldFile(degrees).text).columnX == 2.123e-7)
    let plain = WorldFile(.upright(99.5, 200.5, 1, -1)).text
    #expect(plain == "1.0\n0.0\n0.0\n-1.0\n100.0\n200.0\n")
  }

  @Test("Real world files give GDAL's transforms", .enabled(if: TestData.isAvailable))
  func realFiles() throws {
    struct Expected: Decodable {
      struct File: Decodable { var geotransform: [Double]? }
      var files: [String: File]
    }
    let expected = try JSONDecoder().decode(
      Expected.self, from: Data(TestData.bytes("rasters/expected_gdal.json")))
    for (file, image) in [("test.wld", "test.png"), ("CM13ct.pgw", "CM13ct.png")] {
      let numbers = try #require(expected.files[image]?.geotransform)
      let found = try WorldFile(path: TestData.path("rasters/" + file)).transform
      for (a, b) in zip(found.gdal, numbers) { #expect(abs(a - b) < 1e-8) }
    }
  }
}
