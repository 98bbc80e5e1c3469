import Foundation
import TileModel

/// One of the images of a picture, with what the list that names it says of it.
public struct ListedImage: Hashable, Sendable {
  /// The most images that one picture is made of.
  static let countLimit = 1_000_000

  /// The path of the file.
  public let path: String
  /// What its list says of it.
  let statement: Statement
  /// Who must be credited for it, as its list says.
  let attribution: String?

  /// What a list says of an image besides its path.
  enum Statement: Hashable, Sendable {
    /// Nothing: it is placed and read as its file says.
    case none
    /// It is where the list says.
    indirect case placed(ImagePlacement)
    /// It is a source of a virtual raster, which places it.
    indirect case virtual(VirtualSource)
    /// What is outside an area is not used of it.
    indirect case cut(ClipArea)
  }

  /// Names an image that is read as its file says.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - placement: Where the image is; `nil` to read that from the files beside it or its tags.
  ///   - crs: As in ``SourceImage``; `nil` for that of all images.
  public init(
    _ path: String, placement: Placement? = nil, crs: CoordinateReferenceSystem? = nil
  ) {
    let isStated = placement != nil || crs != nil
    self.init(path, isStated ? .placed(ImagePlacement(placement: placement, crs: crs)) : .none)
  }

  init(_ path: String, _ statement: Statement, attribution: String? = nil) {
    self.path = path
    self.statement = statement
    self.attribution = attribution
  }
}

extension ListedImage {
  /// The path of an image that a list names.
  ///
  /// - Parameters:
  ///   - text: The path as the list states it.
  ///   - list: The list.
  ///   - isRelative: Whether it is relative to the list.
  ///   - line: Its line, for messages.
  /// - Returns: The path.
  /// - Throws: ``ImageListingError/notAFile(path:line:found:)`` for what is no path of a local file.
  static func path(
    _ text: String, in list: String, isRelative: Bool, line: @autoclosure () -> Int
  ) throws(ImageListingError) -> String {
    var text = text
    if text.hasPrefix("file://") {
      text = text.dropFirst("file://".count).removingPercentEncoding ?? ""
    }
    let bytes = text.utf8
    guard !bytes.isEmpty, !bytes.starts(with: "/vsi".utf8), !bytes.contains(0), !namesScheme(bytes)
    else { throw .notAFile(path: list, line: line(), found: text.excerpt) }
    guard isRelative, bytes.first != UInt8(ascii: "/"), let slash = list.lastIndex(of: "/") else {
      return text
    }
    return list[...slash] + text
  }

  /// Whether a text begins as a URL does; one letter and a colon are no scheme.
  private static func namesScheme(_ bytes: String.UTF8View) -> Bool {
    var count = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"):
        count += 1
      case UInt8(ascii: ":"): return count > 1
      default: return false
      }
    }
    return false
  }
}

/// What a virtual raster of GDAL (VRT) states of one of its sources.
///
/// Source: GDAL, "VRT -- GDAL Virtual Format", https://gdal.org/en/stable/drivers/raster/vrt.html
struct VirtualSource: Hashable, Sendable {
  /// Where the pixels of the virtual raster are; affine.
  let grid: VirtualGrid
  /// What is used of the file (`SrcRect`); `nil` for all of it.
  let source: PixelRectangle?
  /// Where it is in the virtual raster (`DstRect`); `nil` for all of that.
  let target: PixelRectangle?
  /// The bands of the file that are drawn; `nil` for those that it means.
  let bands: BandSelection?
  /// The value that stands for nothing; `nil` for that of the file.
  let noData: Double?
}

/// Where a list says that an image is.
struct ImagePlacement: Hashable, Sendable {
  /// `nil` to read it from the files beside the image or its tags.
  let placement: Placement?
  /// `nil` for that of all images.
  let crs: CoordinateReferenceSystem?
}

/// The pixels of a virtual raster.
struct VirtualGrid: Hashable, Sendable {
  let size: PixelSize
  let crs: CoordinateReferenceSystem
  let transform: AffineTransform
}

/// A rectangle in pixels, with fractions.
struct PixelRectangle: Hashable, Sendable {
  let x: Double
  let y: Double
  let width: Double
  let height: Double
}

extension ListedImage {
  /// The image with its path, as all are read, and where its list says that it is.
  func image(like template: SourceImage) -> SourceImage {
    var image = template
    image.path = path
    if case .placed(let stated) = statement {
      image.placement = stated.placement
      image.crs = stated.crs ?? image.crs
    }
    return image
  }

  /// Opens the whole file.
  ///
  /// - Parameters:
  ///   - file: The file at ``path``.
  ///   - template: How all images are read; what it says counts before what a list says.
  /// - Returns: The file as a raster.
  /// - Throws: ``RasterError``.
  func open(
    _ file: SourceFile, like template: SourceImage
  ) throws(RasterError) -> any RasterSource {
    var image = image(like: template)
    if case .virtual(let source) = statement {
      let isTIFF = RasterFormat(leadingBytes: try file.leadingBytes) == .tiff
      // Files of other formats have bands of one meaning, and bytes as a rule.
      if image.samples.bands == nil, isTIFF || !(source.bands?.isUsual ?? true) {
        image.samples.bands = source.bands
      }
      if image.samples.noData == nil,
        let noData = source.noData, isTIFF || UInt8(exactly: noData) != nil
      {
        image.samples.noData = noData
      }
    }
    return try image.open(file)
  }

