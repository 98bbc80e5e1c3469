import Testing
import TileModel
import TilePyramidTesting

@Suite("TileTemplate")
struct TileTemplateTests {
  private func tile() throws -> TileCoordinate {
    try #require(TileCoordinate(zoom: 4, x: 3, y: 5))
  }

  @Test(
    "Placeholders of a template are filled in",
    arguments: [
      ("{z}/{x}/{y}.{ext}", nil, "4/3/5.png"), ("L{floor}_{z}_{x}_{y}.png", "2", "L2_4_3_5.png"),
      ("{floor}/{z}/{x}/{y}.{ext}", "Étage 1", "Étage 1/4/3/5.png"), ("{z}-{y}-{x}", nil, "4-5-3"),
      ("a1/{x}b1c{y}/{z}/{x}", nil, "a1/3b1c5/4/3"), ("{y}{ext}/{z}_{x}", nil, "5png/4_3"),
    ])
  func paths(template: String, floor: String?, expected: String) throws {
    let template = try TileTemplate(path: template, floor: floor, format: .png)
    #expect(template.expanded(for: try tile(), scheme: .xyz) == expected)
    #expect(try TileTemplate(template.text) == template)
  }

  @Test("The row of a template counts as the scheme does")
  func scheme() throws {
    let template = try TileTemplate("{z}/{x}/{y}.png")
    #expect(template.expanded(for: try tile(), scheme: .tms) == "4/3/10.png")
  }

  @Test(
    "Templates that give two tiles one name, or are not understood, are refused",
    arguments: [
      ("{z}/{x}.png", TileTemplateError.missingPlaceholder("y", in: "{z}/{x}.png")),
      ("plan.png", .missingPlaceholder("z", in: "plan.png")),
      ("{z}/{x}/{y", .unclosedPlaceholder("{z}/{x}/{y")),
      ("{z}/{x}/y}", .unopenedPlaceholder("{z}/{x}/y}")),
      ("{z}/{x}/{-y}", .unknownPlaceholder("-y", in: "{z}/{x}/{-y}")),
      ("{z}/{x}/{y}{r}", .unknownPlaceholder("r", in: "{z}/{x}/{y}{r}")),
      ("{z}/{x}{y}", .ambiguous("y", in: "{z}/{x}{y}")),
      ("{z}0{x}/{y}", .ambiguous("x", in: "{z}0{x}/{y}")),
      ("{floor}{z}/{x}/{y}", .ambiguous("z", in: "{floor}{z}/{x}/{y}")),
      ("{floor}/{z}/{x}/{y}", .missingFloor(in: "{floor}/{z}/{x}/{y}")),
    ])
  func refused(text: String, error: TileTemplateError) {
    let floor = text.hasPrefix("{floor}{") ? "1" : nil
    #expect(throws: error) { try TileTemplate(path: text, floor: floor, format: .png) }
    #expect(throws: error) { try TileTemplate(url: text, floor: floor, format: .png) }
    #expect(error.report.category == .badInput)
    #expect(error.report.nextStep != nil)
  }

  @Test("A missing floor is asked for by its option")
  func missingFloor() {
    #expect(TileTemplateError.missingFloor(in: "x").description.contains("`floor`"))
  }

