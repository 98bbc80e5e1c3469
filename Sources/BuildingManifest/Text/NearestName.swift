/// Finds what a misspelt name was meant to be.
package enum NearestName {
  /// Near is at most one change in three characters; of equally near ones the first counts.
  package static func of(_ text: String, among names: [String]) -> String? {
    guard text.utf8.count <= 256 else { return nil }
    let plain = normal(text)
    var best: (name: String, changes: Int)?
    for name in names where name.utf8.count <= 256 {
      let changes = changes(from: plain, to: normal(name))
      if changes < best?.changes ?? .max { best = (name, changes) }
    }
    guard let best, best.changes <= max(1, plain.count / 3) else { return nil }
    return best.name
  }

  /// The nearest name, otherwise the few that have the words of the text, such as `min-zoom` for `zooms`.
  package static func like(_ text: String, among names: [String]) -> [String] {
    if let name = of(text, among: names) { return [name] }
    let asked = words(text)
    let found = names.filter { asked.isSubset(of: words($0)) }
    return asked.isEmpty || found.count > 3 ? [] : found
  }

  /// In the singular.
  private static func words(_ text: String) -> Set<String> {
    guard text.utf8.count <= 256 else { return [] }
    let words = String(normal(text)).split(separator: "-")
    return Set(words.map { String($0.hasSuffix("s") ? $0.dropLast() : $0) })
  }

  /// `minZoom`, `min_zoom` and `MIN-ZOOM` are all `min-zoom` to a person.
  private static func normal(_ text: String) -> [Character] {
    var result: [Character] = []
    for character in text {
      if character == "_" || character == " " {
        result.append("-")
      } else {
        let isWordStart =
          character.isUppercase && !(result.last.map { $0.isUppercase || $0 == "-" } ?? true)
        if isWordStart, text != text.uppercased() { result.append("-") }
        result.append(contentsOf: character.lowercased())
      }
    }
    return result
  }

  private static func changes(from a: [Character], to b: [Character]) -> Int {
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
