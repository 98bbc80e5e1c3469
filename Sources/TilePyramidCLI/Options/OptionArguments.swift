import ArgumentParser
import LayerCodegen
import PyramidVerification
import RasterSources
import TileModel
import TilePyramid
import TileServer
import TileStorage

/// A type whose values can be given to an option.
protocol OptionArgument {
  static var expected: String { get }

  /// Empty where there are too many to name.
  static var choices: [String] { get }

  /// Choices by a word that is none and means several.
  static var kinds: [String: [String]] { get }

  static var completion: CompletionKind { get }

  /// `nil` for text that is no value.
  init?(argument: String)
}

extension OptionArgument {
  static var choices: [String] { [] }

  static var kinds: [String: [String]] { [:] }

  static var completion: CompletionKind { choices.isEmpty ? .default : .list(choices) }
}

extension OptionArgument where Self: RawRepresentable & CaseIterable, RawValue == String {
  static var expected: String { choices.joined(separator: ", ") }

  static var choices: [String] { allCases.map(\.rawValue) }

  init?(argument: String) { self.init(rawValue: argument) }
}

/// The value of an option, read when the command line is.
///
/// Text that is no value is kept until ``value(of:)`` refuses it, whose error names the option and what it
/// takes, as all errors of the program do; the parser's own would not.
struct ParsedOption<Value: OptionArgument>: ExpressibleByArgument {
  private let text: String
  private let parsed: Value?

  /// The default is read, too, as the help shows it.
  init(argument: String) {
    text = argument
    parsed = Value(argument: argument)
  }

  var defaultValueDescription: String { text }

  static var defaultCompletionKind: CompletionKind { Value.completion }

  func value(of option: String) throws(UsageError) -> Value {
    guard let parsed else {
      throw .invalidValue(
        option: option, found: text, expected: Value.expected, choices: Value.choices,
        kinds: Value.kinds)
    }
    return parsed
  }
}

/// The numbers that options take.
enum OptionValue {
  /// At least 1.
  static func count(_ value: Int, option: String) throws(UsageError) -> Int {
    guard value >= 1 else {
      throw .invalidValue(option: option, found: "\(value)", expected: "1 or more")
    }
    return value
  }
}

extension StoreMerge.Order: OptionArgument {}
extension VerificationProfile: OptionArgument {}
extension ProgressStyle: OptionArgument {}
extension TileScheme: OptionArgument {}
extension VerificationRule.Severity: OptionArgument {}
extension IndoorMaps: OptionArgument {}
extension ModuleFormat: OptionArgument {}

extension ClientKind: OptionArgument {
  static var kinds: [String: [String]] {
    let google = ["swift", "objc", "kotlin", "java", "javascript", "google-maps-flutter"]
    return [
      "google": google, "googlemaps": google, "google-maps": google,
      "android": ["kotlin", "java"], "ios": ["swift", "objc", "swift-mapkit"],
      "web": ["javascript", "leaflet", "maplibre", "openlayers"],
    ]
  }
}

extension PixelColor: OptionArgument {
  static var expected: String { "a colour such as #FFFFFF, #FFFFFF80, white or transparent" }

  init?(argument: String) { self.init(text: argument) }
}

extension AllowedOrigin: OptionArgument {
  static var expected: String {
    "*, none, or an origin such as https://example.org, without a path"
  }

  init?(argument: String) { self.init(argument) }
}

extension AbsentTileStatus: OptionArgument {
  static var expected: String { "404 or 204" }

  static var choices: [String] { ["404", "204"] }

  init?(argument: String) {
    guard let status = Int(argument) else { return nil }
    self.init(rawValue: status)
  }
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

/// The files that shells offer for an argument, by the ends of their names.
extension CompletionKind {
  private static let plans = RasterFormat.allCases.flatMap(\.extensions) + ["pdf", "svg"]
  private static let manifests = ["vrt", "json", "geojson", "yml", "yaml"]
  private static let tiles = StoreFormat.fileExtensions + ["json"]

  static let image = files(plans)

  static func isPlan(_ path: String) -> Bool {
    plans.contains { path.lowercased().hasSuffix(".\($0)") }
  }

  static let sources = files(plans + manifests)

  static let stores = files(tiles)

  static let described = files(plans + manifests + tiles)

  static let picture = files(["png", "svg"])

  /// Shells tell lower case from upper case, which scanners and cameras write.
  static func files(_ endings: [String]) -> CompletionKind {
    .file(extensions: endings + endings.map { $0.uppercased() })
  }
}
