import Drawings
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("JPEG2000 images")
struct JPEG2000SourceTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(
    _ bytes: [UInt8], _ samples: SampleOptions = SampleOptions()
  ) throws -> any RasterSource {
    let path = folder.path("image.jp2")
    try write(bytes, to: path)
    return try openRaster(path: path, samples: samples)
  }

  private func rows(_ source: any RasterSource) throws -> [UInt8] {
    try readRows(source, scratch: folder.path)
  }

  /// The pixels, by a formula for each.
  private func expected(
    _ image: DrawnJPEG2000, _ pixel: (_ x: Int, _ y: Int) -> [UInt8]
  ) -> [UInt8] {
    (0..<image.width * image.height).flatMap { pixel($0 % image.width, $0 / image.width) }
  }

  /// The opaque greys, by a formula for each.
  private func grey(_ image: DrawnJPEG2000, _ value: (_ x: Int, _ y: Int) -> UInt8) -> [UInt8] {
    expected(image) { x, y in
      let value = value(x, y)
      return [value, value, value, 255]
    }
  }

  private func drawn(_ image: DrawnJPEG2000) -> DrawnJPEG2000 {
    var image = image
    image.draw()
    return image
  }

  @Test("Unsigned samples of 1 to 16 bits become 8 by their depth", arguments: 1...16)
  func depths(bits: Int) throws {
    let image = drawn(DrawnJPEG2000(components: [.init(bits: bits)]))
    let source = try open(
      JP2Boxes.file(try image.codestream(), header: JP2Boxes.color(17)),
      SampleOptions(stretch: SampleStretch.none))
    #expect(source.isOpaque && source.size == PixelSize(width: 37, height: 29))
    let largest = Double(1 << bits - 1)
    #expect(
      try rows(source)
        == grey(image) { UInt8((Double(image[$0, $1, 0]) / largest * 255).rounded()) })
  }

  @Test("Signed samples are stretched", arguments: [8, 12, 16])
  func signed(bits: Int) throws {
    let image = drawn(DrawnJPEG2000(components: [.init(bits: bits, isSigned: true)]))
    let half = Double(1 << (bits - 1))
    let source = try open(try image.codestream(), SampleOptions(stretch: .range(-half, half - 1)))
    #expect(
      try rows(source)
        == grey(image) {
          UInt8(((Double(image[$0, $1, 0]) + half) / (2 * half - 1) * 255).rounded())
        })
    #expect(source.details.contains { $0.value.contains("\(bits)-bit signed") })
  }

  @Test("A value that stands for nothing is transparent, and 16 bits that use little are stretched")
  func noData() throws {
    var image = drawn(DrawnJPEG2000(components: [.init(bits: 16)]))
    image.numbers[0] = image.numbers[0].map { $0 >> 6 }
    image.numbers[0][0] = 4000
    let source = try open(try image.codestream(), SampleOptions(noData: 4000))
    let samples = try rows(source)
    #expect(!source.isOpaque && pixel(samples, 0) == [0, 0, 0, 0])
    #expect(pixel(samples, 1)[3] == 255)
    #expect(source.notices.contains { if case .stretched = $0 { true } else { false } })
    #expect(source.colorSurvey != nil)
  }

  @Test("Channels are those that the file defines, in any order")
  func channels() throws {
    let image = drawn(
      DrawnJPEG2000(components: [.init(), .init(), .init(), .init()], isMixed: false))
    let codestream = try image.codestream()
    // Alpha first, then blue, green and red.
    let reversed = JP2Boxes.file(
      codestream, header: JP2Boxes.color(16) + JP2Boxes.channels([(1, 0), (0, 3), (0, 2), (0, 1)]))
    let colors = expected(image) { x, y in
      let alpha = image[x, y, 0]
      return alpha == 0 ? [0, 0, 0, 0] : [3, 2, 1, 0].map { UInt8(image[x, y, $0]) }
    }
    let source = try open(reversed)
    #expect(try rows(source) == colors)
    #expect(!source.isOpaque)
    #expect(source.details.contains { $0.value == "4 × 8-bit, RGB, alpha" })
    // Without a definition the fourth is not drawn.
    let plain = try open(JP2Boxes.file(codestream, header: JP2Boxes.color(16)))
    #expect(plain.isOpaque)
    #expect(
      try rows(plain)
        == expected(image) { x, y in [0, 1, 2].map { UInt8(image[x, y, $0]) } + [255] })
    let chosen = try open(
      codestream, SampleOptions(bands: BandSelection(colors: [3, 1, 2], alpha: nil)))
    #expect(
      try rows(chosen)
        == expected(image) { x, y in [2, 0, 1].map { UInt8(image[x, y, $0]) } + [255] })
    #expect(throws: RasterError.self) {
      try open(codestream, SampleOptions(bands: BandSelection(colors: [5])))
    }
  }

  @Test("Grey with alpha of another depth, and mixed colours of 16 bits")
  func greyAlphaAndMixed() throws {
    let grey = drawn(DrawnJPEG2000(components: [.init(), .init(bits: 1)]))
    let source = try open(
      JP2Boxes.file(
        try grey.codestream(), header: JP2Boxes.color(17) + JP2Boxes.channels([(0, 1), (1, 0)])))
    #expect(
      try rows(source)
        == expected(grey) { x, y in
          let value = UInt8(grey[x, y, 0])
          return grey[x, y, 1] == 0 ? [0, 0, 0, 0] : [value, value, value, 255]
        })
    let deep = [DrawnJPEG2000.Component](repeating: .init(bits: 16), count: 3)
    let mixed = drawn(DrawnJPEG2000(components: deep, isMixed: true))
    #expect(
      try rows(open(try mixed.codestream()))
        == expected(mixed) { x, y in
          (0..<3).map { UInt8((Double(mixed[x, y, $0]) / 257).rounded()) } + [255]
        })
  }

  @Test("Several bands without a colour are named; one is drawn")
  func bandsWithoutColor() throws {
    let image = drawn(DrawnJPEG2000(components: .init(repeating: .init(), count: 6)))
    let source = try open(JP2Boxes.file(try image.codestream(), header: JP2Boxes.color(17)))
    #expect(source.notices.contains { if case .bandsWithoutColor = $0 { true } else { false } })
    #expect(try rows(source) == grey(image) { UInt8(image[$0, $1, 0]) })
  }

  @Test("Entries of a palette are colours, also transparent ones")
  func palette() throws {
    let image = drawn(DrawnJPEG2000(components: [.init(bits: 2)]))
    let colors: [[UInt8]] = [[1, 2, 3, 255], [0, 0, 0, 0], [250, 0, 9, 255], [7, 7, 7, 128]]
    let codestream = try image.codestream()
    let opaque = try open(
      JP2Boxes.file(
        codestream,
        header: JP2Boxes.color(16) + JP2Boxes.palette(colors.map { Array($0.prefix(3)) })))
    #expect(opaque.isOpaque)
    #expect(
      try rows(opaque)
        == expected(image) { x, y in Array(colors[image[x, y, 0]].prefix(3)) + [255] })
    let clear = try open(
      JP2Boxes.file(
        codestream,
        header: JP2Boxes.color(16) + JP2Boxes.palette(colors)
          + JP2Boxes.channels([(0, 1), (0, 2), (0, 3), (1, 0)])))
    #expect(!clear.isOpaque)
    #expect(try rows(clear) == expected(image) { x, y in colors[image[x, y, 0]] })
  }

  @Test("Luma and chroma of half the resolution become colours")
  func chroma() throws {
    let half = DrawnJPEG2000.Component(step: 2)
    let image = drawn(DrawnJPEG2000(components: [.init(), half, half]))
    let bytes = try image.codestream()
    for file in [bytes, JP2Boxes.file(bytes, header: JP2Boxes.color(18))] {
      let samples = try rows(open(file))
      #expect(
        samples
          == expected(image) { x, y in
            let luma = Double(image[x, y, 0])
            let blue = Double(image[x / 2, y / 2, 1]) - 128
            let red = Double(image[x / 2, y / 2, 2]) - 128
            let colors = [
              luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue,
            ]
            return colors.map { UInt8(min(max($0.rounded(), 0), 255)) } + [255]
          })
    }
  }

  @Test("A colour profile is named")
  func profile() throws {
    let image = drawn(
      DrawnJPEG2000(components: [DrawnJPEG2000.Component](repeating: .init(), count: 3)))
    var profile = makeProfile("Somebody's RGB")
    profile.replaceSubrange(16..<20, with: Array("RGB ".utf8))
    let source = try open(JP2Boxes.file(try image.codestream(), header: JP2Boxes.profile(profile)))
    #expect(source.details.contains { $0.value.hasPrefix("Somebody's RGB") })
    #expect(pixel(try rows(source), 0) == (0..<3).map { UInt8(image[0, 0, $0]) } + [255])
  }
}

