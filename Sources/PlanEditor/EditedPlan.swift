import Foundation
import Georeferencing
package import RasterSources
import TileImaging
import TileModel
package import TilePyramid
package import TileServer

/// A plan to place: its image, and its tiles on its own grid, which are made on demand.
package struct EditedPlan: Sendable {
  package let image: SourceImage
  package let raster: any RasterSource
  let stamp: FileState?
  private let folder: EditFolder
  private let made = Guarded<BuiltTiles?>(nil)

  package var path: String { image.path }
  package var name: String { URL(fileURLWithPath: image.path).lastPathComponent }
  /// Resolution of the image on paper; `nil` when unknown.
  package var dotsPerInch: Double? {
    raster.vectorDocument?.dotsPerInch ?? image.vector.dotsPerInch
  }

  package init(
    _ image: SourceImage, raster: (any RasterSource)? = nil, in folder: EditFolder
  ) throws {
    self.image = image
    stamp = FileState(path: image.path)
    self.raster = if let raster { raster } else { try image.open() }
    self.folder = folder
  }

  func placed(by placement: Placement) -> SourceImage {
    var image = image
    (image.placement, image.crs, image.transform, image.outline) = (placement, nil, nil, nil)
    if raster.vectorDocument == nil { image.vector.dotsPerInch = nil }
    return image
  }

  package func tiles() throws -> BuiltTiles {
    // Concurrent callers wait for the same tiles.
    try made.withLock { made in
      if let made { return made }
      let tiles = try BuiltTiles(of: placed(by: .imageGrid(.standard)), in: folder)
      made = tiles
      return tiles
    }
  }
}

/// A scratch directory for the tiles of a session.
package final class EditFolder: Sendable {
  package let path: String
  let isCancelled: @Sendable () -> Bool
  private let count = Guarded(0)

  /// Only this user can read the directory.
  package init(
    in parent: String, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws {
    self.isCancelled = isCancelled
    path =
      URL(fileURLWithPath: parent)
      .appendingPathComponent("tilepyramid-edit-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  package func remove() throws { try FileManager.default.removeItem(atPath: path) }

  func nextPath() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return "\(path)/\(number).pmtiles"
  }
}

/// Tiles that were made for the page.
package struct BuiltTiles: Sendable {
  package let path: String
  package let site: ServedSite
  private let folder: EditFolder

  package init(of image: SourceImage, in folder: EditFolder) throws {
    path = folder.nextPath()
    self.folder = folder
    var request = PyramidRequest(image, output: try .file(path))
    // They are read once or twice, on this machine.
    request.encoding = PyramidEncoding(.png, effort: .fast)
    request.resources.scratch = ScratchDirectory(path: folder.path)
    _ = try PyramidBuild(request).run(report: { _ in }, isCancelled: folder.isCancelled)
    site = try ServedSite(path: path)
  }

  /// Unlinks the file; open handles stay valid.
  func remove() { _ = unlink(path) }
}
