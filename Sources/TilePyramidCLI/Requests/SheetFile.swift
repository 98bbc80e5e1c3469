import PyramidPictures
import RasterSources

/// The file of a contact sheet: an SVG where its name ends in .svg, else a PNG.
struct SheetFile {
  private let file: OutputFile
  private let isSVG: Bool

  /// Checks that the file can be written.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - overwrite: Whether a sheet that is there is replaced.
  ///   - inputs: What the command reads, which is never replaced.
  /// - Throws: ``FileError`` or `TileStorageError`.
  init(path: String, overwrite: Bool, inputs: [String]) throws {
    isSVG = path.lowercased().hasSuffix(".svg")
    file = try OutputFile(
      path: path, isSVG ? .marked(SheetDrawing.svgMark) : .picture, overwrite: overwrite,
      inputs: inputs)
  }

  /// Writes the sheet, all or nothing.
  ///
  /// - Returns: One line that says so.
  /// - Throws: ``FileError``, `TileStorageError`, `ImageCodecError`.
  func write(_ sheet: SheetDrawing) throws -> String {
    guard isSVG else { return try file.write(sheet.image) }
    try file.write(Array(try sheet.svg().utf8))
    return "wrote \(file.path), \(sheet.size.width) × \(sheet.size.height) pixels"
  }
}
