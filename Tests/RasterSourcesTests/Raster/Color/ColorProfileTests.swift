import Drawings
import Foundation
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Colour profiles")
struct ColorProfileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let names = ["Display P3", "Adobe RGB (1998)", "sRGB IEC61966-2.1"]

  private func check(_ name: String, _ source: any RasterSource) {
    let isSRGB = name.hasPrefix("sRGB")
    #expect(source.notices == (isSRGB ? [] : [.profileNotApplied(name: name)]))
    let detail = source.details.first { $0.name == "profile" }?.value
    #expect(detail == (isSRGB ? name : "\(name), not applied"))
  }

  /// zlib data that is stored.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    let (count, sums) = (
      bytes.count,
      bytes.reduce((1, 0)) { sums, byte in
        let first = (sums.0 + Int(byte)) % 65521
        return (first, (sums.1 + first) % 65521)
      }
    )
    let length = [UInt8(count & 255), UInt8(count >> 8)]
    return [0x78, 0x01, 1] + length + length.map { ~$0 } + bytes
      + [sums.1 >> 8, sums.1, sums.0 >> 8, sums.0].map { UInt8($0 & 255) }
  }

  @Test("A profile of a TIFF is named", arguments: names)
  func tiff(name: String) throws {
    let path = folder.path("image.tif")
    for isVersion4 in [false, true] {
      var image = DrawnTIFF(bands: 3, photometric: 2)
      image.profile = makeProfile(name, isVersion4: isVersion4)
      image.draw()
      try DrawnTIFF.write([image], to: path)
      check(name, try openRaster(path: path))
    }
  }

  @Test("A profile of a PNG is named, unless the file says that it is sRGB", arguments: names)
  func png(name: String) throws {
    let fixture = try RasterFixture(width: 4, height: 4, isInterlaced: false)
    let plain = try fixture.bytes
    let contents = Array("icc\0\0".utf8) + stored(makeProfile(name))
    let png = insertChunk("iCCP", contents, into: plain)
    try write(png, to: fixture.path)
    check(name, try openRaster(path: fixture.path))
    // The gamma that belongs to it says nothing more.
    let both = insertChunk("gAMA", ICCProfileSketch.word(100_000), into: plain)
    try write(insertChunk("sRGB", [0], into: both), to: fixture.path)
    #expect(try openRaster(path: fixture.path).notices.isEmpty)
  }

  @Test("A profile of a JPEG in two segments out of order is named", arguments: names)
  func jpeg(name: String) throws {
    let path = folder.path("image.jpg")
    let profile = makeProfile(name)
    func segment(_ number: UInt8, _ part: ArraySlice<UInt8>) -> [UInt8] {
      let contents = Array("ICC_PROFILE\0".utf8) + [number, 2] + part
      return [0xFF, 0xE2, UInt8((contents.count + 2) >> 8), UInt8((contents.count + 2) & 255)]
        + contents
    }
    let jpeg = SmallJPEG.baseline
    try write(
      jpeg[..<2] + segment(2, profile[150...]) + segment(1, profile[..<150]) + jpeg[2...], to: path)
    check(name, try openRaster(path: path))
  }

  @Test("A profile of a WebP is named", arguments: names)
  func webP(name: String) throws {
    let path = folder.path("image.webp")
    var profile = makeProfile(name)
    func word(_ number: Int) -> [UInt8] {
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let length = profile.count
    if length % 2 == 1 { profile.append(0) }
    // A header that says that there is a profile, 24 × 16 pixels.
    let header = Array("VP8X".utf8) + word(10) + [0x20, 0, 0, 0, 23, 0, 0, 15, 0, 0]
    let body =
      Array("WEBP".utf8) + header + Array("ICCP".utf8) + word(length) + profile
      + SmallWebP.lossy[12...]
    try write(Array("RIFF".utf8) + word(body.count) + body, to: path)
    check(name, try openRaster(path: path))
    _ = try readRows(try openRaster(path: path), scratch: folder.path)
  }

  @Test("CMYK is said to be converted by a formula")
  func inks() throws {
    let path = folder.path("image.tif")
    var image = DrawnTIFF(bands: 4, photometric: 5)
    image.draw()
    try DrawnTIFF.write([image], to: path)
    #expect(try openRaster(path: path).notices == [.inksWithoutProfile(profile: nil)])
    image.profile = makeProfile("Coated FOGRA39")
    try DrawnTIFF.write([image], to: path)
    let notices = try openRaster(path: path).notices
    #expect(notices == [.inksWithoutProfile(profile: "Coated FOGRA39")])
  }

  @Test("A damaged profile is none")
  func damaged() throws {
    let path = folder.path("image.tif")
    let profile = makeProfile("Display P3", isVersion4: true)
    var generator = SeededGenerator(seed: 5)
    for count in [0, 40, 131, 140, 150, profile.count - 1, profile.count] {
      var image = DrawnTIFF(width: 4, height: 4)
      image.profile = Array(profile[..<count])
      for index in image.profile.indices where index >= 128 && count == profile.count {
        image.profile[index] = UInt8(truncatingIfNeeded: generator.next())
      }
      image.draw()
      try DrawnTIFF.write([image], to: path)
      for case .profileNotApplied(let name) in try openRaster(path: path).notices {
        #expect(name == "unnamed")
      }
    }
  }

  @Test("A profile with colorants is judged by them and its curves, whatever it is called")
  func colorants() throws {
    let path = folder.path("image.tif")
    let constants: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let parametric = ICCProfileSketch.tag(
      "para", [0, 3, 0, 0] + constants.flatMap(ICCProfileSketch.fixed))
    var entries = ICCProfileSketch.word(1024)
    for index in 0..<1024 {
      let sample = Double(index) / 1023
      let light = sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
      entries += ICCProfileSketch.word(Int((light * 65535).rounded())).suffix(2)
    }
    let table = ICCProfileSketch.tag("curv", entries)
    // 2.2 in 8 bits and 8 bits of fraction.
    let power = ICCProfileSketch.tag("curv", ICCProfileSketch.word(1) + [2, 0x33])
    let linear = ICCProfileSketch.tag("curv", ICCProfileSketch.word(0))
    let red: [Double] = [0.4361, 0.2225, 0.0139]
    let wide: [Double] = [0.5151, 0.2412, -0.0011]
    let cases: [(name: String, red: [Double], curve: [UInt8], isSRGB: Bool)] = [
      ("c2", red, parametric, true), ("Camera", red, table, true),
      ("sRGB, they say", red, power, false), ("sRGB", red, linear, false),
      ("sRGB", wide, parametric, false),
    ]
    for entry in cases {
      var image = DrawnTIFF(bands: 3, photometric: 2)
      image.profile = ICCProfileSketch.matrix(entry.name, red: entry.red, curve: entry.curve)
      image.draw()
      try DrawnTIFF.write([image], to: path)
      let source = try openRaster(path: path)
      let detail = source.details.first { $0.name == "profile" }?.value
      #expect(detail == (entry.isSRGB ? entry.name : "\(entry.name), converted to sRGB"))
      #expect(source.notices.isEmpty)
    }
  }
}
