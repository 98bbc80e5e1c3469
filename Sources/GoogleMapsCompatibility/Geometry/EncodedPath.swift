import CoreLocationCompatibility

/// Google's encoded polyline algorithm: differences of coordinates in 1e-5 degrees, zigzagged, five bits a
/// character from the least significant.
enum EncodedPath {
  static func decode(_ text: String) -> [CLLocationCoordinate2D]? {
    var numbers: [Int] = []
    var (value, shift) = (0, 0)
    for character in text.utf8 {
      // A difference of 360 degrees takes six characters.
      guard (63..<127).contains(character), shift < 35 else { return nil }
      let bits = Int(character) - 63
      value |= (bits & 31) << shift
      shift += 5
      guard bits < 32 else { continue }
      numbers.append(value & 1 == 0 ? value >> 1 : ~(value >> 1))
      (value, shift) = (0, 0)
    }
    guard shift == 0, numbers.count.isMultiple(of: 2) else { return nil }
    var (latitude, longitude) = (0, 0)
    return stride(from: 0, to: numbers.count, by: 2).map { index in
      latitude += numbers[index]
      longitude += numbers[index + 1]
      return CLLocationCoordinate2D(
        latitude: Double(latitude) / 1e5, longitude: Double(longitude) / 1e5)
    }
  }

  /// Rounds to 1e-5 degrees; skips invalid positions.
  static func encode(_ coordinates: [CLLocationCoordinate2D]) -> String {
    var text: [UInt8] = []
    var (latitude, longitude) = (0, 0)
    for coordinate in coordinates where CLLocationCoordinate2DIsValid(coordinate) {
      let north = Int((coordinate.latitude * 1e5).rounded())
      let east = Int((coordinate.longitude * 1e5).rounded())
      for difference in [north - latitude, east - longitude] {
        var bits = difference < 0 ? ~(difference << 1) : difference << 1
        while bits >= 32 {
          text.append(UInt8(bits & 31 | 32) + 63)
          bits >>= 5
        }
        text.append(UInt8(bits) + 63)
      }
      (latitude, longitude) = (north, east)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
