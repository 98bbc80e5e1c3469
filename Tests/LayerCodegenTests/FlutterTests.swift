import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

/// Dart cannot be run here: what generated code says is read from its text.
@Suite("Code for Flutter")
struct FlutterTests {
  private static let kinds: [ClientKind] = [.googleMapsFlutter, .flutterMap]

  /// A layer as the text of its object says.
  private struct Entry {
    let text: String

    /// The literal of a property.
    func literal(_ name: String) throws -> String {
      let start = try #require(text.range(of: "\n  \(name): ")).upperBound
      let end = try #require(text.range(of: ",\n", range: start..<text.endIndex)).lowerBound
      return String(text[start..<end])
    }

    /// The value of a property's string literal.
    func text(_ name: String) throws -> String { try DartText(literal: literal(name)).value() }

    /// The tiles of a packed table.
    func tiles(_ name: String) throws -> Set<TileCoordinate> {
      guard let start = text.range(of: " \(name): _Coverage(\n")?.upperBound else { return [] }
      let end = try #require(text.range(of: " ),", range: start..<text.endIndex)).lowerBound
      let lines = text[start..<end].split(separator: "\n")
      return FlutterTests.unpacked(
        lines.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ',")) }.joined())
    }
  }

  /// The tiles of a text of packed levels, as the generated code unpacks it.
  private static func unpacked(_ text: String) -> Set<TileCoordinate> {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let digits = text.compactMap { alphabet.firstIndex(of: $0) }
    var index = 0
    func next() -> Int {
      var (number, shift) = (0, 0)
      while index < digits.count {
        let digit = digits[index]
        index += 1
        number |= (digit & 31) << shift
        if digit < 32 { break }
        shift += 5
      }
      return number
    }
    var tiles: Set<TileCoordinate> = []
    while index < digits.count {
      let (zoom, west, bands) = (next(), next(), next())
      var row = 0
      for _ in 0..<bands {
        let first = row + next()
        row = first + next()
        var column = west
        for _ in 0..<next() {
          let start = column + next()
          column = start + next()
          for y in first..<row {
            for x in start..<column {
              TileCoordinate(zoom: zoom, x: x, y: y).map { _ = tiles.insert($0) }
            }
          }
        }
      }
    }
    return tiles
  }

  /// A string literal of Dart, read once for as many values of its parts as are asked for.
  private struct DartText {
    private enum Piece {
      case text(String)
      case part(String)
    }

    private var pieces: [Piece] = []

    init(literal: String) throws {
      func unit(_ character: Unicode.Scalar) -> UInt16 { UInt16(character.value) }
      let special = [unit("$"), unit("\\")]
      let excluded = [unit("\""), unit("\n")]
      var rest = Array(literal.utf16)[...].dropFirst().dropLast()
      var units: [UInt16] = []
      func takePlain(_ end: Int) {
        units += rest[..<end]
        #expect(!rest[..<end].contains { excluded.contains($0) })
        rest = rest[end...]
      }
      while let place = rest.firstIndex(where: { special.contains($0) }) {
        takePlain(place)
        let isPart = rest[place] == special[0]
        let next = try #require(rest.dropFirst().first)
        rest = rest.dropFirst(2)
        if isPart {
          #expect(next == unit("{"))
          let end = try #require(rest.firstIndex(of: unit("}")))
          pieces.append(.text(String(decoding: units, as: UTF16.self)))
          units = []
          pieces.append(.part(String(decoding: rest[..<end], as: UTF16.self)))
          rest = rest[(end + 1)...]
        } else if next == unit("u") {
          let digits = String(decoding: rest.prefix(4), as: UTF16.self)
          units.append(try #require(UInt16(digits, radix: 16)))
          rest = rest.dropFirst(4)
        } else {
          units.append(next == unit("n") ? unit("\n") : next)
        }
      }
      takePlain(rest.endIndex)
      pieces.append(.text(String(decoding: units, as: UTF16.self)))
    }

    /// The value for these parts.
    func value(_ parts: [String: String] = [:]) throws -> String {
      var value = ""
      for piece in pieces {
        switch piece {
        case .text(let text): value += text
        case .part(let name): value += try #require(parts[name])
        }
      }
      return value
    }
  }

  private func entries(_ kind: ClientKind, _ layers: [LayerDefinition]) throws -> [Entry] {
    let files = try ClientCode.generate(kind, for: layers, named: "Hostile")
    try #require(files.map(\.path) == ["hostile_floors.dart"])
    let text = files[0].contents
    let start = try #require(text.range(of: "final List<HostileFloorLayer> hostileFloors = [\n"))
    let end = try #require(text.range(of: "\n];\n")).lowerBound
    return text[start.upperBound..<end].components(separatedBy: "\n  ),\n  HostileFloorLayer(")
      .map { Entry(text: $0.replacingOccurrences(of: "\n  ", with: "\n") + "\n),\n") }
  }

