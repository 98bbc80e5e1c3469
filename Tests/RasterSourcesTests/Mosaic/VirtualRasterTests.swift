import Drawings
import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Mosaics of GDAL (VRT)")
struct VirtualRasterTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A source of a band: a file, and rectangles `x y width height`.
  private struct Source {
    var file = "a.png"
    var rectangle = [0.0, 0, 0, 0]
    var target = [0.0, 0, 0, 0]
    var more = ""

    func text(band: Int) -> String {
      func attributes(_ values: [Double]) -> String {
        zip(["xOff", "yOff", "xSize", "ySize"], values).map { "\($0)=\"\($1)\"" }
          .joined(separator: " ")
      }
      return """
        <ComplexSource resampling="bilinear">
          <SourceFilename relativeToVRT="1">\(file)</SourceFilename>
          <SourceBand>\(band)</SourceBand>
          <SourceProperties RasterXSize="1" RasterYSize="1" DataType="Byte"/>
          <SrcRect \(attributes(rectangle))/><DstRect \(attributes(target))/>\(more)
        </ComplexSource>
        """
    }
  }

  private static let place =
    "<SRS>EPSG:32632</SRS><GeoTransform>600000, 0.5, 0, 5200000, 0, -0.5</GeoTransform>"

  /// Writes a mosaic of red, green and blue.
  private func write(
    _ sources: [Source], width: Int, height: Int, place: String = Self.place,
    interpretations: [String] = ["Red", "Green", "Blue"]
  ) throws -> String {
    var text =
      "<?xml version=\"1.0\"?>\n<VRTDataset rasterXSize=\"\(width)\" rasterYSize=\"\(height)\">"
    text += place + "<Metadata><MDI key=\"a\">b</MDI></Metadata>"
    for (index, name) in interpretations.enumerated() {
      text += "<VRTRasterBand dataType=\"Byte\" band=\"\(index + 1)\">"
      text += "<ColorInterp>\(name)</ColorInterp>"
      text += sources.map { $0.text(band: index + 1) }.joined()
      text += "</VRTRasterBand>\n"
    }
    return try write(text + "</VRTDataset>\n")
  }

  private func write(_ text: String) throws -> String {
    try folder.write(text.utf8, as: "m.vrt")
    return folder.path("m.vrt")
  }

  private func opened(_ path: String) throws -> GeoreferencedImage {
    try SourceImages(ImageListing([path]).images, readAs: SourceImage(""))
      .georeferenced(threads: 2) { _, _ in }
  }

  @Test("Sources are put where their rectangles say, later ones on top", arguments: 1...20)
  func rectangles(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let raster = SyntheticRaster.noise(
      seed: UInt64(seed), opaque: true, size: PixelSize(width: 90, height: 70))
    let image = RGBAImage(raster)
    try PNGFileWriter.write(image, to: folder.path("a.png"), compression: .fast)
    let (width, height) = (120, 110)
    var expected = [UInt8](repeating: 0, count: 4 * width * height)
    var sources: [Source] = []
    var isShown = false
    for _ in 0..<Int.random(in: 1...9, using: &generator) {
      func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
      let (w, h) = (number(1...60), number(1...60))
      // Some reach out of the file, and some out of the mosaic.
      let (x, y) = (number(-20...80), number(-20...60))
      let (u, v) = (number(-20...110), number(-20...100))
      sources.append(
        Source(rectangle: [x, y, w, h].map(Double.init), target: [u, v, w, h].map(Double.init)))
      for row in 0..<h {
        for column in 0..<w {
          let from = (x: x + column, y: y + row)
          let to = (x: u + column, y: v + row)
          guard 0..<90 ~= from.x, 0..<70 ~= from.y, 0..<width ~= to.x, 0..<height ~= to.y else {
            continue
          }
          for band in 0..<4 {
            expected[4 * (to.y * width + to.x) + band] =
              image.samples[4 * (from.y * 90 + from.x) + band]
          }
          isShown = true
        }
      }
    }
    let path = try write(sources, width: width, height: height)
    guard isShown else {
      let refusal = #expect(throws: FailureReport.self) { _ = try opened(path) }
      #expect(refusal?.what == "nothing of the images is used")
      return
    }
    let mosaic = try opened(path)
    // The mosaic is as large as what it shows.
    let corner = mosaic.resolved.georeference.pixelToCRS.apply(PixelPoint(x: 0, y: 0))
    let left = Int(((corner.x - 600_000) / 0.5).rounded())
    let top = Int(((5_200_000 - corner.y) / 0.5).rounded())
    let size = mosaic.raster.size
    let rows = try readRows(mosaic.raster, scratch: folder.path)
    for row in 0..<height {
      for column in 0..<width {
        let pixel = Array(expected[4 * (row * width + column)..<4 * (row * width + column) + 4])
        let (x, y) = (column - left, row - top)
        let found =
          0..<size.width ~= x && 0..<size.height ~= y
          ? Array(rows[4 * (y * size.width + x)..<4 * (y * size.width + x) + 4]) : [0, 0, 0, 0]
        if found != pixel {
          Issue.record("\(found) is not \(pixel) at \(column), \(row)")
          return
        }
      }
    }
    try expectParts(of: mosaic.raster, rows, scratch: folder.path)
  }

  @Test("A source of another size has pixels of its own grid, and nodata and bands are honoured")
  func scaledAndBands() throws {
    var tiff = DrawnTIFF(width: 2, height: 2, bands: 3, photometric: 2)
    tiff.numbers = [1, 2, 3, 7, 7, 7, 4, 5, 6, 7, 8, 9]
    try DrawnTIFF.write([tiff], to: folder.path("a.tif"))
    let source = Source(
      file: "a.tif", rectangle: [0, 0, 2, 2], target: [10, 20, 4, 8], more: "<NODATA>7</NODATA>")
    let mosaic = try opened(
      write([source], width: 40, height: 40, interpretations: ["Blue", "Green", "Red"]))
    #expect(mosaic.raster.size == PixelSize(width: 2, height: 2))
    #expect(
      try readRows(mosaic.raster, scratch: folder.path)
        == [3, 2, 1, 255, 0, 0, 0, 0, 6, 5, 4, 255, 9, 8, 7, 255])
    #expect(mosaic.resolved.georeference.affine == .upright(600_005, 5_199_990, 1, -2))
  }

  @Test("An alpha that is opaque where there are files, as of -addalpha, changes nothing")
  func addedAlpha() throws {
    let raster = SyntheticRaster.noise(seed: 2, opaque: true, size: PixelSize(width: 9, height: 7))
    try PNGFileWriter.write(RGBAImage(raster), to: folder.path("a.png"), compression: .fast)
    let source = Source(rectangle: [0, 0, 9, 7], target: [3, 0, 9, 7])
    let plain = try write([source], width: 20, height: 7)
    let expected = try readRows(opened(plain).raster, scratch: folder.path)
    let alpha = "<ScaleOffset>255</ScaleOffset><ScaleRatio>0</ScaleRatio>"
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: plain)), as: UTF8.self)
    func band(_ name: String, _ scale: String) -> String {
      "<VRTRasterBand><ColorInterp>\(name)</ColorInterp>"
        + Source(rectangle: [0, 0, 9, 7], target: [3, 0, 9, 7], more: scale).text(band: 1)
        + "</VRTRasterBand></VRTDataset>"
    }
    let added = try write(text.replacing("</VRTDataset>", with: band("Alpha", alpha)))
    #expect(try readRows(opened(added).raster, scratch: folder.path) == expected)
    // gdalbuildvrt gives the sources of colours its nodata value, and not those of alpha.
    let withNoData = text.replacing("</ComplexSource>", with: "<NODATA>7</NODATA></ComplexSource>")
    let both = try write(withNoData.replacing("</VRTDataset>", with: band("Alpha", alpha)))
    let noData = try write(withNoData)
    #expect(
      try readRows(opened(both).raster, scratch: folder.path)
        == readRows(opened(noData).raster, scratch: folder.path))
    let half = alpha.replacing("255", with: "128")
    for (name, scale) in [("Alpha", half), ("Undefined", alpha)] {
      #expect(throws: FailureReport.self) {
        _ = try ImageListing([write(text.replacing("</VRTDataset>", with: band(name, scale)))])
      }
    }
    // A mask beside the mosaic would hide some of it.
    try folder.write([], as: URL(fileURLWithPath: plain).lastPathComponent + ".msk")
    #expect(throws: FailureReport.self) { _ = try ImageListing([plain]) }
  }

  @Test("Nodata is one value for all bands, which may be NaN")
  func noData() throws {
    let source = Source(
      rectangle: [0, 0, 9, 9], target: [0, 0, 9, 9], more: "<NODATA>nan</NODATA>")
    #expect(try ImageListing([write([source], width: 9, height: 9)]).images.count == 1)
    func text(_ values: [String], _ interpretations: [String]) throws -> String {
      let bands = zip(values, interpretations).enumerated().map { index, band in
        "<VRTRasterBand><NoDataValue>\(band.0)</NoDataValue><ColorInterp>\(band.1)</ColorInterp>"
          + "<SimpleSource><SourceFilename>a.tif</SourceFilename>"
          + "<SourceBand>\(index + 1)</SourceBand></SimpleSource></VRTRasterBand>"
      }
      return try write(
        "<VRTDataset rasterXSize=\"9\" rasterYSize=\"9\">\(Self.place)\(bands.joined())</VRTDataset>"
      )
    }
    #expect(throws: FailureReport.self) {
      _ = try ImageListing([text(["0", "0", "255"], ["Red", "Green", "Blue"])])
    }
    #expect(try ImageListing([text(["7", "0"], ["Gray", "Alpha"])]).images.count == 1)
  }

  @Test("Control points place a mosaic whose transform places nothing")
  func controlPoints() throws {
    let raster = SyntheticRaster.flat(PixelColor(1, 2, 3), size: PixelSize(width: 8, height: 8))
    try PNGFileWriter.write(RGBAImage(raster), to: folder.path("a.png"), compression: .fast)
    let points = [(0, 0), (8, 0), (0, 8), (8, 8)].enumerated().map { index, pixel in
      "<GCP Id=\"\(index)\" Pixel=\"\(pixel.0)\" Line=\"\(pixel.1)\" "
        + "X=\"\(500_000 + 2 * pixel.0)\" Y=\"\(5_000_000 - 3 * pixel.1)\" Z=\"0\"/>"
    }
    let path = try write(
      [Source(rectangle: [0, 0, 8, 8], target: [0, 0, 8, 8])], width: 8, height: 8,
      place: "<GeoTransform>0,1,0,0,0,1</GeoTransform><GCPList Projection=\"EPSG:32632\">"
        + points.joined() + "</GCPList>")
    let georeference = try opened(path).resolved.georeference
    let end = georeference.pixelToCRS.apply(PixelPoint(x: 8, y: 8))
    #expect(abs(end.x - 500_016) < 1e-6 && abs(end.y - 4_999_976) < 1e-6)
  }

  @Test(
    "What would change samples and is not understood is refused by its name",
    arguments: [
      ("<KernelFilteredSource></KernelFilteredSource>", "KernelFilteredSource"),
      ("<ComplexSource>FILE<LUT>0:1</LUT></ComplexSource>", "LUT"),
      ("<ComplexSource>FILE<ScaleRatio>2</ScaleRatio></ComplexSource>", "ScaleRatio"),
      ("<PixelFunctionType>add</PixelFunctionType>", "PixelFunctionType"),
      ("<SimpleSource>FILE<OpenOptions/></SimpleSource>", "OpenOptions"),
    ])
  func notUnderstood(text: String, element: String) throws {
    let path = try write(
      "<VRTDataset rasterXSize=\"9\" rasterYSize=\"9\">\(Self.place)\n<VRTRasterBand>\n"
        + text.replacing("FILE", with: "<SourceFilename>a.png</SourceFilename>")
        + "</VRTRasterBand></VRTDataset>")
    #expect(throws: FailureReport.notUnderstood(element, in: path, line: 3)) {
      _ = try ImageListing([path])
    }
  }

  private static func band(_ file: String) -> String {
    "<VRTRasterBand><SimpleSource><SourceFilename>\(file)</SourceFilename></SimpleSource>"
      + "</VRTRasterBand>"
  }

  @Test(
    "Files that are no local images, and documents that are damaged, are refused",
    arguments: [
      "<VRTDataset rasterXSize='9' rasterYSize='9' subClass='VRTWarpedDataset'></VRTDataset>",
      "<VRTDataset rasterXSize='9'></VRTDataset>",
      "HEAD<VRTRasterBand subClass='VRTDerivedRasterBand'></VRTRasterBand></VRTDataset>",
      "HEAD</VRTDataset>", "HEAD\(band("/vsicurl/http://a/b.tif"))</VRTDataset>",
      "HEAD\(band("s3://a/b.tif"))</VRTDataset>", "HEAD<VRTRasterBand><SimpleSource>",
      // Bands of different files.
      "HEAD\(band("a.tif"))\(band("b.tif"))</VRTDataset>",
      // Entities are not expanded, so that none of them names a file.
      "<!DOCTYPE a [<!ENTITY x 'xxxxxxxx'><!ENTITY y '&x;&x;'>]>HEAD<VRTRasterBand></VRTRasterBand>"
        + "</VRTDataset>",
    ])
  func refused(text: String) throws {
    let head = "<VRTDataset rasterXSize='9' rasterYSize='9'>\(Self.place)"
    let path = try write(text.replacing("HEAD", with: head))
    #expect(throws: (any Error).self) { _ = try opened(path) }
  }

  @Test("A JPEG is read as it is stored, whatever orientation it states")
  func oriented() throws {
    let image = folder.path("a.jpg")
    let source = Source(file: "a.jpg", rectangle: [0, 0, 24, 16], target: [0, 0, 24, 16])
    func open(_ orientation: UInt8) throws -> GeoreferencedImage {
      try Data(SmallJPEG.oriented(SmallJPEG.baseline, orientation, isLittle: true))
        .write(to: URL(fileURLWithPath: image))
      return try opened(try write([source], width: 24, height: 16))
    }
    let stored = try JPEGDecoder.decode(SmallJPEG.baseline)
    for orientation: UInt8 in [1, 3, 6] {
      let raster = try open(orientation).raster
      #expect(raster.size == PixelSize(width: 24, height: 16))
      #expect(try readRows(raster, scratch: folder.path) == stored.samples)
    }
  }

  @Test(
    "Halves of a world that begins half a cell beside 0 degrees are that world, cut at 180 degrees")
  func world() throws {
    let half = PixelSize(width: 36, height: 36)
    for (name, first) in [("a", 0), ("b", 36)] {
      let raster = SyntheticRaster(name: name, size: half, isOpaque: true) { x, y in
        PixelColor(UInt8(first + x), UInt8(y), 9)
      }
      try PNGFileWriter.write(RGBAImage(raster), to: folder.path("\(name).png"), compression: .fast)
    }
    let sources = [("a.png", 0.0), ("b.png", 36)].map { file, column in
      Source(file: file, rectangle: [0, 0, 36, 36], target: [column, 0, 36, 36])
    }
    let image = try opened(
      try write(
        sources, width: 72, height: 36,
        place: "<SRS>EPSG:4326</SRS><GeoTransform>-2.5, 5, 0, 90, 0, -5</GeoTransform>"))
    // The cell around 180 degrees is at both ends.
    #expect(image.raster.size == PixelSize(width: 73, height: 36))
    let columns: [UInt8] = Array(36...71) + Array(0...36)
    let expected = (0..<36).flatMap { (y: UInt8) -> [UInt8] in
      columns.flatMap { [$0, y, 9, 255] as [UInt8] }
    }
    #expect(try readRows(image.raster, scratch: folder.path) == expected)
    #expect(
      image.resolved.georeference.pixelToCRS.apply(PixelPoint(x: 0, y: 0))
        == CRSPoint(x: -182.5, y: 90))
  }

  @Test("A mosaic in a mosaic is refused by its path, also when it is the same")
  func loop() throws {
    let path = try write(
      [Source(file: "m.vrt", rectangle: [0, 0, 9, 9], target: [0, 0, 9, 9])], width: 9, height: 9)
    #expect(throws: RasterError.formatNotRead(path: path, format: .vrt)) { _ = try opened(path) }
  }
}
