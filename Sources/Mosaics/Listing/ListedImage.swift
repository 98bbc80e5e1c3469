import Drawings
import Foundation
public import Georeferencing
import RasterSources
import TileModel

/// An image of a picture, with the statement of its list.
public struct ListedImage: Hashable, Sendable {
  static let countLimit = 1_000_000
  /// Longest side in pixels of what images make together.
  static let longestSide = 1 << 30

  /// The path of the file.
  public let path: String
  let statement: Statement
  let attribution: String?

  /// A list's statement of an image.
  enum Statement: Hashable, Sendable {
    case none
    indirect case placed(ImagePlacement)
    indirect case virtual(VirtualSource)
    indirect case cut(ClipArea)
  }

  /// Names an image that is placed and read by its file alone.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - placement: The placement of the image, `nil` for its sidecars or tags.
  ///   - crs: The system as in ``SourceImage``, `nil` for that of all images.
  public init(_ path: String, placement: Placement? = nil, crs: CoordinateReferenceSystem? = nil) {
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
  static func path(
    _ text: String, in list: String, isRelative: Bool, line: @autoclosure () -> Int
  ) throws(FailureReport) -> String {
    var text = text
    if text.hasPrefix("file://") {
      text = text.dropFirst("file://".count).removingPercentEncoding ?? ""
    }
    let bytes = text.utf8
    guard !bytes.isEmpty, !bytes.starts(with: "/vsi".utf8), !bytes.contains(0), !namesScheme(bytes)
    else {
      throw FailureReport(
        .badInput, "the list names something that is no local file", at: "\(list):\(line())",
        found: text.excerpt, expected: "the path of an image on this machine",
        nextStep: "copy the image here, and name the copy")
    }
    guard isRelative, bytes.first != UInt8(ascii: "/"), let slash = list.lastIndex(of: "/") else {
      return text
    }
    return list[...slash] + text
  }

  /// One letter and a colon are a drive, not a scheme.
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

/// A source of a virtual raster of GDAL (VRT).
///
/// Source: GDAL, "VRT -- GDAL Virtual Format", https://gdal.org/en/stable/drivers/raster/vrt.html
struct VirtualSource: Hashable, Sendable {
  let grid: VirtualGrid
  /// `SrcRect`; `nil` for the whole file.
  let source: PixelRectangle?
  /// `DstRect`; `nil` for the whole raster.
  let target: PixelRectangle?
  let bands: BandSelection?
  let statements: BandStatements
}

/// An image's place as stated by its list.
struct ImagePlacement: Hashable, Sendable {
  let placement: Placement?
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
  func image(like template: SourceImage) -> SourceImage {
    var image = template
    image.path = path
    if case .placed(let stated) = statement {
      image.placement = stated.placement
      image.crs = stated.crs ?? image.crs
    }
    return image
  }

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
  fileprivate var isUsual: Bool {
    colors == Array(1...colors.count) && (alpha ?? colors.count + 1) == colors.count + 1
  }
}
