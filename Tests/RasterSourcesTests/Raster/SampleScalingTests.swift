import Drawings
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Samples that use little of their range")
struct SampleScalingTests {
  /// A ramp from 0 to `last` over 100 × 10 pixels, as often as there are bands, then alpha.
  private func ramp(to last: Double, bands: Int = 1, alpha: Double? = nil) -> [Double] {
    (0..<1000).flatMap { index -> [Double] in
      let level = (last * Double(index) / 999).rounded()
      var samples = [Double](repeating: level, count: bands)
      if let alpha { samples.append(alpha) }
      return samples
    }
  }

  private func tiff(_ numbers: [Double], bits: Int = 16, bands: Int = 1) -> DrawnTIFF {
    var image = DrawnTIFF(width: 100, height: 10, bits: bits, bands: bands)
    image.photometric = bands < 3 ? 1 : 2
    image.numbers = numbers
    return image
  }

  @Test("A TIFF of 10 to 14 used bits is stretched", arguments: [10, 12, 14])
  func fewBits(bits: Int) throws {
    let last = Double(1 << bits - 1)
    let (source, rows) = try tiff(ramp(to: last, bands: 3), bands: 3).read()
    #expect(pixel(rows, 0) == [0, 0, 0, 255])
    #expect(pixel(rows, 999) == [255, 255, 255, 255])
    #expect((126...129).contains(pixel(rows, 500)[0]))
    let notice = try #require(source.notices.first)
    #expect(caseName(notice) == "stretched")
    guard case .stretched(let found, let possible, let taken) = notice else { return }
    #expect(found == 0...last && possible == 0...65535)
    #expect(taken.lowerBound > 0 && taken.upperBound < last)
    #expect(source.details.contains { $0.name == "stretch" && $0.value.hasPrefix("percent") })
  }

  @Test(
    "A small image is looked at as a whole, however it is cut into blocks",
    arguments: [1, 6, 64, 300])
  func blocks(rows: Int) throws {
    var image = DrawnTIFF(width: 40, height: 300, bits: 16)
    image.blockHeight = rows
    // One row in 300 uses the range.
    image.numbers = (0..<12_000).map { $0 / 40 == 211 ? 60_000 : Double($0 % 97) }
    let source = try image.read().source
    #expect(source.notices.isEmpty && source.details.contains { $0.value.hasPrefix("none") })
  }

  @Test("An image that uses its range stays exact to the bit", arguments: [16384.0, 65535])
  func display(last: Double) throws {
    let numbers = ramp(to: last)
    let (source, rows) = try tiff(numbers).read()
    #expect(source.notices.isEmpty)
    for index in 0..<1000 {
      #expect(pixel(rows, index)[0] == UInt8((numbers[index] / 257).rounded()))
    }
  }

  @Test("A value for nothing that nobody names, and that leaves one grey of the rest, is told of")
  func unnamedNoData() throws {
    var numbers = ramp(to: 100)
    for index in 0..<100 { numbers[10 * index] = -3.4e38 }
    func notices(_ numbers: [Double], noData: String?) throws -> [RasterNotice] {
      var image = tiff(numbers)
      (image.bits, image.format, image.noData) = (32, .floating, noData)
      return try image.read().source.notices
    }
    for noData in ["-9999", nil] {
      let notice = try #require(try notices(numbers, noData: noData).first)
      #expect(caseName(notice) == "oneGrey", "nodata \(noData ?? "of none")")
      guard case .oneGrey(let half, let taken, let stated) = notice else { continue }
      // A tenth of a ramp of 0 to 100 is lost at its lower end.
      #expect((10...30).contains(half.lowerBound) && (70...80).contains(half.upperBound))
      #expect(taken.lowerBound == Double(Float(-3.4e38)) && stated == noData.flatMap { Double($0) })
    }
    #expect(try notices(numbers, noData: "-3.4e38").isEmpty)
    #expect(try notices(ramp(to: 100), noData: "-9999").isEmpty)
    // A raster of mostly one number, like a mask, hides nothing.
    #expect(try notices(ramp(to: 100).map { $0 < 90 ? 0 : 1 }, noData: "-9999").isEmpty)
  }

  @Test("A stretch that is given is used")
  func given() throws {
    let image = tiff(ramp(to: 1023))
    let (source, rows) = try image.read(SampleOptions(stretch: SampleStretch.none))
    #expect(source.notices.isEmpty)
    #expect(pixel(rows, 999) == [4, 4, 4, 255])
    let ranged = try image.read(SampleOptions(stretch: .range(0, 1023)))
    #expect(pixel(ranged.rows, 500)[0] == UInt8((image.numbers[500] / 1023 * 255).rounded()))
  }

  @Test("What a file states of its samples counts as far as the samples keep to it")
  func stated() throws {
    let bits = "<GDALMetadata><Item name='NBITS' domain='IMAGE_STRUCTURE'>15</Item></GDALMetadata>"
    for (metadata, largest) in [(bits, nil), (nil, 30_000)] as [(String?, Double?)] {
      var image = tiff(ramp(to: 30_000))
      image.metadata = metadata
      image.statedLargest = largest
      #expect(pixel(try image.read().rows, 999)[0] == 255)
      image.numbers = ramp(to: 65535)
      #expect(try image.read().source.notices.isEmpty)
    }
    #expect(try tiff(ramp(to: 30_000)).read().source.notices.isEmpty)
  }

