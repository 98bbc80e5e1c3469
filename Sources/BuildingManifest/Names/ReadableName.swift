/// A name of a file or folder as people write it.
enum ReadableName {
  /// `ground-floor` is Ground floor, and `l1` is L1.
  ///
  /// A hyphen that may be a minus stays: the level that the name tells does not change.
  static func of(_ name: String) -> String {
    let spaced = ["_- ", "_ "].map { separators in
      name.split { separators.contains($0) }.joined(separator: " ")
    }
    let level = FloorNames.level(of: name)
    guard let words = spaced.first(where: { FloorNames.level(of: $0) == level }),
      let first = words.first
    else { return name }
    if words.count <= 3 { return words.uppercased() }
    let rest = words.dropFirst()
    return first.uppercased() + (words == words.uppercased() ? rest.lowercased() : String(rest))
  }
}
