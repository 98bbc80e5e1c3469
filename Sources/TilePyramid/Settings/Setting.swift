/// A choice about a pyramid, with its name, its help, the values that it takes and what it sets.
///
/// The command line's options, the keys of a manifest, the names in messages and the identity of a build are all made
/// of these.
package struct Setting: Sendable {
  /// The places in a manifest where it may be stated.
  package struct Scope: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let building = Scope(rawValue: 1)
    package static let floor = Scope(rawValue: 2)
    package static let variant = Scope(rawValue: 4)
    /// The building states it for all floors, and a floor for itself.
    package static let shared: Scope = [.building, .floor]
  }

  /// Other settings without one of which one has no effect, and a value of the first for an example.
  package struct Need: Sendable {
    package let names: [String]
    package let example: String
  }

  /// The words with hyphens that follow `--`, and are the manifest's key.
  package let name: String
  /// The name that libraries' messages have for it in backticks.
  package let parameter: String
  package let placeholder: String
  package let help: String
  package let scope: Scope
  package let need: Need?
  /// Held in the identity of a build unless tiles do not depend on it, or the identity says in another way
  /// what it led to.
  package let isInIdentity: Bool
  package let form: SettingForm
  package let expected: String
  /// The same in the words of a manifest.
  package let expectedInManifest: String

  package let defaultText: String?

  private static let defaults = PyramidSettings()
  private let read: @Sendable (StatedValue, inout PyramidSettings) throws -> Bool
  private let canonicalText: @Sendable (PyramidSettings) -> String?

  package init<Value>(
    _ name: String, _ path: any WritableKeyPath<PyramidSettings, Value> & Sendable,
    _ kind: SettingKind<Value>, _ placeholder: String = "", parameter: String? = nil,
    in scope: Scope = [], needs need: Need? = nil, isInIdentity: Bool = true, _ help: String
  ) {
    self.name = name
    self.parameter = parameter ?? Self.parameter(of: name)
    self.placeholder = placeholder
    defaultText = kind.text(Self.defaults[keyPath: path])
    self.help = help.replacing("{default}", with: defaultText ?? "")
    (self.scope, self.need, self.isInIdentity) = (scope, need, isInIdentity)
    (form, expected, expectedInManifest) = (kind.form, kind.expected, kind.expectedInManifest)
    canonicalText = { kind.text($0[keyPath: path]) }
    read = { stated, settings in
      guard let value = try kind.read(stated) else { return false }
      settings[keyPath: path] = value
      return true
    }
  }

  package init<Value>(
    _ name: String, _ path: any WritableKeyPath<PyramidSettings, Value?> & Sendable,
    _ kind: SettingKind<Value>, _ placeholder: String = "", parameter: String? = nil,
    in scope: Scope = [], needs need: Need? = nil, isInIdentity: Bool = true, _ help: String
  ) {
    self.init(
      name, path, kind.optional, placeholder, parameter: parameter, in: scope, needs: need,
      isInIdentity: isInIdentity, help)
  }

  /// `false` where the value is none of this setting.
  package func set(_ value: StatedValue, in settings: inout PyramidSettings) throws -> Bool {
    try read(value, &settings)
  }

  /// Differs where values do; `nil` for the default.
  package func changedText(in settings: PyramidSettings) -> String? {
    let text = canonicalText(settings)
    return text == defaultText ? nil : text
  }

  /// `max-zoom` as `maxZoom`.
  private static func parameter(of name: String) -> String {
    let words = name.split(separator: "-")
    return words.dropFirst().reduce("\(words[0])") {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

extension Setting {
  /// Names in backticks for which `name` has none stay.
  package static func naming(_ text: String, _ name: (String) -> String?) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    var (result, next) = (parts[0], 1)
    while next < parts.count {
      if next + 1 < parts.count, parts[next].allSatisfy(\.isLetter), let known = name(parts[next]) {
        result += known + parts[next + 1]
        next += 2
      } else {
        result += "`" + parts[next]
        next += 1
      }
    }
    return result
  }

  static func list(@SettingList _ settings: () -> [Setting]) -> [Setting] { settings() }

  /// `nil` for a parameter of no setting.
  package static func names(of parameter: String, mark: String = "") -> String? {
    if parameter == "clips" { return "\(mark)outline, \(mark)cutline and \(mark)clip-bounds" }
    return all.first { $0.parameter == parameter }.map { mark + $0.name }
  }
}

/// Collects settings, one a statement, each of which the compiler checks by itself.
@resultBuilder
package enum SettingList {
  package static func buildBlock(_ parts: [Setting]...) -> [Setting] { parts.flatMap(\.self) }
  package static func buildExpression(_ setting: Setting) -> [Setting] { [setting] }
  package static func buildExpression(_ settings: [Setting]) -> [Setting] { settings }
}

/// Settings that help shows together.
package protocol SettingGroup {
  static var settings: [Setting] { get }
}
