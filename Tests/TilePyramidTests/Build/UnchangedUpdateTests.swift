import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("An update of one image")
struct UnchangedUpdateTests {
  private let folder: TemporaryDirectory
  private static let size = PixelSize(width: 700, height: 600)

  init() throws {
    folder = try TemporaryDirectory()
    try write(seed: 1)
  }

  private var image: String { folder.path("plan.png") }

  private func write(seed: UInt64, alpha: Bool = true) throws {
    try PNGFileWriter.write(
      RGBAImage(.noise(seed: seed, opaque: !alpha, size: Self.size)), to: image, compression: .fast)
  }

  private func place(degrees: Double) throws {
    let step = 0.5 * cos(degrees * .pi / 180)
    let turn = 0.5 * sin(degrees * .pi / 180)
    let affine = Georeferencing.AffineTransform(
      originX: 950_000, originY: 6_000_000, columnX: step, columnY: turn, rowX: turn, rowY: -step)
    try folder.write(WorldFile(affine).text.utf8, as: "plan.pgw")
    try folder.write("EPSG:3857".utf8, as: "plan.prj")
  }

  private func request(
    _ name: String, updates: Bool = true, _ change: (inout PyramidRequest) -> Void = { _ in }
  ) throws -> PyramidRequest {
    let existing = updates ? BuildOutput.Existing.update : .refuse
    var request = PyramidRequest(
      SourceImage(image),
      output: name.contains(".")
        ? try .file(folder.path(name), existing: existing)
        : .directory(folder.path(name), existing: existing))
    request.encoding.effort = .fast
    change(&request)
    return request
  }

  /// Every file of an output and its number in the file system, by name.
  private func state(_ name: String) throws -> [String: (bytes: [UInt8], node: UInt64)] {
    var state: [String: (bytes: [UInt8], node: UInt64)] = [:]
    for file in folder.listing where file.hasPrefix(name) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(file))
      let node = try #require(attributes[.systemFileNumber] as? UInt64)
      let bytes = try folder.bytes(file)
      state[String(file.dropFirst(name.count))] = (bytes, node)
    }
    return state
  }

  private static let stores = ["out", "out.mbtiles", "out.pmtiles"]

  @Test(
    "without a change leaves every file as it is", arguments: stores, OverviewResampling.allCases)
  func unchanged(name: String, overviews: OverviewResampling) async throws {
    try place(degrees: name == "out" ? 0 : 7)
    let asked = try request(name) { $0.options.overviewResampling = overviews }
    let first = try await PyramidBuild(asked).run()
    let before = try state(name)
    let build = try PyramidBuild(asked)
    #expect(build.updatePlan?.remadeTileCount == 0)
    let second = try await build.run()
    #expect(second.changes?.isEmpty == true)
    #expect(second.changes?.keptCount == first.summary.tileCount)
    #expect(second.summary == first.summary && second.definition.digest == first.definition.digest)
    #expect(try state(name).mapValues(\.node) == before.mapValues(\.node))
  }

  @Test("without hard links has a file for each tile where equal ones shared one")
  func unsharedFiles() async throws {
    try place(degrees: 0)
    let pixels = [UInt8](repeating: 200, count: 4 * Self.size.width * Self.size.height)
    try folder.write(
      RGBAImage(width: Self.size.width, height: Self.size.height, samples: pixels), as: "plan.png")
    _ = try await PyramidBuild(request("out") { $0.output.hardLinks = true }).run()
    let shared = try state("out")
    #expect(Set(shared.values.map(\.node)).count < shared.count)
    _ = try await PyramidBuild(request("out")).run()
    let own = try state("out")
    #expect(Set(own.values.map(\.node)).count == own.count)
  }

  /// Something of which an output is made, and how it changes.
  enum Change: CaseIterable {
    case pixels, place, mask, name, preview, effort, format, tile, log, opaque
  }

  @Test("has the files of a new build whatever changed", arguments: Change.allCases, [0, 7.0])
  func changed(change: Change, degrees: Double) async throws {
    try place(degrees: degrees)
    _ = try await PyramidBuild(request("out")).run()
    var edit: (inout PyramidRequest) -> Void = { _ in }
    switch change {
    case .pixels: try write(seed: 2)
    case .opaque: try write(seed: 1, alpha: false)
    case .place: try place(degrees: degrees + 0.2)
    case .mask:
      // A mask beside the image is a TIFF of one band, of zeros here.
      try Data(Self.mask(Self.size)).write(to: URL(fileURLWithPath: image + ".msk"))
    case .name: edit = { $0.layer.name = "Another" }
    case .preview: edit = { $0.output.preview = true }
    case .effort: edit = { $0.options.resampling = .lanczos }
    case .format: edit = { $0.options.keepsEmptyTiles = true }
    case .tile:
      let tile = try #require(folder.listing.last { $0.hasSuffix(".png") && $0.hasPrefix("out/") })
      try FileManager.default.removeItem(atPath: folder.path(tile))
    case .log:
      try folder.write("damaged".utf8, as: ".out.tilepyramid-update")
    }
    _ = try await PyramidBuild(request("out", edit)).run()
    _ = try await PyramidBuild(request("fresh", updates: false, edit)).run()
    #expect(try state("out").mapValues(\.bytes) == state("fresh").mapValues(\.bytes))
    // And then nothing is to be done.
    let again = try PyramidBuild(request("out", edit))
    #expect(again.updatePlan?.remadeTileCount == 0)
  }

  /// A TIFF mask of zeros in the western half and 255 in the eastern one.
  private static func mask(_ size: PixelSize) -> [UInt8] {
    let row = (0..<size.width).map { UInt8($0 < size.width / 2 ? 0 : 255) }
    var tiff = TinyTIFF(isBig: false)
    tiff.addImage(
      width: size.width, height: size.height, blockHeight: 1,
      blocks: Array(repeating: row, count: size.height))
    return tiff.file
  }
}
