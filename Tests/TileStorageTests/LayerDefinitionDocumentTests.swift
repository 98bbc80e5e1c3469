import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("LayerDefinitionDocument")
struct LayerDefinitionDocumentTests {
  /// A definition drawn at random, with texts that trouble encoders.
  static func random(seed: UInt64) throws -> LayerDefinitionDocument {
    var generator = SeededGenerator(seed: seed)
    func pick<Value>(_ values: [Value]) throws -> Value {
      try #require(values.randomElement(using: &generator))
    }
    func position() -> GeographicCoordinate {
      GeographicCoordinate(
        latitude: Double.random(in: -90...90, using: &generator),
        longitude: Double.random(in: -180...180, using: &generator))
    }
    let texts = [
      "Plan", "a \"quote\"", "line\nbreak\ttab", "emoji 🗺️👩‍👩‍👧", "</script><!--", "nul\0", "\u{2028}\\",
      "", "é",
      "e\u{301}", "\u{7F}\u{1}",
    ]
    var tiles: Set<TileCoordinate> = []
    for zoom in [0, 3, 5, 30].shuffled(using: &generator).prefix(3) {
      let limit = 1 << min(zoom, 4)
      for _ in 0..<Int.random(in: 1...60, using: &generator) {
        tiles.insert(
          try SampleLayers.tile(
            zoom, Int.random(in: 0..<limit, using: &generator),
            (1 << zoom) - 1 - Int.random(in: 0..<limit, using: &generator)))
      }
    }
    let west = Double.random(in: -180...180, using: &generator)
    let south = Double.random(in: -90...0, using: &generator)
    let definition = LayerDefinition(
      name: try pick(texts), description: try pick(texts + [nil]),
      attribution: try pick(texts + [nil]), version: try pick(["1.0.0", "0.12.345-beta"]),
      kind: try pick(LayerDefinition.Kind.allCases), format: TileFormat(rawValue: "webp"),
      tileSize: try pick(TileSize.allCases), scheme: try pick(LayerDefinition.Scheme.allCases),
      urlTemplate: try pick([
        nil, try TileTemplate("{z}/{x}/{y}.png"),
        try TileTemplate("https://example.com/{z}/{x}/{y}?key=a#b"),
      ]),
      bounds: GeographicBounds(
        west: west, south: south, east: Double.random(in: -180...180, using: &generator),
        north: south + Double.random(in: 0...90, using: &generator)),
      outline: try pick([[], (0..<4).map { _ in position() }]),
      controlPoints: try (0..<(try pick([0, 3]))).map { _ in
        LayerDefinition.ControlPoint(name: try pick(texts + [nil]), position: position())
      },
      floor: try pick([
        nil,
        LayerDefinition.Floor(
          id: try pick(texts), level: try pick([nil, -3, 12, FloorLevel(halves: -1)])),
      ]),
      zIndex: try pick([-4, 0, Int(Int32.max)]), opacity: try pick([0, 0.1, 1, 1.0 / 3]),
      overviewResampling: "darken", background: try pick([nil, "#01020304"]),
      elevation: try pick([
        nil, .init(.terrarium), .init(.mapbox, noDataHeight: 0),
        .init(.terrarium, noDataHeight: -12.0625),
      ]),
      digest: ContentDigest(low: generator.next(), high: generator.next()),
      coverage: TileCoverage(tiles))
    return LayerDefinitionDocument(
      definition, tilePath: try pick([nil, try TileTemplate("a/{z}/{x}/{y}.png")]))
  }

  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test(
    "Decoding an encoded layer definition gives the same value, and encoding that the same bytes",
    arguments: 0..<60)
  func roundTrip(seed: UInt64) throws {
    let document = try Self.random(seed: seed)
    let bytes = try document.encoded()
    let decoded = try LayerDefinitionDocument(decoding: bytes)
    #expect(decoded == document)
    #expect(try decoded.encoded() == bytes)
    // Another reader of JSON finds the same texts, and none can end a script element.
    let object = try object(bytes)
    #expect(object["name"] as? String == document.definition.name)
    #expect(object["description"] as? String == document.definition.description)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("</") && !text.contains("<!") && !text.contains("\u{2028}"))
    #expect(text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
  }

  @Test(
    "layer.json is TileJSON by its schema",
    .enabled(if: TestData.isAvailable, "the test data is not beside the repository"),
    arguments: 0..<20)
  func schema(seed: UInt64) throws {
    let schema = try object(try TestData.bytes("georef/tilejson/3.0.0/schema.json"))
    let document = try object(try Self.random(seed: seed).encoded())
    #expect(JSONSchema.faults(of: document, against: schema) == [])
    var broken = document
    broken["vector_layers"] = nil
    broken["maxzoom"] = 31
    broken["version"] = "one"
    broken["tiles"] = [1]
    #expect(JSONSchema.faults(of: broken, against: schema).count == 4)
  }

