import Testing
import TileModel
import TilePyramidTesting

@Suite("LayerDefinition")
struct LayerDefinitionTests {
  private func layer(_ change: (inout LayerDefinition) -> Void = { _ in }) -> LayerDefinition {
    var layer = LayerDefinition(
      name: "Ground", bounds: GeographicBounds(west: 9, south: 53, east: 10, north: 54),
      background: "#ffffff80",
      coverage: TileCoverage(ranges: [
        TileRange(zoom: 3, x: 1..<2, y: 1..<2), TileRange(zoom: 7, x: 1..<2, y: 1..<2),
      ]))
    change(&layer)
    return layer
  }

  @Test("A sound definition is valid, also across the antimeridian")
  func valid() throws {
    try layer().validate()
    try layer { $0.bounds = GeographicBounds(west: 179, south: -1, east: -179, north: 1) }
      .validate()
    try layer { $0.opacity = 0 }.validate()
    try layer { $0.zIndex = Int(Int32.min) }.validate()
  }

  @Test(
    "An opacity outside 0 to 1 is refused", arguments: [-0.001, 1.001, .nan, .infinity])
  func opacity(value: Double) throws {
    let error = #expect(throws: LayerDefinitionError.self) {
      try layer { $0.opacity = value }.validate()
    }
    #expect(try #require(error).description.contains("`opacity`"))
  }

  @Test(
    "A background is # and eight hexadecimal digits",
    arguments: ["", "ffffff80", "#fff", "#ffffff", "#ffffff8g", "#ffffff800", "#fffffff\u{FF10}"])
  func background(text: String) {
    #expect(throws: LayerDefinitionError.invalidBackground(text)) {
      try layer { $0.background = text }.validate()
    }
  }

  @Test("Other broken rules are named")
  func others() {
    #expect(throws: LayerDefinitionError.invalidZIndex(1 << 31)) {
      try layer { $0.zIndex = 1 << 31 }.validate()
    }
    for bounds in [
      GeographicBounds(west: -181, south: 0, east: 1, north: 1),
      GeographicBounds(west: 0, south: 2, east: 1, north: 1),
      GeographicBounds(west: 0, south: 0, east: 1, north: .infinity),
      GeographicBounds(west: -.infinity, south: 0, east: 1, north: 1),
    ] {
      #expect(throws: LayerDefinitionError.invalidBounds(bounds)) {
        try layer { $0.bounds = bounds }.validate()
      }
    }
    #expect(throws: LayerDefinitionError.emptyFloor) {
      try layer { $0.floor = LayerDefinition.Floor(id: "") }.validate()
    }
    #expect(throws: LayerDefinitionError.nulInText("a\0")) {
      try layer { $0.attribution = "a\0" }.validate()
    }
  }

  @Test("The zooms are those of the coverage")
  func zooms() {
    #expect(layer().minimumZoom == 3)
    #expect(layer().maximumZoom == 7)
    let empty = layer { $0.coverage = TileCoverage([]) }
    #expect(empty.minimumZoom == 0 && empty.maximumZoom == 0)
  }
}

@Suite("ContentDigest")
struct ContentDigestTests {
  @Test("The sum does not depend on the order and carries into the high half")
  func sum() {
    var random = SeededGenerator(seed: 31)
    let terms = (0..<50).map { _ in ContentDigest(low: random.next(), high: random.next()) }
    var forward = ContentDigest()
    for term in terms { forward.add(term) }
    var shuffled = ContentDigest()
    for term in terms.shuffled(using: &random) { shuffled.add(term) }
    #expect(forward == shuffled)
    var carried = ContentDigest(low: .max, high: 1)
    carried.add(ContentDigest(low: 1, high: .max))
    #expect(carried == ContentDigest(low: 0, high: 1))
  }

  @Test("Thirty-two digits round-trip")
  func hexadecimal() {
    var random = SeededGenerator(seed: 32)
    for _ in 0..<100 {
      let digest = ContentDigest(low: random.next() >> 40, high: random.next() >> 20)
      #expect(digest.hexadecimal.count == 32)
      #expect(ContentDigest(hexadecimal: digest.hexadecimal) == digest)
    }
    #expect(ContentDigest(low: 0xAB, high: 1).hexadecimal == "000000000000000100000000000000ab")
  }

  @Test(
    "Anything but 32 digits is refused",
    arguments: [
      "", "0", "+000000000000001+00000000000000ab", "000000000000000100000000000000ag",
      "000000000000000100000000000000ab0", "0x00000000000001000000000000000a",
    ])
  func refused(text: String) {
    #expect(ContentDigest(hexadecimal: text) == nil)
  }
}
