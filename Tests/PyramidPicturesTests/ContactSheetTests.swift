import Foundation
import Georeferencing
import PyramidPictures
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Contact sheets")
struct ContactSheetTests {
  private let green = PixelColor(10, 200, 30)
  private let blue = PixelColor(20, 40, 250)

  private func tile(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileCoordinate {
    try #require(TileCoordinate(zoom: zoom, x: x, y: y))
  }

  /// A tile of zoom 10, and those of its four children that are on a diagonal.
  private func smallStore() throws -> SheetStore {
    var store = SheetStore()
    store.tiles[try tile(10, 500, 400)] = try SheetStore.flat(green)
    store.tiles[try tile(11, 1000, 800)] = try SheetStore.flat(blue)
    store.tiles[try tile(11, 1001, 801)] = try SheetStore.flat(blue)
    return store
  }

  @Test("Every zoom has a row in which its tiles have their area")
  func areas() throws {
    let sheet = try ContactSheet(title: "small").draw(try smallStore()).image
    // In full size, and none of it under lines.
    #expect(sheet.count(of: green) == 256 * 256)
    // Two tiles of a square of four, which is reduced to 384 pixels; the grid takes its lines.
    let side = 192 - 1
    #expect(abs(sheet.count(of: blue) - 2 * side * side) < 4 * 384)
    #expect(stride(from: 3, to: sheet.samples.count, by: 4).allSatisfy { sheet.samples[$0] == 255 })
  }

  @Test("Transparency shows the checkered background, and no tile shows none")
  func transparency() throws {
    var store = SheetStore()
    store.tiles[try tile(3, 0, 0)] = try SheetStore.flat(PixelColor(0, 0, 0, alpha: 0))
    store.tiles[try tile(3, 1, 1)] = try SheetStore.flat(green)
    let sheet = try ContactSheet(title: "clear").draw(store).image
    // Half of a tile's 192 × 192 pixels, without the grid's lines.
    let light = sheet.count(of: PixelColor(220, 220, 220))
    #expect(abs(light - 192 * 192 / 2) < 400)
    #expect(sheet.count(of: PixelColor(222, 226, 233)) > 40_000)
  }

  @Test("A tile that cannot be decoded is shown as such and stops nothing")
  func broken() throws {
    var store = try smallStore()
    let whole = try ContactSheet(title: "x").draw(store).image
    store.tiles[try tile(11, 1001, 801)] = [1, 2, 3]
    let sheet = try ContactSheet(title: "x").draw(store).image
    #expect(sheet.count(of: blue) < whole.count(of: blue) * 6 / 10)
    #expect(sheet.count(of: PixelColor(206, 30, 44)) > 150)
  }

  @Test("Marks are outlined, also where there is no tile or a tile is tiny")
  func marks() throws {
    let store = try smallStore()
    var sheet = ContactSheet(title: "x")
    let plain = try sheet.draw(store).image
    for mark in [
      TileMark(try tile(11, 1001, 800)), TileMark(try tile(11, 1000, 800), .warning),
      TileMark(try tile(12, 2003, 1600)), TileMark(try tile(11, 1100, 900)),
    ] {
      sheet.marks = [mark]
      let marked = try sheet.draw(store).image
      #expect(marked.samples != plain.samples)
      let color =
        mark.severity == .fault ? PixelColor(206, 30, 44) : PixelColor(176, 92, 0)
      #expect(marked.count(of: color) > plain.count(of: color) + 8)
    }
  }

  @Test("A level of too many tiles is shown by a shallower one")
  func deepLevel() throws {
    var store = SheetStore()
    store.tiles[try tile(4, 3, 5)] = try SheetStore.flat(green)
    for child in TileRange(zoom: 9, x: 96..<128, y: 160..<192) { store.tiles[child] = [0] }
    var sheet = ContactSheet(title: "deep")
    sheet.tilesPerRow = 1000
    let shown = try sheet.draw(store).image
    // The broken tiles of zoom 9 are not read; its row is the one tile of zoom 4, in full size.
    #expect(shown.count(of: green) == 2 * 256 * 256)
    for child in TileRange(zoom: 5, x: 6..<8, y: 10..<12) {
      store.tiles[child] = try SheetStore.flat(green)
    }
    // Tiles of zoom 5 are more than a row is high, and fill their own and that of zoom 9.
    // The grid takes a line of the one and 31 of the other, each way.
    let filled = 256 * 256 + 383 * 383 + 353 * 353
    #expect(abs(try sheet.draw(store).image.count(of: green) - filled) < 4 * 384)
    sheet.tilesPerRow = 1024
    #expect(try sheet.draw(store).image.count(of: green) <= 256 * 256 + 384 * 384)
  }

  @Test("The size of a contact sheet is bounded however far tiles are apart")
  func bounded() throws {
    var store = SheetStore()
    for zoom in 0...22 {
      store.tiles[try tile(zoom, 0, 0)] = try SheetStore.flat(green)
      store.tiles[try tile(zoom, (1 << zoom) - 1, (1 << zoom) - 1)] = try SheetStore.flat(blue)
    }
    let sheet = try ContactSheet(title: "far").draw(store).image
    #expect(sheet.width <= 1500 && sheet.height <= 23 * 420 + 120)
  }

  @Test(
    "A contact sheet as SVG has its words as text, its tiles as one picture, and titles on marks")
  func vectorGraphics() throws {
    var sheet = ContactSheet(title: "a < b & \u{1B}[1m")
    sheet.marks = [TileMark(try tile(11, 1001, 800))]
    let drawing = try sheet.draw(try smallStore())
    let svg = try drawing.svg()
    let parser = XMLParser(data: Data(svg.utf8))
    let elements = SVGElements()
    parser.delegate = elements
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(svg.contains(PictureDrawing.svgMark))
    #expect(elements.texts.contains("a < b & \\u{1B}[1m"))
    #expect(elements.texts.contains("3 tiles, zooms 10-11, 256 × 256 pixels, PNG"))
    #expect(elements.texts.contains("zoom 11") && elements.texts.contains("1 fault marked"))
    #expect(elements.texts.contains("fault, tile 11/1001/800"))
    #expect(elements.images.count == 1)
    let prefix = "data:image/png;base64,"
    let image = try #require(elements.images.first)
    #expect(image.hasPrefix(prefix))
    let data = try #require(Data(base64Encoded: String(image.dropFirst(prefix.count))))
    let picture = try PNGDecoder.decode(Array(data))
    #expect(picture.width == drawing.size.width && picture.height == drawing.size.height)
    #expect(picture.count(of: green) == 256 * 256)
  }

  @Test("An empty store has a sheet")
  func empty() throws {
    let sheet = try ContactSheet(title: "nothing").draw(SheetStore()).image
    #expect(sheet.width >= 900 && sheet.height >= 100)
  }

  @Test("Numbers in pictures have three digits and a unit")
  func numbers() {
    let expected: [(Double, String)] = [
      (0, "0 m"), (1, "1 m"), (1.234, "1.23 m"), (12.34, "12.3 m"), (123.4, "123 m"),
      (0.5, "50 cm"), (0.0123, "1.23 cm"), (0.004, "4 mm"), (1e-5, "under 0.1 mm"),
      (999.6, "1 km"), (156_543, "157 km"), (9.999, "10 m"), (-2.5, "-2.5 m"),
      (.infinity, "infinite"),
    ]
    for (value, text) in expected { #expect(PictureText.metres(value) == text) }
    for (value, expected) in [
      (0.7, 0.5), (1, 1), (1.9, 1), (2, 2), (49, 20), (50, 50), (1234, 1000),
    ] {
      #expect(PictureText.roundBelow(value) == expected)
    }
  }
}

/// The words and pictures of an SVG.
private final class SVGElements: NSObject, XMLParserDelegate {
  var texts: [String] = []
  var images: [String] = []
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    text = ""
    if name == "image", let image = attributes["href"] { images.append(image) }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text" || name == "title" { texts.append(text) }
  }
}
