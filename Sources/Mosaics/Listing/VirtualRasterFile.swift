import Georeferencing
import RasterSources
import TileModel

/// Reads a mosaic of GDAL (VRT).
///
/// An element that would change pixels and is not supported is refused by its name. Each file is resampled
/// once, to the tiles: a `resampling` of a source is not applied.
///
/// Source: GDAL, "VRT -- GDAL Virtual Format", https://gdal.org/en/stable/drivers/raster/vrt.html
struct VirtualRasterFile {
  /// In bytes: 60 MB are written for 40,000 files of three bands.
  static let sizeLimit = 128 << 20

  private let reader: MarkupReader
  private let path: String
  private var crsText: String?
  private var transform: AffineTransform?
  private var points: [ControlPoint] = []
  private var pointsCRSText: String?
  private var bands: [VirtualBand] = []
  private var sources: [Source] = []

  private struct Source {
    var path = ""
    var band: Int?
    var rectangle: PixelRectangle?
    var target: PixelRectangle?
    var noData: Double?
    /// True where every sample is 255, as in the alpha of `gdalbuildvrt -addalpha`.
    var isOpaqueAlpha = false

    func isAlike(_ other: Source) -> Bool {
      // A nodata value of NaN equals itself, too; that of an opaque alpha is one of colours.
      path == other.path && rectangle == other.rectangle && target == other.target
        && (other.isOpaqueAlpha || noData?.bitPattern == other.noData?.bitPattern)
    }
  }

  static func images(
    bytes: [UInt8], path: String, crs: CoordinateReferenceSystem?
  ) throws(FailureReport) -> [ListedImage] {
    guard StreamSafety.holds(utf8: bytes) else {
      throw .malformedList(
        path, line: 1, found: StreamSafety.fault, expected: "at most \(StreamSafety.limit)")
    }
    var file = VirtualRasterFile(reader: MarkupReader(bytes), path: path)
    return try file.images(crs)
  }

  private mutating func images(
    _ given: CoordinateReferenceSystem?
  ) throws(FailureReport) -> [ListedImage] {
    let root: MarkupReader.Tag
    do throws(MarkupFault) { root = try reader.root() } catch { throw fault(error) }
    guard root.name == "VRTDataset" else {
      throw fault(root.name.excerpt, expected: "VRTDataset")
    }
    try checkClass(root.attributes, of: root.name, allowed: [])
    guard let width = root.attributes["rasterXSize"].flatMap({ Int($0) }),
      let height = root.attributes["rasterYSize"].flatMap({ Int($0) }),
      (1...ListedImage.longestSide).contains(width), (1...ListedImage.longestSide).contains(height)
    else { throw fault("no size", expected: "rasterXSize and rasterYSize, in pixels") }
    let size = PixelSize(width: width, height: height)
    while let tag = try child(of: root) {
      switch tag.name {
      case "SRS": crsText = try element(tag).text
      case "GeoTransform": transform = try affine(element(tag).text)
      case "GCPList": try readPoints(element(tag))
      case "VRTRasterBand": try readBand(tag)
      case "MaskBand": try readMask(tag)
      case "Metadata", "OverviewList", "BlockXSize", "BlockYSize": break
      default: throw refusal(of: tag)
      }
    }
    guard !TextFile.exists(ExternalMask.path(ofImage: path)) else {
      throw fault(
        "the mask \(ExternalMask.path(ofImage: path).fileName) beside it",
        expected: "masks of its files, or none")
    }
    guard !sources.isEmpty else {
      throw fault("no source", expected: "SimpleSource or ComplexSource in its bands")
    }
    let selection = try selection()
    let grid = try grid(size, given)
    try checkNoData()
    return sources.map { source in
      var statements = BandStatements(file: path.fileName)
      for band in bands {
        statements[band.fileBand] = band.statement
        statements[band.fileBand].noData = source.noData ?? band.statement.noData
      }
      return ListedImage(
        source.path,
        .virtual(
          VirtualSource(
            grid: grid, source: source.rectangle, target: source.target, bands: selection,
            statements: statements)))
    }
  }

  /// Precedence: the transform, then the control points.
  private func grid(
    _ size: PixelSize, _ given: CoordinateReferenceSystem?
  ) throws(FailureReport) -> VirtualGrid {
    if let transform, transform != .identity || points.isEmpty {
      return VirtualGrid(size: size, crs: try system(given, crsText), transform: transform)
    }
    guard !points.isEmpty else {
      throw fault("no GeoTransform", expected: "the place of the mosaic")
    }
    let crs = try system(given, pointsCRSText)
    do throws(GeoreferenceError) {
      let fit = try ControlPointFit(
        ControlPointSet(crs: crs, points: points), kind: .affine, plane: crs, location: path)
      guard case .affine(let affine) = fit.georeference.pixelToCRS else {
        throw .foldedImage(location: path)
      }
      return VirtualGrid(size: size, crs: crs, transform: affine)
    } catch { throw error.report }
  }

