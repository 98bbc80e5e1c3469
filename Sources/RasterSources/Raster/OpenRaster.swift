public import TileImaging

/// Opens a raster file or a plan in a vector format, told by its first bytes and not by its name.
///
/// - Parameters:
///   - path: The file.
///   - limits: What is refused before memory is allocated for it.
///   - samples: How the samples of a raster become colours; its page is also that of a PDF.
///   - vector: What is drawn of a plan in a vector format.
/// - Returns: The raster; only its header has been read. A plan in a vector format is a
///   ``RescalableSource``.
/// - Throws: ``RasterError``, ``VectorPlanError/noEffect(path:option:reason:nextStep:)`` in it for
///   options that change nothing for a file of this kind.
public func openRaster(
  path: String, limits: DecodingLimits = .source, samples: SampleOptions = SampleOptions(),
  vector: VectorPlanOptions = VectorPlanOptions()
) throws(RasterError) -> any RasterSource {
  let file = try InputFile(path: path)
  let start = try file.leadingBytes(
    max(RasterFormat.signatureLength, VectorFormat.signatureLength))
  if RasterFormat(leadingBytes: start) == nil, let format = VectorFormat(leadingBytes: start) {
    if let option = samples.firstForRastersOnly {
      throw .optionWithoutEffect(
        path: path, option: option, reason: "the file is a \(format.rawValue), which is drawn")
    }
    return try VectorPlan(path: path, format: format, options: vector)
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
    throw ForeignFormat(leadingBytes: start).map { .formatNotRead(path: path, format: $0) }
      ?? .notAnImage(path: path)
  }
  var samples = samples
  samples.page = page
  return try openRaster(path: path, format: format, limits: limits, samples: samples)
}

private func openRaster(
  path: String, format: RasterFormat, limits: DecodingLimits, samples: SampleOptions
) throws(RasterError) -> any RasterSource {
  if format != .tiff, samples.bands != nil {
    throw .optionWithoutEffect(
      path: path, option: "`bands`", reason: "the file is a \(format.rawValue)")
  }
  var source: any RasterSource
  var hasByteColors = true
  var noData = samples.noData
  switch format {
  case .png:
    let png = try PNGSource(path: path, samples: samples, limits: limits)
    hasByteColors = png.header.bitDepth < 16
    source = png
  case .jpeg: source = try JPEGSource(path: path, limits: limits)
  case .webp: source = try WebPSource(path: path, limits: limits)
  case .tiff:
    let tiff = try TIFFSource(path: path, samples: samples, limits: limits)
    hasByteColors = tiff.hasByteColors
    noData = tiff.noData
    source = tiff
  }
  if format != .tiff, hasByteColors, let stretch = samples.stretch, stretch != .none {
    throw .optionWithoutEffect(
      path: path, option: "`stretch`",
      reason: "the file is a \(format.rawValue) of at most 8 bits a sample")
  }
  var transparent = samples.transparent.map { [$0] } ?? []
  if samples.noDataTolerance > 0 {
    guard hasByteColors else {
      throw .optionWithoutEffect(
        path: path, option: "`noDataTolerance`",
        reason: "it is for grey and RGB samples of 8 bits that are not stretched")
    }
    source = try NoDataBorderSource(source, value: noData, tolerance: samples.noDataTolerance)
  } else if let noData, format != .tiff, hasByteColors {
    guard let byte = UInt8(exactly: noData) else {
      throw .optionWithoutEffect(
        path: path, option: "`noData`", reason: "the samples of the file are from 0 to 255")
    }
    transparent.append(OpaqueColor(red: byte, green: byte, blue: byte))
  }
  let rule = RecoloringRule(transparent: transparent, background: samples.background)
  return rule.isIdentity ? source : RecoloredSource(base: source, rule: rule)
}

extension VectorFormat {
  /// Tells the format of a file by its first bytes; `nil` for a raster or anything else.
  ///
  /// - Throws: ``RasterError`` when the file cannot be read.
  public init?(path: String) throws(RasterError) {
    let start = try InputFile(path: path).leadingBytes(
      max(RasterFormat.signatureLength, Self.signatureLength))
    guard RasterFormat(leadingBytes: start) == nil else { return nil }
    self.init(leadingBytes: start)
  }
}
