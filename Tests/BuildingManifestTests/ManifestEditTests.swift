import BuildingManifest
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid

@Suite("Changing a manifest in its text")
struct ManifestEditTests {
  /// A manifest with what an editor that writes YAML anew would lose.
  private static let text = """
    # The plans in the staircase
    name:   "Museum"     # two blanks more than needed
    alignment-limit: 0.2

    floors:
      - id: L0           # the ground
        image: 'ground.png'
        gcps:            # measured in May
          lift: [512, 384, 47.36581, 8.54574]
          # by the door
          stairs: [2040, 391, 47.36577, 8.54612]
        transform: similarity
        max-zoom: 21     # no deeper

      # The first floor was drawn anew.
      - image: first.png
        id: L1
        anchor: [47.1, 8.1]
        metres-per-pixel: 0.02
        tile-size: 512
        bearing: 23
        outline: [[0, 0], [900, 0], [900, 700]]
        points: {lift: [498, 330], stairs: [2010, 339]}
      -
        id: L2
        image: "# second.png"
        align: {to: L1, transform: affine, points: {lift: [344, 228]}}
      # The end

    """

  private static let corners = FloorPlacement.Way.stated(
    .corners(
      CornerCoordinates(
        topLeft: GeographicCoordinate(latitude: 47.5, longitude: 8.5),
        topRight: GeographicCoordinate(latitude: 47.5, longitude: 8.625),
        bottomRight: GeographicCoordinate(latitude: 47.25, longitude: 8.625),
        bottomLeft: GeographicCoordinate(latitude: 47.25, longitude: 8.5))))

  private static func controlPoints(named isNamed: Bool) -> FloorPlacement.Way {
    let points = [(10.0, 20.0, 8.5, 47.5), (110, 20, 8.625, 47.5), (10, 120.5, 8.5, 47.25)]
    let names = ["lift", "the \"old\" stairs", nil]
    return .stated(
      .controlPoints(
        ControlPointSet(
          crs: .geographic,
          points: zip(points, names).map { point, name in
            ControlPoint(
              pixel: PixelPoint(x: point.0, y: point.1),
              position: CRSPoint(x: point.2, y: point.3), name: isNamed ? name : nil)
          }), kind: nil))
  }

  private static func outline(_ corners: [(Double, Double)]) throws -> ImageOutline {
    try ImageOutline(corners.map { PixelPoint(x: $0.0, y: $0.1) })
  }

