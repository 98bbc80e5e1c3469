package import Georeferencing
import TileModel

/// Tags of the first directory of Exif data (Exif 2.32, section 4.6), the position of the camera (GPS), and whether
/// the picture was taken by one.
package struct ExifTags {
  package private(set) var orientation = ImageOrientation.upright
  private(set) var resolution: PaperResolution?
  private(set) var position: GeographicCoordinate?
  /// Scanners state no time of exposure and no focal length.
  private(set) var isPhotograph = false

  package init(_ data: [UInt8]) {
    let identifier = Array("Exif\0\0".utf8)
    let bytes = data.starts(with: identifier) ? Array(data.dropFirst(identifier.count)) : data
    guard bytes.count >= 14, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else {
      return
    }
    let isLittle = bytes[0] == 0x49
    func number(at offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - count else { return nil }
      return (0..<count).reduce(0) { sum, index in
        sum | Int(bytes[offset + index]) << (8 * (isLittle ? index : count - 1 - index))
      }
    }
    func fraction(_ entry: Int, _ index: Int = 0) -> Double? {
      guard number(at: entry + 2, 2) == 5, let offset = number(at: entry + 8, 4),
        let numerator = number(at: offset + 8 * index, 4),
        let denominator = number(at: offset + 8 * index + 4, 4)
      else { return nil }
      return Double(numerator) / Double(denominator)
    }
    func short(_ entry: Int) -> Int? {
      number(at: entry + 2, 2) == 3 ? number(at: entry + 8, 2) : nil
    }
    func entries(of directory: Int?) -> [Int: Int] {
      var entries: [Int: Int] = [:]
      guard let directory, let count = number(at: directory, 2) else { return entries }
      for entry in (0..<count).map({ directory + 2 + 12 * $0 }) {
        guard let tag = number(at: entry, 2) else { break }
        if entries[tag] == nil { entries[tag] = entry }
      }
      return entries
    }
    guard number(at: 2, 2) == 42 else { return }
    let tags = entries(of: number(at: 4, 4))
    let exposure = entries(of: tags[0x8769].flatMap { number(at: $0 + 8, 4) })
    isPhotograph = exposure[0x829A] != nil || exposure[0x920A] != nil
    let gps = entries(of: tags[0x8825].flatMap { number(at: $0 + 8, 4) })
    func degrees(_ tag: Int, negative: Int) -> Double? {
      guard let entry = gps[tag], number(at: entry + 4, 4) == 3, let degrees = fraction(entry, 0),
        let minutes = fraction(entry, 1), let seconds = fraction(entry, 2)
      else { return nil }
      let hemisphere = gps[tag - 1].flatMap { number(at: $0 + 8, 1) }
      return (hemisphere == negative ? -1 : 1) * (degrees + minutes / 60 + seconds / 3600)
    }
    if let latitude = degrees(2, negative: 0x53), let longitude = degrees(4, negative: 0x57),
      latitude.magnitude <= 90, longitude.magnitude <= 180
    {
      position = GeographicCoordinate(latitude: latitude, longitude: longitude)
    }
    if let value = tags[0x0112].flatMap(short), let stated = ImageOrientation(rawValue: value) {
      orientation = stated
    }
    if let across = tags[0x011A].flatMap({ fraction($0) }),
      let down = tags[0x011B].flatMap({ fraction($0) })
    {
      resolution = PaperResolution(across, down, tiffUnit: tags[0x0128].flatMap(short) ?? 2)
    }
  }
}
