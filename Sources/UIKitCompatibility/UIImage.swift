#if !(os(iOS) || os(tvOS) || os(visionOS))
  public import Foundation
  public import TileImaging

  /// An image, with the parts of UIKit's class that tile layers need.
  public final class UIImage: Sendable {
    /// The samples.
    ///
    /// It is not part of UIKit.
    public let samples: RGBAImage
    /// The pixels per point.
    public let scale: CGFloat
    /// File from which the image was decoded, passed on unchanged.
    package let file: [UInt8]?

    private init(_ samples: RGBAImage, scale: CGFloat, file: [UInt8]?) {
      self.samples = samples
      self.scale = scale
      self.file = file
    }

    /// Creates an image without pixels.
    public convenience init() {
      self.init(RGBAImage(width: 0, height: 0, samples: []), scale: 1, file: nil)
    }

    /// Creates an image of samples, one pixel a point.
    ///
    /// It is not part of UIKit.
    public convenience init(samples: RGBAImage) { self.init(samples, scale: 1, file: nil) }

    /// Decodes a PNG, JPEG, WebP or AVIF file of some pixels per point.
    ///
    /// It is `nil` when the file is damaged, of another format or larger than a tile may be.
    public convenience init?(data: Data, scale: CGFloat = 1) {
      let bytes = [UInt8](data)
      do throws(ImageCodecError) {
        self.init(try TileDecoder.decode(bytes), scale: scale, file: bytes)
      } catch {
        return nil
      }
    }

    /// Reads and decodes a file, or returns `nil`, as ``init(data:scale:)`` does.
    public convenience init?(contentsOfFile path: String) {
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      self.init(data: data)
    }

    /// Reads an image among the resources of the program, or returns `nil` when there is none.
    ///
    /// - Parameter name: The name of the file, whose extension may be left out for PNG.
    public convenience init?(named name: String) {
      self.init(named: name, in: nil, compatibleWith: nil)
    }

    /// Reads an image from the resources of a bundle, or returns `nil` without one.
    ///
    /// - Parameters:
    ///   - name: The name of the file, whose extension may be left out for PNG.
    ///   - bundle: The bundle, `nil` for that of the program.
    ///   - traitCollection: Without effect.
    public convenience init?(
      named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
    ) {
      let bundle = bundle ?? .main
      guard
        let path = bundle.path(forResource: name, ofType: nil)
          ?? bundle.path(forResource: name, ofType: "png")
      else { return nil }
      self.init(contentsOfFile: path)
    }

    /// The width and height in points.
    public var size: CGSize {
      CGSize(width: CGFloat(samples.width) / scale, height: CGFloat(samples.height) / scale)
    }

    /// The image as a JPEG file, on white where it is transparent, or `nil` without pixels.
    ///
    /// - Parameter compressionQuality: From 0, the smallest file, to 1. NaN counts as 1.
    /// - Returns: The file.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
      guard samples.width > 0, samples.height > 0 else { return nil }
      let fraction = compressionQuality.isNaN ? 1 : min(max(compressionQuality, 0.01), 1)
      let quality = Int((fraction * 100).rounded())
      do throws(ImageCodecError) {
        return Data(try JPEGTileEncoder(quality: quality, effort: .fast).encode(samples))
      } catch {
        return nil
      }
    }

    /// The image as a PNG file, or `nil` when it has no pixels.
    public func pngData() -> Data? {
      guard samples.width > 0, samples.height > 0 else { return nil }
      do throws(ImageCodecError) {
        return Data(try PNGTileEncoder(effort: .fast).encode(samples))
      } catch {
        return nil
      }
    }
  }
#endif
