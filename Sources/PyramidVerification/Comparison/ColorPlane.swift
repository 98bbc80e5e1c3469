/// A tile as red, green and blue over a background, and alpha, 0 to 255 each.
struct ColorPlane {
  /// The colour that shows where samples are transparent.
  struct Background: Hashable {
    let red: Int
    let green: Int
    let blue: Int

    /// Mid-grey, so that black, white and nothing are three different colours.
    static let middle = Background(red: 128, green: 128, blue: 128)

    init(red: Int, green: Int, blue: Int) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// The colour of a pixel, red in its low byte.
    init(_ pixel: UInt32) {
      self.init(
        red: Int(pixel & 255), green: Int(pixel >> 8 & 255), blue: Int(pixel >> 16 & 255))
    }

    /// Lays the colour under straight samples; alpha stays.
    func composite(under samples: UnsafeMutablePointer<UInt8>, count: Int) {
      for index in 0..<count {
        let pixel = samples + 4 &* index
        let alpha = Int(pixel[3])
        if alpha == 255 { continue }
        pixel[0] = Self.mix(Int(pixel[0]), red, alpha)
        pixel[1] = Self.mix(Int(pixel[1]), green, alpha)
        pixel[2] = Self.mix(Int(pixel[2]), blue, alpha)
      }
    }

    @inline(__always)
    private static func mix(_ value: Int, _ background: Int, _ alpha: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: (value &* alpha &+ background &* (255 &- alpha) &+ 127) / 255)
    }
  }

  /// The names of the channels in reports.
  static let names = ["red", "green", "blue", "alpha"]

  /// Samples along one side.
  let side: Int
  /// `side × side × 4` values.
  let values: [UInt8]

  init(_ tile: DecodedTile, over background: Background) {
    side = tile.side
    let count = tile.side * tile.side
    values = [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      base.update(from: tile.samples, count: 4 * count)
      background.composite(under: base, count: count)
      filled = 4 * count
    }
  }

  /// The lightness of four channels each; what is not a number stays so.
  static func grey(_ values: [Float]) -> [Float] {
    stride(from: 0, to: values.count, by: 4).map {
      values[$0] * 0.25 + values[$0 + 1] * 0.5 + values[$0 + 2] * 0.25
    }
  }
}
