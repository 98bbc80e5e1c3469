import CLibLCMS
import Drawings
import Foundation
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

/// Little CMS's own conversion of pixels to sRGB, without its tables: relative colorimetric, with black
/// point compensation.
private func converted(_ samples: [UInt8], channels: Int, by profile: [UInt8]) throws -> [UInt8] {
  let source = try #require(cmsOpenProfileFromMem(profile, UInt32(profile.count)))
  defer { cmsCloseProfile(source) }
  let target = cmsCreate_sRGBProfile()
  defer { cmsCloseProfile(target) }
  let space = [1: PT_GRAY, 3: PT_RGB, 4: PT_CMYK][channels] ?? PT_ANY
  let transform = try #require(
    cmsCreateTransform(
      source, UInt32(space) << 16 | UInt32(channels) << 3 | 1, target,
      UInt32(PT_RGB) << 16 | 3 << 3 | 1, UInt32(INTENT_RELATIVE_COLORIMETRIC),
      UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE)))
  defer { cmsDeleteTransform(transform) }
  var result = [UInt8](repeating: 0, count: samples.count / channels * 3)
  cmsDoTransform(transform, samples, &result, UInt32(samples.count / channels))
  return result
}

/// Colours out of measured tables: a printer's whose inks darken each other, and a scanner's.
private let printer = ICCProfileSketch.table("Printer", space: "CMYK", axes: 4) { inks in
  let light = (1 - 0.9 * inks[3]) * (1 - 0.5 * inks[0]) * (1 - 0.4 * inks[1]) * (1 - 0.1 * inks[2])
  return [
    8 + 92 * light, (70 * inks[1] - 35 * inks[0]) * light, (80 * inks[2] - 45 * inks[0]) * light,
  ]
}
private let scanner = ICCProfileSketch.table("Scanner", space: "RGB ", axes: 3) { color in
  [
    100 * (0.3 * color[0] + 0.6 * color[1] + 0.1 * color[2]), 60 * (color[0] - color[1]),
    60 * (color[1] - color[2]),
  ]
}

