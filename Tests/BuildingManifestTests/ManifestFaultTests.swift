import BuildingManifest
import Testing
import TileModel
import TilePyramidTesting

/// A manifest with a fault, where it is, and what the message must say.
struct ManifestFault: CustomTestStringConvertible, Sendable {
  var text: String
  var location: String
  var says: [String]

  var testDescription: String { "\(location) \(says.first ?? "")" }

  init(_ text: String, at location: String, _ says: String...) {
    (self.text, self.location, self.says) = (text, location, says)
  }

  /// A fault in the last of some lines of an otherwise good floor.
  static func floor(_ lines: String..., column: Int, says: [String]) -> ManifestFault {
    var fault = ManifestFault(
      "name: M\nfloors:\n  - id: L1\n    image: a.png\n"
        + lines.map { "    \($0)\n" }.joined(), at: "b.yml:\(4 + lines.count):\(column)")
    fault.says = says
    return fault
  }

  /// A fault in the last of some lines before the floors of an otherwise good manifest.
  static func top(_ lines: String..., column: Int, says: [String]) -> ManifestFault {
    var fault = ManifestFault(
      "name: M\n" + lines.map { "\($0)\n" }.joined() + "floors:\n  - {id: L1, image: a.png}\n",
      at: "b.yml:\(1 + lines.count):\(column)")
    fault.says = says
    return fault
  }
}

