import TileModel

/// Reads a mosaic as GDAL writes it (VRT): which files it is made of, and where they are in it.
///
/// What would change samples and is not understood is refused by the name of its element. Each file is
/// resampled once, to the tiles; a `resampling` of a source is not applied before.
///
/// Source: GDAL, "VRT -- GDAL Virtual Format", https://gdal.org/en/stable/drivers/raster/vrt.html
struct VirtualRasterFile {
  /// The largest file that is read, in bytes: 60 MB are written for 40,000 files of three bands.
  static let sizeLimit = 128 << 20

  private var reader: MarkupReader
  private let path: String
  private var crsText: String?
  private var transform: AffineTransform?
  private var points: [ControlPoint] = []
  private var pointsCRSText: String?
  private var bands: [VirtualBand] = []
  /// The sources as the first band states them.
  private var sources: [Source] = []

  /// A source of a band.
  private struct Source {
    var path = ""
    /// `nil` for a mask.
    var band: Int?
    var rectangle: PixelRectangle?
    var target: PixelRectangle?
    var noData: Double?

    /// Whether both take the same part of the same file to the same place.
    func isAlike(_ other: Source) -> Bool {
      // Of nodata also NaN is the same in all bands.
      path == other.path && rectangle == other.rectangle && target == other.target
        && noData?.bitPattern == other.noData?.bitPattern
    }
  }

  /// Reads the sources.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The file, for messages, and to which paths in it are relative.
  ///   - crs: The system that counts instead of its own.
  /// - Returns: The images in the order of painting, at least one.
  /// - Throws: ``ImageListingError``.
  static func images(
    bytes: [UInt8], path: String, crs: CoordinateReferenceSystem?
  ) throws(ImageListingError) -> [ListedImage] {
    guard StreamSafety.holds(utf8: bytes) else {
      throw .malformed(
        path: path, line: 1, found: StreamSafety.fault, expected: "at most \(StreamSafety.limit)")
    }
    var file = VirtualRasterFile(reader: MarkupReader(bytes, path: path), path: path)
    return try file.images(crs)
  }

  private init(reader: MarkupReader, path: String) {
    self.reader = reader
    self.path = path
  }

  private mutating func images(
    _ given: CoordinateReferenceSystem?
  ) throws(ImageListingError) -> [ListedImage] {
    let root = try reader.root("VRTDataset")
    try checkClass(of: root, allowed: [])
    guard let width = root.attributes["rasterXSize"].flatMap({ Int($0) }),
      let height = root.attributes["rasterYSize"].flatMap({ Int($0) }),
      (1...MosaicError.longestSide).contains(width), (1...MosaicError.longestSide).contains(height)
    else { throw reader.fault("no size", expected: "rasterXSize and rasterYSize, in pixels") }
    let size = PixelSize(width: width, height: height)
    while let tag = try reader.child(of: root) {
      switch tag.name {
      case "SRS": crsText = try reader.text(of: tag)
      case "GeoTransform": transform = try affine(try reader.text(of: tag))
      case "GCPList": try readPoints(tag)
      case "VRTRasterBand": try readBand(tag)
      case "MaskBand": try readMask(tag)
      case "Metadata", "OverviewList", "BlockXSize", "BlockYSize": try reader.skip(tag)
      default: throw reader.refusal(of: tag)
      }
    }
    guard !sources.isEmpty else {
      throw reader.fault("no source", expected: "SimpleSource or ComplexSource in its bands")
    }
    let selection = try selection()
    let grid = try grid(size, given)
    let noData = try bandNoData()
    return sources.map { source in
      ListedImage(
        source.path,
        .virtual(
          VirtualSource(
            grid: grid, source: source.rectangle, target: source.target, bands: selection,
            noData: source.noData ?? noData)))
    }
  }

  /// Where the pixels are: as the transform says, else by the control points.
  private func grid(
    _ size: PixelSize, _ given: CoordinateReferenceSystem?
  ) throws(ImageListingError) -> VirtualGrid {
    if let transform, transform != .identity || points.isEmpty {
      return VirtualGrid(size: size, crs: try system(given, crsText), transform: transform)
    }
    guard !points.isEmpty else {
      throw reader.fault("no GeoTransform", expected: "the place of the mosaic")
    }
    let crs = try system(given, pointsCRSText)
    do throws(GeoreferenceError) {
      let fit = try ControlPointFit(
        ControlPointSet(crs: crs, points: points), kind: .affine, plane: crs, location: path)
      guard case .affine(let affine) = fit.georeference.pixelToCRS else {
        throw .foldedImage(location: path)
      }
      return VirtualGrid(size: size, crs: crs, transform: affine)
    } catch { throw .notPlaced(error) }
  }

