import CTIFFTestShim
import Drawings
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("TIFF layouts")
struct TIFFLayoutTests {
  /// Strips of some rows, one strip, and tiles.
  static let layouts: [(tileWidth: Int, blockHeight: Int)] = [(0, 7), (0, 29), (16, 16), (48, 32)]

  private func pixels(
    _ image: DrawnTIFF, samples: SampleOptions = SampleOptions(), mode: String = "w"
  ) throws -> [UInt8] {
    try image.read(samples, mode: mode).rows
  }

  /// A plain reading of grey, RGB and alpha: unsigned numbers by their depth.
  private func expected(_ image: DrawnTIFF) -> [UInt8] {
    let most = Double((1 << image.bits) - 1)
    func byte(_ number: Double) -> UInt8 { UInt8((number * 255 / most).rounded()) }
    var result: [UInt8] = []
    let hasAlpha = image.extraKind != nil
    let colors = image.bands - (hasAlpha ? 1 : 0)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let alpha = hasAlpha ? byte(image[x, y, colors]) : 255
        if alpha == 0 {
          result += [0, 0, 0, 0]
          continue
        }
        for channel in 0..<3 {
          let value = byte(image[x, y, colors == 1 ? 0 : channel])
          result.append(image.photometric == 0 ? 255 - value : value)
        }
        result.append(alpha)
      }
    }
    return result
  }

  @Test("Every depth, band count and layout of a TIFF decodes alike", arguments: DrawnTIFF.lossless)
  func everyLayout(compression: UInt16) throws {
    for bits in [1, 2, 4, 8, 12, 16] {
      for (bands, photometric, extra) in [
        (1, 1, nil), (1, 0, nil), (2, 1, 2), (3, 2, nil), (4, 2, 2),
      ] as [(Int, UInt16, UInt16?)] {
        for (index, layout) in Self.layouts.enumerated() {
          var image = DrawnTIFF(
            bits: bits, bands: bands, photometric: photometric, compression: compression,
            tileWidth: layout.tileWidth, blockHeight: layout.blockHeight,
            isPlanar: bands > 1 && index % 2 == 1, extraKind: extra)
          image.draw(seed: UInt64(bits * 100 + bands * 10 + index))
          let what = "\(bits) bits, \(bands) bands, photometric \(photometric), layout \(layout)"
          #expect(try pixels(image) == expected(image), "\(what)")
        }
      }
    }
  }

  @Test(
    "Byte orders and BigTIFF make no difference to samples", arguments: ["wl", "wb", "w8l", "w8b"])
  func containers(mode: String) throws {
    for bits in [1, 8, 16] {
      var image = DrawnTIFF(bits: bits, bands: 3, photometric: 2, tileWidth: 16, blockHeight: 16)
      image.draw()
      #expect(try pixels(image, mode: mode) == expected(image))
    }
  }

  @Test("TIFF predictors are undone", arguments: [5, 8, 50000] as [UInt16])
  func predictors(compression: UInt16) throws {
    guard tp_test_has_codec(compression) != 0 else { return }
    for (bits, bands) in [(8, 1), (16, 3), (16, 1), (8, 4)] {
      var image = DrawnTIFF(
        bits: bits, bands: bands, photometric: bands > 2 ? 2 : 1, compression: compression,
        predictor: 2, extraKind: bands == 4 ? 2 : nil)
      image.draw()
      #expect(try pixels(image) == expected(image))
    }
    var image = DrawnTIFF(bits: 32, format: .floating, compression: compression, predictor: 3)
    image.draw()
    let result = try pixels(image, samples: SampleOptions(stretch: .range(-1, 1)))
    for index in image.numbers.indices {
      #expect(result[4 * index] == UInt8(((image.numbers[index] + 1) / 2 * 255).rounded()))
    }
  }

  @Test("Sixteen bits of a TIFF become eight by division by 257, rounded")
  func sixteenBits() throws {
    var image = DrawnTIFF(width: 256, height: 256, bits: 16)
    image.numbers = (0..<65536).map(Double.init)
    #expect(try pixels(image) == expected(image))
  }

  @Test("A stretch of TIFF samples is linear, rounded and clamped, for every kind of number")
  func stretch() throws {
    for (bits, format) in [
      (8, .signed), (16, .signed), (32, .signed), (32, .unsigned), (16, .unsigned), (8, .unsigned),
      (32, .floating), (64, .floating),
    ] as [(Int, DrawnTIFF.Format)] {
      var image = DrawnTIFF(bits: bits, format: format)
      image.numbers = (0..<image.width * image.height).map { index in
        Double(index % 120) + (format == .floating ? 0.25 : 0)
      }
      let result = try pixels(image, samples: SampleOptions(stretch: .range(10, 90)))
      for (index, number) in image.numbers.enumerated() {
        let scaled = min(max((number - 10) / 80 * 255, 0), 255).rounded()
        #expect(result[4 * index] == UInt8(scaled), "\(bits) \(format): \(number)")
      }
    }
  }

  @Test("Without a stretch, signed and floating numbers are clamped to 0...255")
  func noStretch() throws {
    var image = DrawnTIFF(bits: 32, format: .floating)
    image.numbers = (0..<image.width * image.height).map { Double($0) - 300.25 }
    let result = try pixels(image, samples: SampleOptions(stretch: SampleStretch.none))
    for (index, number) in image.numbers.enumerated() {
      #expect(result[4 * index] == UInt8(min(max(number, 0), 255).rounded()))
    }
  }

  @Test("Floating numbers are stretched from the 2nd to the 98th percentile by themselves")
  func percentiles() throws {
    var image = DrawnTIFF(width: 100, height: 10, bits: 32, format: .floating, blockHeight: 10)
    // Each of 0...999 once, in an order that is not theirs.
    image.numbers = (0..<1000).map { Double($0 * 7 % 1000) }
    let result = try pixels(image)
    for (index, number) in image.numbers.enumerated() {
      let scaled = min(max((number - 19) / (980 - 19) * 255, 0), 255).rounded()
      #expect(result[4 * index] == UInt8(scaled))
    }
  }

  @Test("NaN in a TIFF is transparent, and so is the nodata value in every band")
  func nothing() throws {
    var image = DrawnTIFF(bits: 32, format: .floating, noData: "-3.4028234663852886e+38")
    image.draw()
    image.numbers[5] = .nan
    image.numbers[6] = -Double(Float.greatestFiniteMagnitude)
    let result = try pixels(image)
    for index in image.numbers.indices {
      #expect(result[4 * index + 3] == (index == 5 || index == 6 ? 0 : 255))
    }
    var color = DrawnTIFF(bands: 3, photometric: 2, noData: "7")
    color.draw()
    for band in 0..<3 { color.numbers[3 * 11 + band] = 7 }
    for band in 0..<2 { color.numbers[3 * 12 + band] = 7 }
    color.numbers[3 * 12 + 2] = 8
    let colors = try pixels(color)
    #expect(Array(colors[44..<48]) == [0, 0, 0, 0])
    #expect(Array(colors[48..<52]) == [7, 7, 8, 255])
    // An option overrides what the file states.
    let other = try pixels(color, samples: SampleOptions(noData: 9))
    #expect(Array(other[44..<48]) == [7, 7, 7, 255])
  }

  @Test("Colours of a TIFF with associated alpha are unpremultiplied")
  func associatedAlpha() throws {
    var image = DrawnTIFF(bands: 4, photometric: 2, extraKind: 1)
    image.draw()
    for pixel in 0..<image.width * image.height {
      let alpha = image.numbers[4 * pixel + 3]
      for band in 0..<3 {
        image.numbers[4 * pixel + band] = (image.numbers[4 * pixel + band] * alpha / 255).rounded()
      }
    }
    let result = try pixels(image)
    for pixel in 0..<image.width * image.height {
      let alpha = image.numbers[4 * pixel + 3]
      #expect(Double(result[4 * pixel + 3]) == alpha)
      for band in 0..<3 where alpha > 0 {
        let straight = min(image.numbers[4 * pixel + band] * 255 / alpha, 255)
        // Ties of the division may round either way.
        #expect(abs(Double(result[4 * pixel + band]) - straight) <= 0.5)
      }
    }
  }

  @Test(
    "TIFF palettes of every depth are looked up, also where grey is stated beside them",
    arguments: [1, 2, 4, 8], [3, 1, 0] as [UInt16])
  func palette(bits: Int, photometric: UInt16) throws {
    var generator = SeededGenerator(seed: 5)
    let count = 1 << bits
    func table() -> [UInt16] {
      (0..<count).map { _ in UInt16(truncatingIfNeeded: generator.next() % 256) * 257 }
    }
    let palette = (red: table(), green: table(), blue: table())
    var image = DrawnTIFF(bits: bits, photometric: photometric, compression: 5)
    image.draw()
    let folder = try TemporaryDirectory()
    try DrawnTIFF.write([image], to: folder.path("p.tif"), palette: palette)
    let result = try readRows(openRaster(path: folder.path("p.tif")), scratch: folder.path)
    for (index, number) in image.numbers.enumerated() {
      let entry = Int(number)
      let color = [palette.red[entry], palette.green[entry], palette.blue[entry]]
      #expect(Array(result[(4 * index)..<(4 * index + 3)]) == color.map { UInt8($0 / 257) })
    }
    func stretched() throws -> any RasterSource {
      try openRaster(
        path: folder.path("p.tif"), samples: SampleOptions(stretch: .range(0, Double(count - 1))))
    }
    guard photometric != 3 else {
      #expect(throws: RasterError.self) { try stretched() }
      return
    }
    // Numbers that are asked for stay numbers.
    let greys = try readRows(stretched(), scratch: folder.path)
    for (index, number) in image.numbers.enumerated() {
      let share = Double(number) / Double(count - 1)
      let grey = UInt8((255 * (photometric == 0 ? 1 - share : share)).rounded())
      #expect(Array(greys[(4 * index)..<(4 * index + 3)]) == [grey, grey, grey])
    }
  }

  @Test("Inks leave what is neither under them nor under black", arguments: [8, 16])
  func inks(bits: Int) throws {
    var image = DrawnTIFF(bits: bits, bands: 4, photometric: 5)
    image.draw()
    let result = try pixels(image)
    let most = Double((1 << bits) - 1)
    for pixel in 0..<image.width * image.height {
      let black = (image.numbers[4 * pixel + 3] * 255 / most).rounded()
      for channel in 0..<3 {
        let ink = (image.numbers[4 * pixel + channel] * 255 / most).rounded()
        let light = (255 - ink) * (255 - black) / 255
        #expect(abs(Double(result[4 * pixel + channel]) - light) <= 0.5)
      }
      #expect(result[4 * pixel + 3] == 255)
    }
  }

  @Test("JPEG blocks of YCbCr in a TIFF are near what was encoded", arguments: [0, 16])
  func jpegBlocks(tileWidth: Int) throws {
    guard tp_test_has_codec(7) != 0 else { return }
    var image = DrawnTIFF(
      width: 64, height: 48, bands: 3, photometric: 6, compression: 7, tileWidth: tileWidth,
      blockHeight: 16)
    for y in 0..<48 {
      for x in 0..<64 { image.numbers += [Double(3 * x), Double(4 * y), 90] }
    }
    let result = try pixels(image)
    for pixel in 0..<64 * 48 {
      for channel in 0..<3 {
        // Quality 75 of a gradient, its chroma at half the resolution.
        #expect(abs(Double(result[4 * pixel + channel]) - image.numbers[3 * pixel + channel]) < 12)
      }
    }
  }

  @Test("JPEG of more bits than the library decodes is named, and not called damaged")
  func jpegPrecision() throws {
    guard tp_test_has_codec(7) != 0 else { return }
    var image = DrawnTIFF(width: 16, height: 16, compression: 7, blockHeight: 16)
    image.numbers = [Double](repeating: 90, count: 256)
    let folder = try TemporaryDirectory()
    try DrawnTIFF.write([image], to: folder.path("image.tif"))
    var bytes = try folder.bytes("image.tif")
    // SOF0, its length of one component, and the bits of a sample (ITU-T T.81, B.2.2).
    let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0, 0, 11, 8]))
    bytes[frame.upperBound - 1] = 12
    try folder.write(bytes, as: "image.tif")
    let error = #expect(throws: RasterError.self) {
      try readRows(openRaster(path: folder.path("image.tif")), scratch: folder.path)
    }
    #expect(error.map(caseName) == "samplesNotSupported", "\(String(describing: error))")
  }
}
