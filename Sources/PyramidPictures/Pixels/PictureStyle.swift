import TileModel

/// Colours and sizes shared by all pictures.
enum PictureStyle {
  static let paper = PixelColor(247, 248, 250)
  static let ink = PixelColor(28, 34, 48)
  static let quiet = PixelColor(104, 113, 132)
  static let faint = PixelColor(222, 226, 233)
  static let notice = PixelColor(176, 92, 0)
  static let fault = PixelColor(206, 30, 44)
  static let accent = PixelColor(18, 92, 196)
  static let margin = 32
  static let title = 18.0
  static let heading = 13.0
  static let text = 11.0
}

package enum PictureText {
  package static func metres(_ value: Double) -> String {
    let size = value.magnitude
    guard size.isFinite else { return "infinite" }
    if size == 0 { return "0 m" }
    if size >= 999.5 { return "\(number(value / 1000)) km" }
    if size >= 0.9995 { return "\(number(value)) m" }
    if size >= 0.0095 { return "\(number(value * 100)) cm" }
    return size >= 0.00005 ? "\(number(value * 1000)) mm" : "under 0.1 mm"
  }

  static func number(_ value: Double) -> String {
    let size = value.magnitude
    return NumberText.trimmed(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2)
  }

  /// The largest of 1, 2 and 5 times a power of ten that is not above a positive value.
  package static func roundBelow(_ value: Double) -> Double {
    var power = 1.0
    while power * 10 <= value { power *= 10 }
    while power > value { power /= 10 }
    return [5.0, 2, 1].map { $0 * power }.first { $0 <= value * (1 + 1e-12) } ?? power
  }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  static func shortened(_ text: String, to limit: Int) -> String {
    guard text.count > limit, limit > 8 else { return text }
    return text.prefix(limit / 2 - 1) + "..." + text.suffix(limit - limit / 2 - 2)
  }
}
