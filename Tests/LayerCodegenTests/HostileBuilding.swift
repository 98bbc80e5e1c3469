import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

/// A building whose floors are called by every hostile text, and what its code must answer.
enum HostileBuilding {
  /// The URL that relative URLs begin at.
  static let base = "https://base.example/dir/layer.json"
  /// The zooms that are asked for; most with tiles are among them.
  static let zooms = 3...6

  /// Floors of one building, called by every hostile text; identifiers are made unlike.
  static func floors(areHybrid: Bool = true) throws -> [LayerDefinition] {
    let texts = HostileText.texts(count: 140, seed: 43).filter { !$0.utf8.contains(0) }
    return try texts.enumerated().map { index, text in
      let isRelative = index % 3 == 0
      let isFlipped = index % 2 == 0
      let id =
        text.filter {
          !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0.value == 0x85 }
        }
        .filter { !"\u{2028}\u{2029}".contains($0) } + "~\(index)"
      let coverage = index % 5 == 0 ? SampleLayers.rectangles : SampleLayers.sparse(seed: index)
      let isHybrid = areHybrid && index % 4 < 2
      let prefix = isRelative ? "" : "https://www.example.com/a%20b/"
      return LayerDefinition(
        name: text, attribution: text, scheme: isFlipped ? .tms : .xyz,
        urlTemplate: try TileTemplate(
          url: prefix + "{floor}/{z}/{x}_{y}.{ext}?q=%25d", floor: id,
          format: isHybrid ? nil : .png),
        bounds: GeographicBounds(west: -1, south: -1, east: 1, north: 1),
        floor: LayerDefinition.Floor(
          id: id, level: index % 4 == 0 ? nil : FloorLevel(halves: 2 * index - 19), name: text),
        digest: ContentDigest(low: 0, high: UInt64(index)),
        coverage: coverage,
        formatCoverage: isHybrid
          ? [.jpeg: TileCoverage(coverage.tiles.filter { ($0.x + $0.y / 4) % 3 == index % 3 })]
          : [:])
    }
  }

  /// Whether a floor is among those that are asked for addresses: few, of all kinds.
  static func isAsked(_ index: Int) -> Bool { index % 11 == 1 }

  static func askedFloors() throws -> [LayerDefinition] {
    try floors().enumerated().filter { isAsked($0.offset) }.map(\.element)
  }

  /// The identifier and name in bytes, the level, and of asked floors the URL or `nil` of every address
  /// of `zooms` up to column and row 35, a line each, as the programs of the tests print them.
  private static func expectedAnswers(
    _ layer: LayerDefinition, isAsked: Bool
  ) throws -> [String] {
    let template = try #require(layer.urlTemplate).withVersionToken(layer.versionToken)
    let floor = try #require(layer.floor)
    var lines = [
      floor.id.utf8.map(String.init).joined(separator: " "),
      floor.name.utf8.map(String.init).joined(separator: " "),
      floor.level.map(\.description) ?? "nil",
    ]
    if !isAsked { return lines }
    let first = lines.count
    lines += [String](repeating: "nil", count: zooms.count * 36 * 36)
    for tile in layer.coverage.tiles where zooms.contains(tile.zoom) && max(tile.x, tile.y) < 36 {
      let text = template.expanded(for: tile, scheme: layer.scheme, format: layer.format(of: tile))
      let line = first + ((tile.zoom - zooms.lowerBound) * 36 + tile.y) * 36 + tile.x
      lines[line] = template.isRelative ? "https://base.example/dir/" + text : text
    }
    return lines
  }

  /// Compares what a program printed with what the layers must answer.
  static func check(
    _ output: String, of layers: [LayerDefinition], asked: (Int) -> Bool = { _ in true }
  ) throws {
    let expected = try layers.enumerated().flatMap {
      try expectedAnswers($0.element, isAsked: asked($0.offset))
    }
    if output == expected.map({ $0 + "\n" }).joined() { return }
    let answers = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(answers.count == expected.count)
    let wrong = zip(answers, expected).first { $0 != $1 }
    #expect(wrong == nil, "\(wrong.map { "\($0)" } ?? "")")
  }
}
