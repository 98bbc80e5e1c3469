// Apple platforms have Core Graphics, which makes images of its own.
#if !canImport(CoreGraphics)
  public import Foundation
  public import TileImaging

  /// The pixels of an image, with the parts of Core Graphics' class that tests of tiles need.
  public final class CGImage: Sendable {
    /// The samples.
    ///
    /// It is not part of Core Graphics.
    public let samples: RGBAImage

    /// Creates an image of samples.
    ///
    /// It is not part of Core Graphics.
    public init(samples: RGBAImage) { self.samples = samples }

    /// The number of columns.
    public var width: Int { samples.width }
    /// The number of rows.
    public var height: Int { samples.height }
    /// The bits of one component of a pixel: 8.
    public var bitsPerComponent: Int { 8 }
    /// The bits of one pixel: 32.
    public var bitsPerPixel: Int { 32 }
    /// The bytes from one row to the next.
    public var bytesPerRow: Int { 4 * samples.width }

    /// The part of the image in a rectangle, widened to whole pixels, `nil` where there is none.
    public func cropping(to rect: CGRect) -> CGImage? {
      let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
      guard !part.isEmpty else { return nil }
      var cropped: [UInt8] = []
      for row in Int(part.minY)..<Int(part.maxY) {
        let start = 4 * (row * width + Int(part.minX))
        cropped += samples.samples[start..<(start + 4 * Int(part.width))]
      }
      return CGImage(
        samples: RGBAImage(width: Int(part.width), height: Int(part.height), samples: cropped))
    }
  }

  extension UIImage {
    /// The pixels, `nil` for an image without any.
    public var cgImage: CGImage? {
      samples.width > 0 && samples.height > 0 ? CGImage(samples: samples) : nil
    }

    /// Creates an image of pixels, one a point.
    public convenience init(cgImage: CGImage) { self.init(samples: cgImage.samples) }
  }
#endif