  @Test("layer.json satisfies TileJSON's rules beyond its schema", arguments: 0..<40)
  func tileJSON(seed: UInt64) throws {
    let document = try Self.random(seed: seed)
    let object = try object(try document.encoded())
    let bounds = try #require(object["bounds"] as? [Double])
    let center = try #require(object["center"] as? [Double])
    #expect(bounds[0] <= bounds[2] && bounds[1] <= bounds[3])
    #expect(bounds[0] >= -180 && bounds[2] <= 180)
    #expect(abs(bounds[1]) <= WebMercator.maximumLatitude)
    #expect((bounds[0]...bounds[2]).contains(center[0]))
    #expect((bounds[1]...bounds[3]).contains(center[1]))
    let zooms = Double(document.definition.minimumZoom)...Double(document.definition.maximumZoom)
    #expect(zooms.contains(center[2]))
    if document.definition.bounds.west > document.definition.bounds.east {
      #expect(bounds[0] == -180 && bounds[2] == 180)
    }
    let tiles = try #require(object["tiles"] as? [String])
    #expect(tiles.count == 1)
    if let url = document.definition.urlTemplate {
      #expect(tiles[0].contains("v=" + document.definition.versionToken))
      #expect(tiles[0].hasPrefix(url.text.prefix { $0 != "#" }))
    } else {
      #expect(tiles[0] == LayerDefinitionDocument.placeholderURL + "webp")
    }
  }

