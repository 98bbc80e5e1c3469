import Georeferencing
import Platform
import RasterSources
public import TileImaging
public import TileModel

/// The difference of two images of one size, in levels of 8-bit samples.
public struct ImageComparison: Hashable, Sendable, CustomStringConvertible {
  /// The weight of colour in translucent images.
  public enum Space: Hashable, Sendable {
    /// The samples as they are; colour counts fully even where alpha is 0.
    case straight
    /// Colour times alpha, rounded: what shows over black.
    case premultiplied
  }

  /// The number of pixels of each image.
  public let pixelCount: Int
  /// The largest difference of red, green, blue and alpha.
  public let maximumByChannel: [Int]
  /// The mean difference of red, green, blue and alpha.
  public let meanByChannel: [Double]
  /// The number of pixels with a channel that differs by more than the threshold.
  public let countAboveThreshold: Int
  /// The first pixel, row by row, with a channel that differs by more than the threshold.
  public let firstAboveThreshold: FirstDifference?
  /// The peak signal-to-noise ratio over all four channels in decibels; infinite when equal.
  public let peakSignalToNoiseRatio: Double

  /// A pixel that differs, and both values.
  public struct FirstDifference: Hashable, Sendable {
    /// The column.
    public let x: Int
    /// The row.
    public let y: Int
    /// The pixel of the first image.
    public let left: PixelColor
    /// The pixel of the second image.
    public let right: PixelColor
  }

  /// The largest difference of any channel.
  public var maximum: Int { maximumByChannel.max() ?? 0 }

  /// Compares two images, or returns `nil` when their sizes differ.
  ///
  /// - Parameters:
  ///   - left: An image.
  ///   - right: Another one.
  ///   - space: How colour is weighed where it is translucent.
  ///   - threshold: The difference above which a pixel is counted.
  public init?(
    of left: RGBAImage, and right: RGBAImage, in space: Space = .straight, threshold: Int = 0
  ) {
    guard left.width == right.width, left.height == right.height else { return nil }
    let pixels = left.width * left.height
    pixelCount = pixels
    var maximum = [0, 0, 0, 0]
    var sums = [0, 0, 0, 0]
    var squares = 0
    var count = 0
    var first: FirstDifference?
    for pixel in 0..<pixels {
      let a = Self.pixel(pixel, of: left, in: space)
      let b = Self.pixel(pixel, of: right, in: space)
      if a == b { continue }
      var worst = 0
      for channel in 0..<4 {
        let difference = abs(Int(a[channel]) - Int(b[channel]))
        maximum[channel] = max(maximum[channel], difference)
        sums[channel] += difference
        squares += difference * difference
        worst = max(worst, difference)
      }
      guard worst > threshold else { continue }
      count += 1
      if first == nil {
        first = FirstDifference(
          x: pixel % left.width, y: pixel / left.width,
          left: PixelColor(a[0], a[1], a[2], alpha: a[3]),
          right: PixelColor(b[0], b[1], b[2], alpha: b[3]))
      }
    }
    maximumByChannel = maximum
    meanByChannel = sums.map { Double($0) / Double(max(pixels, 1)) }
    countAboveThreshold = count
    firstAboveThreshold = first
    let error = Double(squares) / Double(max(4 * pixels, 1))
    peakSignalToNoiseRatio = error == 0 ? .infinity : 10 * log10(255 * 255 / error)
  }

  /// A line with every figure.
  public var description: String {
    var text = "max \(maximumByChannel) mean \(meanByChannel) levels, "
    text += "\(countAboveThreshold) of \(pixelCount) pixels above the threshold"
    if let first = firstAboveThreshold {
      text += ", first at (\(first.x), \(first.y)): \(first.left) against \(first.right)"
    }
    return text
  }

  private static func pixel(_ index: Int, of image: RGBAImage, in space: Space) -> SIMD4<UInt8> {
    let base = 4 * index
    let alpha = Int(image.samples[base + 3])
    func sample(_ channel: Int) -> UInt8 {
      let value = image.samples[base + channel]
      return space == .straight ? value : UInt8((Int(value) * alpha + 127) / 255)
    }
    return SIMD4(sample(0), sample(1), sample(2), UInt8(alpha))
  }
}

extension RGBAImage {
  /// The whole of a synthetic raster.
  public init(_ raster: SyntheticRaster) {
    self.init(width: raster.size.width, height: raster.size.height, samples: raster.samples)
  }
}
