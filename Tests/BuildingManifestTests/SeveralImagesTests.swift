import BuildingManifest
import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Floors of several images")
struct SeveralImagesTests {
  private let folder: ManifestFolder

  init() throws {
    folder = try ManifestFolder()
    try folder.image("west.png", width: 120, height: 90)
    try folder.image("east.png", width: 100, height: 80)
  }

  private static let head = "name: Museum\nmetres-per-pixel: 0.2\nfloors:\n"

  private static func floor(_ images: String, _ more: String = "") -> String {
    head + "  - id: L1\n    images: \(images)\n\(more)"
  }

  private static let wings = """
    [{image: west.png, anchor: [47.3769, 8.5417]},
          {image: east.png, anchor: [47.3769, 8.5420], metres-per-pixel: 0.15, bearing: 30}]
    """

  @Test("Each image is placed by itself, with what the floor and the building state for all")
  func placements() throws {
    let manifest = try folder.manifest(Self.floor(Self.wings, "    bearing: 10\n"))
    let floor = manifest.floors[0]
    #expect(
      floor.parts.map { $0.path } == ["west.png", "east.png"].map { folder.directory.path($0) })
    let anchors = floor.parts.compactMap { part -> ImageAnchor? in
      guard case .stated(.anchor(let anchor)) = part.placement.way else { return nil }
      return anchor
    }
    #expect(anchors.map(\.bearing) == [10, 30])
    #expect(anchors.map(\.sampleSize) == [.metres(0.2), .metres(0.15)])
    let building = try folder.georeferenced(Self.floor(Self.wings))
    #expect(building.floors[0].raster.sheets.count == 2)
  }

  @Test(
    "A floor of several images has the tiles of these images, and lists them",
    arguments: [
      "last", "first",
    ])
  func tiles(onTop: String) async throws {
    let text = Self.floor(Self.wings, "    on-top: \(onTop)\n")
    try folder.write(text, as: "b.yml")
    let manifest = try folder.manifest(text)
    let built = try BuildingBuild(
      manifest, output: .directory(folder.directory.path("out"))
    ).run()
    let definition = built.floors[0].definition
    #expect(definition.sources?.files.map(\.name) == ["west.png", "east.png"])
    #expect(definition.rendering?.grids.count == 2)

    var listing = try ImageListing([])
    for part in manifest.floors[0].parts {
      guard case .stated(let placement) = part.placement.way else { continue }
      try listing.add(ListedImage(part.path, placement: placement))
    }
    let images = SourceImages(
      listing, readAs: SourceImage(""), onTop: onTop == "first" ? .first : .last, path: "wings")
    let alone = try await PyramidBuild(
      PyramidRequest(images, output: .directory(folder.directory.path("alone")))
    ).run()
    #expect(alone.definition.digest == definition.digest)
  }

  @Test("A floor may name a folder or a list")
  func folderOrList() throws {
    for (name, x) in [("a", 0.0), ("b", 25.0)] {
      try folder.image("\(name).png")
      try folder.write("1\n0\n0\n-1\n\(1000 + x)\n2000\n", as: "\(name).pgw")
    }
    try folder.write("a.png\nb.png\n", as: "list.txt")
    for text in ["\"@list.txt\"", "[a.png, b.png]"] {
      let building = try folder.georeferenced(
        Self.floor(text, "    crs: EPSG:3857\n"))
      #expect(building.floors[0].raster.size == PixelSize(width: 65, height: 30), "\(text)")
    }
    let manifest = try folder.manifest(Self.floor("\"@list.txt\"", "    crs: EPSG:3857\n"))
    #expect(
      throws: (any Error).self, "an image would be replaced"
    ) { try BuildingBuild(manifest, output: .directory(folder.directory.path("a.png"))) }
  }

  @Test(
    "What is wrong with several images is named with its line",
    arguments: [
      ("[]", "", 5), ("[west.png]", "    image: east.png\n", 6),
      ("[west.png]", "    align: L1\n", 6),
      ("[west.png]", "    points: {a: [1, 2]}\n", 6), ("[{anchor: [1, 2]}]", "", 5),
      ("[{image: west.png, align: L1}]", "", 5), ("{image: west.png}", "", 5),
      ("[{image: west.png, anchor: [1, 2], crs: EPSG:3857}]", "", 5),
      ("[west.png]", "    on-top: middle\n", 6),
    ])
  func faults(images: String, more: String, line: Int) {
    let error = fault(Self.floor(images, more))
    #expect(error?.report.location?.hasPrefix("b.yml:\(line):") ?? false, "\(error as Any)")
  }

  @Test(
    "An order without several images has no effect, and of a building holds for floors with them")
  func order() throws {
    let one = Self.head + "  - {id: L1, image: west.png, on-top: first, anchor: [47, 8]}\n"
    #expect(fault(one)?.report.what == "on-top has no effect")
    let all = try manifest(
      "on-top: newest\nfeather: 20\n" + Self.head
        + "  - {id: L0, image: west.png, anchor: [47, 8]}\n  - {id: L1, images: [east.png]}\n")
    #expect(all.floors.map(\.settings.onTop) == [.last, .newest])
    #expect(all.floors.map(\.settings.featherWidth) == [0, 20])
  }

  @Test("An image that is missing or has no place is named")
  func unusable() throws {
    for (images, words) in [("[west.png]", "no georeference"), ("[none.png]", "cannot be opened")] {
      let error = #expect(throws: ManifestError.self) {
        try folder.georeferenced(Self.floor(images))
      }
      let report = error?.report
      #expect(report?.what.contains(words) ?? false, "\(report as Any)")
      #expect(report?.what.contains("the images of floor L1") ?? false)
    }
  }
}
