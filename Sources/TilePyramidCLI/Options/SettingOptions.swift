import ArgumentParser
import TilePyramid

/// The options of a group of settings, as the table of settings declares them.
///
/// The parser finds arguments by reflection, and is shown those of the table in place of properties.
struct SettingOptions<Group: SettingGroup>: ParsableArguments, CustomReflectable {
  let given: GivenSettings

  init() { given = GivenSettings() }

  init(from decoder: any Decoder) throws {
    let options = try decoder.container(keyedBy: OptionKey.self)
    var given = GivenSettings()
    for setting in Group.settings {
      if let value = try setting.value(in: options) { given.values.append((setting, value)) }
    }
    self.given = given
  }

  var customMirror: Mirror {
    Mirror(self, children: Group.settings.map { (label: "_\($0.name)", value: $0.argument) })
  }
}

/// The name of an option among parsed ones.
private struct OptionKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Setting {
  fileprivate var argument: Any {
    let (name, help) = (
      NameSpecification.customLong(name),
      ArgumentHelp(OptionNames.applied(to: help), valueName: placeholder)
    )
    return switch form {
    case .flag: Flag<Bool>(wrappedValue: false, name: name, help: help)
    case .repeated:
      Option<[String]>(
        wrappedValue: [], name: name, parsing: .unconditionalSingleValue, help: help)
    case .choice(let choices):
      Option<String?>(name: name, help: help, completion: .list(choices))
    case .file(let endings): Option<String?>(name: name, help: help, completion: .files(endings))
    case .text: Option<String?>(name: name, help: help)
    case .number, .list, .numbers, .pairs:
      Option<String?>(name: name, parsing: .unconditional, help: help)
    }
  }

  fileprivate func value(in options: KeyedDecodingContainer<OptionKey>) throws -> StatedValue? {
    let key = OptionKey(stringValue: name)
    switch form {
    case .flag:
      return try options.decode(Flag<Bool>.self, forKey: key).wrappedValue ? .text("true") : nil
    case .repeated:
      let texts = try options.decode(Option<[String]>.self, forKey: key).wrappedValue
      return texts.isEmpty ? nil : .list(texts)
    default:
      return try options.decode(Option<String?>.self, forKey: key).wrappedValue.map { text in
        // The extension of JPEG files is understood, too.
        .text(name == "format" && text == "jpg" ? "jpeg" : text)
      }
    }
  }
}

/// The settings that were given on the command line, in the order of their table.
struct GivenSettings {
  var values: [(setting: Setting, value: StatedValue)] = []

  static func + (first: GivenSettings, second: GivenSettings) -> GivenSettings {
    GivenSettings(values: first.values + second.values)
  }

  var options: [String] { values.map { "--\($0.setting.name)" } }

  func first(of names: [String]) -> String? { names.first { options.contains($0) } }

  func settings() throws -> PyramidSettings {
    var settings = PyramidSettings()
    for (setting, value) in values {
      let option = "--\(setting.name)"
      if let need = setting.need?.names.map({ "--\($0)" }), first(of: need) == nil {
        throw UsageError.missing(
          need.joined(separator: " or "), neededBy: option,
          example: "\(need[0]) \(setting.need?.example ?? "")")
      }
      guard try setting.set(value, in: &settings) else {
        let choices: [String] = if case .choice(let names) = setting.form { names } else { [] }
        throw UsageError.invalidValue(
          option: option, found: value.joined.isEmpty ? "\"\"" : value.joined,
          expected: setting.expected, choices: choices)
      }
    }
    return settings
  }
}
