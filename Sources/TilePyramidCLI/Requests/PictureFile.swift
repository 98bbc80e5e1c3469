import PyramidPictures
import RasterSources

/// The file of a picture that is drawn: an SVG where its name ends in .svg, else a PNG.
struct PictureFile {
  private let file: OutputFile
  private let isSVG: Bool

  /// Checks that the file can be written.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - overwrite: Whether a picture of this program that is there is replaced.
  ///   - inputs: What the command reads, which is never replaced.
  /// - Throws: ``FileError`` or `TileStorageError`.
  init(path: String, overwrite: Bool, inputs: [String]) throws {
    isSVG = path.lowercased().hasSuffix(".svg")
    file = try OutputFile(
      path: path, isSVG ? .marked(PictureDrawing.svgMark) : .picture, overwrite: overwrite,
      inputs: inputs)
  }

  /// Writes the picture, all or nothing.
  ///
  /// - Returns: One line that says so.
  /// - Throws: ``FileError``, `TileStorageError`, `ImageCodecError`.
  func write(_ drawing: PictureDrawing) throws -> String {
    guard isSVG else { return try file.write(drawing.image) }
    try file.write(Array(try drawing.svg().utf8))
    return "wrote \(file.path), \(drawing.size.width) × \(drawing.size.height) pixels"
  }
}
