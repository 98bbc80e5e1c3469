/// An image of straight (not premultiplied) 8-bit samples, taken as sRGB.
///
/// ``samples`` has shape `height × width × 4`: row-major from the top left, red-green-blue-alpha, no
/// row padding, so `samples.count == 4 * width * height`.
public struct RGBAImage: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The samples, in the order the type describes.
  public var samples: [UInt8]

  /// Creates an image; `samples` must have `4 * width * height` elements.
  public init(width: Int, height: Int, samples: [UInt8]) {
    precondition(samples.count == 4 * width * height, "an RGBA image has four samples a pixel")
    self.width = width
    self.height = height
    self.samples = samples
  }
}
