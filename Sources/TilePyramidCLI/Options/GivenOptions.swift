import ArgumentParser

extension ParsableArguments {
  /// The long names of the options and flags of the group, and of groups in it, that were given, in the order of
  /// their declaration; an option with a default value does not tell.
  var givenOptions: [String] {
    Mirror(reflecting: self).children.flatMap { child -> [String] in
      if let group = child.value as? any GivenGroup { return group.givenOptions }
      // A property wrapper is stored under its property's name behind an underscore.
      guard let name = child.label?.dropFirst(), let argument = child.value as? any GivenArgument,
        argument.isGiven
      else { return [] }
      return ["--" + name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()]
    }
  }
}

/// A group of arguments in another.
private protocol GivenGroup {
  var givenOptions: [String] { get }
}

extension OptionGroup: GivenGroup {
  fileprivate var givenOptions: [String] { wrappedValue.givenOptions }
}

/// An argument that tells whether it was given.
private protocol GivenArgument {
  var isGiven: Bool { get }
}

/// A value that there is without an option being given.
private protocol ValueOrNone {
  var isNone: Bool { get }
}

extension Optional: ValueOrNone { fileprivate var isNone: Bool { self == nil } }
extension Array: ValueOrNone { fileprivate var isNone: Bool { isEmpty } }

extension Option: GivenArgument where Value: ValueOrNone {
  fileprivate var isGiven: Bool { !wrappedValue.isNone }
}

extension Flag: GivenArgument where Value == Bool {
  fileprivate var isGiven: Bool { wrappedValue }
}
