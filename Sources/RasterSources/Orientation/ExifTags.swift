import Georeferencing
/// Tags of the first directory of Exif data (Exif 2.32, section 4.6).
struct ExifTags {
  private(set) var orientation = ImageOrientation.upright
  private(set) var resolution: PaperResolution?

  init(_ data: [UInt8]) {
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
    func fraction(_ entry: Int) -> Double? {
      guard number(at: entry + 2, 2) == 5, let offset = number(at: entry + 8, 4),
        let numerator = number(at: offset, 4), let denominator = number(at: offset + 4, 4)
      else { return nil }
      return Double(numerator) / Double(denominator)
    }
    func short(_ entry: Int) -> Int? {
      number(at: entry + 2, 2) == 3 ? number(at: entry + 8, 2) : nil
    }
    guard number(at: 2, 2) == 42, let directory = number(at: 4, 4),
      let count = number(at: directory, 2)
    else { return }
    var entries: [Int: Int] = [:]
    for entry in (0..<count).map({ directory + 2 + 12 * $0 }) {
      guard let tag = number(at: entry, 2) else { break }
      if entries[tag] == nil { entries[tag] = entry }
    }
    if let value = entries[0x0112].flatMap(short), let stated = ImageOrientation(rawValue: value) {
      orientation = stated
    }
    if let across = entries[0x011A].flatMap(fraction), let down = entries[0x011B].flatMap(fraction)
    {
      resolution = PaperResolution(across, down, tiffUnit: entries[0x0128].flatMap(short) ?? 2)
    }
  }
}
