import Foundation
public import Georeferencing
import RasterSources
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
  /// Statements about the bands of the file.
  let statements: BandStatements
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
  let transform: Georeferencing.AffineTransform
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
      // A virtual raster counts the pixels that its files store.
      image.samples.appliesOrientation = false
      let hasBands = RasterFormat(leadingBytes: try file.leadingBytes)?.hasNumberedBands ?? false
      // Files of other formats have bands of one meaning.
      if image.samples.bands == nil, hasBands || !(source.bands?.isUsual ?? true) {
        image.samples.bands = source.bands
      }
      image.samples.listed = source.statements
    }
    return try image.open(file)
  }
}

extension BandSelection {
  /// Whether these are the first bands in their order, with alpha behind them if any.
  fileprivate var isUsual: Bool {
    colors == Array(1...colors.count) && (alpha ?? colors.count + 1) == colors.count + 1
  }
}