@Suite("Colour conversion")
struct ColorConversionTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A picture whose colours are all over the cube of its bands.
  private func picture(bands: Int, photometric: UInt16, bits: Int = 8) -> DrawnTIFF {
    var image = DrawnTIFF(width: 61, height: 53, bits: bits, bands: bands, photometric: photometric)
    image.draw()
    return image
  }

  /// The largest difference of red, green and blue of a TIFF's rows to what they must be.
  private func difference(
    _ image: DrawnTIFF, to expected: [UInt8], options: SampleOptions = SampleOptions()
  ) throws -> Int {
    let (source, rows) = try image.read(options)
    #expect(source.notices.isEmpty)
    return (0..<image.width * image.height).reduce(0) { largest, index in
      (0..<3).reduce(largest) {
        max($0, abs(Int(rows[4 * index + $1]) - Int(expected[3 * index + $1])))
      }
    }
  }

  /// Half a level for the rounding of each of the two.
  @Test(
    "Profiles of a matrix agree with Little CMS to a level",
    arguments: [
      ICCProfileSketch.matrix("Display P3", ICCProfileSketch.displayP3, gamma: 2.2),
      ICCProfileSketch.matrix("Adobe RGB", ICCProfileSketch.adobeRGB, gamma: 2.2),
      ICCProfileSketch.matrix("ProPhoto", ICCProfileSketch.proPhoto, gamma: 1.8),
    ])
  func matrix(profile: [UInt8]) throws {
    var image = picture(bands: 3, photometric: 2)
    image.profile = profile
    let expected = try converted(image.numbers.map { UInt8($0) }, channels: 3, by: profile)
    #expect(try difference(image, to: expected) <= 1)
    // Converted as a picture with alpha above 0 would be.
    var transparent = picture(bands: 4, photometric: 2)
    transparent.extraKind = 2
    for index in transparent.numbers.indices {
      let (pixel, band) = (index / 4, index % 4)
      transparent.numbers[index] = band == 3 ? 7 : image.numbers[3 * pixel + band]
    }
    transparent.profile = profile
    #expect(try difference(transparent, to: expected) <= 1)
  }

  /// The steps of the grid: 2 levels with tables as coarse as these.
  @Test("Profiles of a table agree with Little CMS to two levels")
  func tables() throws {
    for (profile, bands, photometric) in [(printer, 4, UInt16(5)), (scanner, 3, 2)] {
      var image = picture(bands: bands, photometric: photometric)
      image.profile = profile
      let expected = try converted(image.numbers.map { UInt8($0) }, channels: bands, by: profile)
      #expect(try difference(image, to: expected) <= 2, "\(bands) bands")
    }
  }

  @Test("Grey of a profile stays grey and agrees with Little CMS to a level")
  func grey() throws {
    let profile = ICCProfileSketch.grey("Dot gain", gamma: 1.7)
    var image = picture(bands: 1, photometric: 1)
    image.profile = profile
    let samples = image.numbers.map { UInt8($0) }
    #expect(try difference(image, to: try converted(samples, channels: 1, by: profile)) <= 1)
    // Grey samples with a profile for colours, as cameras write them.
    image.profile = ICCProfileSketch.matrix("P3", ICCProfileSketch.displayP3, gamma: 1.8)
    let colors = samples.flatMap { [$0, $0, $0] }
    #expect(try difference(image, to: try converted(colors, channels: 3, by: image.profile)) <= 1)
  }

  /// 0.65 of a level: half for the result, the rest for steps of light in the darkest part.
  @Test("Samples of 16 bits are converted by all of their bits")
  func wide() throws {
    let gamma = 2.2
    let exponent = (gamma * 256).rounded() / 256
    var image = picture(bands: 3, photometric: 2, bits: 16)
    // One curve and the colorants of sRGB: each sample by itself.
    let curve = ICCProfileSketch.tag("curv", ICCProfileSketch.word(1) + [2, 0x33])
    image.profile = ICCProfileSketch.matrix("Gamma", curve: curve)
    let rows = try image.read().rows
    for (index, number) in image.numbers.enumerated() {
      let light = pow(number / 65535, exponent)
      let sample = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      let found = Double(rows[4 * (index / 3) + index % 3])
      // The colorants of the profile and those of sRGB differ in the fourth decimal.
      #expect(abs(found - 255 * sample) < 0.9, "\(number)")
    }
  }

  @Test("Known colours of Display P3, and what is beyond sRGB")
  func known() throws {
    var image = DrawnTIFF(width: 5, height: 1, bands: 3, photometric: 2, blockHeight: 1)
    image.profile = ICCProfileSketch.matrix("P3", ICCProfileSketch.displayP3, gamma: 2.2)
    image.numbers = [255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 128, 128, 128]
    let rows = try image.read().rows
    #expect(pixel(rows, 0) == [255, 255, 255, 255])
    #expect(pixel(rows, 1) == [0, 0, 0, 255])
    #expect(pixel(rows, 2) == [255, 0, 0, 255])
    #expect(pixel(rows, 3) == [0, 255, 0, 255])
    let grey = pixel(rows, 4)
    #expect(grey[0] == grey[1] && grey[1] == grey[2] && (127...129).contains(grey[0]))
  }

  @Test("Samples are kept where that is asked for, without a warning")
  func kept() throws {
    var image = picture(bands: 3, photometric: 2)
    image.profile = ICCProfileSketch.matrix("P3", ICCProfileSketch.displayP3, gamma: 2.2)
    let options = SampleOptions(colors: .keep)
    #expect(try difference(image, to: image.numbers.map { UInt8($0) }, options: options) == 0)
  }

  @Test("Chunks of a PNG say what its samples are")
  func chunks() throws {
    let fixture = try RasterFixture(width: 40, height: 30, isInterlaced: false)
    let plain = try fixture.bytes
    func chromaticities(_ numbers: [Double]) -> [UInt8] {
      numbers.flatMap { ICCProfileSketch.word(Int(($0 * 100_000).rounded())) }
    }
    let standard = chromaticities([0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06])
    let wide = chromaticities([0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06])
    let gamma = ICCProfileSketch.word
    let cases: [(chunks: [(String, [UInt8])], detail: String?)] = [
      ([("gAMA", gamma(45455)), ("cHRM", standard)], "gamma 2.2"),
      ([("gAMA", gamma(45455))], "gamma 2.2"),
      ([("gAMA", gamma(100_000))], "gamma 1.0, converted to sRGB"),
      (
        [("gAMA", gamma(45455)), ("cHRM", wide)],
        "gamma 2.2, primaries of its own, converted to sRGB"
      ),
      ([("gAMA", gamma(0))], nil), ([("cHRM", wide)], nil),
      ([("cICP", [1, 13, 0, 1])], "code points 1, 13, 0, 1"),
      ([("cICP", [12, 13, 0, 1])], "Display P3 (code points 12, 13, 0, 1), converted to sRGB"),
      ([("cICP", [9, 16, 0, 1])], "code points 9, 16, 0, 1, not applied"),
      (
        [("cICP", [12, 13, 0, 1]), ("sRGB", [0]), ("gAMA", gamma(100_000))],
        "Display P3 (code points 12, 13, 0, 1), converted to sRGB"
      ),
      ([("sRGB", [0]), ("gAMA", gamma(100_000))], nil),
    ]
    for entry in cases {
      let png = entry.chunks.reduce(plain) { insertChunk($1.0, $1.1, into: $0) }
      try write(png, to: fixture.path)
      let source = try openRaster(path: fixture.path)
      #expect(source.details.first { $0.name == "profile" }?.value == entry.detail)
      #expect(source.notices.count == (entry.detail?.hasSuffix("not applied") == true ? 1 : 0))
      let rows = try readRows(source, scratch: fixture.folder.path)
      let isConverted = entry.detail?.hasSuffix("converted to sRGB") == true
      #expect((rows != fixture.samples) == isConverted)
      for index in 0..<rows.count / 4 {
        #expect(rows[4 * index + 3] == fixture.samples[4 * index + 3])
        if rows[4 * index + 3] == 0 { #expect(pixel(rows, index) == [0, 0, 0, 0]) }
      }
      if entry.chunks.count == 1, entry.chunks[0].0 == "gAMA", isConverted {
        // Light of one half is 188 of sRGB.
        let half = fixture.samples.indices.first {
          $0 % 4 == 0 && fixture.samples[$0] == 128 && fixture.samples[$0 + 3] > 0
        }
        if let half { #expect(rows[half] == 188) }
      }
    }
  }

  @Test("Inks of a JPEG become colours by its profile")
  func inks() throws {
    let path = folder.path("image.jpg")
    let contents = Array("ICC_PROFILE\0".utf8) + [1, 1] + printer
    let length = contents.count + 2
    let jpeg = SmallJPEG.inks
    try write(
      jpeg[..<2] + [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + contents + jpeg[2...],
      to: path)
    let rows = try readRows(try openRaster(path: path), scratch: folder.path)
    let plain = try readRows(
      try openRaster(path: path, samples: SampleOptions(colors: .keep)), scratch: folder.path)
    #expect(try openRaster(path: path).notices.isEmpty)
    #expect(rows != plain)
    // Paper is white in both, relative to itself.
    for index in 0..<rows.count / 4 where pixel(plain, index) == [255, 255, 255, 255] {
      #expect(pixel(rows, index).allSatisfy { $0 >= 253 })
    }
  }

  @Test("What stands for nothing goes by stored samples, a transparent colour by sRGB")
  func transparency() throws {
    let path = folder.path("image.png")
    let writer = try PNGFileWriter(
      path: path, width: 3, height: 1, layout: PNGLayout(.grey), compression: .fast)
    try writer.writeRows { _, bytes in (bytes[0], bytes[1], bytes[2]) = (128, 188, 20) }
    try writer.finish()
    let plain = try RasterFixture.contents(path)
    try write(insertChunk("gAMA", ICCProfileSketch.word(100_000), into: plain), to: path)
    func alphas(_ options: SampleOptions) throws -> [UInt8] {
      let rows = try readRows(openRaster(path: path, samples: options), scratch: folder.path)
      return (0..<3).map { rows[4 * $0 + 3] }
    }
    // 128 becomes 188, and 188 becomes 223.
    #expect(try alphas(SampleOptions(noData: 128)) == [0, 255, 255])
    #expect(try alphas(SampleOptions(noData: 188)) == [255, 0, 255])
    let grey = OpaqueColor(red: 188, green: 188, blue: 188)
    #expect(try alphas(SampleOptions(transparent: grey)) == [0, 255, 255])
    #expect(try alphas(SampleOptions(noData: 188, noDataTolerance: 1)) == [255, 0, 255])
  }

  @Test("A profile for other samples, and one that is damaged, are named and not used")
  func unusable() throws {
    var generator = SeededGenerator(seed: 3)
    let matrix = ICCProfileSketch.matrix("P3", ICCProfileSketch.displayP3, gamma: 2.2)
    var image = picture(bands: 3, photometric: 2)
    for profile in [printer, ICCProfileSketch.grey("Grey", gamma: 2)] {
      image.profile = profile
      let (source, rows) = try image.read()
      #expect(source.notices.count == 1)
      for index in 0..<image.width * image.height {
        #expect(
          (0..<3).allSatisfy { Double(rows[4 * index + $0]) == image.numbers[3 * index + $0] })
      }
    }
    for round in 0..<60 {
      var profile = [matrix, scanner, printer][round % 3]
      for _ in 0..<(round % 7) + 1 {
        let place = Int(generator.next() % UInt64(profile.count))
        profile[place] = UInt8(truncatingIfNeeded: generator.next())
      }
      if round % 5 == 0 { profile.removeLast(Int(generator.next() % UInt64(profile.count))) }
      var image = picture(bands: round % 3 == 2 ? 4 : 3, photometric: round % 3 == 2 ? 5 : 2)
      image.profile = profile
      let rows = try image.read().rows
      #expect((0..<rows.count / 4).allSatisfy { rows[4 * $0 + 3] == 255 })
    }
  }
}
