import BuildingManifest
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid

@Suite("A manifest")
struct ManifestTests {
  @Test("A manifest needs only a name, and an id and an image for each floor")
  func short() throws {
    let manifest = try manifest(
      "name: M\nfloors:\n- {id: L2, image: b.png}\n- {id: -1, image: a.png}\n", path: "plans/b.yml")
    #expect(manifest.floors.map(\.id) == ["-1", "L2"])
    #expect(manifest.floors.map(\.level) == [-1, 2])
    #expect(manifest.floors.map(\.image) == ["plans/a.png", "plans/b.png"])
    #expect(manifest.floors.map(\.name) == ["-1", "L2"])
    #expect(manifest.store == .directory)
    #expect(manifest.alignmentLimit == BuildingManifest.standardAlignmentLimit)
    #expect(!manifest.hardLinks)
    let floor = try #require(manifest.floors.last)
    #expect(floor.placement.way == .sidecar)
    #expect(floor.points == .listed([]))
    #expect(floor.settings.options == PyramidOptions())
    #expect(floor.encoding.effort == .balanced)
    #expect(floor.template.text == "L2/{z}/{x}/{y}.png")
    #expect(floor.urlTemplate == nil)
  }

  @Test("How samples become colours is read, for all floors or for one")
  func samples() throws {
    let manifest = try manifest(
      """
      name: Survey
      bands: [3, 2, 1]
      stretch: percent
      nodata: nan
      floors:
        - {id: L0, image: a.tif}
        - {id: L1, image: b.tif, bands: 4, stretch: [0, 4095], nodata: .NaN, transparent: "#0A0B0C", color: keep}
        - {id: L2, image: c.tif, stretch: "-1,2.5", nodata: -9999, background: "#FFFFFF"}
      """)
    let samples = manifest.floors.map(\.settings.samples)
    #expect(samples.map(\.bands?.text) == ["3,2,1", "4", "3,2,1"])
    #expect(samples.map(\.stretch) == [.percent, .range(0, 4095), .range(-1, 2.5)])
    #expect(samples[0].noData?.isNaN == true && samples[1].noData?.isNaN == true)
    #expect(samples[2].noData == -9999)
    #expect(samples.map(\.colors) == [.convert, .keep, .convert])
    #expect(samples.map(\.transparent?.description) == [nil, "#0A0B0C", nil])
    #expect(samples.map(\.background?.description) == [nil, nil, "#FFFFFF"])
  }