  private func system(
    _ given: CoordinateReferenceSystem?, _ text: String?
  ) throws(FailureReport) -> CoordinateReferenceSystem {
    if let given { return given }
    guard let text, !text.trimmingBlanks().isEmpty else {
      throw .malformedList(
        path, line: 1, found: "no system",
        expected: "the coordinate reference system of the mosaic (SRS), or `crs`")
    }
    do throws(GeoreferenceError) {
      return try CoordinateReferenceSystem(parsing: text, location: path)
    } catch { throw error.report }
  }

  private mutating func readPoints(_ list: MarkupElement) throws(FailureReport) {
    pointsCRSText = list.attributes["Projection"]
    for child in list.children {
      guard let point = ControlPoint(child), child.name == "GCP" else {
        throw fault(
          child.name.excerpt, expected: "a GCP with the numbers Pixel, Line, X and Y",
          line: child.line)
      }
      points.append(point)
    }
  }

  private func affine(_ text: String) throws(FailureReport) -> AffineTransform {
    guard let affine = AffineTransform(geoTransform: text) else {
      throw fault(text.excerpt, expected: "six numbers with commas")
    }
    guard affine.determinant != 0 else {
      throw fault(text.excerpt, expected: "pixels that have an area")
    }
    return affine
  }

  private func checkClass(
    _ attributes: [String: String], of name: String, allowed: [String]
  ) throws(FailureReport) {
    guard let kind = attributes["subClass"], !allowed.contains(kind) else { return }
    throw fault("\(name) of the subClass \(kind.excerpt)", expected: FailureReport.mosaicOfFiles)
  }

  private func child(of tag: MarkupReader.Tag) throws(FailureReport) -> MarkupReader.Tag? {
    do throws(MarkupFault) { return try reader.child(of: tag) } catch { throw fault(error) }
  }

  private func element(_ tag: MarkupReader.Tag) throws(FailureReport) -> MarkupElement {
    do throws(MarkupFault) { return try reader.element(tag) } catch { throw fault(error) }
  }

  private func fault(_ fault: MarkupFault) -> FailureReport {
    .malformedList(path, line: fault.line, found: fault.found, expected: fault.expected)
  }

  private func fault(_ found: String, expected: String, line: Int? = nil) -> FailureReport {
    .malformedList(path, line: line ?? reader.line, found: found, expected: expected)
  }

  private func refusal(of tag: MarkupReader.Tag) -> FailureReport {
    .notUnderstood(tag.name.excerpt, in: path, line: tag.line)
  }

  private func refusal(of element: MarkupElement) -> FailureReport {
    .notUnderstood(element.name.excerpt, in: path, line: element.line)
  }
}

/// Kind and sources of a band of a virtual raster.
private struct VirtualBand {
  var fileBand = 1
  var statement = BandStatement()

  var isAlpha: Bool { statement.meaning == "alpha" }
}

extension VirtualRasterFile {
  private mutating func readBand(_ tag: MarkupReader.Tag) throws(FailureReport) {
    try checkClass(tag.attributes, of: tag.name, allowed: ["VRTSourcedRasterBand"])
    var band = VirtualBand()
    band.statement.type = tag.attributes["dataType"]
    var count = 0
    var hasData = false
    while let child = try child(of: tag) {
      switch child.name {
      case "SimpleSource", "ComplexSource":
        let source = try readSource(element(child))
        guard !source.isOpaqueAlpha || band.isAlpha else { throw refusal(of: child) }
        hasData = hasData || !source.isOpaqueAlpha
        guard let number = source.band else {
          throw fault("a mask as a source of a band", expected: "the number of a band")
        }
        if count == 0 { band.fileBand = number }
        guard number == band.fileBand else {
          throw fault(
            "band \(number) of one file and band \(band.fileBand) of another",
            expected: "the same band of all files")
        }
        if bands.isEmpty {
          guard count < ListedImage.countLimit else { throw .tooManyImages(in: path) }
          sources.append(source)
        } else if count >= sources.count || !sources[count].isAlike(source) {
          throw fault(
            "\(source.path.excerpt) in band \(bands.count + 1)",
            expected: "the sources of its first band, in their order")
        }
        count += 1
      case "CategoryNames", "Histograms", "Metadata", "Overview", "GDALRasterAttributeTable": break
      default:
        guard BandStatement.elements.contains(child.name) else { throw refusal(of: child) }
        let element = try element(child)
        do throws(MarkupFault) { try band.statement.read(element) } catch { throw fault(error) }
      }
    }
    guard count == sources.count else {
      throw fault(
        "\(count) sources in band \(bands.count + 1)",
        expected: "the \(sources.count) of its first band")
    }
    // Outside images a mosaic is transparent without it.
    if band.isAlpha, !hasData, count > 0 { return }
    bands.append(band)
    guard bands.count <= 1 << 16 else {
      throw fault("more than 65536 bands", expected: FailureReport.mosaicOfFiles)
    }
  }

