/// What the names of storeys say about their numbers.
enum StoreyName {
  /// The storey that an identifier such as `2`, `L2` or `-1` numbers.
  static func number(ofIdentifier id: String) -> Int? {
    guard let number = Int(id) ?? (id.hasPrefix("L") ? Int(id.dropFirst()) : nil),
      (-1000...1000).contains(number)
    else { return nil }
    return number
  }
}
