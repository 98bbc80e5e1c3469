import ArgumentParser
import TileModel

/// A type whose values can be given to an option.
protocol OptionArgument {
  /// What the option takes, for errors.
  static var expected: String { get }

  /// Reads a value; `nil` when the text is none.
  init?(argument: String)
}

extension OptionArgument where Self: RawRepresentable & CaseIterable, RawValue == String {
  static var expected: String { allCases.map(\.rawValue).joined(separator: ", ") }

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

  /// The value.
  ///
  /// - Throws: ``UsageError/invalidValue(option:found:expected:)``.
  func value(of option: String) throws(UsageError) -> Value {
    guard let parsed else {
      throw .invalidValue(option: option, found: text, expected: Value.expected)
    }
    return parsed
  }
}
