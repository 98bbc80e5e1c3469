import Platform

/// Numbers as text, the same in every locale.
package enum NumberText {
  package static func double(_ text: some StringProtocol, decimalComma: Bool = false) -> Double? {
    // Double(_:) also reads hexadecimal, "nan" and "infinity", which no option or file means.
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if bytes.count == 1000 { return nil }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        bytes.append(byte)
      case UInt8(ascii: ",") where decimalComma: bytes.append(UInt8(ascii: "."))
      default: return nil
      }
    }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  /// The shortest decimal without an exponent that reads back as exactly `value`.
  package static func plain(_ value: Double) -> String {
    let text = value.description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return text }
    let mantissa = text[..<mark]
    let sign = mantissa.hasPrefix("-") ? "-" : ""
    let parts = mantissa.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let whole = String(parts[0])
    let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
    let digits = whole + fraction
    let point = whole.count + exponent
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    if point >= digits.count {
      return sign + digits + String(repeating: "0", count: point - digits.count) + ".0"
    }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }

  /// The fewest digits that read back as exactly `value`; a whole number has no fraction.
  package static func shortest(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Rounds halves away from zero.
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "not a number" : "infinite" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    // Beyond 2^53 the integer below would show digits that the number does not hold.
    guard scaled < 9e15 else { return value.description }
    let digits = String(Int64(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return decimals == 0
      ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// Reads numbers separated by commas and blanks; `nil` when one is not finite.
  package static func list(_ text: String) -> [Double]? {
    var numbers: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let trimmed = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      guard let number = Double(String(trimmed)), number.isFinite else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  package static func trimmed(_ value: Double, _ decimals: Int) -> String {
    var text = fixed(value, decimals)[...]
    guard text.contains(".") else { return String(text) }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }

  /// Rounds to about three significant digits, for people.
  package static func brief(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value.description }
    let magnitude = log10(value.magnitude).rounded(.down)
    if magnitude < -6 || magnitude > 12 { return value.description }
    return fixed(value, max(0, 2 - Int(magnitude)))
  }
}
