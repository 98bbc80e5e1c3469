import Drawings
import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// An image that is cut into files by chance, some of which overlap.
private struct CutImage {
  let folder: TemporaryDirectory
  /// The files in the order of painting.
  private(set) var paths: [String] = []
  /// The mosaic of the files, sample by sample.
  private(set) var samples: [UInt8]
  let size: PixelSize

  static let affine = AffineTransform.upright(600_000.25, 5_200_000.75, 0.1, -0.1)

  /// Cuts an image as `seed` says, into tiled TIFFs, which are read by windows, or PNG; `holes` tells how
  /// likely a piece is left out.
  init(seed: UInt64, tiled: Bool, holes: Double = 0) throws {
    folder = try TemporaryDirectory()
    var generator = SeededGenerator(seed: seed)
    size = PixelSize(
      width: .random(in: 150...420, using: &generator),
      height: .random(in: 150...420, using: &generator))
    var whole = SyntheticRaster.noise(seed: seed, opaque: tiled, size: size).samples
    // The colour of what is transparent is nothing.
    for pixel in stride(from: 0, to: whole.count, by: 4) where whole[pixel + 3] == 0 {
      whole.replaceSubrange(pixel..<pixel + 4, with: [0, 0, 0, 0])
    }
    samples = [UInt8](repeating: 0, count: whole.count)
    var pieces = [(columns: 0..<size.width, rows: 0..<size.height)]
    for _ in 0..<Int.random(in: 1...14, using: &generator) {
      let piece = pieces.remove(at: .random(in: 0..<pieces.count, using: &generator))
      let isAcross = Bool.random(using: &generator)
      let range = isAcross ? piece.columns : piece.rows
      guard range.count > 8 else {
        pieces.append(piece)
        continue
      }
      let cut = Int.random(in: range.lowerBound + 1..<range.upperBound, using: &generator)
      // The second reaches back over the first by some samples.
      let back = max(range.lowerBound, cut - Int.random(in: 0...6, using: &generator))
      let (first, second) = (range.lowerBound..<cut, back..<range.upperBound)
      pieces.append(isAcross ? (first, piece.rows) : (piece.columns, first))
      pieces.append(isAcross ? (second, piece.rows) : (piece.columns, second))
    }
    pieces.shuffle(using: &generator)
    // The corners stay, so that the mosaic has the size of the whole.
    for (number, piece) in pieces.enumerated() {
      let isCorner =
        [0, size.width].contains {
          piece.columns.lowerBound == $0 || piece.columns.upperBound == $0
        }
        || [0, size.height].contains { piece.rows.lowerBound == $0 || piece.rows.upperBound == $0 }
      if !isCorner, Double.random(in: 0..<1, using: &generator) < holes { continue }
      let path = folder.path("\(number).\(tiled ? "tif" : "png")")
      try write(whole, piece.columns, piece.rows, to: path, tiled: tiled)
      for y in piece.rows {
        let start = 4 * (y * size.width + piece.columns.lowerBound)
        let range = start..<start + 4 * piece.columns.count
        samples.replaceSubrange(range, with: whole[range])
      }
      paths.append(path)
    }
  }

  /// Writes pieces of an image.
  init(
    _ whole: [UInt8], _ size: PixelSize, _ pieces: [(columns: Range<Int>, rows: Range<Int>)],
    tiled: Bool
  ) throws {
    folder = try TemporaryDirectory()
    self.size = size
    samples = whole
    for (number, piece) in pieces.enumerated() {
      let path = folder.path("\(number).\(tiled ? "tif" : "png")")
      try write(whole, piece.columns, piece.rows, to: path, tiled: tiled)
      paths.append(path)
    }
  }

  private func write(
    _ whole: [UInt8], _ columns: Range<Int>, _ rows: Range<Int>, to path: String, tiled: Bool
  ) throws {
    var part: [UInt8] = []
    for y in rows {
      let start = 4 * (y * size.width + columns.lowerBound)
      part += whole[start..<start + 4 * columns.count]
    }
    if tiled {
      var image = DrawnTIFF(
        width: columns.count, height: rows.count, bands: 3, photometric: 2, tileWidth: 64,
        blockHeight: 64)
      image.numbers = part.enumerated().filter { $0.offset % 4 < 3 }.map { Double($0.element) }
      try DrawnTIFF.write([image], to: path)
    } else {
      try PNGFileWriter.write(
        RGBAImage(width: columns.count, height: rows.count, samples: part), to: path,
        compression: .fast)
    }
    var affine = Self.affine
    affine.originX += affine.columnX * Double(columns.lowerBound)
    affine.originY += affine.rowY * Double(rows.lowerBound)
    let name = path.dropLast(3) + (tiled ? "tfw" : "pgw")
    try Data(WorldFile(affine).text.utf8).write(to: URL(fileURLWithPath: String(name)))
  }

  /// The files as images.
  func images(_ order: SourceImages.Order = .last) throws -> SourceImages {
    var image = SourceImage("")
    image.crs = try CoordinateReferenceSystem(parsing: "EPSG:32632")
    return SourceImages(paths, readAs: image, onTop: order)
  }

