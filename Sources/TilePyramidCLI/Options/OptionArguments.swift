import ArgumentParser
import BuildingManifest
import Georeferencing
import LayerCodegen
import Mosaics
import PyramidVerification
import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TileServer
import TileStorage

/// A type whose values can be given to an option.
protocol OptionArgument {
  /// What the option takes, for errors.
  static var expected: String { get }

  /// What shells offer for it.
  static var completion: CompletionKind { get }

  /// Reads a value; `nil` when the text is none.
  init?(argument: String)
}

extension OptionArgument {
  static var completion: CompletionKind { .default }
}

extension OptionArgument where Self: RawRepresentable & CaseIterable, RawValue == String {
  static var expected: String { allCases.map(\.rawValue).joined(separator: ", ") }

  static var completion: CompletionKind { .list(allCases.map(\.rawValue)) }

  init?(argument: String) { self.init(rawValue: argument) }
}

/// The value of an option, read when the command line is.
///
/// Text that is no value is kept until ``value(of:)`` refuses it, whose error names the option and what it
/// takes, as all errors of the program do; the parser's own would not.
struct ParsedOption<Value: OptionArgument>: ExpressibleByArgument {
  private let text: String
  private let parsed: Value?

  /// Reads what was given, or the default as the help shows it.
  init(argument: String) {
    text = argument
    parsed = Value(argument: argument)
  }

  var defaultValueDescription: String { text }

  static var defaultCompletionKind: CompletionKind { Value.completion }

  func value(of option: String) throws(UsageError) -> Value {
    guard let parsed else {
      throw .invalidValue(option: option, found: text, expected: Value.expected)
    }
    return parsed
  }
}

/// The numbers that options take.
enum OptionValue {
  /// A whole number that is at least 1.
  static func count(_ value: Int, option: String) throws(UsageError) -> Int {
    guard value >= 1 else {
      throw .invalidValue(option: option, found: "\(value)", expected: "1 or more")
    }
    return value
  }

  /// The number that was given; `nil` when none was.
  static func number<Number: LosslessStringConvertible & Comparable>(
    _ text: String?, of option: String, in range: some RangeExpression<Number>, _ expected: String
  ) throws(UsageError) -> Number? {
    guard let text else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw .invalidValue(option: option, found: text, expected: expected)
    }
    return number
  }
}

extension ColorHandling: OptionArgument {}
extension ElevationEncoding: OptionArgument {}
extension ImageCrop: OptionArgument {}
extension EncodingEffort: OptionArgument {}
extension InkHandling: OptionArgument {}
extension StoreMerge.Order: OptionArgument {}
extension VerificationProfile: OptionArgument {}
extension VerticalUnit: OptionArgument {}
extension LayerDefinition.Kind: OptionArgument {}
extension OverviewResampling: OptionArgument {}
extension OverviewLight: OptionArgument {}
extension ProgressStyle: OptionArgument {}
extension Resampling: OptionArgument {}
extension SourceImages.Order: OptionArgument {}
extension TileScheme: OptionArgument {}
extension TransformKind: OptionArgument {}
extension VerificationRule.Severity: OptionArgument {}
extension ZoomRounding: OptionArgument {}
extension ClientKind: OptionArgument {}
extension IndoorMaps: OptionArgument {}
extension ModuleFormat: OptionArgument {}

extension TileFormatChoice: OptionArgument {
  /// Reads a name; the extension of JPEG files is understood, too.
  init?(argument: String) { self.init(rawValue: argument == "jpg" ? "jpeg" : argument) }
}

extension TileSize: OptionArgument {
  static var expected: String { "256 or 512" }

  static var completion: CompletionKind { .list(["256", "512"]) }

  init?(argument: String) {
    guard let pixels = Int(argument) else { return nil }
    self.init(rawValue: pixels)
  }
}

extension OpaqueColor: OptionArgument {
  static var expected: String { "a colour such as #FFFFFF or white" }

