import TileModel

/// Parts of the texts for people.
enum Words {
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  static func zooms(_ zooms: [Int]) -> String {
    guard let first = zooms.min(), let last = zooms.max() else { return "no zoom" }
    return first == last ? "zoom \(first)" : "zooms \(first)-\(last)"
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension GeographicBounds {
  var text: String { edges.map { NumberText.fixed($0, 7) }.joined(separator: ",") }
}