  func opened(threads: Int = 2) throws -> GeoreferencedImage {
    try images().georeferenced(threads: threads) { _, _ in }
  }
}

@Suite("Images on one grid")
struct ImageMosaicTests {
  @Test(
    "Rows and windows of an image cut into files are those of the whole", arguments: 1...20,
    [false, true])
  func rows(seed: Int, tiled: Bool) throws {
    let cut = try CutImage(seed: UInt64(seed), tiled: tiled, holes: seed % 3 == 0 ? 0.4 : 0)
    let opened = try cut.opened()
    #expect(opened.raster.size == cut.size)
    #expect(try readRows(opened.raster, scratch: cut.folder.path) == cut.samples)
    let affine = try #require(opened.resolved.georeference.affine)
    #expect(abs(affine.originX - CutImage.affine.originX) < 1e-6)
    #expect(abs(affine.originY - CutImage.affine.originY) < 1e-6)
    #expect((opened.raster.capabilities.windowBytes != nil) == tiled)
    try expectParts(of: opened.raster, cut.samples, scratch: cut.folder.path)
  }

  @Test(
    "Many images side by side, and more than may be open, which are read strip by strip, are the whole",
    arguments: [90, 200], [false, true])
  func wide(columnCount: Int, tiled: Bool) throws {
    // Columns of pieces of several strips' height, every second of which reaches over the next.
    let size = PixelSize(width: 4 * columnCount, height: 700)
    let whole = SyntheticRaster.noise(seed: 5, opaque: true, size: size).samples
    let cut = try CutImage(
      whole, size,
      (0..<columnCount).flatMap { column in
        let columns = 4 * column..<min(size.width, 4 * column + (column % 2 == 0 ? 6 : 4))
        return [(columns, 0..<390), (columns, 380..<700)]
      }, tiled: tiled)
    let raster = try cut.opened().raster
    #expect(try readRows(raster, scratch: cut.folder.path) == whole)
  }

  @Test("Images side by side whose readers would take much memory are opened one after another")
  func heavy() throws {
    let folder = try TemporaryDirectory()
    var image = DrawnTIFF(width: 4400, height: 256, tileWidth: 400, blockHeight: 256)
    image.numbers = [Double](repeating: 7, count: 4400 * 256)
    try DrawnTIFF.write([image], to: folder.path("0.tif"))
    let own = try openRaster(path: folder.path("0.tif")).capabilities.rowReadingBytes
    for number in 0..<65 {
      if number > 0 {
        try FileManager.default.linkItem(
          atPath: folder.path("0.tif"), toPath: folder.path("\(number).tif"))
      }
      var affine = CutImage.affine
      affine.originX += affine.columnX * Double(4400 * number)
      try folder.write(WorldFile(affine).text.utf8, as: "\(number).tfw")
    }
    var reading = SourceImage("")
    reading.crs = try CoordinateReferenceSystem(parsing: "EPSG:32632")
    let images = SourceImages((0..<65).map { folder.path("\($0).tif") }, readAs: reading)
    let raster = try images.georeferenced(threads: 1) { _, _ in }.raster
    #expect(65 * own > 256 << 20 && raster.capabilities.rowReadingBytes < 128 << 20)
  }