@Suite("A bad manifest")
struct ManifestFaultTests {
  static let texts: [ManifestFault] = [
    ManifestFault("", at: "b.yml", "the manifest is empty"),
    ManifestFault("# nothing\n", at: "b.yml", "the manifest is empty"),
    ManifestFault("- a\n- b\n", at: "b.yml:1:1", "a list of 2", "a mapping with name and floors"),
    ManifestFault("just words\n", at: "b.yml:1:1", "just words"),
    ManifestFault("name: M\n", at: "b.yml:1:1", "the building has no floors"),
    ManifestFault("floors: []\n", at: "b.yml:1:1", "the building has no name"),
    ManifestFault("name: M\nfloors: []\n", at: "b.yml:2:9", "a list of floors"),
    ManifestFault("name: M\nfloors: 3\n", at: "b.yml:2:9", "a list of floors", "found: 3"),
    ManifestFault("name:\nfloors: []\n", at: "b.yml:1:6", "nothing"),
    ManifestFault("name: [a]\nfloors: []\n", at: "b.yml:1:7", "a list of 1", "a text"),
    ManifestFault("name: M\nname: N\nfloors: []\n", at: "b.yml:1:1", "given twice", "name"),
    ManifestFault(
      "name: M\nfloors:\n  - id: L1\n    image: a\n    image: b\n", at: "b.yml:4:5",
      "given twice", "found: image"),
    ManifestFault("name: \"M\nfloors: []\n", at: "b.yml:3:1", "not YAML", "quote"),
    ManifestFault("name: M\n\tfloors: []\n", at: "b.yml:2:1", "not YAML", "a tab", "put blanks"),
    ManifestFault(
      "name: M\r\nfloors:\r\n  - id: L1\r\n  \timage: a\r\n", at: "b.yml:4:3", "a tab"),
    ManifestFault("name: Museum: new\n", at: "b.yml:1:13", "a colon", "in quotes"),
    ManifestFault("name: \"C:\\U\"\n", at: "b.yml:1:12", "a backslash", "in single quotes"),
    .top(
      "variants: [dark]", column: 11, says: ["a list of 1", "{light: {}, dark: {ink: invert}}"]),
    .top("variants: {dark: {ink: invert}}", column: 11, says: ["2 to 8"]),
    .top("variants: {light: {}, Dark: {}}", column: 23, says: ["Dark", "small letters"]),
    .top("variants: {light: {}, dark: {inc: invert}}", column: 30, says: ["inc", "probably ink"]),
    .top("variants: {light: {}, dark: {max-zoom: 3}}", column: 30, says: ["max-zoom", "ink"]),
    .top("variants: {light: {}, dark: {ink: inverted}}", column: 35, says: ["probably invert"]),
    .top(
      "variants: {light: {}, dark: {paper-outside: true}}", column: 45, says: ["no paper is stated"]
    ),
    ManifestFault(
      "name: M\nvariants: {light: {}, dark: {}}\nfloors:\n  - {id: L1, image: a}\n"
        + "  - {id: l1-dark, level: 2, image: a}\n", at: "b.yml:5:10", "l1-dark"),
    ManifestFault("name: M\nfloors: *x\n", at: "b.yml:2:9", "not YAML", "undefined alias"),
    ManifestFault("name: M\n---\nname: N\n", at: "b.yml:2:1", "not YAML", "another document"),
    ManifestFault("name: M\n? [a]\n: b\n", at: "b.yml:2:3", "a key"),
    ManifestFault("name: M\nfloors:\n  - L1\n", at: "b.yml:3:5", "floor 1 of the list", "L1"),
    ManifestFault("name: M\nfloors:\n  - image: a.png\n", at: "b.yml:3:5", "has no id", "id: L1"),
    ManifestFault("name: M\nfloors:\n  - id: L1\n", at: "b.yml:3:5", "floor L1 has no image"),
    .floor("page: 0", column: 11, says: ["page", "from 1"]),
    .floor("dpi: 0.5", column: 10, says: ["dpi", "1 to 9600"]),
    .floor("layers: []", column: 13, says: ["layers", "names, as in [walls, doors]"]),
    .floor("layers: a,,b", column: 13, says: ["layers", "names"]),
    .top("page: 1", column: 1, says: ["the building has no such key"]),
    ManifestFault(
      "name: M\nfloors:\n  - {id: annex, image: a.png}\n", at: "b.yml:3:5", "has no level",
      "0.5 for a mezzanine"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: L1, image: a.png}\n  - {id: L1, image: b.png}\n",
      at: "b.yml:4:10", "the same id", "line 3"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: l1, level: 1, image: a.png}\n  - {id: L1, image: b.png}\n",
      at: "b.yml:4:10", "differ only in case", "L1 and l1"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: É, level: 1, image: a}\n  - {id: e\u{301}, level: 2, image: b}\n",
      at: "b.yml:4:10", "differ only in case"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: a/b, level: 1, image: a.png}\n", at: "b.yml:3:10",
      "id: the value of {floor}"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: .., level: 1, image: a.png}\n", at: "b.yml:3:10", "id: "),
    ManifestFault(
      "name: M\nfloors:\n  - {id: \"\", level: 1, image: a.png}\n", at: "b.yml:3:10", "id: "),
    ManifestFault(
      "name: M\nfloors:\n  - {id: layer.json, level: 1, image: a.png}\n", at: "b.yml:3:10",
      "layer document"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: L1, image: a, align: L2}\n  - {id: L2, image: b, align: L1}\n",
      at: "b.yml:3:31", "in a circle", "L1 → L2 → L1"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: L1, image: a.png, align: L1, points: {}}\n", at: "b.yml:3:35",
      "with itself"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: L1, image: a}\n  - {id: B1, image: b}\n  - {id: 1, image: c}\n",
      at: "b.yml:5:10", "two floors have the same level", "level 1 for 1, and for L1 in line 3"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: M, level: 0.5, image: a}\n  - {id: N, level: .50, image: b}\n",
      at: "b.yml:4:10", "level 0.5 for N, and for M in line 3"),
    ManifestFault(
      "name: M\nfloors:\n  - {id: L1, image: a.png}\n  - {id: L2, image: b, align: L11}\n",
      at: "b.yml:4:31", "no floor of that id", "probably L1"),
  ]

  static let floors: [ManifestFault] = [
    .floor("levle: 2", column: 5, says: ["no such key", "levle", "probably level"]),
    .floor("minZoom: 2", column: 5, says: ["probably min-zoom"]),
    .floor("max_zoom: 2", column: 5, says: ["probably max-zoom"]),
    .floor("metersPerPixel: 2", column: 5, says: ["probably metres-per-pixel"]),
    .floor("path: x", column: 5, says: ["no such key"]),
    .floor("level: 1.25", column: 12, says: ["found: 1.25", "in steps of 0.5"]),
    .floor("level: one", column: 12, says: ["in steps of 0.5"]),
    .floor("level: 0x1", column: 12, says: ["in steps of 0.5"]),
    .floor("level: 1000.5", column: 12, says: ["from -1000 to 1000"]),
    .floor("level: 99999999999999999999", column: 12, says: ["from -1000 to 1000"]),
    .floor("tile-size: 300", column: 16, says: ["256 or 512"]),
    .floor("min-zoom: 31", column: 15, says: ["auto, or 0 to 30"]),
    .floor("max-zoom: -1", column: 15, says: ["auto, or 0 to 30"]),
    .floor("zoom-rounding: sideways", column: 20, says: ["up, nearest, down"]),
    .floor("format: gif", column: 13, says: ["png"]),
    .floor("format: jpg", column: 13, says: ["jpeg"]),
    .floor("quality: 80", column: 14, says: ["no effect", "PNG loses nothing"]),
    .floor("format: jpeg", "quality: 0", column: 14, says: ["1 to 100"]),
    .floor("format: webp", "quality: 101", column: 14, says: ["0 to 100"]),
    .floor("format: avif", "quality: 101", column: 14, says: ["0 to 100"]),
    .floor("format: webp", "quality: best", column: 14, says: ["0 to 100"]),
    .floor("format: jpeg", "lossless: true", column: 15, says: ["no effect", "lossy"]),
    .floor("effort: smalest", column: 13, says: ["smallest"]),
    .floor("resampling: magic", column: 17, says: ["lanczos"]),
    .floor("overview-resampling: dark", column: 26, says: ["darken"]),
    .floor("overview-light: dark", column: 21, says: ["srgb, linear"]),
    .floor("color: srgb", column: 12, says: ["convert, keep"]),
    .floor("keep-empty: maybe", column: 17, says: ["true or false"]),
    .floor("max-tiles: 0", column: 16, says: ["1 or more"]),
    .floor("opacity: 2", column: 14, says: ["0 to 1"]),
    .floor("z-index: 9999999999", column: 14, says: ["32 bits"]),
    .floor("type: base", column: 11, says: ["baselayer"]),
    .floor("crs: EPSG:999999", column: 10, says: ["such as EPSG:3857 or EPSG:32633"]),
    .floor("bounds: [1, 2, 3]", column: 13, says: ["a list of 3", "west, south, east, north"]),
    .floor("bounds: [1, 2, 3, x]", column: 23, says: ["found: x", "a number"]),
    .floor("bounds: [8, 95, 9, 96]", column: 13, says: ["placement of floor L1", "95,8,96,9"]),
    .floor("bounds: 1,2,3", column: 13, says: ["west, south, east, north"]),
    .floor("corners: [[1, 2], [3, 4], [5, 6]]", column: 14, says: ["top-left"]),
    .floor("corners: [[1, 2], [3, 4], [5, 6], [7]]", column: 39, says: ["[lat, lng]"]),
    .floor("gcps: [[1, 2, 3]]", column: 12, says: ["[px, py, lat, lng]"]),
    .floor("gcps: {lift: [1, 2, 95, 8]}", column: 18, says: ["swapped", "1,2,8,95"]),
    .floor("anchor: [47, 8]", column: 13, says: ["has no metres-per-pixel or scale"]),
    .floor("anchor: [47, 8]", "scale: 100", column: 12, says: ["scale", "such as 1:100"]),
    .floor(
      "anchor: [47, 8]", "metres-per-pixel: 1", "scale: 1:100", column: 5, says: ["no effect"]),
    .floor("scale: 1:100", column: 5, says: ["no effect", "a file beside its image"]),
    .floor("metres-per-pixel: 1", column: 5, says: ["no effect", "a file beside its image"]),
    .floor("points: [a]", column: 13, says: ["lift: [512, 384]"]),
    .floor("points: {lift: [1]}", column: 20, says: ["the point lift", "[x, y]"]),
    .floor("align: {from: L2}", column: 13, says: ["no such key", "found: from"]),
    .floor("align: {transform: affine}", column: 12, says: ["align has no to"]),
    .floor("bounds: [1, 2, 3, 4]", "anchor: [1, 2]", column: 5, says: ["exclude each other"]),
    .floor("bounds: [1, 2, 3, 4]", "transform: affine", column: 5, says: ["placed by bounds"]),
  ]

  static let tops: [ManifestFault] = [
    .top("florrs: 1", column: 1, says: ["no such key", "probably floors"]),
    .top("id: 1", column: 1, says: ["no such key"]),
    .top(
      "store: geopackage", "format: avif", column: 9, says: ["png, jpeg or webp", "GeoPackage"]),
    .top("store: mbtile", column: 8, says: ["probably mbtiles"]),
    .top("scheme: zyx", column: 9, says: ["xyz, tms"]),
    .top("hard-links: 1", column: 13, says: ["true or false"]),
    .top("tileset-version: 1", column: 18, says: ["three numbers"]),
    .top("tileset-version: 1.-1.0", column: 18, says: ["three numbers"]),
    .top("alignment-limit: -1", column: 18, says: ["metres, 0 to 10000"]),
    .top("alignment-limit: nan", column: 18, says: ["metres"]),
    .top("path: \"{z}/{x}/{y}.png\"", column: 7, says: ["with {floor}"]),
    .top("path: \"{floor}/{z}/{x}.png\"", column: 7, says: ["path: ", "{y}"]),
    .top("path: \"../{floor}/{z}/{x}/{y}.png\"", column: 7, says: ["path: "]),
    .top("url: https://a.example/{z}/{x}/{y}.png", column: 6, says: ["with {floor}"]),
    .top("url: ftp://a.example/{floor}/{z}/{x}/{y}.png", column: 6, says: ["url: "]),
    .top("align: L9", column: 8, says: ["no floor of that id"]),
    .top("store: mbtiles", "hard-links: true", column: 1, says: ["no effect", "store is mbtiles"]),
  ]

  @Test(
    "A bad manifest is reported with its line, its column and what was expected", arguments: texts)
  func whole(fault planted: ManifestFault) throws { try check(planted) }

  @Test("A bad floor of a manifest is reported with its line", arguments: floors)
  func inFloor(fault planted: ManifestFault) throws { try check(planted) }

  @Test("A bad building of a manifest is reported with its line", arguments: tops)
  func atTop(fault planted: ManifestFault) throws { try check(planted) }

  private func check(_ planted: ManifestFault) throws {
    let error = try #require(fault(planted.text), "no error")
    let report = error.report
    #expect(report.category == .badInput)
    #expect(report.location == planted.location, "\(report)")
    for words in planted.says { #expect("\(report)".contains(words), "\(report)") }
  }

  @Test("A manifest that is no text is refused")
  func notText() {
    let error = ManifestError(
      .badInput, "the manifest is not text in UTF-8", at: "b.yml", expected: "YAML in UTF-8",
      nextStep: "save the file in UTF-8")
    #expect(throws: error) {
      try BuildingManifest(bytes: [0x6E, 0xFF, 0xFE], path: "b.yml")
    }
  }

  @Test("A manifest that does not exist is an error of access")
  func missing() throws {
    let error = #expect(throws: ManifestError.self) {
      try BuildingManifest(path: "/nonexistent/b.yml")
    }
    #expect(error?.report.category == .cannotAccess)
  }
}

