import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("The folder of a store")
struct StoreFolderTests {
  let folder: TemporaryDirectory
  private let files = FileManager.default
  private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  init() throws {
    folder = try TemporaryDirectory()
    try files.createDirectory(atPath: folder.path("store/1/0"), withIntermediateDirectories: true)
    try files.createDirectory(atPath: folder.path("outside/0"), withIntermediateDirectories: true)
    for name in ["store/1/0/0.png", "outside/0/0.png", "outside/secret"] {
      try folder.write(png, as: name)
    }
  }

  private func link(_ name: String, to target: String) throws {
    try files.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
  }

  @Test(
    "A link to a tile, absolute, relative or inside the folder, is an error that names it",
    arguments: ["../../../outside/secret", "/etc/passwd", "0.png", "nowhere"])
  func linkedTile(target: String) throws {
    let reader = try DirectoryTileReader(path: folder.path("store"))
    try link("store/1/0/1.png", to: target)
    let expected = TileStorageError.linkInStore(path: folder.path("store/1/0/1.png"))
    #expect(storageError { _ = try reader.tile(at: SampleLayers.tile(1, 0, 1)) } == expected)
    #expect(storageError { _ = try DirectoryTileReader(path: folder.path("store")) } == expected)
    #expect(try reader.tile(at: SampleLayers.tile(1, 0, 0)) == png)
    let inspection = try StoreInspection(path: folder.path("store"))
    let links = inspection.contents.faults.first { $0.rule == "directory.link" }
    #expect(links?.examples == ["1/0/1.png"])
    #expect(inspection.tiles.count == 1)
  }

  @Test(
    "A link to a folder of tiles is an error that names it", arguments: ["store/1/1", "store/2"])
  func linkedFolder(name: String) throws {
    let reader = try DirectoryTileReader(path: folder.path("store"))
    try link(name, to: folder.path("outside"))
    let tile = try name == "store/2" ? SampleLayers.tile(2, 0, 0) : SampleLayers.tile(1, 1, 0)
    let expected = TileStorageError.linkInStore(path: folder.path(name))
    #expect(storageError { _ = try reader.tile(at: tile) } == expected)
    #expect(storageError { _ = try DirectoryTileReader(path: folder.path("store")) } == expected)
  }

  @Test("A linked layer definition and a linked building are errors")
  func linkedDocuments() throws {
    for name in ["layer.json", "building.json"] {
      try link("store/\(name)", to: "/etc/passwd")
      let fault = storageError { _ = try StoredLayers(path: folder.path("store")) }
      #expect(fault == .linkInStore(path: folder.path("store/\(name)")))
      try files.removeItem(atPath: folder.path("store/\(name)"))
    }
  }

  @Test("A store whose folder is a link, or whose files have several names, is read")
  func allowedLinks() throws {
    try link("alias", to: "store")
    try files.linkItem(
      atPath: folder.path("outside/secret"), toPath: folder.path("store/1/0/1.png"))
    let reader = try DirectoryTileReader(path: folder.path("alias"))
    #expect(try reader.coordinates().count == 2)
    #expect(try reader.tile(at: SampleLayers.tile(1, 0, 1)) == png)
  }

  @Test("A building's floor behind a link is not opened, whatever the link leads to")
  func linkedFloor() throws {
    let tiles = SampleLayers.pyramid(zoom: 1, x: 0..<1, y: 0..<1)
    let path = folder.path("floor")
    try SampleLayers.write(
      tiles, to: DirectoryTileWriter(path: path, layout: .init(template: SampleLayers.template())))
    try files.createDirectory(atPath: folder.path("building"), withIntermediateDirectories: false)
    let building = BuildingDefinition(
      name: "a", floors: [.init(.init(id: "L1"), layer: "L1/layer.json")])
    try folder.write(BuildingDocument(building).encoded(), as: "building/building.json")
    try link("building/L1", to: "../floor")
    let fault = storageError { _ = try StoredLayers(path: folder.path("building")) }
    #expect(fault == .linkInStore(path: folder.path("building/L1")))
  }

  @Test(
    "Named pipes and folders where a store should have files are errors, and are not waited for")
  func pipes() throws {
    try #require(mkfifo(folder.path("store/1/0/1.png"), 0o600) == 0)
    try files.createDirectory(
      atPath: folder.path("store/1/1/0.png"), withIntermediateDirectories: true)
    let reader = try DirectoryTileReader(path: folder.path("store"))
    for (x, y) in [(0, 1), (1, 0)] {
      let fault = storageError { _ = try reader.tile(at: SampleLayers.tile(1, x, y)) }
      guard case .notAFile(folder.path("store/1/\(x)/\(y).png"), _)? = fault else {
        Issue.record("\(x) \(y): \(String(describing: fault))")
        continue
      }
    }
    #expect(try reader.coordinates().count == 1)
    try #require(mkfifo(folder.path("a.mbtiles"), 0o600) == 0)
    #expect(storageError { _ = try MBTilesReader.open(path: folder.path("a.mbtiles")) } != nil)
  }
}