  @Test("The text of layer.json is stable, and a full rectangle is one entry")
  func golden() throws {
    let range = TileRange(zoom: 20, x: 1000..<3000, y: 5..<7)
    let definition = LayerDefinition(
      name: "Plan", urlTemplate: try TileTemplate("https://example.com/{z}/{x}/{y}.png?k=1"),
      bounds: GeographicBounds(west: 170, south: -10.5, east: -170, north: 1e-5),
      digest: ContentDigest(low: 1, high: 0xABC),
      coverage: TileCoverage(Array(range) + [try SampleLayers.tile(21, 4, 0)]))
    let text = String(decoding: try LayerDefinitionDocument(definition).encoded(), as: UTF8.self)
    #expect(
      text == """
        {
          "tilejson": "3.0.0",
          "name": "Plan",
          "version": "1.0.0",
          "scheme": "xyz",
          "tiles": ["https://example.com/{z}/{x}/{y}.png?k=1&v=0000000000000abc"],
          "format": "png",
          "minzoom": 20,
          "maxzoom": 21,
          "bounds": [-180, -10.5, 180, 1e-05],
          "center": [180, -5.249995, 21],
          "vector_layers": [],
          "tilepyramid": {
            "formatVersion": 1,
            "tileSize": 256,
            "format": "png",
            "type": "overlay",
            "floor": null,
            "zIndex": 0,
            "opacity": 1,
            "url": "https://example.com/{z}/{x}/{y}.png?k=1",
            "path": null,
            "bounds": [170, -10.5, -170, 1e-05],
            "outline": [],
            "controlPoints": [],
            "overviewResampling": "average",
            "background": null,
            "digest": {
              "algorithm": "xxh3-128-sum",
              "value": "0000000000000abc0000000000000001"
            },
            "versionToken": "0000000000000abc",
            "coverage": [
              {
                "zoom": 20,
                "rows": [[5, 6, [1000, 2999]]]
              },
              {
                "zoom": 21,
                "rows": [[0, 0, [4, 4]]]
              }
            ]
          }
        }

        """)
  }

  @Test("The encoding of heights is where map clients look for it, and no other is read")
  func elevation() throws {
    var definition = try SampleLayers.definition(of: SampleLayers.pyramid())
    #expect(try object(try LayerDefinitionDocument(definition).encoded())["encoding"] == nil)
    for height in [nil, -0.5] {
      definition.elevation = .init(.mapbox, noDataHeight: height)
      let bytes = try LayerDefinitionDocument(definition).encoded()
      #expect(try LayerDefinitionDocument(decoding: bytes).definition == definition)
      let object = try object(bytes)
      #expect(object["encoding"] as? String == "mapbox")
      let own = try #require(object["tilepyramid"] as? [String: Any])
      let elevation = try #require(own["elevation"] as? [String: Any])
      #expect(Set(elevation.keys) == ["encoding", "noDataHeight"])
      #expect(elevation["noDataHeight"] as? Double == height)
      let text = String(decoding: bytes, as: UTF8.self)
      for (before, after, key) in [
        (
          "\"encoding\": \"mapbox\",\n      \"noData", "\"encoding\": \"other\",\n      \"noData",
          "encoding"
        ),
        ("\"encoding\": \"mapbox\",\n      \"noData", "\"noData", "encoding"),
        (
          "\"noDataHeight\": \(height == nil ? "null" : "-0.5")", "\"noDataHeight\": -10001",
          "noDataHeight"
        ),
      ] {
        let changed = text.replacing(before, with: after)
        #expect(changed != text)
        #expect {
          try LayerDefinitionDocument(decoding: Array(changed.utf8))
        } throws: { error in
          switch error as? LayerDocumentError {
          case .invalid(let found, _, _)?, .missing(let found, _)?: found.hasSuffix(key)
          default: false
          }
        }
      }
    }
  }

  @Test("Unknown keys of layer.json are ignored")
  func unknownKeys() throws {
    let document = try Self.random(seed: 1)
    let text = String(decoding: try document.encoded(), as: UTF8.self)
      .replacingOccurrences(
        of: "\"tilepyramid\": {", with: "\"x\": [{}],\"tilepyramid\": {\"y\": 1e5,")
    #expect(try LayerDefinitionDocument(decoding: Array(text.utf8)) == document)
  }

  @Test(
    "A fault in layer.json is named with its key",
    arguments: [
      ("\"formatVersion\": 1", "\"formatVersion\": 5", "tilepyramid.formatVersion"),
      ("\"tileSize\": 256", "\"tileSize\": 300", "tilepyramid.tileSize"),
      ("\"zIndex\": 3", "\"zIndex\": -9223372036854775808", "tilepyramid.zIndex"),
      ("\"zIndex\": 3", "\"zIndex\": 2147483648", "tilepyramid.zIndex"),
      ("\"level\": -1", "\"level\": 9223372036854775807", "tilepyramid.floor.level"),
      ("\"opacity\": 0.75", "\"opacity\": 1.5", "tilepyramid.opacity"),
      ("\"opacity\": 0.75", "\"opacity\": 1e999", "tilepyramid.opacity"),
      ("\"opacity\": 0.75", "\"opaque\": 1", "tilepyramid.opacity"),
      ("\"type\": \"overlay\"", "\"type\": \"base\"", "tilepyramid.type"),
      ("\"scheme\": \"xyz\"", "\"scheme\": \"zxy\"", "scheme"),
      ("\"name\": \"Basement\"", "\"name\": 7", "tilepyramid.floor.name"),
      ("\"level\": -1", "\"level\": 1.25", "tilepyramid.floor.level"),
      ("\"zoom\": 8", "\"zoom\": 31", "tilepyramid.coverage[8].zoom"),
      ("\"zoom\": 8", "\"zoom\": 7", "tilepyramid.coverage[8].zoom"),
      ("[80, 86, [130, 140]]", "[80, 86, [130, 256]]", "coverage[8].rows[0][2][1]"),
      ("[80, 86, [130, 140]]", "[86, 80, [130, 140]]", "coverage[8].rows[0]"),
      ("[80, 86, [130, 140]]", "[80, 86, [130, 131], [132, 133]]", "coverage[8].rows[0][3]"),
      ("[80, 86, [130, 140]]", "[80, 86, [140, 130]]", "coverage[8].rows[0][2]"),
      ("[80, 86, [130, 140]]", "[80, 86]", "coverage[8].rows[0]"),
      ("[80, 86, [130, 140]]", "[80, 83, [1, 1]], [83, 86, [1, 1]]", "coverage[8].rows[1]"),
      ("xxh3-128-sum", "md5", "tilepyramid.digest.algorithm"),
      ("\"url\": null", "\"url\": \"{z}/{x}\"", "tilepyramid.url"),
      ("\"version\": \"1.2.3\"", "\"version\": \"1.2\"", "version"),
    ])
  func faults(found: String, replacement: String, key: String) throws {
    let document = LayerDefinitionDocument(try SampleLayers.definition(of: SampleLayers.pyramid()))
    let text = String(decoding: try document.encoded(), as: UTF8.self)
    try #require(text.contains(found))
    let changed = Array(text.replacingOccurrences(of: found, with: replacement).utf8)
    let failure = #expect(throws: LayerDocumentError.self) {
      try LayerDefinitionDocument(decoding: changed)
    }
    #expect(failure?.report(at: "layer.json").description.contains(key) == true)
  }

  @Test("Coverage with more rows than fit is refused at once, one of many tiles is not")
  func hugeCoverage() throws {
    let document = LayerDefinitionDocument(
      try SampleLayers.definition(of: [(SampleLayers.tile(30, 0, 0), [1])]))
    let text = String(decoding: try document.encoded(), as: UTF8.self)
    func decoded(rows: String) throws -> LayerDefinitionDocument {
      let changed = text.replacingOccurrences(of: "[0, 0, [0, 0]]", with: rows)
      return try LayerDefinitionDocument(decoding: Array(changed.utf8))
    }
    #expect(throws: LayerDocumentError.self) {
      try decoded(rows: "[0, 1073741823, [0, 1073741823]]")
    }
    let wide = try decoded(rows: "[7, 16, [0, 1073741823]]")
    #expect(wide.definition.coverage.tileCount == 10 << 30)
  }

  @Test(
    "A layer definition that is not JSON is refused with the position",
    arguments: [
      ("", 0), ("{", 1), ("{\"a\":1,}", 7), ("[01]", 3), ("\"\u{1}\"", 1),
      ("{\"a\":1,\"a\":2}", 10),
      ("\"\\ud800\"", 7), ("nul", 0), ("1 2", 2), ("\"\\x\"", 3), ("-", 1), ("[1e]", 3), ("'a'", 0),
      (String(repeating: "[", count: 100_000), 64),
    ])
  func notJSON(text: String, offset: Int) throws {
    let failure = #expect(throws: LayerDocumentError.self) {
      try LayerDefinitionDocument(decoding: Array(text.utf8))
    }
    guard case .notJSON(offset, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("Every prefix and every changed byte of layer.json gives a document or an error")
  func damage() throws {
    let bytes = try Self.random(seed: 12).encoded()
    for length in 0..<(bytes.count - 1) {
      #expect(throws: LayerDocumentError.self) {
        try LayerDefinitionDocument(decoding: Array(bytes.prefix(length)))
      }
    }
    var generator = SeededGenerator(seed: 8)
    for index in bytes.indices {
      var changed = bytes
      changed[index] = UInt8.random(in: 0...255, using: &generator)
      do throws(LayerDocumentError) {
        _ = try LayerDefinitionDocument(decoding: changed)
      } catch {
        #expect(!error.report(at: "layer.json").description.isEmpty)
      }
    }
  }

  @Test("A definition that layer.json cannot state is refused")
  func unwritable() throws {
    var definition = try SampleLayers.definition(of: [])
    definition.version = "3"
    #expect(throws: LayerDocumentError.self) { try LayerDefinitionDocument(definition).encoded() }
    definition.version = "3.0.0"
    definition.bounds.north = .nan
    #expect(throws: LayerDocumentError.self) { try LayerDefinitionDocument(definition).encoded() }
    definition.bounds.north = 60
    definition.opacity = .infinity
    #expect(throws: LayerDocumentError.self) { try LayerDefinitionDocument(definition).encoded() }
  }
}

