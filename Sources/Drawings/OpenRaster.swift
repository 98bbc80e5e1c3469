import Georeferencing
package import RasterSources
package import TileImaging
import TileModel

/// Opens a raster file or a vector plan, recognised by its first bytes and not by its name.
package func openRaster(
  path: String, limits: DecodingLimits = .source, samples: SampleOptions = SampleOptions(),
  vector: VectorPlanOptions = VectorPlanOptions()
) throws(RasterError) -> any RasterSource {
  try openRaster(SourceFile(path: path), limits: limits, samples: samples, vector: vector)
}

package func openRaster(
  _ file: SourceFile, limits: DecodingLimits = .source, samples: SampleOptions = SampleOptions(),
  vector: VectorPlanOptions = VectorPlanOptions()
) throws(RasterError) -> any RasterSource {
  let path = file.path
  let start = try file.leadingBytes
  if RasterFormat(leadingBytes: start) == nil, let format = VectorFormat(leadingBytes: start) {
    let option: String? =
      samples.readsHeights
      ? samples.heightsOption
      : samples.verticalUnit == nil ? samples.firstForRastersOnly : "`verticalUnit`"
    if let option {
      throw .optionWithoutEffect(
        path: path, option: option, reason: "the file is a \(format.rawValue), which is drawn")
    }
    return try VectorPlan(file, format: format, options: vector)
      .removing(samples.paper, ink: samples.ink)
  }
  let format = RasterFormat(leadingBytes: start)
  let page = samples.page ?? vector.page
  if let option = format != .tiff && page != nil ? "`page`" : vector.firstForVectorsOnly {
    throw .vectorPlan(
      .noEffect(
        path: path, option: option,
        reason: option == "`page`"
          ? "the file is neither a PDF nor a TIFF" : "the file is neither a PDF nor an SVG",
        nextStep: "leave \(option) out"))
  }
  guard let format else {
    if start.isEmpty { throw .truncated(path: path) }
    throw ForeignFormat(leadingBytes: start, path: path).map {
      .formatNotRead(path: path, format: $0)
    } ?? .notAnImage(path: path)
  }
  var samples = samples
  samples.page = page
  return try format.open(file, limits: limits, samples: samples)
}

extension VectorFormat {
  package init?(_ file: SourceFile) throws(RasterError) {
    let start = try file.leadingBytes
    guard RasterFormat(leadingBytes: start) == nil else { return nil }
    self.init(leadingBytes: start)
  }
}
