import Georeferencing
package import TileImaging
import TileModel

extension RasterFormat {
  /// Opens a raster file with its mask, nodata value and colours.
  package func open(
    _ file: SourceFile, limits: DecodingLimits, samples: SampleOptions
  ) throws(RasterError) -> any RasterSource {
    try check(samples, path: file.path)
    var samples = samples
    samples.hasMask = ExternalMask.exists(forImage: file.path, page: samples.page)
    let unreadable = samples.readAuxiliaryFile(ofImage: file.path)
    var image = try self.file.init(file, samples: samples, limits: limits)
    var mask: (any RasterSource)? =
      self == .jpeg ? try JPEGMask(of: image.header, in: file, limits: limits) : nil
    if mask != nil { samples.hasMask = true }
    let stated = AppliedStatement(of: image, in: self, samples)
    try stated.check(samples)
    image.header.details += stated.details
    image.header.notices += [unreadable].compactMap(\.self) + stated.notices

    var source: any RasterSource = image
    if mask == nil {
      mask = try ExternalMask.source(of: source, samples: samples, limits: limits)
    }
    if let mask { source = MaskedSource(base: source, mask: mask) }
    if samples.appliesOrientation, image.orientation != .upright {
      source = OrientedSource(source, image.orientation)
    }
    if samples.noDataTolerance > 0 {
      source = try NoDataBorderSource(
        source, value: stated.noData, tolerance: samples.noDataTolerance)
    }
    return try source.recolored(by: stated.rule, samples)
  }

  private var file: any RasterFile.Type {
    switch self {
    case .png: PNGSource.self
    case .jpeg: JPEGSource.self
    case .webp: WebPSource.self
    case .heic, .avif: HEIFSource.self
    case .tiff: TIFFSource.self
    case .jpeg2000: JPEG2000Source.self
    }
  }

  private func check(_ samples: SampleOptions, path: String) throws(RasterError) {
    if samples.readsHeights {
      if self != .tiff {
        throw .optionWithoutEffect(
          path: path, option: samples.heightsOption,
          reason: "the file is a \(rawValue), and heights are read from a TIFF")
      }
      if let option = samples.firstForColorsOnly {
        throw .optionWithoutEffect(path: path, option: option, reason: "its samples are heights")
      }
    } else if samples.verticalUnit != nil {
      throw .optionWithoutEffect(
        path: path, option: "`verticalUnit`", reason: "its samples are drawn as colours")
    }
    if !hasNumberedBands, samples.bands != nil {
      throw .optionWithoutEffect(
        path: path, option: "`bands`", reason: "the file is a \(rawValue)")
    }
  }
}

extension SampleOptions {
  /// Returns a notice of a file that cannot be read.
  fileprivate mutating func readAuxiliaryFile(ofImage path: String) -> RasterNotice? {
    guard page ?? 1 == 1 else { return nil }
    do throws(GeoreferenceError) {
      auxiliary = try AuxiliaryFile(ofImage: path)?.bands ?? BandStatements()
      return nil
    } catch {
      return .notUsed(
        statement: "what cannot be read",
        file: Sidecars(imagePath: path).auxiliaryPath.fileName,
        reason: error.report.found ?? error.report.what)
    }
  }
}

/// Nodata and palette that files and options state for an image, as they apply to its decoded colours.
private struct AppliedStatement {
  let path: String
  let format: RasterFormat
  let noData: Double?
  let rule: RecoloringRule
  private(set) var details: [RasterDetail] = []
  private(set) var notices: [RasterNotice] = []
  private let hasByteColors: Bool
  private let clearsNoData: Bool

  init(of image: any RasterFile, in format: RasterFormat, _ samples: SampleOptions) {
    (path, self.format) = (image.path, format)
    let layout = image.layout
    let statement = image.statement(samples)
    let areBytes = !format.hasNumberedBands && image.hasByteColors
    let stated = areBytes ? layout.byte(ofNumber: statement.noData) : statement.noData
    noData = samples.noData ?? stated
    var table = areBytes ? layout.byteColors(of: statement.palette) : nil
    if let noData = noData.flatMap({ UInt8(exactly: $0) }) { table?[Int(noData)] = 0 }
    hasByteColors = image.hasByteColors && table == nil
    clearsNoData = !format.hasNumberedBands && hasByteColors && samples.noDataTolerance == 0

    var rule = RecoloringRule(table: table, transparent: samples.transparent)
    rule.transform = table == nil ? image.remainingTransform : nil
    if clearsNoData, let byte = noData.flatMap({ UInt8(exactly: $0) }) {
      rule.noData = OpaqueColor(red: byte, green: byte, blue: byte)
    }
    self.rule = rule

    let used =
      areBytes
      ? BandStatement(
        noData: stated == nil && layout.canBeBytes ? nil : statement.noData, heights: nil,
        palette: table == nil ? nil : statement.palette) : statement
    let others = [samples.listed, samples.auxiliary]
    notices = others.flatMap { $0.notices(used: used, layout, samples) }
    let numbers = layout.colorBands.map { $0 + 1 }
    let unused = others.lazy.compactMap { $0.statement(ofBands: numbers).noData }.first
    if format != .tiff, samples.hasMask, samples.noData == nil, let unused {
      details.append(
        RasterDetail("nodata", "\(NumberText.shortest(unused)), not used: the mask counts"))
    }
    if areBytes, samples.noData == nil, let stated {
      details.append(RasterDetail("nodata", NumberText.shortest(stated)))
      if format == .jpeg { notices.append(.lossyNoData(value: stated)) }
    }
    if format == .jpeg, table != nil { notices.append(.lossyEntries) }
  }

  func check(_ samples: SampleOptions) throws(RasterError) {
    if !format.hasNumberedBands, hasByteColors, samples.isStretched {
      throw .optionWithoutEffect(
        path: path, option: "`stretch`",
        reason: "the file is a \(format.rawValue) of at most 8 bits a sample")
    }
    if samples.noDataTolerance > 0, !hasByteColors {
      throw .optionWithoutEffect(
        path: path, option: "`noDataTolerance`",
        reason: "it is for grey and RGB samples of 8 bits that are not stretched")
    }
    if clearsNoData, noData != nil, rule.noData == nil {
      throw .optionWithoutEffect(
        path: path, option: "`noData`", reason: "the samples of the file are from 0 to 255")
    }
  }
}

extension RasterSource {
  fileprivate func recolored(
    by rule: RecoloringRule, _ samples: SampleOptions
  ) throws(RasterError) -> any RasterSource {
    var source: any RasterSource = self
    var rule = rule
    if let paper = samples.paper {
      let colors = RecoloredSource(base: self, rule: rule).decoded(byThreads: samples.threads)
      let extraction: PaperExtraction?
      do {
        extraction = try paper.extraction(of: colors)
      } catch let error as RasterError {
        throw error
      } catch {
        throw .corrupt(path: path, detail: "its rows cannot be read: \(error)")
      }
      if paper.isOutsideOnly, let extraction {
        if !rule.isIdentity { source = RecoloredSource(base: source, rule: rule) }
        source = NoDataBorderSource(source, paper: extraction)
        rule = RecoloringRule()
      } else {
        rule.paper = extraction
      }
    }
    rule.ink = samples.ink
    rule.background = samples.background
    return rule.isIdentity ? source : RecoloredSource(base: source, rule: rule)
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