  private static func edited(
    _ text: String, _ floor: String, _ statement: FloorStatement
  ) throws -> String {
    let bytes = try ManifestEdit.text(
      changing: Array(text.utf8), path: "b.yml", to: [floor: statement])
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Lines that are replaced are these, and no other line changes")
  func lines() throws {
    let statement = FloorStatement(
      way: Self.corners, outline: nil,
      points: [
        NamedPixel(name: "lift", pixel: PixelPoint(x: 498, y: 330)),
        NamedPixel(name: "stairs", pixel: PixelPoint(x: 2010, y: 339)),
      ])
    let expected = Self.text
      .replacing(
        "    anchor: [47.1, 8.1]\n    metres-per-pixel: 0.02\n",
        with: "    corners: [[47.5, 8.5], [47.5, 8.625], [47.25, 8.625], [47.25, 8.5]]\n"
      )
      .replacing("    bearing: 23\n    outline: [[0, 0], [900, 0], [900, 700]]\n", with: "")
    #expect(try Self.edited(Self.text, "L1", statement) == expected)
  }

  @Test("Backgrounds come before the floors, are replaced and removed, and no other line changes")
  func backgrounds() throws {
    func edited(_ text: String, _ backgrounds: [String]) throws -> String {
      let bytes = try ManifestEdit.text(
        changing: Array(text.utf8), path: "plans/b.yml", backgrounds: backgrounds)
      #expect(
        try BuildingManifest(bytes: bytes, path: "plans/b.yml").backgrounds
          == backgrounds.map { $0.hasPrefix("http") ? $0 : "plans/\($0)" })
      return String(decoding: bytes, as: UTF8.self)
    }
    let url = "https://tile.test/{z}/{x}/{y}.png © Somebody"
    let first = try edited(Self.text, ["site.geojson", url])
    #expect(
      first
        == Self.text.replacing(
          "alignment-limit: 0.2\n",
          with: """
            alignment-limit: 0.2
            backgrounds:
              - site.geojson
              - "https://tile.test/{z}/{x}/{y}.png © Somebody"

            """))
    #expect(
      try edited(first, ["other.mbtiles"])
        == Self.text.replacing(
          "alignment-limit: 0.2\n",
          with: "alignment-limit: 0.2\nbackgrounds:\n  - other.mbtiles\n"))
    #expect(try edited(first, []) == Self.text)
    let braces = "{name: Museum, floors: [{id: L0, image: a.png}]}"
    #expect(throws: ManifestError.self) { try edited(braces, ["site.geojson"]) }
  }

  @Test("Comments within what is replaced follow it, and that of a key which stays is behind it")
  func comments() throws {
    let statement = FloorStatement(
      way: Self.controlPoints(named: true), outline: try Self.outline([(1, 2), (3, 4), (9, 8.25)]))
    let old = """
          gcps:            # measured in May
            lift: [512, 384, 47.36581, 8.54574]
            # by the door
            stairs: [2040, 391, 47.36577, 8.54612]
          transform: similarity

      """
    let new = """
          gcps:  # measured in May
            - lift: [10, 20, 47.5, 8.5]
            - "the \\"old\\" stairs": [110, 20, 47.5, 8.625]
            - [10, 120.5, 47.25, 8.5]
          # by the door

      """
    let image = "    image: 'ground.png'\n"
    let expected = Self.text.replacing(old, with: new)
      .replacing(image, with: image + "    outline: [[1, 2], [3, 4], [9, 8.25]]\n")
    #expect(expected.contains(new))
    #expect(try Self.edited(Self.text, "L0", statement) == expected)
  }

  @Test("Points that stand within a placement stay when it goes")
  func movedPoints() throws {
    let way = FloorPlacement.Way.aligned(to: "L0", kind: .similarity)
    let points = [NamedPixel(name: "lift", pixel: PixelPoint(x: 344, y: 228))]
    let text = try Self.edited(
      Self.text, "L2", FloorStatement(way: way, outline: nil, points: points))
    let expected = Self.text.replacing(
      "    align: {to: L1, transform: affine, points: {lift: [344, 228]}}\n",
      with: "    align: L0\n"
    ).replacing(
      "    image: \"# second.png\"\n",
      with: "    image: \"# second.png\"\n    points: {lift: [344, 228]}\n")
    #expect(text == expected)
  }

  static let layouts: [(name: String, change: @Sendable (String) -> String)] = [
    ("as it is", { $0 }),
    ("lines that end as on Windows", { $0.replacing("\n", with: "\r\n") }),
    ("a mark of the order of bytes", { "\u{FEFF}" + $0 }),
    ("no end of the last line", { $0.replacing("  # The end\n", with: "") + "  # The end" }),
    (
      "floors that are not indented",
      { $0.replacing("\n    ", with: "\n  ").replacing("\n  -", with: "\n-") }
    ),
    (
      "keys of the building behind the floors",
      { $0 + "path: \"{floor}/{z}/{x}/{y}.png\"\ntransform: similarity\n" }
    ),
    ("scalars of several bytes", { $0.replacing("Museum", with: "博物館 🏛") }),
  ]

  @Test("What is stated is read, all else is what it was, twice is once", arguments: 0..<7)
  func laws(index: Int) throws {
    let text = Self.layouts[index].change(Self.text)
    let before = try manifest(text)
    let ways = [
      Self.corners, Self.controlPoints(named: true), Self.controlPoints(named: false),
      .aligned(to: "L0", kind: .projective),
    ]
    for floor in ["L0", "L1", "L2"] {
      for way in ways where floor != "L0" || way != ways[3] {
        for outline in [nil, try Self.outline([(1, 2), (30, 4), (9, 80)])] {
          let statement = FloorStatement(way: way, outline: outline)
          let changed = try Self.edited(text, floor, statement)
          let after = try manifest(changed)
          #expect(try Self.edited(changed, floor, statement) == changed)
          for (one, other) in zip(before.floors, after.floors) {
            guard one.id == floor else {
              #expect(Self.bare(one) == Self.bare(other))
              continue
            }
            #expect(other.settings.outline == outline)
            #expect(Self.isSame(other.placement.way, way))
            var (rest, otherRest) = (Self.bare(one), Self.bare(other))
            (rest.placement, rest.settings.outline) = (otherRest.placement, nil)
            otherRest.settings.outline = nil
            #expect(rest == otherRest)
          }
          // Nothing of the text around the floor, nor any comment, is lost.
          var rest = changed[...]
          for line in text.split(whereSeparator: \.isNewline) where !Self.isReplaceable(line) {
            let place = rest.range(of: line)
            #expect(place != nil, "\(line)")
            if let place { rest = rest[place.upperBound...] }
          }
          for comment in text.matches(of: /# [A-Za-z][a-z A-Z]*/) {
            #expect(changed.contains(comment.output))
          }
          let breaks = { (text: String) in text.unicodeScalars.count { $0 == "\r" } }
          #expect(
            breaks(text) == 0 || breaks(changed) == changed.unicodeScalars.count { $0 == "\n" })
        }
      }
    }
    let floor = try #require(before.floors.first { $0.id == "L1" })
    let nothing = FloorStatement(way: nil, outline: floor.settings.outline)
    #expect(try Self.edited(text, "L1", nothing) == text)
  }

  private static func isReplaceable(_ line: Substring) -> Bool {
    let keys = [
      "gcps", "lift", "stairs", "transform", "anchor", "metres-per-pixel", "bearing", "outline",
      "points", "align",
    ]
    let word = line.drop { $0 == " " }.prefix { $0 != ":" }
    return keys.contains(String(word)) || line.contains("# by the door")
  }

  /// A floor without where it stands in the text.
  private static func bare(_ floor: BuildingManifest.Floor) -> BuildingManifest.Floor {
    var floor = floor
    let nowhere = ManifestLocation(path: "", line: 0, column: 0)
    (floor.location, floor.imageLocation, floor.placement.location) = (nowhere, nowhere, nowhere)
    return floor
  }

  /// True where two ways are equal to tenths of a millimetre.
  private static func isSame(_ one: FloorPlacement.Way, _ other: FloorPlacement.Way) -> Bool {
    guard case .stated(.controlPoints(let set, _)) = one,
      case .stated(.controlPoints(let expected, _)) = other
    else { return one == other }
    return set.points.count == expected.points.count
      && zip(set.points, expected.points).allSatisfy { point, expected in
        point.pixel == expected.pixel && point.name == expected.name
          && (point.position.x - expected.position.x).magnitude < 2e-9
          && (point.position.y - expected.position.y).magnitude < 2e-9
      }
  }

  @Test("Points with a name, without and with one twice are read as they were written")
  func names() throws {
    for names in [
      ["lift", nil, "1"], [nil, nil, nil], ["a", "a", nil], ["a", "b", "null"], ["", "~", "b: c"],
    ] {
      let points = names.enumerated().map { index, name in
        ControlPoint(
          pixel: PixelPoint(x: Double(100 * index), y: Double(50 * index * index)),
          position: CRSPoint(x: 8.5 + 0.1 * Double(index), y: 47.5), name: name)
      }
      let set = ControlPointSet(crs: .geographic, points: points)
      let text = try Self.edited(
        Self.text, "L0", FloorStatement(way: .stated(.controlPoints(set, kind: nil)), outline: nil))
      let floor = try #require(try manifest(text).floors.first { $0.id == "L0" })
      guard case .stated(.controlPoints(let found, _)) = floor.placement.way else {
        Issue.record("no points in \(text)")
        continue
      }
      #expect(found.points.map(\.name) == names.map { $0 == "" ? nil : $0 }, "\(text)")
    }
    #expect(throws: ManifestError.self) {
      try manifest(
        "name: M\nfloors:\n- id: L0\n  image: a.png\n  gcps:\n  - {a: [0, 0, 47, 8], b: [9, 9, 46, 9]}\n"
      )
    }
  }

  @Test(
    "A floor that cannot be changed by itself is refused, and named",
    arguments: [
      "- {id: L0, image: a.png, anchor: [47.1, 8.1], metres-per-pixel: 0.1}\n- {id: L1, image: b.png}",
      "- id: L0\n  image: a.png\n  gcps: &p [[0, 0, 47, 8], [9, 9, 46, 9]]\n- id: L1\n  image: b.png\n  gcps: *p",
    ])
  func refusals(floors: String) throws {
    let text = "name: M\nfloors:\n\(floors)\n"
    _ = try manifest(text)
    do throws(ManifestError) {
      _ = try ManifestEdit.text(
        changing: Array(text.utf8), path: "b.yml",
        to: ["L0": FloorStatement(way: Self.corners, outline: nil)])
      Issue.record("changed")
    } catch {
      #expect(error.report.what.contains("L0"), "\(error.report)")
      #expect(error.report.location?.hasPrefix("b.yml:") == true)
      #expect(error.report.nextStep != nil)
    }
  }

  @Test("What would contradict the rest of the manifest is refused")
  func contradictions() throws {
    for way in [
      FloorPlacement.Way.aligned(to: "L1", kind: .similarity),
      .aligned(to: "L7", kind: .similarity), .aligned(to: "L2", kind: .similarity),
    ] {
      #expect(throws: ManifestError.self) {
        try Self.edited(Self.text, "L1", FloorStatement(way: way, outline: nil))
      }
    }
    #expect(throws: ManifestError.self) {
      try Self.edited(Self.text, "L9", FloorStatement(way: Self.corners, outline: nil))
    }
  }
}