  /// Opens the image, and finds where it is if its list does not say that.
  ///
  /// - Parameters:
  ///   - file: The file at ``path``.
  ///   - template: How all images are read.
  /// - Returns: What is to be known of it.
  /// - Throws: ``RasterError``, ``GeoreferenceError`` or ``MosaicError/drawing(path:)``.
  func header(_ file: SourceFile, like template: SourceImage) throws -> OpenedHeader {
    if case .virtual = statement {
      let raster = try open(file, like: template)
      guard raster.vectorDocument == nil else { throw MosaicError.drawing(path: path) }
      return OpenedHeader(
        header: ImageHeader(raster), place: nil, colorSurvey: raster.colorSurvey)
    }
    let placed = try image(like: template).georeferenced(file, normalises: false)
    guard placed.raster.vectorDocument == nil else { throw MosaicError.drawing(path: path) }
    return OpenedHeader(
      header: ImageHeader(placed.raster),
      place: OpenedHeader.Place(
        georeference: placed.resolved.georeference, placedBy: placed.resolved.summary,
        warnings: placed.resolved.warnings),
      colorSurvey: placed.raster.colorSurvey)
  }

  /// What is used of an image, and where that is.
  ///
  /// - Parameters:
  ///   - opened: What was found when it was opened.
  ///   - reading: How all images are read.
  ///   - fingerprint: The state of the file.
  /// - Returns: The image; `nil` when nothing of it is used.
  /// - Throws: ``GeoreferenceError`` or ``ImageListingError``.
  func member(
    _ opened: OpenedHeader, _ reading: MosaicMember.Reading, _ fingerprint: SourceFingerprint
  ) throws -> OpenedMember? {
    let header = opened.header
    func member(_ place: OpenedHeader.Place, _ part: ImagePart?) -> OpenedMember {
      OpenedMember(
        member: MosaicMember(self, reading, fingerprint, part.map(header.of) ?? header, part),
        place: place, colorSurvey: opened.colorSurvey)
    }
    if case .virtual(let source) = statement {
      guard let placed = source.placement(ofImage: header.size) else { return nil }
      var resolved = ResolvedGeoreference(
        georeference: Georeference(crs: source.grid.crs, pixelToCRS: .affine(placed.transform)),
        summary: "placed by a virtual raster", fit: nil, controlPoints: nil, warnings: [])
      let size = placed.part?.size ?? header.size
      try resolved.georeference.validated(size: size, path: path)
      resolved.warnings = GeoreferenceWarnings.about(
        resolved, placement: nil, crs: nil, size: size)
      return member(
        OpenedHeader.Place(
          georeference: resolved.georeference, placedBy: resolved.summary,
          warnings: resolved.warnings), placed.part)
    }
    guard let place = opened.place else { return nil }
    guard case .cut(let area) = statement else { return member(place, nil) }
    switch try PixelOutline.cut(of: header.size, by: area, place.georeference, path: path) {
    case .nothing: return nil
    case .all: return member(place, nil)
    case .part(let outline):
      return member(
        place,
        ImagePart(
          columns: 0..<header.size.width, rows: 0..<header.size.height, outline: outline))
    }
  }
}

extension VirtualSource {
  /// The pixels of an image that are used, by their middles, and where the first of them is.
  fileprivate func placement(
    ofImage size: PixelSize
  ) -> (part: ImagePart?, transform: AffineTransform)? {
    let whole = PixelRectangle(
      x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let source = source ?? whole
    let target =
      target
      ?? PixelRectangle(
        x: 0, y: 0, width: Double(grid.size.width), height: Double(grid.size.height))
    let (across, down) = (target.width / source.width, target.height / source.height)
    let columns = Self.used(
      source.x, source.width, of: size.width, to: target.x, across, of: grid.size.width)
    let rows = Self.used(
      source.y, source.height, of: size.height, to: target.y, down, of: grid.size.height)
    guard let columns, let rows else { return nil }
    var transform = grid.transform
    let origin = transform.apply(
      PixelPoint(
        x: target.x + (Double(columns.lowerBound) - source.x) * across,
        y: target.y + (Double(rows.lowerBound) - source.y) * down))
    (transform.originX, transform.originY) = (origin.x, origin.y)
    transform.columnX *= across
    transform.columnY *= across
    transform.rowX *= down
    transform.rowY *= down
    let isWhole = columns == 0..<size.width && rows == 0..<size.height
    return (
      isWhole ? nil : ImagePart(columns: columns, rows: rows, outline: nil), transform
    )
  }

  /// The columns, or rows, of an image whose middles are in the source's rectangle and in the virtual
  /// raster; `nil` for none.
  private static func used(
    _ start: Double, _ length: Double, of count: Int, to target: Double, _ scale: Double,
    of targetCount: Int
  ) -> Range<Int>? {
    // Rectangles are rounded in files: a middle that is off by this much counts as on the edge.
    let slack = 1e-6 * max(1, 1 / scale)
    let first = max(0, max(start, start - target / scale))
    let end = min(Double(count), start + length, start + (Double(targetCount) - target) / scale)
    guard first.isFinite, end.isFinite, first < end else { return nil }
    let lower = Int((first - 0.5 - slack).rounded(.up))
    let upper = Int((end - 0.5 - slack).rounded(.up))
    return lower < upper ? lower..<upper : nil
  }
}

extension BandSelection {
  /// Whether these are the first bands in their order, with alpha behind them if any.
  fileprivate var isUsual: Bool {
    colors == Array(1...colors.count) && (alpha ?? colors.count + 1) == colors.count + 1
  }
}
