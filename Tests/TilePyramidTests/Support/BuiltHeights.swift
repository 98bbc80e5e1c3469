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

/// Files of heights in a folder of their own, and what builds make of them.
struct HeightWorkshop {
  let folder: TemporaryDirectory
  /// The zoom in whose world pixels images are placed.
  static let zoom = 14
  static let worldPixels = WorldPixelGrid(zoom: zoom)
  /// The world pixel near which images are, from where some go on in another tile of far smaller zooms.
  static let origin = (x: 256.0 * 8_800 + 37, y: 256.0 * 5_318 + 21)

  init() throws { folder = try TemporaryDirectory() }

  /// Writes a file of heights, near ``origin``.
  @discardableResult
  func write(
    _ field: HeightField, as name: String = "heights", shift: (x: Double, y: Double) = (0, 0),
    scale: Double = 1, degrees: Double = 0
  ) throws -> String {
    let georeference = Self.worldPixels.rotated(
      x: Self.origin.x + shift.x, y: Self.origin.y + shift.y, scale: scale, degrees: degrees)
    guard case .affine(let affine) = georeference.pixelToCRS else {
      throw CocoaError(.featureUnsupported)
    }
    let path = folder.path(name + ".tif")
    try field.write(to: path, at: affine)
    return path
  }

  /// Asks for tiles of images of heights, five zooms of them.
  func request(
    _ paths: [String], to name: String, _ elevation: PyramidEncoding.Elevation = .init(.terrarium),
    _ change: (inout PyramidRequest) throws -> Void = { _ in }
  ) throws -> PyramidRequest {
    var request = PyramidRequest(
      SourceImages(paths, readAs: SourceImage("")),
      output: name.contains(".") ? try .file(folder.path(name)) : .directory(folder.path(name)))
    request.encoding = PyramidEncoding(.png, effort: .fast)
    request.encoding.elevation = elevation
    request.options = .zooms(Self.zoom - 4, Self.zoom)
    request.resources.threads = 2
    try change(&request)
    return request
  }

  /// Builds.
  func build(_ request: PyramidRequest) async throws -> BuiltHeights {
    let build = try PyramidBuild(request)
    let layer = try await build.run()
    return try BuiltHeights(request.output.path, plan: build.plan, layer.definition)
  }

  /// Writes an image and builds it.
  func build(
    _ field: HeightField, shift: (x: Double, y: Double) = (0, 0), scale: Double = 1,
    degrees: Double = 0, _ elevation: PyramidEncoding.Elevation = .init(.terrarium),
    _ change: (inout PyramidRequest) throws -> Void = { _ in }
  ) async throws -> BuiltHeights {
    let name = UUID().uuidString
    let path = try write(field, as: name, shift: shift, scale: scale, degrees: degrees)
    return try await build(request([path], to: "\(name)-tiles", elevation, change))
  }

  /// The tiles of a store.
  func tiles(_ name: String) throws -> [TileCoordinate: [UInt8]] {
    try BuiltHeights.tiles(folder.path(name))
  }
}

/// Tiles of heights.
struct BuiltHeights {
  let plan: PyramidPlan
  let definition: LayerDefinition
  let tiles: [TileCoordinate: [UInt8]]

  init(_ path: String, plan: PyramidPlan, _ definition: LayerDefinition) throws {
    self.plan = plan
    self.definition = definition
    tiles = try Self.tiles(path)
  }

  static func tiles(_ path: String) throws -> [TileCoordinate: [UInt8]] {
    return try openTileStore(path).allTiles()
  }

  /// The stitched samples of a level.
  func plane(_ zoom: Int) throws -> Plane {
    let level = try #require(plan.levels.first { $0.zoom == zoom })
    return try Plane(level.range, tileSize: plan.options.tileSize.rawValue, tiles: tiles)
  }

  /// The stitched samples of the deepest level.
  func deepest() throws -> Plane { try plane(plan.deepest.zoom) }
}
