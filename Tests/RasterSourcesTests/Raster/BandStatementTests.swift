import Drawings
import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// The values are those of GDAL 3.6.2 (gdalinfo, gdal_translate -expand rgba), but for colour tables beside PNG
/// and JPEG, which its drivers read as grey.
@Suite("What VRT and .aux.xml files state of bands")
struct BandStatementTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let table =
    "<ColorInterp>Palette</ColorInterp><ColorTable><Entry c1='255' c2='0' c3='0' c4='255'/>"
    + "<Entry c1='0' c2='160' c3='0'/><Entry c1='9' c2='9' c3='9' c4='0'/>"
    + "<Entry c1='1' c2='2' c3='3' c4='77'/></ColorTable>"
  /// The table of numbers from 0 on; what it lacks is transparent.
  private static let colors: [[UInt8]] = [
    [255, 0, 0, 255], [0, 160, 0, 255], [0, 0, 0, 0], [1, 2, 3, 77], [0, 0, 0, 0],
  ]

  private func write(_ text: String, _ name: String) throws {
    try folder.write(text.utf8, as: name)
  }

  /// Writes what an image's `.aux.xml` file states of its bands from the first on.
  private func state(_ bands: String..., of name: String) throws { try state(bands, of: name) }

  private func state(_ bands: [String], of name: String) throws {
    let texts = bands.enumerated().map {
      "<PAMRasterBand band=\"\($0.offset + 1)\">\($0.element)</PAMRasterBand>"
    }
    try write("<PAMDataset>\(texts.joined())</PAMDataset>", name + ".aux.xml")
  }

  private func tiff(_ numbers: [Double], _ change: (inout DrawnTIFF) -> Void = { _ in }) throws {
    var image = DrawnTIFF(width: numbers.count, height: 1)
    change(&image)
    image.numbers = numbers
    image.width = numbers.count / image.bands
    try DrawnTIFF.write([image], to: folder.path("a.tif"))
  }

  /// Writes a grey PNG of a row of numbers.
  private func png(_ numbers: [UInt8], bits: Int) throws {
    let writer = try PNGFileWriter(
      path: folder.path("a.png"), width: numbers.count, height: 1,
      layout: PNGLayout(.grey, bitDepth: bits), compression: .fast)
    try writer.writeRows { _, bytes in
      for (index, number) in numbers.enumerated() {
        if bits == 16 { (bytes[2 * index], bytes[2 * index + 1]) = (0, number) }
        if bits == 8 { bytes[index] = number }
        if bits < 8 {
          if index * bits % 8 == 0 { bytes[index * bits / 8] = 0 }
          bytes[index * bits / 8] |= number << (8 - bits - index * bits % 8)
        }
      }
    }
    try writer.finish()
  }

  /// Opens a mosaic of a band of the TIFF, of which more is stated.
  private func mosaic(
    _ statements: String, band: Int = 1, type: String? = nil, width: Int,
    _ samples: SampleOptions = SampleOptions()
  ) throws -> any RasterSource {
    try write(
      "<VRTDataset rasterXSize='\(width)' rasterYSize='1'><SRS>EPSG:3857</SRS>"
        + "<GeoTransform>0, 1, 0, 0, 0, -1</GeoTransform><VRTRasterBand band='1'"
        + (type.map { " dataType='\($0)'" } ?? "") + ">\(statements)"
        + "<SimpleSource><SourceFilename relativeToVRT='1'>a.tif</SourceFilename>"
        + "<SourceBand>\(band)</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>", "m.vrt")
    var image = SourceImage("")
    image.samples = samples
    return try SourceImages(ImageListing([folder.path("m.vrt")]).images, readAs: image)
      .georeferenced(threads: 1) { _, _ in }.raster
  }

  private func pixels(_ source: any RasterSource) throws -> [[UInt8]] {
    let rows = try readRows(source, scratch: folder.path)
    return (0..<source.size.width).map { pixel(rows, $0) }
  }

  private func open(_ name: String, _ samples: SampleOptions = SampleOptions()) throws
    -> any RasterSource
  {
    try openRaster(path: folder.path(name), samples: samples)
  }

  private var heights: SampleOptions { SampleOptions { $0.kind = .heights } }

  /// The heights of a source in steps of 1/256 m; `nil` for none.
  private func steps(_ source: any RasterSource) throws -> [Int?] {
    try pixels(source).map { sample in
      sample[3] == 0
        ? nil : Int(sample[0]) << 16 + Int(sample[1]) << 8 + Int(sample[2]) - 32768 * 256
    }
  }

  private func steps(ofMetres metres: Double) -> Int { Int((metres * 256).rounded()) }

  @Test("Heights are scaled as an .aux.xml file says, where the tags do not")
  func heightsBesideTIFF() throws {
    try tiff([203, 0, 1000]) { ($0.bits, $0.format, $0.noData) = (16, .signed, "0") }
    try state(
      "<NoDataValue>203</NoDataValue><UnitType>ft</UnitType><Offset>-100</Offset><Scale>0.1</Scale>",
      of: "a.tif")
    #expect(
      try steps(open("a.tif", heights))
        == [nil, steps(ofMetres: -100 * 0.3048), steps(ofMetres: 0)])
    // The file's own scale and unit count first, its number for nothing last.
    try tiff([203, 0, 1000]) {
      ($0.bits, $0.format, $0.noData) = (16, .signed, "0")
      $0.metadata =
        "<GDALMetadata><Item name='SCALE' sample='0'>2</Item><Item name='UNITTYPE' sample='0'>m</Item>"
        + "</GDALMetadata>"
    }
    let source = try open("a.tif", heights)
    #expect(try steps(source) == [nil, 0, steps(ofMetres: 2000)])
    #expect(
      source.notices.map(\.text).filter { $0.contains("a.tif.aux.xml") } == [
        "a.tif.aux.xml states Scale 0.1, which is not used: what counts before it is other",
        "a.tif.aux.xml states Offset -100, which is not used: what counts before it is other",
        "a.tif.aux.xml states UnitType ft, which is not used: what counts before it is m",
      ])
    var asked = heights
    (asked.noData, asked.verticalUnit) = (1000, .foot)
    #expect(try steps(open("a.tif", asked)) == [steps(ofMetres: 406 * 0.3048), 0, nil])
  }

  @Test("Heights are scaled as a band of a VRT says")
  func heightsOfMosaic() throws {
    let unit = "<GDALMetadata><Item name='UNITTYPE' sample='0'>ft</Item></GDALMetadata>"
    try tiff([0, 1000]) { ($0.bits, $0.format, $0.metadata) = (16, .signed, unit) }
    let scaled = "<Offset>-100</Offset><Scale>0.1</Scale>"
    #expect(
      try steps(mosaic(scaled, width: 2, heights)) == [steps(ofMetres: -100), steps(ofMetres: 0)])
    #expect(
      try steps(mosaic(scaled + "<UnitType>us-ft</UnitType>", width: 2, heights))
        == [steps(ofMetres: -100 * 1200 / 3937), 0])
    // gdalbuildvrt leaves the unit out.
    #expect(try steps(mosaic("", width: 2, heights)) == [0, steps(ofMetres: 304.8)])
    #expect(try steps(mosaic("<NoDataValue>1000</NoDataValue>", width: 2, heights)) == [0, nil])
    #expect(throws: RasterError.unknownUnit(path: folder.path("a.tif"), found: "K")) {
      _ = try mosaic("<UnitType>K</UnitType>", width: 2, heights)
    }
  }

  @Test("A type to which GDAL would narrow a VRT's samples is named")
  func narrowingType() throws {
    for (type, bits, isNamed) in [("Byte", 16, true), ("UInt16", 16, false), ("Byte", 8, false)] {
      try tiff([0, 100, 200]) { $0.bits = bits }
      let texts = try mosaic("", type: type, width: 3).notices.map(\.text)
      #expect(texts.contains { $0.contains("dataType \(type)") } == isNamed, "\(texts)")
    }
  }

  @Test("A table of colours is that of a VRT's band", arguments: [8, 16])
  func mosaicTable(bits: Int) throws {
    try tiff([0, 1, 2, 3, 4]) { $0.bits = bits }
    #expect(try pixels(mosaic(Self.table, width: 5)) == Self.colors)
    let withNoData = try mosaic(Self.table + "<NoDataValue>1</NoDataValue>", width: 5)
    #expect(try pixels(withNoData)[0...1] == [Self.colors[0], [0, 0, 0, 0]])
    try tiff([9, 0, 9, 9, 1, 9, 9, 3, 9]) { ($0.bits, $0.bands) = (bits, 3) }
    let second = try mosaic(Self.table, band: 2, width: 3)
    #expect(try pixels(second) == [Self.colors[0], Self.colors[1], Self.colors[3]])
  }

  @Test("A table of colours beside a TIFF counts before its own", arguments: [1, 3] as [UInt16])
  func tableBesideTIFF(photometric: UInt16) throws {
    try tiff([0, 1, 2, 3, 4]) { ($0.photometric, $0.bits) = (photometric, 8) }
    try state(Self.table, of: "a.tif")
    let source = try open("a.tif")
    #expect(try pixels(source) == Self.colors && !source.isOpaque)
    #expect(source.notices == [])
  }

  @Test("A table of colours beside a grey PNG of any depth counts", arguments: [2, 4, 8, 16])
  func tableBesidePNG(bits: Int) throws {
    let numbers: [UInt8] = bits == 2 ? [0, 1, 2, 3] : [0, 1, 2, 3, 4]
    try png(numbers, bits: bits)
    try state(Self.table, of: "a.png")
    #expect(try pixels(open("a.png")) == Array(Self.colors.prefix(numbers.count)))
    try state(Self.table + "<NoDataValue>1</NoDataValue>", of: "a.png")
    #expect(try pixels(open("a.png"))[0...1] == [Self.colors[0], [0, 0, 0, 0]])
  }

  @Test("The number for nothing beside a PNG and a JPEG counts", arguments: [2, 8, 16])
  func noData(bits: Int) throws {
    try png([0, 3, 1], bits: bits)
    try state("<NoDataValue>3</NoDataValue>", of: "a.png")
    let source = try open("a.png")
    #expect(try pixels(source).map { $0[3] } == [255, 0, 255] && !source.isOpaque)
    #expect(try pixels(open("a.png", SampleOptions(noData: 0))).map { $0[3] } == [0, 255, 255])
    try folder.write(SmallJPEG.baseline, as: "a.jpg")
    let value = try pixels(open("a.jpg"))[0]
    let bands = value[0..<3].map { "<NoDataValue>\($0)</NoDataValue>" }
    try state(bands[0], bands[1], bands[2], of: "a.jpg")
    let photo = try open("a.jpg")
    let isGrey = Set(value[0..<3]).count == 1
    #expect(try pixels(photo)[0][3] == (isGrey ? 0 : 255))
    #expect(photo.notices.isEmpty == false)
  }

  @Test("What is stated and not used is named, and what no image depends on is not")
  func unused() throws {
    func notices(_ bands: [String], samples: SampleOptions = SampleOptions()) throws -> [String] {
      try state(bands, of: "a.tif")
      return try open("a.tif", samples).notices.map {
        $0.text.replacing("a.tif.aux.xml states ", with: "").replacing(
          ", which is not used", with: "")
      }
    }
    let silent =
      "<Description>x</Description><Scale>1</Scale><Offset>0</Offset><CategoryNames/>"
      + "<Histograms><HistItem/></Histograms><Metadata><MDI key='STATISTICS_MEAN'>1</MDI></Metadata>"
    try tiff([1, 2, 3])
    #expect(try notices([silent]) == [])
    #expect(
      try notices(["<UnitType>ft</UnitType><Scale>2</Scale>"]) == [
        "Scale 2: the samples are drawn as colours",
        "UnitType ft: the samples are drawn as colours",
      ])
    let table = Self.table.replacing("Palette", with: "Gray")
    #expect(try notices([table]) == ["a ColorTable: ColorInterp is not Palette"])
    #expect(
      try notices([Self.table], samples: heights) == ["a ColorTable: the samples are heights"])
    var image = DrawnTIFF(width: 3, height: 1, photometric: 3)
    image.numbers = [1, 2, 3]
    let ramp = (0..<256).map { UInt16($0 * 257) }
    try DrawnTIFF.write([image], to: folder.path("a.tif"), palette: (ramp, ramp, ramp))
    #expect(
      try notices(["<ColorInterp>Gray</ColorInterp>"]) == [
        "ColorInterp gray: the samples are entries of a palette"
      ])
    try tiff([1, 2, 3]) { ($0.bands, $0.photometric) = (3, 2) }
    #expect(
      try notices(["<NoDataValue>1</NoDataValue>", "<NoDataValue>2</NoDataValue>"])
        == [
          "NoDataValue 1: it is not that of all bands that are drawn; `transparent` takes a colour"
        ])
    try write(
      "<PAMDataset><Metadata><MDI key='NODATA_VALUES'>7 7 7</MDI></Metadata></PAMDataset>",
      "a.tif.aux.xml")
    #expect(try open("a.tif").notices == [])
    #expect(try open("a.tif").header.details.contains(RasterDetail("nodata", "7")))
    try write("<PAMDataset><PAMRasterBand", "a.tif.aux.xml")
    #expect(
      try open("a.tif").notices.map(\.text) == [
        "a.tif.aux.xml states what cannot be read, which is not used: unclosed token"
      ])
  }

  @Test("Bands have the colours that an .aux.xml file gives them")
  func interpretation() throws {
    try tiff([1, 2, 3]) { $0.bands = 3 }
    try state(
      "<ColorInterp>Blue</ColorInterp>", "<ColorInterp>Green</ColorInterp>",
      "<ColorInterp>Red</ColorInterp>", of: "a.tif")
    #expect(try pixels(open("a.tif")) == [[3, 2, 1, 255]])
    // A band that is not defined may be alpha by its tag.
    try tiff([1, 2, 3, 77]) { ($0.bands, $0.photometric, $0.extraKind) = (4, 2, 2) }
    try state("", "", "", "<ColorInterp>Undefined</ColorInterp>", of: "a.tif")
    #expect(try pixels(open("a.tif")) == [[1, 2, 3, 77]])
  }

  @Test("An image is another one with other statements of its bands, and the same with others")
  func fingerprint() throws {
    try tiff([1, 2, 3])
    func state(_ text: String) throws -> String {
      try self.state(text, of: "a.tif")
      return try SourceFingerprint(path: folder.path("a.tif")).text
    }
    let plain = try state("<Histograms/>")
    #expect(try state("<NoDataValue>1</NoDataValue>") != plain)
    #expect(try state("<Metadata><MDI key='STATISTICS_MEAN'>1</MDI></Metadata>") == plain)
  }
}
