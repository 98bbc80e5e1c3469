import ArgumentParser
import Foundation

/// Finds an option of one value that was given several times, of which the parser keeps the last and says
/// nothing of the others.
enum RepeatedOption {
  /// Confirms that no option of one value was given twice.
  static func check(
    _ arguments: [String], of command: any ParsableCommand.Type
  ) throws {
    let options = try JSONDecoder().decode(
      Description.self, from: Data(command._dumpHelp().utf8)
    ).options
    var values: [[String]] = Array(repeating: [], count: options.count)
    var rest = arguments[...]
    // What follows the first "--" that is no option's value is no option.
    while let argument = rest.popFirst(), argument != "--" {
      for (name, attached) in Self.names(in: argument) {
        guard let index = options.firstIndex(where: { $0.names?.contains(name) ?? false }) else {
          continue
        }
        let value =
          attached ?? (options[index].takesNext(rest.first) ? rest.popFirst() : nil)
        values[index].append(value ?? "")
      }
    }
    let repeated = zip(options, values).compactMap { option, given in
      given.count > 1 && !option.isRepeating ? option.preferredName.map { ($0.text, given) } : nil
    }
    guard let (name, given) = repeated.first else { return }
    let others = repeated.dropFirst().map(\.0)
    throw UsageError(
      "\(name) is given \(given.count) times, and takes one value",
      found: given.joined(separator: " and "),
      nextStep: "keep one of them"
        + (others.isEmpty ? "" : ", and one of \(others.joined(separator: ", "))"))
  }

  /// The options that an argument names, and the value attached to the only one: `--name`,
  /// `--name=value`, `-n`, `-n=value`, or `-abc` for three; none for a value.
  private static func names(in argument: String) -> [(Name, String?)] {
    let dashes = argument.prefix { $0 == "-" }.count
    let parts = argument.dropFirst(dashes).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let word = parts.first, !word.isEmpty else { return [] }
    // Nothing behind the sign is no value: the parser takes the next argument.
    let value = parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : nil
    switch dashes {
    case 1: return word.map { (Name(kind: .short, name: String($0)), value) }
    case 2: return [(Name(kind: .long, name: String(word)), value)]
    default: return []
    }
  }

  /// What is needed of the parser's description of a command.
  private struct Description: Decodable {
    struct Command: Decodable { var arguments: [Argument]? }

    var command: Command

    var options: [Argument] {
      (command.arguments ?? []).filter { $0.kind == .option }
    }
  }

  private struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    var kind: Kind
    var isRepeating: Bool
    var parsingStrategy: String
    var names: [Name]?
    /// `nil` for what is no option.
    var preferredName: Name?

    /// Whether the argument behind its name is its value.
    func takesNext(_ next: String?) -> Bool {
      guard let next else { return false }
      return parsingStrategy == "unconditional" || !next.hasPrefix("-") || next == "-"
    }
  }

  private struct Name: Decodable, Equatable {
    enum Kind: String, Decodable { case long, short, longWithSingleDash }

    var kind: Kind
    var name: String

    var text: String { (kind == .long ? "--" : "-") + name }
  }
}
