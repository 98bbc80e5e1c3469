import Foundation
package import Georeferencing
package import RasterSources
import TileImaging
import TileModel
import TilePyramid
package import TileServer

/// A plan that is placed: its image, and its tiles on its own grid, which are made when they are asked for.
package struct EditedPlan: Sendable {
  /// The image as the person named it.
  package let image: SourceImage
  /// The image, opened.
  package let raster: any RasterSource
  /// State of the image's file when it was opened.
  let stamp: FileStamp?
  private let folder: EditFolder
  private let made = Guarded<BuiltTiles?>(nil)

  package var path: String { image.path }
  /// The name of the image's file.
  package var name: String { URL(fileURLWithPath: image.path).lastPathComponent }
  /// The resolution at which the image stands on paper, as far as known.
  package var dotsPerInch: Double? {
    raster.vectorDocument?.dotsPerInch ?? image.vector.dotsPerInch
  }

  /// Opens an image.
  package init(
    _ image: SourceImage, raster: (any RasterSource)? = nil, in folder: EditFolder
  ) throws {
    self.image = image
    stamp = FileStamp(path: image.path)
    self.raster = if let raster { raster } else { try image.open() }
    self.folder = folder
  }

  /// The image, placed otherwise than the person has it.
  func placed(by placement: Placement) -> SourceImage {
    var image = image
    (image.placement, image.crs, image.transform, image.outline) = (placement, nil, nil, nil)
    if raster.vectorDocument == nil { image.vector.dotsPerInch = nil }
    return image
  }

  /// The tiles of the picture itself, made when they are asked for first.
  package func tiles() throws -> BuiltTiles {
    // Whoever asks meanwhile waits for the same tiles.
    try made.withLock { made in
      if let made { return made }
      let tiles = try BuiltTiles(of: placed(by: .imageGrid(.standard)), in: folder)
      made = tiles
      return tiles
    }
  }

  /// The picture, and how it lies among the samples that the file stores.
  package var frame: PictureFrame {
    PictureFrame(size: raster.size, orientation: raster.orientation)
  }
}

/// A folder for the tiles of a session.
package final class EditFolder: Sendable {
  package let path: String
  /// Whether making tiles is to stop.
  let isCancelled: @Sendable () -> Bool
  private let count = Guarded(0)

  /// Makes a folder that only this user can read.
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

  /// Removes the folder, and everything in it, at the end of the session.
  package func remove() throws { try FileManager.default.removeItem(atPath: path) }

  /// A name for another file.
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
  /// The file of the tiles.
  package let path: String
  /// What serves them.
  package let site: ServedSite
  private let folder: EditFolder

  /// Makes the tiles of an image.
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

  /// Gives the space of the file back; what was opened of it can still be read.
  func remove() { _ = unlink(path) }
}
