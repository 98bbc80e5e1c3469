import Hashing
import RasterSources
import TileImaging
import TileModel
import Georeferencing

/// The written form of a setting's value.
package enum SettingForm: Hashable, Sendable {
  /// A flag of the command line; `true` or `false` in a manifest.
  case flag
  case choice([String])
  case text
  /// A text that may begin with a hyphen, as a number does.
  case number
  /// Several values with commas.
  case list
  /// Numbers with commas, as many as stated.
  case numbers(Int)
  /// Pairs of numbers, parted by blanks, as many as are stated if that is.
  case pairs(Int?, of: String)
  /// Several of the command line, one each time.
  case repeated
  /// The path of a file with one of these endings, or of any.
  case file([String])
}

/// The values that a setting takes, and their texts.
package struct SettingKind<Value>: Sendable {
  let form: SettingForm
  let expected: String
  let expectedInManifest: String
  /// `nil` for what is no value.
  let read: @Sendable (StatedValue) throws -> Value?
  /// Differs where values do; `nil` for none.
  let text: @Sendable (Value) -> String?

  init(
    _ form: SettingForm, _ expected: String, inManifest: String? = nil,
    text: @escaping @Sendable (Value) -> String? = { "\($0)" },
    read: @escaping @Sendable (String) throws -> Value?
  ) {
    self.init(form, expected, inManifest: inManifest, text: text) { (stated: StatedValue) in
      try read(stated.joined)
    }
  }

  init(
    _ form: SettingForm, _ expected: String, inManifest: String? = nil,
    text: @escaping @Sendable (Value) -> String? = { "\($0)" },
    readStated: @escaping @Sendable (StatedValue) throws -> Value?
  ) {
    (self.form, self.expected, expectedInManifest) = (form, expected, inManifest ?? expected)
    (self.text, read) = (text, readStated)
  }

  var optional: SettingKind<Value?> {
    SettingKind<Value?>(
      form, expected, inManifest: expectedInManifest, text: { $0.flatMap(text) },
      readStated: { try read($0).map(Optional.some) })
  }
}

extension SettingKind
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  static var choice: Self {
    let names = Value.allCases.map(\.rawValue)
    return Self(.choice(names), names.joined(separator: ", "), text: \.rawValue) {
      Value(rawValue: $0)
    }
  }
}

extension SettingKind {
  static func tileSize() -> Self where Value == TileSize {
    Self(.choice(["256", "512"]), "256 or 512", text: { "\($0.rawValue)" }) {
      Int($0).flatMap(TileSize.init(rawValue:))
    }
  }

  static func flag() -> Self where Value == Bool {
    Self(.flag, "true or false") { ["true": true, "false": false][$0] }
  }

  static func integer(_ range: ClosedRange<Int>, _ expected: String) -> Self where Value == Int {
    Self(.number, expected) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// A zoom, or `auto` for `nil`.
  static func zoom() -> Self where Value == Int? {
    let zooms = 0...TileCoordinate.maximumZoom
    return Self(
      .number, "auto, or 0 to \(zooms.upperBound)", text: { $0.map { "\($0)" } ?? "auto" }
    ) { text in
      if text == "auto" { return .some(nil) }
      return Int(text).flatMap { zooms.contains($0) ? .some($0) : nil }
    }
  }

  static func number(_ range: ClosedRange<Double>, _ expected: String) -> Self
  where Value == Double {
    Self(.number, expected, text: { NumberText.shortest($0) }) {
      NumberText.double($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A value of samples, which may be no number; YAML writes that with a point before it.
  static func sample() -> Self where Value == Double {
    Self(.number, "a number, such as 0, or nan") {
      ["nan", ".nan"].contains($0.lowercased()) ? .nan : NumberText.double($0)
    }
  }

  static func text() -> Self where Value == String { Self(.text, "a text") { $0 } }

  static func identifier() -> Self where Value == String {
    Self(.text, "an identifier") { $0.isEmpty ? nil : $0 }
  }

  static func file(_ endings: [String] = []) -> Self where Value == String {
    Self(.file(endings), "the path of a file") { $0 }
  }

  static func version() -> Self where Value == String {
    Self(.text, "three numbers, such as 1.0.0") { text in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let areNumbers = parts.allSatisfy {
        !$0.isEmpty && $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
      return parts.count == 3 && areNumbers ? text : nil
    }
  }

  static func names() -> Self where Value == [String] {
    Self(.list, "names separated by commas", inManifest: "names, as in [walls, doors]") { stated in
      var names: [String]
      switch stated {
      case .list(let items): names = items
      case .text(let text):
        names = text.split(separator: ",", omittingEmptySubsequences: false).map {
          $0.trimmingBlanks()
        }
      }
      return names.isEmpty || names.contains("") ? nil : names
    }
  }

  static func color(inManifest note: String = "") -> Self where Value == OpaqueColor {
    Self(
      .text, "a colour such as #FFFFFF or white",
      inManifest: "a colour such as white, or \"#FFFFFF\" in quotes" + note
    ) { OpaqueColor(text: $0) }
  }

  static func paper() -> Self where Value == Paper {
    Self(
      .text, "auto, or a colour such as #FFFFFF or white",
      inManifest: "auto, or a colour such as white, or \"#FFFFFF\" in quotes",
      text: { $0.color?.description ?? "auto" }
    ) { Paper(text: $0) }
  }

  static func stretch() -> Self where Value == SampleStretch {
    let expected = "none, percent, or the least and the greatest value, such as "
    return Self(.list, expected + "0,4095", inManifest: expected + "[0, 4095]") {
      SampleStretch(text: $0)
    }
  }

  static func bands() -> Self where Value == BandSelection {
    let expected = "one band, three, or four with alpha last, from 1, such as "
    return Self(.list, expected + "3,2,1", inManifest: expected + "[3, 2, 1]", text: \.text) {
      BandSelection(text: $0)
    }
  }

  static func scale() -> Self where Value == DrawingScale {
    Self(.text, "the scale of the drawing, such as 1:100") { DrawingScale($0) }
  }

  static func contents<Contents>(
    of endings: [String], _ read: @escaping @Sendable (String) throws -> Contents
  ) -> Self where Value == ReadFile<Contents> {
    Self(
      .file(endings), "the path of a file",
      text: { file in
        var text = "\(file.contents)"
        return text.withUTF8 { String(Hash128(hashing: UnsafeRawBufferPointer($0)).low, radix: 16) }
      }
    ) { ReadFile(path: $0, contents: try read($0)) }
  }
}