  private func system(
    _ given: CoordinateReferenceSystem?, _ text: String?
  ) throws(ImageListingError) -> CoordinateReferenceSystem {
    if let given { return given }
    guard let text, !text.trimmingBlanks().isEmpty else {
      throw .malformed(
        path: path, line: 1, found: "no system",
        expected: "the coordinate reference system of the mosaic (SRS), or `crs`")
    }
    do throws(GeoreferenceError) {
      return try CoordinateReferenceSystem(parsing: text, location: path)
    } catch { throw .notPlaced(error) }
  }

  private mutating func readPoints(_ tag: MarkupScanner.Tag) throws(ImageListingError) {
    pointsCRSText = tag.attributes["Projection"]
    while let child = try reader.child(of: tag) {
      guard child.name == "GCP" else { throw reader.refusal(of: child) }
      try reader.skip(child)
      guard let point = ControlPoint(child) else {
        throw reader.fault("a GCP", expected: "a GCP with the numbers Pixel, Line, X and Y")
      }
      points.append(point)
    }
  }

  private func affine(_ text: String) throws(ImageListingError) -> AffineTransform {
    guard let affine = AffineTransform(geoTransform: text) else {
      throw reader.fault(text.trimmingBlanks().excerpt, expected: "six numbers with commas")
    }
    guard affine.determinant != 0 else {
      throw reader.fault(text.trimmingBlanks().excerpt, expected: "pixels that have an area")
    }
    return affine
  }

  /// Refuses datasets and bands that are computed.
  private func checkClass(
    of tag: MarkupScanner.Tag, allowed: [String]
  ) throws(ImageListingError) {
    guard let kind = tag.attributes["subClass"], !allowed.contains(kind) else { return }
    throw reader.fault(
      "\(tag.name) of the subClass \(kind.excerpt)", expected: ImageListingError.mosaicOfFiles)
  }
}

/// What a band of a virtual raster is.
private struct VirtualBand {
  /// The number of the band in the files.
  var fileBand = 1
  /// The colour interpretation, in lower case.
  var interpretation = ""
  var noData: Double?

  var isAlpha: Bool { interpretation == "alpha" }
}

extension VirtualRasterFile {
  private mutating func readBand(_ tag: MarkupScanner.Tag) throws(ImageListingError) {
    try checkClass(of: tag, allowed: ["VRTSourcedRasterBand"])
    var band = VirtualBand()
    var count = 0
    while let child = try reader.child(of: tag) {
      switch child.name {
      case "ColorInterp":
        band.interpretation = try reader.text(of: child).trimmingBlanks().lowercased()
      case "NoDataValue": band.noData = try number(of: child)
      case "SimpleSource", "ComplexSource":
        let source = try readSource(child)
        guard let number = source.band else {
          throw reader.fault("a mask as a source of a band", expected: "the number of a band")
        }
        if count == 0 { band.fileBand = number }
        guard number == band.fileBand else {
          throw reader.fault(
            "band \(number) of one file and band \(band.fileBand) of another",
            expected: "the same band of all files")
        }
        if bands.isEmpty {
          guard count < ListedImage.countLimit else {
            throw .tooMany(path: path, limit: ListedImage.countLimit)
          }
          sources.append(source)
        } else if count >= sources.count || !sources[count].isAlike(source) {
          throw reader.fault(
            "\(source.path.excerpt) in band \(bands.count + 1)",
            expected: "the sources of its first band, in their order")
        }
        count += 1
      case "Description", "UnitType", "Offset", "Scale", "CategoryNames", "Histograms", "Metadata",
        "ColorTable", "HideNoDataValue", "Overview":
        try reader.skip(child)
      default: throw reader.refusal(of: child)
      }
    }
    guard count == sources.count else {
      throw reader.fault(
        "\(count) sources in band \(bands.count + 1)",
        expected: "the \(sources.count) of its first band")
    }
    bands.append(band)
    guard bands.count <= 1 << 16 else {
      throw reader.fault("more than 65536 bands", expected: ImageListingError.mosaicOfFiles)
    }
  }

