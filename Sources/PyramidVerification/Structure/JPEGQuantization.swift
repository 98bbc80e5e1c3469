/// The coarseness of a JPEG file's quantization.
enum JPEGQuantization {
  private static let standardMean = 57.625

  /// The mean of the first quantization table; `nil` when there is none (ITU-T T.81, B.2.4.1).
  static func meanStep(_ bytes: [UInt8]) -> Double? {
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      if bytes[offset + 1] == 0xDB {
        let isWide = offset + 4 < bytes.count && bytes[offset + 4] >> 4 == 1
        let (start, width) = (offset + 5, isWide ? 2 : 1)
        guard start + 64 * width <= bytes.count else { return nil }
        var sum = 0
        for position in 0..<64 {
          let step = start + position * width
          sum += isWide ? Int(bytes[step]) << 8 | Int(bytes[step + 1]) : Int(bytes[step])
        }
        return Double(sum) / 64
      }
      if bytes[offset + 1] == 0xDA { return nil }
      offset += 2 + length
    }
    return nil
  }

  static func quality(meanStep: Double) -> Int {
    let percent = 100 * meanStep / standardMean
    let quality = percent > 100 ? 5000 / percent : 100 - percent / 2
    return Int(min(100, max(1, quality.rounded())))
  }
}
