import Foundation
import TileImaging

/// A picture that a command draws beside what it prints.
struct PictureFile {
  let path: String
  let overwrite: Bool

  /// - Throws: ``FileError/exists(path:)``: what is certain to fail does so before work begins.
  init(path: String, overwrite: Bool) throws(FileError) {
    if !overwrite, FileManager.default.fileExists(atPath: path) { throw .exists(path: path) }
    self.path = path
    self.overwrite = overwrite
  }

  /// Writes the picture as PNG, all or nothing.
  ///
  /// - Returns: One line that says so.
  /// - Throws: ``FileError``, ``ImageCodecError``.
  func write(_ image: RGBAImage) throws -> String {
    let bytes = try PNGTileEncoder(effort: .fast).encode(image)
    try NewFiles.write([(path, Data(bytes))], overwrite: overwrite)
    return "wrote \(path), \(image.width) × \(image.height) pixels"
  }
}
