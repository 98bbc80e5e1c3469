import ArgumentParser

/// Slips that the parser takes without a word.
///
/// It keeps the last value of an option that takes one and was given several, and takes the next option for the value
/// of one without.
enum RepeatedOption {
  /// The parser must have taken the arguments: each option has its value.
  static func check(
    _ arguments: [String], of command: any ParsableCommand.Type
  ) throws(UsageError) {
    let options = declared(in: command)
    var values: [String: [String]] = [:]
    var rest = arguments[...]
    // Arguments after the first "--" that is no option's value are no options.
    while let argument = rest.popFirst(), argument != "--" {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0] == "-o" ? "--output" : String(parts[0])
      guard options.contains(where: { $0.name == name }) else { continue }
      // Nothing behind the sign is no value: the parser takes the next argument.
      let attached = parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : nil
      let value = attached ?? rest.popFirst() ?? ""
      if attached == nil, value == "-o" || options.contains(where: { $0.name == value }) {
        throw UsageError(
          "\(name) has no value", found: "\(value), another option", nextStep: "add the value")
      }
      values[name, default: []].append(value)
    }
    let repeated = options.compactMap { option in
      values[option.name].flatMap { given in
        given.count > 1 && !option.isRepeating ? (option.name, given) : nil
      }
    }
    guard let (name, given) = repeated.first else { return }
    let others = repeated.dropFirst().map(\.0)
    throw UsageError(
      "\(name) is given \(given.count) times, and takes one value",
      found: given.joined(separator: " and "),
      nextStep: "keep one of them"
        + (others.isEmpty ? "" : ", and one of \(others.joined(separator: ", "))"))
  }

  private static func declared(
    in arguments: any ParsableArguments.Type
  ) -> [(name: String, isRepeating: Bool)] {
    Mirror(reflecting: arguments.init()).children.flatMap { child -> [(String, Bool)] in
      if let group = child.value as? any DeclaredGroup { return declared(in: group.arguments) }
      // A property wrapper is stored under its property's name behind an underscore.
      guard let label = child.label?.dropFirst(), let option = child.value as? any DeclaredOption
      else { return [] }
      let words = label.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }
      return [("--" + words.joined(), option.isRepeating)]
    }
  }
}

/// A group of arguments in another.
private protocol DeclaredGroup {
  var arguments: any ParsableArguments.Type { get }
}

extension OptionGroup: DeclaredGroup {
  fileprivate var arguments: any ParsableArguments.Type { Value.self }
}

/// An argument with a value.
private protocol DeclaredOption {
  var isRepeating: Bool { get }
}

extension Option: DeclaredOption {
  fileprivate var isRepeating: Bool { Value.self == [String].self }
}