  @Test(
    "Paths that leave the output folder or cannot exist are refused",
    arguments: [
      ("/{z}/{x}/{y}", .absolute), ("../{z}/{x}/{y}", .dotComponent),
      ("{z}/../{x}/{y}", .dotComponent), ("./{z}/{x}/{y}", .dotComponent),
      ("{z}//{x}/{y}", .emptyComponent), ("{z}/{x}/{y}/", .emptyComponent),
      ("../\u{301}/{z}/{x}/{y}", .dotComponent), ("/\u{301}/{z}/{x}/{y}", .absolute),
      ("a//\u{301}{z}/{x}/{y}", .emptyComponent), ("a/../\u{301}{z}/{x}/{y}", .dotComponent),
      ("{z}\\{x}\\{y}", .backslash), ("{z}\\\u{301}{x}_{y}", .backslash),
      ("{z}/{x}/\0{y}", .controlCharacter),
      ("{z}/{x}\n/{y}", .controlCharacter), ("{z}/{x}\u{2028}/{y}", .controlCharacter),
      ("layer.json/{z}/{x}/{y}", .documentName), ("LAYER.JSON/{z}/{x}/{y}", .documentName),
      ("building.json/{z}/{x}/{y}", .documentName), ("{z}_{x}_{y}.layer.json", .documentName),
    ] as [(String, TileTemplateError.PathFault)])
  func unsafePaths(text: String, fault: TileTemplateError.PathFault) {
    #expect(throws: TileTemplateError.unsafePath(fault, in: text)) {
      try TileTemplate(path: text, format: .png)
    }
  }

  @Test("A component may take 255 bytes with the longest numbers, and no more")
  func longComponents() throws {
    let room = 255 - "1073741823".utf8.count
    let fits = "{z}/{x}/{y}" + String(repeating: "é", count: room / 2) + "x"
    #expect(throws: Never.self) { try TileTemplate(path: fits, format: .png) }
    let exceeds = fits + "x"
    #expect(throws: TileTemplateError.unsafePath(.longComponent, in: exceeds)) {
      try TileTemplate(path: exceeds, format: .png)
    }
  }

  @Test(
    "Floors that are not part of a file name are refused in paths",
    arguments: [
      "", ".", "..", "a/b", "../up", "a\\b", "a/\u{301}b", "{\u{301}", "a\0b", "a\nb", "{z}", "a}b",
      "a\u{2029}b",
      String(repeating: "x", count: 256),
    ])
  func unsafeFloors(floor: String) {
    let text = "{floor}/{z}/{x}/{y}.png"
    #expect(throws: TileTemplateError.unusableValue(floor, for: "floor", in: text)) {
      try TileTemplate(path: text, floor: floor, format: .png)
    }
  }

  @Test("A floor that makes a document's name is refused where documents are")
  func floorNamedAsDocument() throws {
    #expect(throws: TileTemplateError.self) {
      try TileTemplate(path: "{floor}/{z}/{x}/{y}.png", floor: "layer.json", format: .png)
    }
    _ = try TileTemplate(path: "tiles/{floor}/{z}/{x}/{y}", floor: "layer.json", format: .png)
  }

  @Test("A format that is no extension is refused")
  func unsafeFormat() {
    #expect(throws: TileTemplateError.unusableValue("../x", for: "ext", in: "{z}/{x}/{y}.{ext}")) {
      try TileTemplate(path: "{z}/{x}/{y}.{ext}", format: TileFormat(rawValue: "../x"))
    }
  }

  @Test("Different tiles and floors never have the same path, whatever safe template is drawn")
  func distinctNames() throws {
    var random = SeededGenerator(seed: 21)
    let separators = ["/", "_", "-", ".", "a", "1a", "a1", "/0-", ""]
    var accepted = 0
    for _ in 0..<400 {
      let names = ["{z}", "{x}", "{y}", "{floor}"].shuffled(using: &random)
      let text = names.map { $0 + (separators.randomElement(using: &random) ?? "") }.joined() + "e"
      var seen: Set<String> = []
      var count = 0
      do {
        for floor in ["1", "11", "1-1", "a"] {
          let template = try TileTemplate(path: text, floor: floor, format: .png)
          for zoom in [1, 4, 11] {
            for x in [0, 1] + (zoom > 1 ? [10, 11] : []) {
              for y in [0, 1] + (zoom > 1 ? [10, 11] : []) {
                let tile = try #require(TileCoordinate(zoom: zoom, x: x, y: y))
                seen.insert(template.expanded(for: tile, scheme: .xyz))
                count += 1
              }
            }
          }
        }
      } catch is TileTemplateError {
        continue
      }
      accepted += 1
      #expect(seen.count == count, "\(text)")
    }
    #expect(accepted > 50)
  }

  @Test(
    "URLs are taken as they are, and floors encoded",
    arguments: [
      (
        "https://www.example.com/floorplans/L{floor}_{z}_{x}_{y}.png", "2",
        "https://www.example.com/floorplans/L2_4_3_5.png"
      ),
      ("HTTP://[::1]:80/{z}/{x}/{y}.{ext}?a=b%20c", nil, "HTTP://[::1]:80/4/3/5.png?a=b%20c"),
      ("file:///plans/{z}/{x}/{y}", nil, "file:///plans/4/3/5"),
      ("../{floor}/{z}/{x}/{y}.png", "Étage 1/2?", "../%C3%89tage%201%2F2%3F/4/3/5.png"),
      ("{floor}/{z}/{x}/{y}", "a:b", "a%3Ab/4/3/5"), ("//host/{z}/{x}/{y}", nil, "//host/4/3/5"),
    ])
  func urls(template: String, floor: String?, expected: String) throws {
    let template = try TileTemplate(url: template, floor: floor, format: .png)
    #expect(template.expanded(for: try tile(), scheme: .xyz) == expected)
    let isAbsolute = expected.lowercased().hasPrefix("http") || expected.hasPrefix("file:")
    #expect(template.isRelative == !isAbsolute)
  }

  @Test(
    "Text that is no URL is refused with what to write instead",
    arguments: [
      ("https://e.com/a b/{z}/{x}/{y}", "%20"), ("https://e.com/é/{z}/{x}/{y}", "%C3%A9"),
      ("https://e.com/\"{z}/{x}/{y}", "%22"), ("https://e.com/'{z}/{x}/{y}", "%27"),
      ("https://e.com/\n{z}/{x}/{y}", "U+A"), ("https://e.com/\0{z}/{x}/{y}", "U+0"),
      ("https://e.com/\\{z}/{x}/{y}", "%5C"), ("https://e.com/{z}/{x}/{y}#a", "%23"),
      ("https://e.com/100%/{z}/{x}/{y}", "%25"), ("https://e.com/{z}/{x}/{y}%2", "%25"),
      ("https://e.com/${z}/{x}/{y}", "in place of"), ("ftp://e.com/{z}/{x}/{y}", "relative"),
      ("javascript:{z}/{x}/{y}", "relative"),
      ("https:/e.com/{z}/{x}/{y}", "https://host"), ("https:///{z}/{x}/{y}", "https://host"),
    ])
  func refusedURLs(text: String, hint: String) throws {
    let error = #expect(throws: TileTemplateError.self) {
      try TileTemplate(url: text, format: .png)
    }
    #expect(try #require(error).description.contains(hint))
  }

  @Test("Floors that act as folders are refused in URLs", arguments: ["", ".", "..", "a\u{0}"])
  func unsafeURLFloors(floor: String) {
    #expect(throws: TileTemplateError.self) {
      try TileTemplate(url: "{floor}/{z}/{x}/{y}", floor: floor, format: .png)
    }
  }

  @Test(
    "The version token joins the query",
    arguments: [
      ("{z}/{x}/{y}.png", "{z}/{x}/{y}.png?v=0af"), ("{z}/{x}/{y}", "{z}/{x}/{y}?v=0af"),
      ("{z}/{x}/{y}?a=1", "{z}/{x}/{y}?a=1&v=0af"), ("{z}/{x}/{y}?", "{z}/{x}/{y}?v=0af"),
      ("t?z={z}&x={x}&y={y}", "t?z={z}&x={x}&y={y}&v=0af"),
      ("{z}/{x}/{y}?a&", "{z}/{x}/{y}?a&v=0af"),
    ])
  func versionToken(text: String, expected: String) throws {
    let template = try TileTemplate(url: text, format: .png).withVersionToken("0af")
    #expect(template.text == expected)
    #expect(try TileTemplate(expected) == template)
  }

  @Test("A path becomes a relative URL and back, whatever the floor")
  func relativeURLs() throws {
    var random = SeededGenerator(seed: 22)
    let alphabet = Array("aZ09 %:?#&;=+@é☃🏢\u{202E}'\"<>|`^[]~!*(),$-._".unicodeScalars)
    for _ in 0..<500 {
      var floor = ""
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        alphabet.randomElement(using: &random).map { floor.unicodeScalars.append($0) }
      }
      if floor == "." || floor == ".." { continue }
      let path = try TileTemplate(path: "{floor}/{z}_{x}/{y}.png", floor: floor, format: .png)
      let url = path.relativeURL
      #expect(url.isRelative)
      #expect(try TileTemplate(url: url.text, format: .png) == url)
      #expect(try url.filePath() == path)
    }
  }

  @Test(
    "URLs that name no files beside their document are distinguished",
    arguments: [
      "https://e.com/{z}/{x}/{y}", "//e.com/{z}/{x}/{y}", "{z}/{x}/{y}?v=1", "a%2Fb/{z}/{x}/{y}",
      "%7Bz%7D/{z}/{x}/{y}", "%FF/{z}/{x}/{y}", "%2E%2E/{z}/{x}/{y}",
      "..%2F%CC%81/{z}/{x}/{y}", "%7B%CC%81/{z}/{x}/{y}", "../%CC%81/{z}/{x}/{y}", "../{z}/{x}/{y}",
      "%00/{z}/{x}/{y}", "/{z}/{x}/{y}",
    ])
  func foreignURLs(text: String) throws {
    let template = try TileTemplate(url: text, format: .png)
    #expect(throws: TileTemplateError.self) { try template.filePath() }
  }
}
