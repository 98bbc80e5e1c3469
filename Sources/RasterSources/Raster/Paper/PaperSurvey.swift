import TileImaging

/// Finds the colour of the paper of an image, and how much the paper varies, in about a million pixels.
struct PaperSurvey {
  /// About how many pixels are looked at.
  private static let pixelCount = 1 << 20
  /// A colour that is lighter than the most frequent one is the paper where it is at least so frequent.
  private static let leastShare = 4
  /// Pixels whose lightness is so near to that of the paper tell its colour.
  private static let reach = 6
  /// What differs by more from the paper is not a variation of it.
  private static let widest = 32
  /// So much of what is near the paper is within the tolerance, in hundredths.
  private static let covered = 98

  private let step: Int
  /// For each lightness and channel, how many pixels have each level.
  private var counts = [UInt32](repeating: 0, count: 256 * 3 * 256)
  /// How many pixels have each lightness.
  private var lightnesses = [Int](repeating: 0, count: 256)
  private var row = 0

  /// - Parameter size: The size of the image.
  init(size: PixelSize) {
    var step = 1
    while (size.width / step) * (size.height / step) > Self.pixelCount { step += 1 }
    self.step = step
  }

  /// Adds the next row, of straight RGBA8 samples.
  mutating func add(_ samples: UnsafePointer<UInt8>, width: Int) {
    defer { row += 1 }
    guard row % step == 0 else { return }
    for x in stride(from: row / step % step, to: width, by: step) {
      let pixel = samples + 4 * x
      guard pixel[3] == 255 else { continue }
      let lightness = (2 * Int(pixel[0]) + 5 * Int(pixel[1]) + Int(pixel[2])) / 8
      lightnesses[lightness] += 1
      for channel in 0..<3 {
        counts[(3 * lightness + channel) * 256 + Int(pixel[channel])] += 1
      }
    }
  }

  /// The colour of the paper: the most frequent of the lightest colours that are frequent; `nil` where no
  /// pixel is opaque.
  var color: OpaqueColor? {
    let near = (0...255).map { level in
      lightnesses[max(0, level - Self.reach)...min(255, level + Self.reach)].reduce(0, +)
    }
    guard let most = near.max(), most > 0,
      let lightest = near.lastIndex(where: { Self.leastShare * $0 >= most }),
      let level = (max(0, lightest - 2 * Self.reach)...lightest).max(by: {
        (near[$0], lightnesses[$0]) < (near[$1], lightnesses[$1])
      })
    else { return nil }
    let levels = max(0, level - Self.reach)...min(255, level + Self.reach)
    let channels = (0..<3).map { channel in
      let counts = counts(channel, lightnesses: levels)
      // What is beside counts half, so that a level that noise leaves out is no edge.
      func weight(_ level: Int) -> Int {
        2 * counts[level] + (level > 0 ? counts[level - 1] : 0)
          + (level < 255 ? counts[level + 1] : 0)
      }
      return UInt8((0...255).max { weight($0) < weight($1) } ?? 0)
    }
    return OpaqueColor(red: channels[0], green: channels[1], blue: channels[2])
  }

  /// How far nearly all that is near to a paper differs from it.
  func variation(around color: OpaqueColor) -> Int {
    let lightness = (2 * Int(color.red) + 5 * Int(color.green) + Int(color.blue)) / 8
    let levels = max(0, lightness - Self.widest)...min(255, lightness + Self.widest)
    return [color.red, color.green, color.blue].enumerated().map { channel, paper in
      let counts = counts(channel, lightnesses: levels)
      var distances = [Int](repeating: 0, count: Self.widest + 1)
      for level in 0...255 where abs(level - Int(paper)) <= Self.widest {
        distances[abs(level - Int(paper))] += counts[level]
      }
      let all = distances.reduce(0, +)
      var sum = 0
      return distances.firstIndex { count in
        sum += count
        return 100 * sum >= Self.covered * all
      } ?? 0
    }.max() ?? 0
  }

  /// How many of the pixels of some lightnesses have each level of a channel.
  private func counts(_ channel: Int, lightnesses: ClosedRange<Int>) -> [Int] {
    (0...255).map { level in
      lightnesses.reduce(0) { $0 + Int(counts[(3 * $1 + channel) * 256 + level]) }
    }
  }
}

extension Paper {
  /// The paper as it is taken out of an image, which is read once where its colour or its tolerance is to be
  /// found.
  ///
  /// - Parameter image: The image, in sRGB.
  /// - Returns: `nil` where there is none, as no pixel is opaque.
  /// - Throws: What reading the image throws.
  func extraction(of image: any RasterSource) throws -> PaperExtraction? {
    if let color, let tolerance { return PaperExtraction(color, tolerance: tolerance) }
    var survey = PaperSurvey(size: image.size)
    let rows = try image.makeRowReader(scratch: .system)
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * image.size.width)
    defer { row.deallocate() }
    for _ in 0..<image.size.height {
      try rows.readRow(into: row)
      survey.add(row, width: image.size.width)
    }
    try rows.finish()
    return (color ?? survey.color).map {
      PaperExtraction($0, tolerance: tolerance ?? survey.variation(around: $0))
    }
  }
}
