import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("HEIC and AVIF sources")
struct HEIFSourceTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func source(_ bytes: [UInt8], _ name: String = "image") throws -> any RasterSource {
    try folder.write(bytes, as: name)
    return try openRaster(path: folder.path(name))
  }

  /// The pixels in the middle of the quarters: top left, top right, bottom left, bottom right.
  private func quarters(_ source: any RasterSource) throws -> [[UInt8]] {
    let rows = try readRows(source, scratch: folder.path)
    let (width, height) = (source.size.width, source.size.height)
    return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let index = 4 * (y * height / 4 * width + x * width / 4)
      return Array(rows[index..<index + 4])
    }
  }

  private func isNear(_ found: [[UInt8]], _ expected: [[UInt8]]) -> Bool {
    zip(found.joined(), expected.joined()).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
  }

  // The drawn colour; pillow-heif 1.8.1 (libheif 1.23.6) decodes it within 1.
  private static let red: [UInt8] = [200, 30, 40, 255]
  private static let green: [UInt8] = [30, 160, 60, 255]
  private static let blue: [UInt8] = [20, 40, 180, 255]
  private static let yellow: [UInt8] = [230, 220, 60, 255]

  @Test("A HEIC is turned once, by irot, whatever its Exif data says")
  func turned() throws {
    let source = try source(SmallHEIF.turned)
    #expect(source.size == PixelSize(width: 24, height: 32) && source.isOpaque)
    #expect(source.orientation == .upright)
    #expect(source.details.contains(RasterDetail("format", "HEIC")))
    #expect(source.details.contains(RasterDetail("orientation", "irot and imir, applied")))
    #expect(isNear(try quarters(source), [Self.blue, Self.red, Self.yellow, Self.green]))
  }

  @Test("A HEIC of 10 bits has the colours of its 8 highest")
  func deep() throws {
    let source = try source(SmallHEIF.deep)
    #expect(source.details.contains(RasterDetail("bands", "3 × 10-bit, RGB")))
    #expect(isNear(try quarters(source), [Self.red, Self.green, Self.blue, Self.yellow]))
  }

  @Test("An AVIF is transposed by irot and imir, and its alpha is straight")
  func transparent() throws {
    let source = try source(SmallHEIF.transparent)
    #expect(source.size == PixelSize(width: 24, height: 32) && !source.isOpaque)
    #expect(source.details.contains(RasterDetail("format", "AVIF")))
    let yellow = Array(Self.yellow.dropLast()) + [128]
    #expect(isNear(try quarters(source), [Self.red, Self.blue, [0, 0, 0, 0], yellow]))
  }

  @Test("An image that is larger than the limits is refused before it is decoded")
  func tooLarge() throws {
    var bytes = SmallHEIF.deep
    let size = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("ispe".utf8)) })
    bytes.replaceSubrange(size + 8..<size + 16, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
    let error = #expect(throws: RasterError.self) { try source(bytes) }
    #expect(caseName(error) == "tooLarge")
  }
  @Test("A bitstream that is larger than its boxes say is refused before it is decoded")
  func understated() throws {
    let limits = DecodingLimits(maximumSide: 20, maximumPixels: 400, maximumBytes: 1 << 20)
    // x265 fills blocks of 64 × 64 samples.
    for (bytes, coded) in [
      (SmallHEIF.transparent, PixelSize(width: 32, height: 24)),
      (SmallHEIF.deep, PixelSize(width: 64, height: 64)),
      (SmallHEIF.turned, PixelSize(width: 64, height: 64)),
    ] {
      var bytes = bytes
      for start in bytes.indices where bytes[start...].starts(with: Array("ispe".utf8)) {
        bytes.replaceSubrange(start + 8..<start + 16, with: [0, 0, 0, 16, 0, 0, 0, 16])
      }
      // A picture is not cropped from what is smaller.
      for start in bytes.indices where bytes[start...].starts(with: Array("clap".utf8)) {
        bytes.replaceSubrange(start..<start + 4, with: Array("free".utf8))
      }
      try folder.write(bytes, as: "image")
      let error = #expect(throws: RasterError.self) {
        try openRaster(path: folder.path("image"), limits: limits)
      }
      #expect(caseName(error) == "tooLarge")
      if case .tooLarge(_, let size, _)? = error { #expect(size == coded) }
    }
  }
}

/// Files of 32 × 24 pixels in four quarters of one colour each: red, green, blue and yellow.
enum SmallHEIF {
  private static func decoded(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map { [UInt8]($0) } ?? []
  }

