public import TileImaging

/// Opens a raster file of any supported format, told by its first bytes and not by its name.
///
/// - Parameters:
///   - path: The file.
///   - limits: What is refused before memory is allocated for it.
/// - Returns: The raster; only its header has been read.
/// - Throws: ``RasterError``.
public func openRaster(
  path: String, limits: DecodingLimits = .source
) throws(RasterError) -> any RasterSource {
  let file = try InputFile(path: path)
  switch RasterFormat(leadingBytes: try file.leadingBytes(RasterFormat.signatureLength)) {
  case .png: return try PNGSource(path: path, limits: limits)
  case .none: throw .notAnImage(path: path)
  case .some(let format): throw .formatNotSupported(path: path, format: format)
  }
}