  @Test("The order says which of two images shows, and a hole in it shows the other")
  func order() throws {
    let folder = try TemporaryDirectory()
    // The second has a hole in its left half and is changed later.
    let size = PixelSize(width: 4, height: 2)
    let red = SyntheticRaster.flat(PixelColor(255, 0, 0), size: size)
    let blue = SyntheticRaster(name: "holed", size: size, isOpaque: false) { x, _ in
      x < 2 ? PixelColor(9, 9, 9, alpha: 0) : PixelColor(0, 0, 255)
    }
    for (name, raster) in [("a", red), ("b", blue)] {
      try PNGFileWriter.write(RGBAImage(raster), to: folder.path("\(name).png"), compression: .fast)
      try folder.write(WorldFile(CutImage.affine).text.utf8, as: "\(name).pgw")
    }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: folder.path("a.png"))
    func row(_ order: SourceImages.Order, _ names: [String]) throws -> [UInt8] {
      var image = SourceImage("")
      image.crs = try CoordinateReferenceSystem(parsing: "EPSG:32632")
      let images = SourceImages(names.map { folder.path("\($0).png") }, readAs: image, onTop: order)
      let raster = try images.georeferenced(threads: 1) { _, _ in }.raster
      return Array(try readRows(raster, scratch: folder.path).prefix(16))
    }
    let (r, b): ([UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255])
    let holed = r + r + b + b
    let all = r + r + r + r
    #expect(try row(.last, ["a", "b"]) == holed)
    #expect(try row(.last, ["b", "a"]) == all)
    #expect(try row(.first, ["a", "b"]) == all)
    #expect(try row(.first, ["b", "a"]) == holed)
    #expect(try row(.newest, ["b", "a"]) == holed)
    #expect(try row(.finest, ["a", "b"]) == holed, "of equal ones the later is on top")
  }

  @Test("The survey tells what several images show and what none does")
  func survey() throws {
    // Three by three pieces of 100 without the middle one, of which the second reaches 50 over the third.
    let size = PixelSize(width: 300, height: 300)
    let samples = [UInt8](repeating: 255, count: 4 * 300 * 300)
    let pieces = (0..<9).filter { $0 != 4 }.map { number in
      let (row, column) = number.quotientAndRemainder(dividingBy: 3)
      return (100 * column..<100 * column + (number == 1 ? 150 : 100), 100 * row..<100 * row + 100)
    }
    let cut = try CutImage(samples, size, pieces, tiled: false)
    let opened = try cut.opened()
    let summary = try #require(MosaicSummary(of: opened))
    #expect(summary.imageCount == 8)
    #expect(summary.grids.map(\.imageCount) == [8])
    #expect(summary.grids[0].size == size)
    // The lattice has 1024 positions along a side: three and a half to a pixel.
    #expect(abs(summary.overlapFraction - 1.0 / 16) < 0.002)
    #expect(abs(summary.holeFraction - 1.0 / 9) < 0.002)
    let hole = try #require(summary.hole)
    let pixel = try #require(
      opened.resolved.georeference.pixel(of: opened.resolved.georeference.crs.point(of: hole)))
    #expect((100..<200).contains(pixel.x) && (100..<200).contains(pixel.y))
    #expect(
      MosaicSummary(of: try CutImage(samples, size, [(0..<300, 0..<300)], tiled: false).opened())
        == nil)
  }

  @Test("The index of images that all lie over each other grows with their number alone")
  func overlapping() throws {
    let cut = try CutImage(
      [UInt8](repeating: 255, count: 4 * 600 * 600), PixelSize(width: 600, height: 600),
      (0..<60).map { _ in (0..<600, 0..<600) }, tiled: false)
    #expect(try readRows(cut.opened().raster, scratch: cut.folder.path) == cut.samples)
  }

  @Test("A file that changes after it was opened ends the reading with its name")
  func changed() throws {
    let cut = try CutImage(seed: 3, tiled: true)
    let raster = try cut.opened().raster
    let path = try #require(cut.paths.last)
    try Data("other".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: RasterError.changed(path: path)) {
      _ = try readRows(raster, scratch: cut.folder.path)
    }
  }

  @Test("Of images of which one is damaged the error names it")
  func damaged() throws {
    let cut = try CutImage(seed: 4, tiled: true)
    let path = cut.paths[cut.paths.count / 2]
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: RasterError.notAnImage(path: path)) { _ = try cut.opened() }
  }

  @Test("Memory and open files are bounded however many images there are")
  func bounded() throws {
    let folder = try TemporaryDirectory()
    let pixel = SyntheticRaster.flat(PixelColor(1, 2, 3), size: PixelSize(width: 2, height: 2))
    var paths: [String] = []
    var reading = SourceImage("")
    reading.crs = try CoordinateReferenceSystem(parsing: "EPSG:32632")
    for number in 0..<400 {
      let path = folder.path("\(number).png")
      try PNGFileWriter.write(RGBAImage(pixel), to: path, compression: .fast)
      var affine = CutImage.affine
      affine.originX += 0.2 * Double(number % 20)
      affine.originY -= 0.2 * Double(number / 20)
      try folder.write(WorldFile(affine).text.utf8, as: "\(number).pgw")
      paths.append(path)
    }
    func openFiles() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    guard FileManager.default.fileExists(atPath: "/proc/self/fd") else { return }
    let before = try openFiles()
    let raster = try SourceImages(paths, readAs: reading).georeferenced(threads: 2) { _, _ in }
      .raster
    // Other tests open files at the same time.
    #expect(try openFiles() - before < 200)
    #expect(raster.size == PixelSize(width: 40, height: 40))
    #expect(try readRows(raster, scratch: folder.path).count == 6400)
  }
}

@Suite("Samples of several images")
struct CommonStretchTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Writes a row of pixels of grey as a TIFF, from a column on.
  private func write(
    _ name: String, _ numbers: [Double], bits: Int = 16, column: Int, noData: String? = nil
  ) throws {
    var image = DrawnTIFF(width: numbers.count, height: 1, bits: bits, noData: noData)
    image.numbers = numbers
    try DrawnTIFF.write([image], to: folder.path("\(name).tif"))
    let affine = AffineTransform.upright(600_000 + Double(column), 5_200_000, 1, -1)
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

  @Test("An image that shows little counts little in the range of all")
  func emptyNeighbour() throws {
    let all = (1...200).map { Double($0 * 10) }
    try write("a", all, column: 0, noData: "0")
    let alone = try greys(["a"], .percent)
    // Three numbers of 200 that nothing shows.
    try write(
      "b", [10, 10, 10] + [Double](repeating: 0, count: 197), column: 200, noData: "0")
    let greys = try greys(["a", "b"], .percent)
    for (own, both) in zip(alone, greys) { #expect(abs(Int(own) - Int(both)) <= 4) }
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