// MARK: - Tiles

@Suite("JPEG2000 tiles and resolutions")
struct JPEG2000TileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(_ image: DrawnJPEG2000) throws -> JPEG2000Source {
    let path = folder.path("image.j2k")
    try write(try image.codestream(), to: path)
    return try JPEG2000Source(path: path)
  }

  private func grey(_ image: DrawnJPEG2000) -> [UInt8] {
    image.numbers[0].flatMap { [UInt8($0), UInt8($0), UInt8($0), 255] }
  }

  private static let layouts: [DrawnJPEG2000] = [
    DrawnJPEG2000(tileWidth: 16, tileHeight: 8),
    DrawnJPEG2000(tileWidth: 16, tileHeight: 8, hasParts: true),
    DrawnJPEG2000(left: 5, top: 3, tileWidth: 16, tileHeight: 8, tileLeft: 2, tileTop: 1),
    DrawnJPEG2000(left: 70, top: 90, tileWidth: 37, tileHeight: 100, tileLeft: 60, tileTop: 0),
    DrawnJPEG2000(left: 9, top: 7),
  ]

  @Test("Rows and windows of tiles in any place are those of the image", arguments: layouts)
  func tiles(layout: DrawnJPEG2000) throws {
    var image = layout
    image.draw()
    let source = try open(image)
    #expect(try readRows(source, scratch: folder.path) == grey(image))
    #expect(try readRows(source.decoded(byThreads: 3), scratch: folder.path) == grey(image))
    #expect(source.capabilities.windowBytes != nil)
    #expect(try source.firstRow(toRead: 20, scratch: folder.path) == 20)
    try expectParts(of: source, grey(image), scratch: folder.path)
  }

  @Test("A tile that is too large to be decoded whole is decoded by parts", arguments: [1, 2, 3])
  func largeTile(bands: Int) throws {
    var image = DrawnJPEG2000(
      width: 2500, height: 70,
      components: [DrawnJPEG2000.Component](repeating: .init(), count: bands), levels: 3,
      isMixed: bands == 3)
    image.draw()
    let source = try open(image)
    func color(_ index: Int) -> [UInt8] {
      (0..<3).map { UInt8(image.numbers[bands < 3 ? 0 : $0][index]) } + [255]
    }
    let expected: [UInt8] = bands < 3 ? grey(image) : (0..<2500 * 70).flatMap(color)
    #expect(try readRows(source, scratch: folder.path) == expected)
    // A tile of 4096 columns is halved, one of 2053 cannot be cut evenly.
    for tileWidth in [4096, 2053] {
      image.tileWidth = tileWidth
      image.tileHeight = 64
      image.width = 4200
      image.draw()
      image.isMixed = false
      let tiled = try open(image)
      #expect(pixel(try readRows(tiled, scratch: folder.path), 4199) == color(4199))
    }
  }

  @Test("Smaller resolutions are offered where they fill the same extent")
  func resolutions() throws {
    var image = DrawnJPEG2000(
      width: 48, height: 40, tileWidth: 16, tileHeight: 16, levels: 3)
    image.draw()
    // A plane, which every resolution shows as it is.
    image.numbers[0] = image.numbers[0].map { _ in 77 }
    let source = try open(image)
    let sizes = [(24, 20), (12, 10), (6, 5)].map { PixelSize(width: $0.0, height: $0.1) }
    #expect(source.capabilities.reductions.map(\.size) == sizes)
    for size in sizes {
      let smaller = try source.resized(to: size)
      #expect(smaller.size == size)
      let samples = try readRows(smaller, scratch: folder.path)
      #expect(samples == (0..<size.width * size.height).flatMap { _ in [77, 77, 77, 255] })
      try expectParts(of: smaller, samples, scratch: folder.path)
    }
    #expect(throws: RasterError.self) { try source.resized(to: PixelSize(width: 3, height: 2)) }
    image.width = 46
    image.draw()
    #expect(
      try open(image).capabilities.reductions.map(\.size) == [PixelSize(width: 23, height: 20)])
    image.left = 1
    image.draw()
    #expect(try open(image).capabilities.reductions.isEmpty)
  }

  @Test("A lossy image is near the original")
  func lossy() throws {
    var image = DrawnJPEG2000(
      width: 64, height: 64, components: [DrawnJPEG2000.Component](repeating: .init(), count: 3),
      isReversible: false, isMixed: true)
    image.draw()
    for band in 0..<3 {
      for index in 0..<64 * 64 {
        image.numbers[band][index] = Int32(index % 64 * 2 + index / 64 + 20 * band)
      }
    }
    let samples = try readRows(open(image), scratch: folder.path)
    for band in 0..<3 {
      let errors = (0..<64 * 64).map { index in
        abs(Int(samples[4 * index + band]) - Int(image.numbers[band][index]))
      }
      #expect(errors.allSatisfy { $0 <= 6 })
    }
  }
}
