import Foundation
import TilePyramidTesting

/// GDAL's description of the raster files of the test data.
struct GDALExpectation: Decodable, Sendable {
  var size: [Int]
  var bands: Int
  var types: [String]
  var colorinterp: [String]
  var nodata: String?
  var block: [Int]
  var overviews: Int
  var checksums: [Int]?

  /// All files, by name; none without the test data.
  static let all: [String: GDALExpectation] = {
    struct Document: Decodable {
      var files: [String: GDALExpectation]
    }
    guard TestData.isAvailable,
      let data = FileManager.default.contents(
        atPath: TestData.path("rasters/expected_gdal.json")),
      let document = try? JSONDecoder().decode(Document.self, from: data)
    else { return [:] }
    return document.files
  }()

  /// The names of the files with an ending.
  static func names(_ ending: String) -> [String] {
    all.keys.filter { $0.hasSuffix(ending) }.sorted()
  }

  /// The checksum of a band as GDAL counts it: the sum of remainders by eleven primes in turn.
  static func checksum(_ values: some Sequence<Int>) -> Int {
    let primes = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43]
    var sum = 0
    for (index, value) in values.enumerated() {
      sum = (sum + value % primes[index % primes.count]) & 0xFFFF
    }
    return sum
  }
}
