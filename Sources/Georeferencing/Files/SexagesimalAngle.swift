/// An angle in degrees, minutes and seconds, such as `47°22'36.8"N`, `N 47 22.614` or `-47:22:36.8`.
struct SexagesimalAngle {
  let degrees: Double

  init?(_ text: String, signs: String, number: (String) -> Double?) {
    let all = text.uppercased().filter(\.isLetter)
    var letters = all.filter { !"DM".contains($0) }
    if all.contains("M"), let second = letters.firstIndex(of: "S") {
      // A single S of a latitude may be seconds as well as south.
      guard letters.count == 2 || !signs.contains("S") else { return nil }
      letters.remove(at: second)
    }
    guard letters.count <= 1, letters.allSatisfy({ signs.contains($0) }) else { return nil }
    let isDigit = { (character: Character) in "0123456789.,+-".contains(character) }
    let parts = text.split { !isDigit($0) }.map(String.init)
    let values = parts.compactMap(number)
    guard (1...3).contains(parts.count), values.count == parts.count,
      letters.count == 1 || parts.count > 1,
      values.dropFirst().allSatisfy({ (0..<60).contains($0) }),
      values.dropLast().allSatisfy({ $0 == $0.rounded() })
    else { return nil }
    let isNegative = parts[0].hasPrefix("-")
    guard !isNegative || letters.isEmpty else { return nil }
    let size = values.reversed().reduce(0) { $0 / 60 + $1.magnitude }
    degrees = isNegative || letters.first == signs.last ? -size : size
  }
}