@Suite("A hostile manifest")
struct HostileManifestTests {
  @Test("Aliases of a manifest that multiply are refused before they are followed")
  func aliasBomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...40 {
      let below = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(below)]\n"
    }
    #expect(fault(text)?.report.what == "the manifest has too many YAML aliases")
    // Hashing them as keys would take as long as writing them all out.
    #expect(fault(text + "? *a40\n: b\n") != nil)
  }

  @Test("A few aliases of a manifest are followed")
  func alias() throws {
    let text = """
      name: &n Museum
      description: *n
      floors:
        - {id: L1, image: a.png, bounds: &b [1, 2, 3, 4]}
        - {id: L2, image: b.png, bounds: *b}
      """
    let manifest = try manifest(text)
    #expect(manifest.description == "Museum")
    #expect(manifest.floors[0].placement.way == manifest.floors[1].placement.way)
  }

  @Test("A few aliases of a manifest that still make too many values are refused")
  func wideAliases() {
    let wide = Array(repeating: "x", count: 30_000).joined(separator: ",")
    let text = "a: &a [\(wide)]\nb: [*a, *a, *a, *a]\n"
    #expect(fault(text)?.report.what == "the manifest has too many values")
  }

  @Test(
    "Deep nesting of a manifest is refused",
    arguments: [
      String(repeating: "[", count: 200_000), String(repeating: "{a: ", count: 100_000),
      String(repeating: "- ", count: 300), String(repeating: "- ", count: 200_000),
      "a: " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
    ])
  func nesting(text: String) {
    let words = fault(text).map { "\($0.report)" } ?? ""
    #expect(words.contains("too deep") || words.contains("not YAML"), "\(words)")
  }

  @Test("Manifests beyond a mebibyte are refused")
  func large() {
    let text = "# " + String(repeating: "x", count: 1 << 20)
    #expect(fault(text)?.report.what == "the file is too large for a manifest")
  }

  @Test("Any bytes give a manifest or an error, never a crash")
  func noise() throws {
    let good = """
      name: Museum
      align: {to: L1, transform: affine}
      floors:
        - {id: L1, image: "a.png", corners: [[1, 2], [3, 4], [5, 6], [7, 8]]}
        - id: L2
          image: 'b.png'
          points: {lift: [1, 2], "stairs": [3.5, 4]}
      """
    _ = try manifest(good)
    var generator = SeededGenerator(seed: 11)
    let marks = Array("{}[]:,-*&?!|>'\"#%@`\n\t \u{0}\u{7F}é~".utf8)
    for _ in 0..<3000 {
      var bytes = Array(good.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        let mark = marks[Int.random(in: 0..<marks.count, using: &generator)]
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = mark
        case 1: bytes.insert(mark, at: index)
        default: bytes.remove(at: index)
        }
      }
      do {
        _ = try BuildingManifest(bytes: bytes, path: "b.yml")
      } catch {
        #expect(!error.report.what.isEmpty)
        #expect(error.report.category == .badInput)
      }
    }
  }
}
