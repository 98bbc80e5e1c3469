import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Bands of a TIFF")
struct BandTests {
  private func read(
    _ image: DrawnTIFF, _ bands: String? = nil
  ) throws -> (source: any RasterSource, rows: [UInt8]) {
    try image.read(
      SampleOptions { $0.bands = try bands.map { try #require(BandSelection(text: $0)) } })
  }

  private func image(bands: Int, _ change: (inout DrawnTIFF) -> Void = { _ in }) -> DrawnTIFF {
    var image = DrawnTIFF(width: 9, height: 8, bands: bands)
    change(&image)
    image.draw()
    return image
  }

  private func metadata(_ items: [(name: String, band: Int, value: String)]) -> String {
    "<GDALMetadata>"
      + items.map {
        "<Item name=\"\($0.name)\" sample=\"\($0.band)\" role=\"any\">\($0.value)</Item>"
      }.joined() + "</GDALMetadata>"
  }

  @Test("Bands are drawn that were chosen", arguments: [false, true])
  func chosen(isPlanar: Bool) throws {
    let image = image(bands: 5) { $0.isPlanar = isPlanar }
    for (text, bands) in [("3,2,1", [2, 1, 0]), ("5,3,4", [4, 2, 3]), ("4", [3, 3, 3])] {
      let (source, rows) = try read(image, text)
      #expect(source.notices.isEmpty)
      for index in 0..<72 {
        let expected = bands.map { UInt8(image[index % 9, index / 9, $0]) } + [255]
        #expect(pixel(rows, index) == expected)
      }
    }
    let (source, rows) = try read(image, "3,2,1,5")
    #expect(!source.isOpaque)
    for index in 0..<72 { #expect(pixel(rows, index)[3] == UInt8(image[index % 9, index / 9, 4])) }
  }

  @Test(
    "Alpha is found wherever it is among the bands beside the colours",
    arguments: [2, 3, 5, 6, 7, 9, 12], [false, true])
  func alphaAfterBands(bands: Int, isPlanar: Bool) throws {
    for (photometric, colors) in [(1, 1), (2, 3)] as [(UInt16, Int)] where bands > colors {
      for bits in [8, 16] {
        let image = image(bands: bands) {
          ($0.photometric, $0.bits, $0.extraKind, $0.isPlanar) = (photometric, bits, 2, isPlanar)
        }
        let expected = (0..<72).map { index in
          UInt8((image[index % 9, index / 9, bands - 1] * (bits == 8 ? 1 : 255 / 65535)).rounded())
        }
        for selection in [nil, "1"] + (bands > 3 ? ["3,2,1"] : []) {
          let (source, rows) = try read(image, selection)
          #expect(!source.isOpaque)
          #expect((0..<72).map { pixel(rows, $0)[3] } == expected, "\(bits) \(selection ?? "")")
        }
        // A band that is drawn is no alpha.
        #expect(try read(image, "\(bands)").source.isOpaque)
      }
    }
  }

  @Test("A band that is not there is refused, with how many there are")
  func missing() throws {
    let image = image(bands: 4)
    let error = #expect(throws: RasterError.self) { try read(image, "3,2,5") }
    #expect(caseName(error) == "noSuchBand")
    if case .noSuchBand(_, let band, let count)? = error { #expect(band == 5 && count == 4) }
    for text in ["", "0", "1,2", "1,2,3,3", "1,2,3,4,5", "a", "1,,2"] {
      #expect(BandSelection(text: text) == nil)
    }
  }

  @Test("Bands without a colour are named, and the first is drawn")
  func unstated() throws {
    let image = image(bands: 4) {
      $0.metadata = metadata([("DESCRIPTION", 0, "B2"), ("DESCRIPTION", 3, "B8 &amp; more")])
    }
    let (source, rows) = try read(image)
    #expect(source.notices == [.bandsWithoutColor(names: ["B2", "", "", "B8 & more"], drawn: [1])])
    #expect(
      source.notices.first?.text.contains("4 bands without a stated colour (1 B2, 2,") == true)
    #expect(pixel(rows, 3)[0] == UInt8(image[3, 0, 0]))
  }

  @Test("Nodata values of bands count where they are one, and are named where they differ")
  func noDataValues() throws {
    for (text, notice) in [("7 7 7", nil), ("7 8 9", "NODATA_VALUES 7 8 9")] {
      let image = image(bands: 3) {
        $0.photometric = 2
        $0.metadata = "<GDALMetadata><Item name=\"NODATA_VALUES\">\(text)</Item></GDALMetadata>"
      }
      let source = try read(image).source
      #expect(source.notices.count == (notice == nil ? 0 : 1))
      #expect(source.notices.first?.text.contains(notice ?? "") ?? true)
      #expect(source.isOpaque == (notice != nil))
    }
  }

  @Test("GDAL's colour interpretation says which bands are drawn")
  func interpretation() throws {
    let image = image(bands: 4) {
      $0.metadata = metadata([
        ("COLORINTERP", 0, "Blue"), ("COLORINTERP", 1, "Green"), ("COLORINTERP", 2, "Red"),
        ("COLORINTERP", 3, "Undefined"),
      ])
    }
    let (source, rows) = try read(image)
    #expect(source.notices.isEmpty && source.isOpaque)
    for index in 0..<72 {
      let expected = [2, 1, 0].map { UInt8(image[index % 9, index / 9, $0]) } + [255]
      #expect(pixel(rows, index) == expected)
    }
    // A choice wins.
    let chosen = try read(image, "4").rows
    #expect(pixel(chosen, 5)[0] == UInt8(image[5, 0, 3]))
  }

  @Test("What is stated of one band completes or contradicts the file's tags about it alone")
  func partialInterpretation() throws {
    func drawn(
      _ photometric: UInt16, extra: UInt16, _ stated: (band: Int, meaning: String)...
    ) throws -> [[UInt8]] {
      let image = image(bands: 4) {
        ($0.photometric, $0.extraKind) = (photometric, extra)
        $0.metadata = metadata(stated.map { ("COLORINTERP", $0.band, $0.meaning) })
      }
      let rows = try read(image).rows
      return (0..<72).map { index in
        let numbers = (0..<4).map { UInt8(image[index % 9, index / 9, $0]) }
        let pixel = pixel(rows, index)
        // Colours of fully transparent pixels are gone.
        return pixel == [0, 0, 0, 0] ? [] : [numbers, pixel].flatMap(\.self)
      }
    }
    // GDAL 3.10 reads each of them so.
    for pixel in try drawn(2, extra: 0, (3, "Alpha")) where !pixel.isEmpty {
      #expect(pixel.suffix(4) == pixel.prefix(4))
    }
    for (extra, meaning) in [(UInt16(0), "Gray"), (2, "Undefined")] {
      for pixel in try drawn(2, extra: extra, (3, meaning)) {
        #expect(pixel.suffix(4) == pixel.prefix(3) + [255])
      }
    }
  }

  @Test("CIE Lab, which libtiff makes cream of white, is refused")
  func lab() throws {
    let error = #expect(throws: RasterError.self) {
      try read(image(bands: 3) { $0.photometric = 8 })
    }
    #expect(caseName(error) == "samplesNotSupported" && error?.report.found == "CIE Lab")
  }

  @Test("Grey with alpha by GDAL's metadata or by the tag, and one grey band, need no word")
  func grey() throws {
    let stated = image(bands: 2) {
      $0.metadata = metadata([("COLORINTERP", 0, "Gray"), ("COLORINTERP", 1, "Alpha")])
    }
    #expect(try read(stated).source.notices.isEmpty)
    #expect(try !read(stated).source.isOpaque)
    #expect(try read(image(bands: 2) { $0.extraKind = 2 }).source.notices.isEmpty)
    #expect(try read(image(bands: 1)).source.notices.isEmpty)
    #expect(try read(image(bands: 3) { $0.photometric = 2 }).source.notices.isEmpty)
    #expect(try !read(image(bands: 2)).source.notices.isEmpty)
  }

  @Test("A palette has no bands to choose from")
  func palette() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("image.tif")
    let table = (0..<256).map { UInt16($0 * 257) }
    try DrawnTIFF.write(
      [image(bands: 1) { $0.photometric = 3 }], to: path, palette: (table, table, table))
    #expect(throws: RasterError.self) {
      try TIFFSource(path: path, samples: SampleOptions(bands: BandSelection(text: "1")))
    }
  }
}
