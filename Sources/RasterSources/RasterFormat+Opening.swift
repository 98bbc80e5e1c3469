import Georeferencing
package import TileImaging
import TileModel

extension RasterFormat {
  /// Opens a raster file with its mask, nodata value and colours.
  package func open(
    _ file: SourceFile, limits: DecodingLimits, samples: SampleOptions
  ) throws(RasterError) -> any RasterSource {
    let path = file.path
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
    var samples = samples
    samples.hasMask = ExternalMask.exists(forImage: path, page: samples.page)
    var notices: [RasterNotice] = []
    if samples.page ?? 1 == 1 {
      do throws(GeoreferenceError) {
        samples.auxiliary = try AuxiliaryFile(ofImage: path)?.bands ?? BandStatements()
      } catch {
        notices.append(
          .notUsed(
            statement: "what cannot be read",
            file: Sidecars(imagePath: path).auxiliaryPath.fileName,
            reason: error.report.found ?? error.report.what))
      }
    }
    var image = try self.file.init(file, samples: samples, limits: limits)
    let appended =
      self == .jpeg ? try JPEGMask(of: image.header, in: file, limits: limits) : nil
    if appended != nil { samples.hasMask = true }
    let statement = image.statement(samples)
    let areBytes = !hasNumberedBands && image.hasByteColors
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
    let numbers = image.layout.colorBands.map { $0 + 1 }
    let unused = [samples.listed, samples.auxiliary].lazy
      .compactMap { $0.statement(ofBands: numbers).noData }.first
    if self != .tiff, samples.hasMask, samples.noData == nil, let unused {
      image.header.details.append(
        RasterDetail("nodata", "\(NumberText.shortest(unused)), not used: the mask counts"))
    }
    if areBytes, samples.noData == nil, let stated {
      image.header.details.append(RasterDetail("nodata", NumberText.shortest(stated)))
      if self == .jpeg { notices.append(.lossyNoData(value: stated)) }
    }
    if self == .jpeg, table != nil { notices.append(.lossyEntries) }
    image.header.notices += notices
    let hasByteColors = image.hasByteColors && table == nil
    var source: any RasterSource = image
    var rule = RecoloringRule(table: table, transparent: samples.transparent)
    rule.transform = table == nil ? image.remainingTransform : nil
    var mask: (any RasterSource)? = appended
    if mask == nil {
      mask = try ExternalMask.source(of: source, samples: samples, limits: limits)
    }
    if let mask { source = MaskedSource(base: source, mask: mask) }
    if samples.appliesOrientation, image.orientation != .upright {
      source = OrientedSource(source, image.orientation)
    }
    if !hasNumberedBands, hasByteColors, let stretch = samples.stretch, stretch != .none {
      throw .optionWithoutEffect(
        path: path, option: "`stretch`",
        reason: "the file is a \(rawValue) of at most 8 bits a sample")
    }
    if samples.noDataTolerance > 0 {
      guard hasByteColors else {
        throw .optionWithoutEffect(
          path: path, option: "`noDataTolerance`",
          reason: "it is for grey and RGB samples of 8 bits that are not stretched")
      }
      source = try NoDataBorderSource(source, value: noData, tolerance: samples.noDataTolerance)
    } else if let noData, !hasNumberedBands, hasByteColors {
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
}

extension SourceFile {
  package var leadingBytes: [UInt8] {
    get throws(RasterError) {
      try InputFile(self).leadingBytes(
        max(RasterFormat.signatureLength, VectorFormat.signatureLength))
    }
  }
}