  @Test("A floor is read in every variant, whose keys hold before its own and the building's")
  func variants() throws {
    let manifest = try manifest(
      """
      name: Museum
      paper: white
      align: L0
      url: https://a.example/{floor}/{z}/{x}/{y}.png
      variants:
        light: {}
        dark: {ink: invert, paper: auto, paper-tolerance: 9}
      floors:
        - {id: L1, image: b.png, paper: "#F0F0F0", ink: keep}
        - {id: L0, image: a.png, bounds: [8, 47, 9, 48], name: Ground}
      """)
    let floors = manifest.floors
    #expect(floors.map(\.id) == ["L0", "L0-dark", "L1", "L1-dark"])
    #expect(floors.map(\.level) == [0, 0, 1, 1])
    #expect(floors.map(\.name) == ["Ground", "Ground", "L1", "L1"])
    #expect(floors.map(\.variant?.name) == ["light", "dark", "light", "dark"])
    #expect(floors.map(\.variant?.floor) == ["L0", "L0", "L1", "L1"])
    #expect(floors.map(\.settings.samples.ink) == [.keep, .invert, .keep, .invert])
    #expect(floors.map(\.settings.samples.paper?.tolerance) == [nil, 9, nil, 9])
    #expect(
      floors.map(\.settings.samples.paper?.color?.description) == ["#FFFFFF", nil, "#F0F0F0", nil])
    #expect(floors[1].template.text == "L0-dark/{z}/{x}/{y}.png")
    #expect(floors[3].urlTemplate?.text == "https://a.example/L1-dark/{z}/{x}/{y}.png")
    #expect(floors[0].placement == floors[1].placement)
  }

  @Test("Every key of a manifest is read")
  func everything() throws {
    let manifest = try manifest(
      """
      name: Museum
      description: Of things
      attribution: © Us
      tileset-version: 2.3.4
      scheme: tms
      hard-links: true
      alignment-limit: 0.25
      path: t/{floor}_{z}_{x}_{y}.{ext}
      url: https://a.example/{floor}/{z}/{x}/{y}.png
      floors:
        - id: "B 1"
          level: -1
          name: Cellar
          description: Dark
          attribution: © Them
          image: /plans/b1.png
          min-zoom: 3
          max-zoom: auto
          zoom-rounding: nearest
          tile-size: 512
          max-tiles: 99
          keep-empty: true
          format: png
          effort: smallest
          resampling: lanczos
          overview-resampling: darken
          type: baselayer
          z-index: -3
          opacity: 0.5
          points: {lift: [1, 2.5], "stairs": "3,4"}
      """)
    #expect(manifest.name == "Museum")
    #expect(manifest.description == "Of things")
    #expect(manifest.version == "2.3.4")
    #expect(manifest.scheme == .tms)
    #expect(manifest.hardLinks)
    #expect(manifest.alignmentLimit == 0.25)
    let floor = manifest.floors[0]
    #expect(
      (floor.name, floor.settings.layer.description, floor.settings.layer.attribution) == (
        "Cellar", "Dark", "© Them"
      ))
    #expect(floor.image == "/plans/b1.png")
    var options = PyramidOptions()
    options.minimumZoom = 3
    options.zoomRounding = .nearest
    options.tileSize = .large
    options.maximumTileCount = 99
    options.keepsEmptyTiles = true
    options.resampling = .lanczos
    options.overviewResampling = .darken
    #expect(floor.settings.options == options)
    #expect(floor.encoding.effort == .smallest)
    #expect(
      (floor.settings.layer.kind, floor.settings.layer.zIndex, floor.settings.layer.opacity) == (
        .baselayer, -3, 0.5
      ))
    #expect(floor.template.text == "t/B 1_{z}_{x}_{y}.png")
    #expect(floor.urlTemplate?.text == "https://a.example/B%201/{z}/{x}/{y}.png")
    let points = [
      NamedPixel(name: "lift", pixel: PixelPoint(x: 1, y: 2.5)),
      NamedPixel(name: "stairs", pixel: PixelPoint(x: 3, y: 4)),
    ]
    #expect(floor.points == .listed(points))
  }

  @Test("Floors have formats and qualities of their own, or those of the building that fit")
  func formats() throws {
    let manifest = try manifest(
      """
      name: M
      format: webp
      lossless: true
      effort: fast
      bounds: [8, 47, 8.1, 47.1]
      floors:
        - {id: L0, image: a.png}
        - {id: L1, image: b.png, quality: 60}
        - {id: L2, image: c.png, format: hybrid, quality: 70}
        - {id: L3, image: d.png, format: jpeg}
        - {id: L4, image: e.png, format: png}
      """)
    let white = OpaqueColor.white
    #expect(
      manifest.floors.map(\.encoding) == [
        PyramidEncoding(.losslessWebP, effort: .fast),
        PyramidEncoding(.webp(quality: 60), effort: .fast),
        .hybrid(quality: 70, effort: .fast),
        PyramidEncoding(.jpeg(quality: 80, background: white), effort: .fast),
        PyramidEncoding(.png, effort: .fast),
      ])
    #expect(
      manifest.floors.map(\.template.text) == [
        "L0/{z}/{x}/{y}.webp", "L1/{z}/{x}/{y}.webp", "L2/{z}/{x}/{y}.{ext}",
        "L3/{z}/{x}/{y}.jpg", "L4/{z}/{x}/{y}.png",
      ])
  }

  @Test("A file of one format per floor takes no tiles of two")
  func hybridDatabases() {
    let text =
      "name: M\nstore: mbtiles\nformat: hybrid\nbounds: [8, 47, 8.1, 47.1]\n"
      + "floors:\n  - {id: L0, image: a.png}\n"
    #expect(fault(text)?.description.contains("one format") == true)
  }

  @Test("What the building states holds for floors that do not state it")
  func inheritance() throws {
    let manifest = try manifest(
      """
      name: M
      max-zoom: 20
      effort: fast
      metres-per-pixel: 0.05
      bearing: 12
      anchor: [47, 8]
      floors:
        - {id: L0, image: a.png}
        - {id: L1, image: b.png, max-zoom: 21, bearing: -90}
        - {id: L2, image: c.png, bounds: [8, 47, 8.1, 47.1]}
        - {id: L3, image: d.png, align: L0, points: {a: [1, 2], b: [3, 4]}}
      """)
    #expect(manifest.floors.map(\.settings.options.maximumZoom) == [20, 21, 20, 20])
    #expect(manifest.floors.allSatisfy { $0.encoding.effort == .fast })
    func anchored(_ bearing: Double) -> FloorPlacement.Way {
      .stated(
        .anchor(
          ImageAnchor(
            anchor: GeographicCoordinate(latitude: 47, longitude: 8), sampleSize: .metres(0.05),
            bearing: bearing)))
    }
    let bounds = GeographicBounds(west: 8, south: 47, east: 8.1, north: 47.1)
    #expect(
      manifest.floors.map(\.placement.way) == [
        anchored(12), anchored(-90), .stated(.bounds(bounds)),
        .aligned(to: "L0", kind: .similarity),
      ])
  }

  @Test("A reference named for all floors is not aligned with itself")
  func reference() throws {
    let manifest = try manifest(
      """
      name: M
      align: {to: L1, transform: affine}
      floors:
        - {id: L0, image: a.png}
        - {id: L1, image: b.png, bounds: [1, 2, 3, 4]}
        - {id: L2, image: c.png, align: L0}
        - {id: L3, image: d.png, transform: projective}
      """)
    let ways = manifest.floors.map(\.placement.way)
    #expect(ways[0] == .aligned(to: "L1", kind: .affine))
    #expect(ways[1] == .stated(.bounds(GeographicBounds(west: 1, south: 2, east: 3, north: 4))))
    #expect(ways[2] == .aligned(to: "L0", kind: .similarity))
    #expect(ways[3] == .aligned(to: "L1", kind: .affine))
  }

  @Test("Every way to place an image is read, as a list and as the command line writes it")
  func placements() throws {
    let corners = CornerCoordinates(
      topLeft: GeographicCoordinate(latitude: 2, longitude: 1),
      topRight: GeographicCoordinate(latitude: 2, longitude: 3),
      bottomRight: GeographicCoordinate(latitude: -1, longitude: 3),
      bottomLeft: GeographicCoordinate(latitude: -1, longitude: 1))
    func points(_ names: [String?]) -> ControlPointSet {
      ControlPointSet(
        crs: .geographic,
        points: [
          ControlPoint(
            pixel: PixelPoint(x: 0, y: 0), coordinate: corners.topLeft, name: names[0]),
          ControlPoint(
            pixel: PixelPoint(x: 9, y: 9), coordinate: corners.bottomRight, name: names[1]),
        ])
    }
    let cases: [(String, FloorPlacement.Way)] = [
      ("corners: [[2, 1], [2, 3], [-1, 3], [-1, 1]]", .stated(.corners(corners))),
      ("corners: 2,1 2,3 -1,3 -1,1", .stated(.corners(corners))),
      ("corners: [\"2, 1\", \"2,3\", \"-1,3\", \"-1,1\"]", .stated(.corners(corners))),
      (
        "bounds: 1,2,3,4",
        .stated(.bounds(GeographicBounds(west: 1, south: 2, east: 3, north: 4)))
      ),
      (
        "gcps: [[0, 0, 2, 1], \"9,9,-1,3\"]",
        .stated(.controlPoints(points([nil, nil]), kind: nil))
      ),
      (
        "gcps: {a: [0, 0, 2, 1], b: [9, 9, -1, 3]}\n    transform: similarity",
        .stated(.controlPoints(points(["a", "b"]), kind: .similarity))
      ),
      ("gcp-file: g.csv", .stated(.controlPointFile(path: "p/g.csv", kind: nil))),
      ("world-file: /w.pgw\n    crs: EPSG:4326", .stated(.worldFile(path: "/w.pgw"))),
    ]
    for (text, way) in cases {
      let manifest = try manifest(
        "name: M\nfloors:\n  - id: L1\n    image: a.png\n    \(text)\n", path: "p/b.yml")
      #expect(manifest.floors[0].placement.way == way, "\(text)")
    }
  }

  @Test("Manifests are told by their extension")
  func names() {
    #expect(["b.yml", "B.YAML"].allSatisfy(BuildingManifest.isManifest(path:)))
    #expect(!["b.png", "yml", "b.yml.png"].contains(where: BuildingManifest.isManifest(path:)))
  }

  @Test("A byte order mark of a manifest is skipped")
  func byteOrderMark() throws {
    let text = "\u{FEFF}name: M\nfloors: [{id: L1, image: a.png}]\n"
    #expect(try manifest(text).name == "M")
  }

  @Test("What is drawn of a PDF or an SVG is the floor's, else the building's; a page is a floor's")
  func vector() throws {
    let manifest = try manifest(
      """
      name: M
      dpi: 300
      layers: walls, All doors
      floors:
        - {id: L1, image: a.pdf, page: 2, dpi: 72.5}
        - {id: L2, image: b.svg, layers: [stairs]}
      """)
    #expect(
      manifest.floors.map(\.settings.vector) == [
        VectorPlanOptions(page: 2, dotsPerInch: 72.5, layers: ["walls", "All doors"]),
        VectorPlanOptions(dotsPerInch: 300, layers: ["stairs"]),
      ])
  }

  @Test("A page or a resolution of an image that has none is refused where the image is named")
  func vectorOfRaster() throws {
    let folder = try ManifestFolder()
    try folder.image("a.png")
    for key in ["page: 1", "dpi: 300", "layers: [a]"] {
      let error = #expect(throws: ManifestError.self) {
        try folder.georeferenced(
          "name: M\nfloors:\n  - {id: L1, image: a.png, bounds: [8, 47, 9, 48], \(key)}\n")
      }
      let text = "\(error?.report.what ?? "")"
      #expect(text.contains("the image of floor L1: \(key.prefix { $0 != ":" }) has no effect"))
      #expect(error?.report.location?.hasSuffix("b.yml:3:21") == true)
    }
  }
}
