import Georeferencing
import RasterSources

/// The segments of a JPEG file before its first scan (ITU-T T.81, B.1.1.4).
struct JPEGSegments: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var offset = 2

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (marker: UInt8, content: ArraySlice<UInt8>)? {
    guard offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA else {
      return nil
    }
    let marker = bytes[offset + 1]
    let end = offset + 2 + (Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
    guard end >= offset + 4, end <= bytes.count else { return nil }
    defer { offset = end }
    return (marker, bytes[offset + 4..<end])
  }

  /// The orientation in the Exif data, which is in a segment APP1.
  static func orientation(_ bytes: [UInt8]) -> ImageOrientation {
    let exif = JPEGSegments(bytes).first { marker, content in
      marker == 0xE1 && content.starts(with: "Exif".utf8)
    }
    return exif.map { ExifTags(Array($0.content)).orientation } ?? .upright
  }
}

/// The coarseness of a JPEG file's quantization.
enum JPEGQuantization {
  private static let standardMean = 57.625

  /// The mean of the first quantization table; `nil` when there is none (ITU-T T.81, B.2.4.1).
  static func meanStep(_ bytes: [UInt8]) -> Double? {
    guard let content = JPEGSegments(bytes).first(where: { $0.marker == 0xDB })?.content,
      let kind = content.first
    else { return nil }
    let (isWide, table) = (kind >> 4 == 1, Array(content.dropFirst()))
    guard table.count >= (isWide ? 128 : 64) else { return nil }
    let steps = (0..<64).map {
      isWide ? Int(table[2 * $0]) << 8 | Int(table[2 * $0 + 1]) : Int(table[$0])
    }
    return Double(steps.reduce(0, +)) / 64
  }

  static func quality(meanStep: Double) -> Int {
    let percent = 100 * meanStep / standardMean
    let quality = percent > 100 ? 5000 / percent : 100 - percent / 2
    return Int(min(100, max(1, quality.rounded())))
  }
}