  private func readMask(_ tag: MarkupReader.Tag) throws(FailureReport) {
    while let band = try child(of: tag) {
      guard band.name == "VRTRasterBand" else { throw refusal(of: band) }
      try checkClass(band.attributes, of: band.name, allowed: ["VRTSourcedRasterBand"])
      while let child = try child(of: band) {
        guard ["SimpleSource", "ComplexSource"].contains(child.name) else {
          throw refusal(of: child)
        }
        guard try readSource(element(child)).band == nil else {
          throw fault("a MaskBand of a band", expected: "the masks of its files (mask,1)")
        }
      }
    }
  }

  private func readSource(_ element: MarkupElement) throws(FailureReport) -> Source {
    var source = Source()
    source.band = 1
    var (scale, offset) = (1.0, 0.0)
    for child in element.children {
      switch child.name {
      case "SourceFilename":
        source.path = try ListedImage.path(
          child.text, in: path, isRelative: child.attributes["relativeToVRT"] == "1",
          line: child.line)
      case "SourceBand":
        source.band = Int(child.text)
        guard source.band.map({ $0 >= 1 }) ?? child.text.hasPrefix("mask") else {
          throw fault(
            "SourceBand \(child.text.excerpt)", expected: "the number of a band", line: child.line)
        }
      case "SrcRect": source.rectangle = try rectangle(child)
      case "DstRect": source.target = try rectangle(child)
      case "NODATA": source.noData = try number(of: child)
      case "ScaleOffset" where element.name == "ComplexSource": offset = try number(of: child)
      case "ScaleRatio" where element.name == "ComplexSource": scale = try number(of: child)
      case "SourceProperties", "UseMaskBand": break
      default: throw refusal(of: child)
      }
    }
    source.isOpaqueAlpha = scale == 0 && offset == 255
    guard source.isOpaqueAlpha || (scale == 1 && offset == 0) else {
      let kind = scale == 1 ? "ScaleOffset" : "ScaleRatio"
      throw refusal(of: element.children.first { $0.name == kind } ?? element)
    }
    guard !source.path.isEmpty else {
      throw fault(
        "\(element.name) without a SourceFilename", expected: "the path of an image",
        line: element.line)
    }
    return source
  }

  private func number(of element: MarkupElement) throws(FailureReport) -> Double {
    do throws(MarkupFault) { return try element.number } catch { throw fault(error) }
  }

  private func rectangle(_ element: MarkupElement) throws(FailureReport) -> PixelRectangle {
    let values = ["xOff", "yOff", "xSize", "ySize"].compactMap {
      element.attributes[$0].flatMap { NumberText.double($0.trimmingBlanks()) }
    }
    let limit = Double(ListedImage.longestSide)
    guard values.count == 4, values.allSatisfy({ $0.magnitude <= limit }), values[2] > 0,
      values[3] > 0
    else {
      throw fault(
        "\(element.name) that is no rectangle", expected: "xOff, yOff, xSize and ySize, in pixels",
        line: element.line)
    }
    return PixelRectangle(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  /// Colour bands must share one nodata value.
  private func checkNoData() throws(FailureReport) {
    let colors = bands.filter { !$0.isAlpha }
    guard Set(colors.map(\.statement.noData?.bitPattern)).count <= 1 else {
      throw fault("bands whose NoDataValue differs", expected: "one NoDataValue for all bands")
    }
  }

  private func selection() throws(FailureReport) -> BandSelection? {
    func band(_ name: String) -> Int? {
      bands.first { $0.statement.meaning == name }?.fileBand
    }
    if bands[0].statement.meaning == "palette" {
      // A file with a palette of its own has no other bands to choose.
      return bands[0].fileBand == 1 ? nil : BandSelection(colors: [bands[0].fileBand])
    }
    var colors = ["red", "green", "blue"].compactMap(band)
    let alpha = band("alpha")
    if colors.count < 3 {
      let others = bands.filter { !$0.isAlpha }.map(\.fileBand)
      colors = Array(others.prefix(others.count < 3 ? 1 : 3))
    }
    guard let selection = BandSelection(colors: colors, alpha: alpha) else {
      throw fault("one band of alpha", expected: "one band of grey, or three of colour")
    }
    return selection
  }
}

extension AffineTransform {
  fileprivate static let identity = AffineTransform(
    originX: 0, originY: 0, columnX: 1, columnY: 0, rowX: 0, rowY: 1)
}
