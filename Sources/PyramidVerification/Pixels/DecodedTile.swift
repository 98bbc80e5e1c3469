import RasterSources
import TileImaging
import TileModel

/// The samples of a tile, with properties that checks ask for often.
///
/// SAFETY: nothing changes after the initialiser.
final class DecodedTile: @unchecked Sendable {
  let side: Int
  /// `side × side × 4` bytes of straight RGBA, colour 0 under alpha 0.
  let samples: UnsafeMutablePointer<UInt8>
  /// Red in the low byte; `nil` where samples differ.
  let uniform: UInt32?
  let isOpaque: Bool
  let isLossy: Bool
  let format: TileFormat
  let holdsAlpha: Bool
  let kind: SampleKind
  /// The sample of places without a height; `nil` where these are transparent, or there are none.
  let fill: UInt32?

  /// `nil` for bytes that are no square image.
  convenience init?(decoding bytes: [UInt8]) {
    do throws(ImageCodecError) {
      let image = try TileDecoder.decode(bytes)
      guard image.width == image.height, let format = TileDecoder.format(of: bytes) else {
        return nil
      }
      self.init(image, isLossy: TileDecoder.isLossy(bytes), format: format)
    } catch {
      return nil
    }
  }

  /// The image must be square.
  init(
    _ image: RGBAImage, isLossy: Bool, format: TileFormat,
    elevation: LayerDefinition.Elevation? = nil
  ) {
    (self.isLossy, self.format) = (isLossy, format)
    kind = elevation == nil ? .colors : .heights
    fill = elevation?.fill
    holdsAlpha = format.details?.holdsAlpha ?? true
    side = image.width
    let count = side * side
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * count)
    let shown = elevation?.samples(ofFile: image.samples) ?? image.samples
    shown.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { memory.update(from: base, count: 4 * count) }
    }
    samples = memory
    let pixels = UnsafeRawPointer(samples).assumingMemoryBound(to: UInt32.self)
    let first = pixels[0]
    var different: UInt32 = 0
    var common: UInt32 = .max
    for index in 0..<count {
      different |= pixels[index] ^ first
      common &= pixels[index]
    }
    uniform = different == 0 ? UInt32(littleEndian: first) : nil
    isOpaque = UInt32(littleEndian: common) >> 24 == 255
  }

  deinit { samples.deallocate() }

  var isBlank: Bool { uniform.map { $0 >> 24 == 0 } ?? false }

  /// Red in the low byte on little-endian machines.
  var pixels: UnsafePointer<UInt32> {
    UnsafeRawPointer(samples).assumingMemoryBound(to: UInt32.self)
  }
}