  @Test("Tables hold exactly the tiles, and addresses are those of the layers", arguments: kinds)
  func answers(kind: ClientKind) throws {
    let layers = try HostileBuilding.floors()
    let entries = try entries(kind, layers)
    try #require(entries.count == layers.count)
    for (entry, layer) in zip(entries, layers) {
      let floor = try #require(layer.floor)
      #expect(try entry.text("floorId") == floor.id)
      #expect(try entry.text("floorName") == floor.name)
      #expect(try entry.text("name") == layer.name)
      #expect(try entry.literal("level") == floor.level?.description ?? "null")
      let tiles = try entry.tiles("coverage")
      #expect(tiles == Set(layer.coverage.tiles))
      #expect(
        try entry.tiles("'jpg'") == Set(layer.formatCoverage[.jpeg].map { Array($0.tiles) } ?? []))
      let isFlipped = try entry.literal("countsFromSouth") == "true"
      let template = try #require(layer.urlTemplate).withVersionToken(layer.versionToken)
      #expect(try entry.literal("isRelative") == "\(template.isRelative)")
      let address = try entry.literal("address")
      let arrow = "(zoom, x, row, extension) => "
      try #require(address.hasPrefix(arrow))
      let addressText = try DartText(literal: String(address.dropFirst(arrow.count)))
      for tile in tiles where HostileBuilding.zooms.contains(tile.zoom) {
        let found = try addressText.value([
          "zoom": "\(tile.zoom)", "x": "\(tile.x)",
          "row": "\(isFlipped ? tile.tmsRow : tile.y)",
          "extension": layer.format(of: tile) == .jpeg ? "jpg" : "png",
        ])
        #expect(
          found
            == template.expanded(for: tile, scheme: layer.scheme, format: layer.format(of: tile)))
      }
    }
  }

  private func packed(_ kind: ClientKind) throws -> [GeneratedFile] {
    let floors = try SampleLayers.museum().map { layer in
      var layer = layer
      layer.urlTemplate = try TileTemplate(
        path: "tiles/é \(layer.floor?.id ?? "")/{z}-{x}-{y}.{ext}", format: layer.templateFormat
      ).relativeURL
      return LocatedLayer(layer, location: .bundle)
    }
    return try ClientCode.generate(kind, forLocated: floors, named: "Museum")
  }

  /// The classes `TileProvider` of flutter_map 8 and `rootBundle` of Flutter.
  @Test(
    "Tiles packed with the app are assets, by their paths",
    arguments: [
      (
        ClientKind.flutterMap,
        [
          "extends TileProvider {", "AssetImage(asset)", "Widget createLayer() {",
          "Provider(this),",
        ]
      ),
      (.googleMapsFlutter, ["rootBundle.load(layer.tileAsset(", "{int overzoom = 4}"]),
    ])
  func assets(kind: ClientKind, expected: [String]) throws {
    let text = try #require(packed(kind).first?.contents)
    for line in expected { #expect(text.contains(line), "\(line)") }
    for name in ["tileUrl", "base:", "Uri?", "isRelative", "package:http", "?v="] {
      #expect(!text.contains(name), "\(name)")
    }
    let keys = text.matches(of: #/=> "(?<key>[^"]*)"/#).map { String($0.key) }
    #expect(keys.count == 3)
    // A path is no URL.
    for key in keys {
      #expect(key.hasPrefix("tiles/") && key.contains("${zoom}-") && !key.contains("%"))
    }
  }

  @Test("Brackets and quotes are balanced, whatever layers are called", arguments: kinds)
  func balance(kind: ClientKind) throws {
    for file in try ClientCode.generate(kind, for: HostileBuilding.floors(), named: "Hostile")
      + ClientCode.generate(kind, for: [SampleLayers.sitePlan()]) + packed(kind)
    {
      var open: [Character] = []
      for line in file.contents.split(separator: "\n") {
        var quote: Character?
        var isEscaped = false
        let code = line.trimmingCharacters(in: .whitespaces)
        if code.hasPrefix("//") { continue }
        for character in code {
          if isEscaped {
            isEscaped = false
          } else if character == "\\" {
            isEscaped = true
          } else if let inside = quote {
            if character == inside { quote = nil }
          } else if character == "'" || character == "\"" {
            quote = character
          } else if "([{".contains(character) {
            open.append(character)
          } else if let pair = ["]": "[", ")": "(", "}": "{"][String(character)] {
            #expect(open.popLast().map(String.init) == pair, "\(line)")
          }
        }
        #expect(quote == nil, "\(line)")
      }
      #expect(open.isEmpty)
    }
  }
}