  init?(argument: String) { self.init(text: argument) }
}

extension Paper: OptionArgument {
  static var expected: String { "auto, or a colour such as #FFFFFF or white" }

  init?(argument: String) { self.init(text: argument) }
}

extension PixelColor: OptionArgument {
  static var expected: String { "a colour such as #FFFFFF, #FFFFFF80, white or transparent" }

  init?(argument: String) { self.init(text: argument) }
}

extension SampleStretch: OptionArgument {
  static var expected: String {
    "none, percent, or the least and the greatest value, such as 0,4095"
  }

  init?(argument: String) { self.init(text: argument) }
}

extension BandSelection: OptionArgument {
  static var expected: String {
    "one band, three, or four with alpha last, from 1, such as 3,2,1"
  }

  init?(argument: String) { self.init(text: argument) }
}

extension DrawingScale: OptionArgument {
  static var expected: String { "the scale of the drawing, such as 1:100" }

  init?(argument: String) { self.init(argument) }
}

extension AllowedOrigin: OptionArgument {
  static var expected: String {
    "*, none, or an origin such as https://example.org, without a path"
  }

  init?(argument: String) { self.init(argument) }
}

extension AbsentTileStatus: OptionArgument {
  static var expected: String { "404 or 204" }

  static var completion: CompletionKind { .list(["404", "204"]) }

  init?(argument: String) {
    guard let status = Int(argument) else { return nil }
    self.init(rawValue: status)
  }
}

/// The end of a range of zooms.
enum ZoomLimit: OptionArgument {
  /// Chosen for the image.
  case auto
  /// A zoom, 0 to ``TileCoordinate/maximumZoom``.
  case zoom(Int)

  static var expected: String { "auto, or 0 to \(TileCoordinate.maximumZoom)" }

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if let zoom = Int(argument), (0...TileCoordinate.maximumZoom).contains(zoom) {
      self = .zoom(zoom)
    } else {
      return nil
    }
  }

  /// The zoom; `nil` for `auto`.
  var zoom: Int? { if case .zoom(let zoom) = self { zoom } else { nil } }
}

/// A count of bytes such as `512M`; K, M and G are powers of 1024.
struct ByteCount: OptionArgument {
  static var expected: String { "a size such as 512M or 2G (K, M, G)" }

  /// At least 1.
  let value: Int

  init?(argument: String) {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    var digits = argument[...]
    var shift = 0
    if let last = digits.last, let unit = shifts[Character(last.uppercased())] {
      shift = unit
      digits.removeLast()
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(digits), number > 0, number <= Int.max >> shift
    else { return nil }
    value = number << shift
  }
}

/// The value of a sample that stands for nothing, which may be NaN.
struct NoDataValue: OptionArgument {
  static let expected = "a number, such as 0"

  let value: Double

  init?(argument: String) {
    guard let value = Double(argument), !value.isInfinite else { return nil }
    self.value = value
  }
}

/// The files that shells offer for an argument, by the ends of their names.
extension CompletionKind {
  private static let plans = RasterFormat.allCases.flatMap(\.extensions) + ["pdf", "svg"]
  private static let manifests = ["vrt", "json", "geojson", "yml", "yaml"]
  private static let tiles = StoreFormat.fileExtensions + ["json"]

  static let image = files(plans)

  /// Images and plans, what names several of them, and manifests of buildings.
  static let sources = files(plans + manifests)

  /// Files of tiles, and the documents beside tiles.
  static let stores = files(tiles)

  /// Everything that `info` describes.
  static let described = files(plans + manifests + tiles)

  static let polygons = files(["geojson", "json"])

  static let picture = files(["png", "svg"])

  /// Shells tell lower case from upper case, which scanners and cameras write.
  private static func files(_ endings: [String]) -> CompletionKind {
    .file(extensions: endings + endings.map { $0.uppercased() })
  }
}
