import Georeferencing
import TileImaging

/// Finds the paper colour of an image and its variation, in about a million pixels.
struct PaperSurvey {
  private static let pixelCount = 1 << 20
  private static let leastShare = 4
  private static let reach = 6
  private static let widest = 32
  /// Per cent of the pixels near the paper that the tolerance covers.
  private static let covered = 98

  private let step: Int
  /// Red, green and blue from the lowest byte, then the greatest difference from the next pixel.
  private var pixels: [UInt32] = []
  private var row = 0

  init(size: PixelSize) {
    var step = 1
    while (size.width / step) * (size.height / step) > Self.pixelCount { step += 1 }
    self.step = step
  }

  mutating func add(_ samples: UnsafePointer<UInt8>, width: Int) {
    defer { row += 1 }
    guard row % step == 0 else { return }
    for x in stride(from: row / step % step, to: width, by: step) {
      let pixel = samples + 4 * x
      guard pixel[3] == 255 else { continue }
      let beside = samples + 4 * min(x + 1, width - 1)
      let difference = (0..<3).reduce(0) { max($0, abs(Int(pixel[$1]) - Int(beside[$1]))) }
      pixels.append(
        UInt32(pixel[0]) | UInt32(pixel[1]) << 8 | UInt32(pixel[2]) << 16
          | UInt32(difference) << 24)
    }
  }

  var color: OpaqueColor? {
    var lightnesses = [Int](repeating: 0, count: 256)
    for pixel in pixels { lightnesses[Self.lightness(pixel)] += 1 }
    let near = (0...255).map { level in
      lightnesses[max(0, level - Self.reach)...min(255, level + Self.reach)].reduce(0, +)
    }
    guard let most = near.max(), most > 0,
      let lightest = near.lastIndex(where: { Self.leastShare * $0 >= most }),
      let level = (max(0, lightest - 2 * Self.reach)...lightest).max(by: {
        (near[$0], lightnesses[$0]) < (near[$1], lightnesses[$1])
      })
    else { return nil }
    let papers = pixels.filter { abs(Self.lightness($0) - level) <= Self.reach }
    let levels = (0..<3).map { channel in
      var counts = [Int](repeating: 0, count: 258)
      for pixel in papers {
        let level = Self.level(pixel, channel)
        // Neighbours count half, so that a gap in the noise is no edge.
        counts[level] += 1
        counts[level + 1] += 2
        counts[level + 2] += 1
      }
      return UInt8((0...255).max { counts[$0 + 1] < counts[$1 + 1] } ?? 0)
    }
    return OpaqueColor(red: levels[0], green: levels[1], blue: levels[2])
  }

  /// At most twice the local differences: light fills differ from the paper, but not within themselves.
  func variation(around color: OpaqueColor) -> Int {
    let paper = UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16
    var distances = [Int](repeating: 0, count: Self.widest + 1)
    var differences = distances
    for pixel in pixels {
      let distance = (0..<3).reduce(0) {
        max($0, abs(Self.level(pixel, $1) - Self.level(paper, $1)))
      }
      guard distance <= Self.widest else { continue }
      distances[distance] += 1
      let difference = Self.level(pixel, 3)
      if difference <= Self.widest { differences[difference] += 1 }
    }
    return min(Self.bound(of: distances), 2 * Self.bound(of: differences))
  }

  private static func bound(of counts: [Int]) -> Int {
    let all = counts.reduce(0, +)
    var sum = 0
    return counts.firstIndex { count in
      sum += count
      return 100 * sum >= covered * all
    } ?? 0
  }

  private static func level(_ pixel: UInt32, _ channel: Int) -> Int {
    Int(pixel >> UInt32(8 * channel) & 255)
  }

  private static func lightness(_ pixel: UInt32) -> Int {
    (2 * level(pixel, 0) + 5 * level(pixel, 1) + level(pixel, 2)) / 8
  }
}

extension Paper {
  func extraction(of image: any RasterSource) throws -> PaperExtraction? {
    if let color, let tolerance { return PaperExtraction(color, tolerance: tolerance) }
    var survey = PaperSurvey(size: image.size)
    try image.forEachRow(scratch: .system) { survey.add($1, width: image.size.width) }
    return (color ?? survey.color).map {
      PaperExtraction($0, tolerance: tolerance ?? survey.variation(around: $0))
    }
  }
}
