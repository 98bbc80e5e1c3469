/// A value as it was written, before it is read as that of a setting.
package enum StatedValue: Hashable, Sendable {
  case text(String)
  case list([String])

  package var joined: String {
    switch self {
    case .text(let text): text
    case .list(let items): items.joined(separator: ",")
    }
  }
}

/// The contents of a file, with its path.
package struct ReadFile<Contents: Hashable & Sendable>: Hashable, Sendable {
  package var path: String
  package var contents: Contents
}
