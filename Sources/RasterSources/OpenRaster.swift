import Georeferencing
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
  return try openRaster(file, format: format, limits: limits, samples: samples)
}

private func openRaster(
  _ file: SourceFile, format: RasterFormat, limits: DecodingLimits, samples: SampleOptions
) throws(RasterError) -> any RasterSource {
  let path = file.path
  if samples.readsHeights {
    if format != .tiff {
      throw .optionWithoutEffect(
        path: path, option: samples.heightsOption,
        reason: "the file is a \(format.rawValue), and heights are read from a TIFF")
    }
    if let option = samples.firstForColorsOnly {
      throw .optionWithoutEffect(path: path, option: option, reason: "its samples are heights")
    }
  } else if samples.verticalUnit != nil {
    throw .optionWithoutEffect(
      path: path, option: "`verticalUnit`", reason: "its samples are drawn as colours")
  }
  if !format.hasNumberedBands, samples.bands != nil {
    throw .optionWithoutEffect(
      path: path, option: "`bands`", reason: "the file is a \(format.rawValue)")
  }
  var samples = samples
  samples.hasMaskFile = ExternalMask.exists(forImage: path, page: samples.page)
  var notices: [RasterNotice] = []
  if samples.page ?? 1 == 1 {
    do throws(GeoreferenceError) {
      samples.auxiliary = try AuxiliaryFile(ofImage: path)?.bands ?? BandStatements()
    } catch {
      notices.append(
        .notUsed(
          statement: "what cannot be read", file: Sidecars(imagePath: path).auxiliaryPath.fileName,
          reason: error.report.found ?? error.report.what))
    }
  }
  var image = try format.file.init(file, samples: samples, limits: limits)
  let statement = image.statement(samples)
  let areBytes = !format.hasNumberedBands && image.hasByteColors
  let stated = areBytes ? image.layout.byte(ofNumber: statement.noData) : statement.noData
  let noData = samples.noData ?? stated
  var table = areBytes ? image.layout.byteColors(of: statement.palette) : nil
  if let noData = noData.flatMap({ UInt8(exactly: $0) }) { table?[Int(noData)] = 0 }
  let used =
    areBytes
    ? BandStatement(
      noData: stated == nil && image.layout.canBeBytes ? nil : statement.noData, heights: nil,
      palette: table == nil ? nil : statement.palette) : statement
  notices += [samples.listed, samples.auxiliary].flatMap {
    $0.notices(used: used, image.layout, samples)
  }
  if areBytes, samples.noData == nil, let stated {
    image.header.details.append(RasterDetail("nodata", NumberText.shortest(stated)))
    if format == .jpeg { notices.append(.lossyNoData(value: stated)) }
  }
  if format == .jpeg, table != nil { notices.append(.lossyEntries) }
  image.header.notices += notices
  let hasByteColors = image.hasByteColors && table == nil
  var source: any RasterSource = image
  var rule = RecoloringRule(table: table, transparent: samples.transparent)
  rule.transform = table == nil ? image.remainingTransform : nil
  if let mask = try ExternalMask.source(of: source, samples: samples, limits: limits) {
    source = MaskedSource(base: source, mask: mask)
  }
  if samples.appliesOrientation, image.orientation != .upright {
    source = OrientedSource(source, image.orientation)
  }
  if !format.hasNumberedBands, hasByteColors, let stretch = samples.stretch, stretch != .none {
    throw .optionWithoutEffect(
      path: path, option: "`stretch`",
      reason: "the file is a \(format.rawValue) of at most 8 bits a sample")
  }
  if samples.noDataTolerance > 0 {
    guard hasByteColors else {
      throw .optionWithoutEffect(
        path: path, option: "`noDataTolerance`",
        reason: "it is for grey and RGB samples of 8 bits that are not stretched")
    }
    source = try NoDataBorderSource(source, value: noData, tolerance: samples.noDataTolerance)
  } else if let noData, !format.hasNumberedBands, hasByteColors {
    guard let byte = UInt8(exactly: noData) else {
      throw .optionWithoutEffect(
        path: path, option: "`noData`", reason: "the samples of the file are from 0 to 255")
    }
    rule.noData = OpaqueColor(red: byte, green: byte, blue: byte)
  }
  if let paper = samples.paper {
    let colors = RecoloredSource(base: source, rule: rule).decoded(byThreads: samples.threads)
    do {
      rule.paper = try paper.extraction(of: colors)
      if paper.isOutsideOnly, let extraction = rule.paper {
        rule.paper = nil
        if !rule.isIdentity { source = RecoloredSource(base: source, rule: rule) }
        source = NoDataBorderSource(source, paper: extraction)
        rule = RecoloringRule()
      }
    } catch let error as RasterError {
      throw error
    } catch {
      throw .corrupt(path: path, detail: "its rows cannot be read: \(error)")
    }
  }
  rule.ink = samples.ink
  rule.background = samples.background
  return rule.isIdentity ? source : RecoloredSource(base: source, rule: rule)
}

extension RasterFormat {
  fileprivate var file: any RasterFile.Type {
    switch self {
    case .png: PNGSource.self
    case .jpeg: JPEGSource.self
    case .webp: WebPSource.self
    case .heic, .avif: HEIFSource.self
    case .tiff: TIFFSource.self
    case .jpeg2000: JPEG2000Source.self
    }
  }
}

extension SourceFile {
  package var leadingBytes: [UInt8] {
    get throws(RasterError) {
      try InputFile(self).leadingBytes(
        max(RasterFormat.signatureLength, VectorFormat.signatureLength))
    }
  }
}

extension VectorFormat {
  package init?(_ file: SourceFile) throws(RasterError) {
    let start = try file.leadingBytes
    guard RasterFormat(leadingBytes: start) == nil else { return nil }
    self.init(leadingBytes: start)
  }
}