/// The keywords of JSON Schema that the schema of TileJSON 3.0.0 uses.
enum JSONSchema {
  static func faults(of value: Any, against schema: [String: Any], at path: String = "$")
    -> [String]
  {
    var faults: [String] = []
    if let type = schema["type"] as? String, !matches(value, type) {
      faults.append("\(path): \(type)")
    }
    if let text = value as? String, let pattern = schema["pattern"] as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      faults.append("\(path): pattern")
    }
    if let number = value as? NSNumber, !(value is String) {
      if let minimum = schema["minimum"] as? Double, number.doubleValue < minimum {
        faults.append("\(path): minimum")
      }
      if let maximum = schema["maximum"] as? Double, number.doubleValue > maximum {
        faults.append("\(path): maximum")
      }
    }
    if let items = value as? [Any], let inner = schema["items"] as? [String: Any] {
      for (index, item) in items.enumerated() {
        faults += Self.faults(of: item, against: inner, at: "\(path)[\(index)]")
      }
    }
    if let object = value as? [String: Any] {
      for name in schema["required"] as? [String] ?? [] where object[name] == nil {
        faults.append("\(path): no \(name)")
      }
      for (name, inner) in schema["properties"] as? [String: [String: Any]] ?? [:] {
        if let member = object[name] {
          faults += Self.faults(of: member, against: inner, at: "\(path).\(name)")
        }
      }
    }
    return faults
  }

  private static func matches(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "string": value is String
    case "array": value is [Any]
    case "object": value is [String: Any]
    case "number": value is NSNumber
    case "integer": (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
    default: false
    }
  }
}