  @Test("Alpha of 0 to 255 in 16 bits is visible")
  func alpha() throws {
    for last in [1023.0, 65535] {
      var image = tiff(ramp(to: last, bands: 3, alpha: 255), bands: 4)
      image.extraKind = 2
      image.numbers[3] = 0
      let (source, rows) = try image.read()
      #expect(pixel(rows, 0) == [0, 0, 0, 0])
      #expect(pixel(rows, 999) == [255, 255, 255, 255])
      #expect(source.details.contains { $0.value.contains("alpha of 0 to 255 likewise") })
      #expect(source.notices.last == .alphaStretched(found: 0...255, possible: 0...65535))
    }
  }

  @Test("A white page with few lines stays white")
  func page() throws {
    var numbers = [Double](repeating: 4095, count: 1000)
    for index in 0..<10 { numbers[97 * index] = 0 }
    let rows = try tiff(numbers).read().rows
    #expect(pixel(rows, 1) == [255, 255, 255, 255])
    #expect(pixel(rows, 97) == [0, 0, 0, 255])
  }

  @Test(
    "A PNG of few used bits is stretched, and one that uses its range is not",
    arguments: [false, true])
  func png(isInterlaced: Bool) throws {
    let folder = try TemporaryDirectory()
    for (last, isStretched) in [(1023.0, true), (65535, false)] {
      let path = folder.path("\(last).png")
      let numbers = ramp(to: last, bands: 3, alpha: 255)
      try writePNG16(
        numbers.map { UInt16($0) }, width: 100, height: 10, .rgba, to: path,
        isInterlaced: isInterlaced)
      let source = try PNGSource(path: path)
      let rows = try readRows(source, scratch: folder.path)
      #expect(source.notices.count == (isStretched ? 2 : 1))
      #expect(source.notices.last == .alphaStretched(found: 0...255, possible: 0...65535))
      #expect(pixel(rows, 999) == [255, 255, 255, 255])
      let middle = isStretched ? 126...129 : 127...128
      #expect(middle.contains(Int(pixel(rows, 500)[0])))
      let exact = try readRows(
        try PNGSource(path: path, samples: SampleOptions(stretch: SampleStretch.none)),
        scratch: folder.path)
      // 255 of 65535 is one level of 255.
      #expect(exact[4 * 999 + 3] == 1)
    }
  }

  @Test("The samples of a PNG that stand for nothing are compared as they are stored")
  func pngNoData() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("grey.png")
    try writePNG16(
      ramp(to: 999).map { UInt16($0) }, width: 100, height: 10, .grey, to: path,
      transparentColor: [7])
    let rows = try readRows(try openRaster(path: path), scratch: folder.path)
    #expect(pixel(rows, 7) == [0, 0, 0, 0] && pixel(rows, 6)[3] == 255 && pixel(rows, 8)[3] == 255)
    let other = try readRows(
      try openRaster(path: path, samples: SampleOptions(noData: 300)), scratch: folder.path)
    #expect(pixel(other, 300) == [0, 0, 0, 0] && pixel(other, 299)[3] == 255)
  }

  @Test(
    "A colour of a PNG's 16-bit samples is transparent where all three are its own, and nothing near it is",
    arguments: [false, true])
  func pngColorKey(isInterlaced: Bool) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("rgb.png")
    let key: [UInt16] = [300, 40_000, 65_535]
    let near: [UInt16] = [301, 40_000, 65_535]
    let colors: [[UInt16]] = [key, near, [9, 9, 9], [9, 9, 9], [9, 9, 9]]
    let samples = (0..<64).flatMap { colors[$0 % 5] }
    try writePNG16(
      samples, width: 8, height: 8, .rgb, to: path, isInterlaced: isInterlaced,
      transparentColor: key)
    let source = try openRaster(path: path)
    #expect(!source.isOpaque)
    let rows = try readRows(source, scratch: folder.path)
    for index in 0..<64 {
      let expected: [[UInt8]] = [[0, 0, 0, 0], [1, 156, 255, 255], [0, 0, 0, 255]]
      #expect(pixel(rows, index) == expected[min(index % 5, 2)], "\(index)")
    }
  }

  @Test("The significant bits of a PNG count where samples are not scaled")
  func significantBits() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("grey.png")
    for (last, isStretched) in [(30_000.0, true), (65535, false)] {
      try writePNG16(ramp(to: last).map { UInt16($0) }, width: 100, height: 10, .grey, to: path)
      #expect(try openRaster(path: path).notices.isEmpty)
      try write(insertChunk("sBIT", [15], into: RasterFixture.contents(path)), to: path)
      #expect(try openRaster(path: path).notices.isEmpty != isStretched)
    }
  }
}
