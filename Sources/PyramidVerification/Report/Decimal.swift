import Platform

/// Numbers for people.
enum Decimal {
  /// A number with a fixed count of digits after the point, 0 to 9.
  static func text(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "not a number" : "infinite" }
    let scale = pow(10, Double(digits))
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 1e18 else { return value.description }
    let units = Int(scaled)
    let sign = value < 0 && units > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(units) }
    let fraction = String(units % Int(scale))
    return sign + String(units / Int(scale)) + "."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
