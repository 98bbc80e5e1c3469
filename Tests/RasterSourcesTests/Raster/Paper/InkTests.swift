import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Ink that is inverted, and margins that are cropped")
struct InkTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// CIE Lab of a sample of sRGB for white of its primaries, by its definition.
  private func lab(_ color: [UInt8]) -> (l: Double, a: Double, b: Double) {
    let light = color.prefix(3).map { sample -> Double in
      let value = Double(sample) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let rows: [[Double]] = [
      [0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505],
    ]
    let f = rows.map { row -> Double in
      let sum: Double = row[0] * light[0] + row[1] * light[1] + row[2] * light[2]
      let part: Double = sum / (row[0] + row[1] + row[2])
      return part > 0.008856 ? cbrt(part) : 7.787 * part + 16.0 / 116
    }
    return (116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]))
  }

  @Test("Pale fills are told apart when they are inverted, on a ground that is dark and not black")
  func paleFills() throws {
    // The 50 and 100 of Material Design's palettes, as floor plans are filled.
    let fills: [UInt32] = [
      0xFFFFFF, 0xF5F5F5, 0xE8F5E9, 0xE3F2FD, 0xFFF3E0, 0xFCE4EC, 0xFFFDE7, 0xEDE7F6, 0xE0F7FA,
      0xC8E6C9, 0xBBDEFB, 0xFFE0B2, 0xF8BBD0, 0xFFF9C4, 0xD1C4E9, 0xFFEBEE,
    ]
    let colors = fills.map { fill in
      [UInt8(fill >> 16), UInt8(fill >> 8 & 255), UInt8(fill & 255), 255]
    }
    let path = try folder.write(colors.flatMap { $0 }, width: colors.count, as: "fills.png")
    let options = SampleOptions { $0.ink = .invert }
    let samples = try readRows(openRaster(path: path, samples: options), scratch: folder.path)
    func distance(_ one: [UInt8], _ other: [UInt8]) -> Double {
      let (a, b) = (lab(one), lab(other))
      return ((a.l - b.l) * (a.l - b.l) + (a.a - b.a) * (a.a - b.a) + (a.b - b.b) * (a.b - b.b))
        .squareRoot()
    }
    for (first, color) in colors.enumerated() {
      for second in colors.indices.dropFirst(first + 1) {
        let kept =
          distance(pixel(samples, first), pixel(samples, second)) / distance(color, colors[second])
        #expect(kept > 0.8, "\(color) and \(colors[second])")
      }
    }
    // Lightness 14 of CIE Lab is the grey 36 of sRGB.
    #expect(pixel(samples, 0) == [36, 36, 36, 255])
  }

  @Test("Ink that is inverted has the opposite lightness and the same hue, and alpha stays")
  func inverted() throws {
    let steps: [UInt8] = [0, 17, 60, 102, 133, 180, 219, 255]
    var all: [[UInt8]] = []
    for red in steps {
      for green in steps { for blue in steps { all.append([red, green, blue, 255]) } }
    }
    let colorCount = all.count
    for level in UInt8.min...UInt8.max { all.append([level, level, level, 200]) }
    let path = try folder.write(all.flatMap { $0 }, width: 64, as: "colors.png")
    let options = SampleOptions { $0.ink = .invert }
    let samples = try readRows(openRaster(path: path, samples: options), scratch: folder.path)
    for (index, color) in all.enumerated() {
      let result = pixel(samples, index)
      let (before, after) = (lab(color), lab(result))
      #expect(result[3] == color[3])
      #expect(abs(before.l * 0.86 + after.l - 100) < 1.5, "\(color) became \(result)")
      let (chroma, chromaAfter) = (hypot(before.a, before.b), hypot(after.a, after.b))
      #expect(chromaAfter < chroma + 3, "\(color) became \(result)")
      if chroma > 15, chromaAfter > 15 {
        let angle = atan2(before.b, before.a) - atan2(after.b, after.a)
        #expect(abs(remainder(angle, 2 * .pi)) < 0.12, "\(color) became \(result)")
      }
      if color[0] == color[1], color[1] == color[2] {
        #expect(Set(result.prefix(3)).count == 1, "\(color) became \(result)")
      }
    }
    #expect(pixel(samples, colorCount) == [255, 255, 255, 200])
    #expect(pixel(samples, all.count - 1) == [36, 36, 36, 200])
  }

  @Test("Black ink on paper is white ink on nothing")
  func both() throws {
    let path = try folder.write(
      [255, 255, 255, 255, 128, 128, 128, 255, 0, 0, 0, 255, 255, 0, 0, 255], width: 4,
      as: "plan.png")
    let options = SampleOptions { ($0.paper, $0.ink) = (Paper(.white), .invert) }
    let samples = try readRows(openRaster(path: path, samples: options), scratch: folder.path)
    #expect(pixel(samples, 0) == [0, 0, 0, 0])
    #expect(pixel(samples, 1) == [255, 255, 255, 127])
    #expect(pixel(samples, 2) == [255, 255, 255, 255])
    #expect(pixel(samples, 3)[0] > 200 && pixel(samples, 3)[3] == 255)
  }

  @Test(
    "An image without its margins is where it was, whatever places it",
    arguments: [TransformKind.affine, .projective, .polynomial2, .polynomial3, .tps])
  func cropped(kind: TransformKind) throws {
    let (width, height) = (120, 80)
    let samples = (0..<width * height).flatMap { index -> [UInt8] in
      let (x, y) = (index % width, index / width)
      let isInk = (37..<91).contains(x) && (22..<70).contains(y)
      return isInk ? [UInt8(x), UInt8(y), 40, 255] : [250, 246, 235, 255]
    }
    let path = try folder.write(samples, width: width, as: "plan.png")
    var generator = SeededGenerator(seed: 11)
    let points = (0..<16).map { index -> ControlPoint in
      let (x, y) = (Double(index % 4) * 40, Double(index / 4) * 26)
      let bend = Double(generator.next() % 100) / 100
      let east: Double = x - y / 5 + bend
      let south: Double = y + x / 10 + x * y / 1000
      return ControlPoint(
        pixel: PixelPoint(x: x, y: y), position: CRSPoint(x: 950_000 + east, y: 6_000_000 - south))
    }
    var image = SourceImage(
      path,
      placement: .controlPoints(ControlPointSet(crs: .webMercator, points: points), kind: kind))
    let whole = try image.georeferenced()
    image.samples.crop = .auto
    let cropped = try image.georeferenced()
    // Two samples of the margins stay.
    #expect(cropped.raster.size == PixelSize(width: 58, height: 52))
    for (x, y) in [(0.0, 0.0), (58, 0), (58, 52), (0, 52), (29.5, 11.25)] {
      let here = cropped.resolved.georeference.mercator(of: PixelPoint(x: x, y: y))
      let there = whole.resolved.georeference.mercator(of: PixelPoint(x: x + 35, y: y + 20))
      #expect(abs(here.x - there.x) < 1e-5 && abs(here.y - there.y) < 1e-5, "\(x) \(y)")
    }
    let rows = try readRows(cropped.raster, scratch: folder.path)
    #expect(pixel(rows, 2 * 58 + 2) == [37, 22, 40, 255])
    #expect(pixel(rows, 49 * 58 + 55) == [90, 69, 40, 255])
  }
}