  /// The masks of files count anyway.
  private mutating func readMask(_ tag: MarkupScanner.Tag) throws(ImageListingError) {
    while let band = try reader.child(of: tag) {
      guard band.name == "VRTRasterBand" else { throw reader.refusal(of: band) }
      try checkClass(of: band, allowed: ["VRTSourcedRasterBand"])
      while let child = try reader.child(of: band) {
        guard ["SimpleSource", "ComplexSource"].contains(child.name) else {
          throw reader.refusal(of: child)
        }
        guard try readSource(child).band == nil else {
          throw reader.fault("a MaskBand of a band", expected: "the masks of its files (mask,1)")
        }
      }
    }
  }

  private mutating func readSource(_ tag: MarkupScanner.Tag) throws(ImageListingError) -> Source {
    var source = Source()
    source.band = 1
    while let child = try reader.child(of: tag) {
      switch child.name {
      case "SourceFilename": source.path = try file(child)
      case "SourceBand":
        let text = try reader.text(of: child).trimmingBlanks()
        source.band = Int(text)
        guard source.band.map({ $0 >= 1 }) ?? text.hasPrefix("mask") else {
          throw reader.fault("SourceBand \(text.excerpt)", expected: "the number of a band")
        }
      case "SrcRect": source.rectangle = try rectangle(child)
      case "DstRect": source.target = try rectangle(child)
      case "NODATA": source.noData = try number(of: child)
      case "ScaleOffset" where tag.name == "ComplexSource":
        guard try number(of: child) == 0 else { throw reader.refusal(of: child) }
      case "ScaleRatio" where tag.name == "ComplexSource":
        guard try number(of: child) == 1 else { throw reader.refusal(of: child) }
      case "SourceProperties", "UseMaskBand": try reader.skip(child)
      default: throw reader.refusal(of: child)
      }
    }
    guard !source.path.isEmpty else {
      throw reader.fault("\(tag.name) without a SourceFilename", expected: "the path of an image")
    }
    return source
  }

  private mutating func file(_ tag: MarkupScanner.Tag) throws(ImageListingError) -> String {
    let text = try reader.text(of: tag).trimmingBlanks()
    return try ListedImage.path(
      text, in: path, isRelative: tag.attributes["relativeToVRT"] == "1", line: reader.line)
  }

  private mutating func number(of tag: MarkupScanner.Tag) throws(ImageListingError) -> Double {
    let text = try reader.text(of: tag).trimmingBlanks()
    guard let value = NumberText.double(text) ?? (text.lowercased() == "nan" ? .nan : nil) else {
      throw reader.fault("\(tag.name) \(text.excerpt)", expected: "a number")
    }
    return value
  }

  private mutating func rectangle(
    _ tag: MarkupScanner.Tag
  ) throws(ImageListingError) -> PixelRectangle {
    try reader.skip(tag)
    let values = ["xOff", "yOff", "xSize", "ySize"].compactMap {
      tag.attributes[$0].flatMap { NumberText.double($0.trimmingBlanks()) }
    }
    let limit = Double(MosaicError.longestSide)
    guard values.count == 4, values.allSatisfy({ $0.magnitude <= limit }), values[2] > 0,
      values[3] > 0
    else {
      throw reader.fault(
        "\(tag.name) that is no rectangle", expected: "xOff, yOff, xSize and ySize, in pixels")
    }
    return PixelRectangle(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  /// The value of the bands of colour that stands for nothing, which is one for all.
  private func bandNoData() throws(ImageListingError) -> Double? {
    let colors = bands.filter { !$0.isAlpha }
    guard Set(colors.map(\.noData?.bitPattern)).count <= 1 else {
      throw reader.fault(
        "bands whose NoDataValue differs", expected: "one NoDataValue for all bands")
    }
    return colors.first?.noData
  }

  /// Which bands of the files are drawn; `nil` for those that they mean.
  private func selection() throws(ImageListingError) -> BandSelection? {
    func band(_ name: String) -> Int? {
      bands.first { $0.interpretation == name }?.fileBand
    }
    if bands[0].interpretation == "palette" { return nil }
    var colors = ["red", "green", "blue"].compactMap(band)
    let alpha = band("alpha")
    if colors.count < 3 {
      let others = bands.filter { !$0.isAlpha }.map(\.fileBand)
      colors = Array(others.prefix(others.count < 3 ? 1 : 3))
    }
    guard let selection = BandSelection(colors: colors, alpha: alpha) else {
      throw reader.fault("one band of alpha", expected: "one band of grey, or three of colour")
    }
    return selection
  }
}

extension AffineTransform {
  /// What GDAL states of a raster that no transform places.
  fileprivate static let identity = AffineTransform(
    originX: 0, originY: 0, columnX: 1, columnY: 0, rowX: 0, rowY: 1)
}