  /// HEIC of 8 bits that a rotation by a quarter, clockwise, shows (pillow-heif 1.8.1 for orientation 6).
  static let turned = decoded(
    """
    AAAAHGZ0eXBoZWl4AAAAAG1pZjFoZWl4bWlhZgAAAcltZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA\
    AAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAAB7QABAAAAAAAAAcQAAgAAAAADsQABAAAAAAAAACQAAAA4aWluZgAAAAAA\
    AgAAABVpbmZlAgAAAAABAABodmMxAAAAABVpbmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAABCGlwcnAAAADn\
    aXBjbwAAAHdodmNDAQQIAAAAnjgAAAAAHvAA/P/4+AAADwNgAAEAF0ABDAH//wQIAAADAJ44AAADAAAeugJAYQABACpC\
    AQEECAAAAwCeOAAAAwAAHpAEECCy3VXTXNwENBgQAAADAZAAAAMAEIBiAAEACEQBwXMYMBiQAAAAE2NvbHJuY2x4AAEA\
    DQAGgAAAABRpc3BlAAAAAAAAAEAAAABAAAAAKGNsYXAAAAAgAAAAAQAAABgAAAAB////4AAAAAL////YAAAAAgAAABBw\
    aXhpAAAAAAMICAgAAAAJaXJvdAMAAAAZaXBtYQAAAAAAAAABAAEGgQIDBYSGAAAAGmlyZWYAAAAAAAAADmNkc2MAAgAB\
    AAEAAAHwbWRhdAAAAcAoAa8Gsgi+VlCAZtYbHfwmH//09byHkvA8uhkI+kWsVP6lbZHW+YKd5hI83w//cMZFMGnnKe5B\
    bGgesPtavmudDDFdMR9NLHvuf//TPr8/WPv4nZPwttslEeN37RLbjGS/s2tE1xH9qVx0eWlnaXuUniwF8b/Z+ulsAVbZ\
    C9QdOnM7OvzWC0GbC9xG5uyjZq9gBolfYH+WMecVHy6Qce+nJjC+TX7fxbw2Mkty3Hm2d8PHj83iPpigq16KkeKud6vv\
    X0//iz/kj9hHseLLCRH/Uhe0T6zhUjrXunpEjqgFcFGVy6I1fCx+cLSQqPEQwoMWZEEfCSNaAJCwDf01rVesuUWKouMw\
    oe6Kh748bFp+iR5MvHcGnsYxr1mBK2QjDZAA+xwImEvK+rRatuh+5mNpNmyQkEGmsACsMPSSNPqqpHw0oZR7bMY8wfHl\
    +jPwIckx4v22QUvQ1UvTJqgM9vkvf2RjImQ8T4WKXmGwLK47YN0CWUpM6ub99a/H8XwP8P61R5NqwOCKLAGipxdJegwI\
    f4htmndxDH0miV3q6ke4ursOgOcX/h+Jmz+IjujBjRHZGWiZDxPhYpeYbAsy67DSAAAABkV4aWYAAE1NACoAAAAIAAEB\
    EgADAAAAAQAGAAAAAAAA
    """)

  /// HEIC of 10 bits.
  static let deep = decoded(
    """
    AAAAHGZ0eXBoZWl4AAAAAG1pZjFoZWl4bWlhZgAAAX5tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA\
    AAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAABogABAAAAAAAAALIAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABo\
    dmMxAAAAAA5waXRtAAAAAAABAAAA/mlwcnAAAADeaXBjbwAAAHdodmNDAQQIAAAAnDgAAAAAHvAA/P/6+gAADwNgAAEA\
    F0ABDAH//wQIAAADAJw4AAADAAAeugJAYQABACpCAQEECAAAAwCcOAAAAwAAHpAEECCbLdVdNc3AQ0GBAAADABkAAAMA\
    AQhiAAEACEQBwXMYMBiQAAAAE2NvbHJuY2x4AAEADQAGgAAAABRpc3BlAAAAAAAAAEAAAABAAAAAKGNsYXAAAAAgAAAA\
    AQAAABgAAAAB////4AAAAAL////YAAAAAgAAABBwaXhpAAAAAAMKCgoAAAAYaXBtYQAAAAAAAAABAAEFgQIDBYQAAAC6\
    bWRhdAAAAK4oAa8Gsh7BwvBm1hsd/CYf//Td/IeTJ7woiAAuVdrCp/UrbI63zBTvMJHm+H/6qOdIYnmCpQyLklL9Ln/4\
    UjTTRQz6dZKJAAgdUm0b+5XEunOc+qZ//CRWNZMyW7Aj3W+/0FYgc+SOrns5AdJHPs/bVK1zUKHo/oP3bvSBZKFKG1Zr\
    QX3m0pmGZWs9e9hVWLdJiEhV0yewALPB3umx1yvI6NHmYznkI0ro0ZNIKoA=
    """)

  /// AVIF of 8 bits whose green is transparent and whose yellow is half so, transposed (Pillow 13.0 for
  /// orientation 5).
  static let transparent = decoded(
    """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGcbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAA\
    AAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAACxpbG9jAAAAAEQAAAIAAQAAAAEAAAHhAAAALQACAAAAAQAAAcQAAAAdAAAA\
    QmlpbmYAAAAAAAIAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAABppbmZlAgAAAAACAABhdjAxQWxwaGEAAAAAGmly\
    ZWYAAAAAAAAADmF1eGwAAgABAAEAAADZaXBycAAAAK9pcGNvAAAAFGlzcGUAAAAAAAAAIAAAABgAAAAQcGl4aQAAAAAD\
    CAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAGgAAAAAlpcm90AQAAAAlpbWlyAAAAAA5waXhpAAAAAAEIAAAA\
    DGF2MUOBABwAAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAi\
    aXBtYQAAAAAAAAACAAEGAQKDBIWGAAIGAQeICYWGAAAAUm1kYXQSAAoFGBE/dhUyEhAAgfWBF6eRGhA72eg13K738BIA\
    Cgg4ET92EBDQaTIfRAAAzGSWhoXB0VnZiadxtZZ2FaSuZMVaG+M5P7gqNA==
    """)
}
