public import TileImaging

/// Opens a raster file or a plan in a vector format, told by its first bytes and not by its name.
///
/// - Parameters:
///   - path: The file.
///   - limits: What is refused before memory is allocated for it.
///   - vector: What is drawn of a plan in a vector format.
/// - Returns: The raster; only its header has been read. A plan in a vector format is a
///   ``RescalableSource``.
/// - Throws: ``RasterError``, ``VectorPlanError/noEffect(path:option:reason:nextStep:)`` in it for
///   options of vector plans that come with a raster.
public func openRaster(
  path: String, limits: DecodingLimits = .source,
  vector: VectorPlanOptions = VectorPlanOptions()
) throws(RasterError) -> any RasterSource {
  let file = try InputFile(path: path)
  let start = try file.leadingBytes(
    max(RasterFormat.signatureLength, VectorFormat.signatureLength))
  if RasterFormat(leadingBytes: start) == nil, let format = VectorFormat(leadingBytes: start) {
    return try VectorPlan(path: path, format: format, options: vector)
  }
  if let option = vector.firstForVectorsOnly {
    throw .vectorPlan(
      .noEffect(
        path: path, option: option, reason: "the file is neither a PDF nor an SVG",
        nextStep: "leave \(option) out"))
  }
  switch RasterFormat(leadingBytes: start) {
  case .png: return try PNGSource(path: path, limits: limits)
  case .none: throw .notAnImage(path: path)
  case .some(let format): throw .formatNotSupported(path: path, format: format)
  }
}
