import Foundation
import Testing
import TileImaging
import TilePyramidTesting

/// Tiles with known properties, drawn from a seed.
enum TestTile: String, CaseIterable, CustomTestStringConvertible {
  case white, transparent, oneTranslucentColor, blackAndWhite, greySteps, greyGradient, greyNoise
  case greyWithHole, greyHalfTransparent, lineArt, lineArtOnTransparency, softLineArt
  case colorGradient, photograph, photographWithHole, photographSoftEdge, noise, noiseWithAlpha
  case colorUnderTransparency, allGreysAndHole

  var testDescription: String { rawValue }

  func image(width: Int, height: Int, seed: UInt64 = 1) -> RGBAImage {
    var generator = SeededGenerator(seed: seed)
    return draw(width, height) { x, y in pixel(x, y, width, height, &generator) }
  }

  private func pixel(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ generator: inout SeededGenerator
  ) -> [UInt8] {
    let hole = (x / 16 + y / 16) % 3 == 0
    let line = x % 37 == 0 || y % 23 == 0 || (x + y) % 61 == 0
    let ramp = UInt8(255 * (x + y) / max(1, width + height - 2))
    let shade = UInt8(clamping: 128 + (x * 3 - y * 2) / 8 + Int(generator.next() % 17) - 8)
    switch self {
    case .white: return [255, 255, 255, 255]
    case .transparent: return [0, 0, 0, 0]
    case .oneTranslucentColor: return [10, 20, 30, 40]
    case .blackAndWhite: return line ? [0, 0, 0, 255] : [255, 255, 255, 255]
    case .greySteps:
      let grey = UInt8((x / 8 + y / 8) % 4 * 85)
      return [grey, grey, grey, 255]
    case .greyGradient: return [ramp, ramp, ramp, 255]
    case .greyNoise: return [shade, shade, shade, 255]
    case .greyWithHole:
      let grey: UInt8 = line ? 0 : 255
      return hole ? [0, 0, 0, 0] : [grey, grey, grey, 255]
    case .greyHalfTransparent: return [ramp, ramp, ramp, UInt8(1 + generator.next() % 255)]
    case .lineArt: return line ? [40, 40, 60, 255] : [250, 248, 240, 255]
    case .lineArtOnTransparency: return line ? [200, 0, 0, 255] : [0, 0, 0, 0]
    case .softLineArt: return line ? [200, 0, 0, UInt8(1 + x % 255)] : [0, 0, 0, 0]
    case .colorGradient: return [ramp, UInt8(x * 255 / width), UInt8(y * 255 / height), 255]
    case .photograph: return [shade, shade &+ ramp / 2, ramp, 255]
    case .photographWithHole: return hole ? [0, 0, 0, 0] : [shade, shade &+ ramp / 2, ramp, 255]
    case .photographSoftEdge:
      let alpha = UInt8(clamping: x * 2)
      return alpha == 0 ? [0, 0, 0, 0] : [shade, shade &+ ramp / 2, ramp, alpha]
    case .noise: return TestTile.random(&generator, opaque: true)
    case .noiseWithAlpha: return TestTile.random(&generator, opaque: false)
    case .colorUnderTransparency: return [UInt8(x & 255), UInt8(y & 255), 7, hole ? 0 : 255]
    case .allGreysAndHole:
      let grey = UInt8((x * 7 + y) & 255)
      return x == width - 1 ? [0, 0, 0, 0] : [grey, grey, grey, 255]
    }
  }

  private static func random(_ generator: inout SeededGenerator, opaque: Bool) -> [UInt8] {
    let bits = UInt32(truncatingIfNeeded: generator.next())
    let alpha = opaque ? 255 : UInt8(truncatingIfNeeded: bits >> 24)
    return alpha == 0
      ? [0, 0, 0, 0]
      : [
        UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
        UInt8(truncatingIfNeeded: bits >> 16), alpha,
      ]
  }
}

/// An image whose pixels `pixel` gives, row by row.
func draw(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> [UInt8]) -> RGBAImage {
  var samples: [UInt8] = []
  samples.reserveCapacity(4 * width * height)
  for y in 0..<height { for x in 0..<width { samples += pixel(x, y) } }
  return RGBAImage(width: width, height: height, samples: samples)
}

/// An image in which exactly `count` colours occur, in an irregular order.
func image(colours count: Int, side: Int, grey: Bool, alpha: Bool, seed: UInt64) -> RGBAImage {
  var generator = SeededGenerator(seed: seed)
  var colours = Set<[UInt8]>()
  while colours.count < count {
    let bits = generator.next()
    let red = UInt8(truncatingIfNeeded: bits)
    let opacity = alpha ? UInt8(1 + (bits >> 24) % 255) : 255
    colours.insert(
      grey
        ? [red, red, red, opacity]
        : [
          red, UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits >> 16), opacity,
        ])
  }
  let list = colours.sorted { $0.lexicographicallyPrecedes($1) }
  return draw(side, side) { x, y in
    let position = y * side + x
    return list[position < count ? position : Int(generator.next() % UInt64(count))]
  }
}

/// Decodes with libpng alone, leaving the colour under alpha 0 as it is in the file.
func decodeUntouched(_ bytes: [UInt8], mode: PNGRowDecoder.Mode = .deinterlaced) throws
  -> (header: PNGHeader, rowBytes: Int, rows: [UInt8])
{
  var offset = 0
  let decoder = try PNGRowDecoder(mode: mode) { target, count in
    let step = min(count, bytes.count - offset)
    for index in 0..<step { target[index] = bytes[offset + index] }
    offset += step
    return step
  }
  var rows = [UInt8](repeating: 0, count: decoder.rowBytes * decoder.header.height)
  try rows.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return }
    for _ in 0..<decoder.passes {
      for y in 0..<decoder.header.height { try decoder.readRow(into: base + y * decoder.rowBytes) }
    }
  }
  try decoder.finish()
  return (decoder.header, decoder.rowBytes, rows)
}

/// Whether a decoder refuses an image for its size by the limits.
func isTooLarge(_ width: Int, _ height: Int, _ decode: () throws -> RGBAImage) -> Bool {
  do {
    _ = try decode()
    return false
  } catch {
    if case .tooLarge(width, height, _)? = error as? ImageCodecError { return true }
    return false
  }
}

/// CRC-32 as in PNG and zlib.
func crc32(_ bytes: [UInt8]) -> UInt32 {
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = (crc >> 1) ^ (0xEDB8_8320 & (0 &- (crc & 1))) }
  }
  return ~crc
}

/// The mean of the squared differences of red, green and blue where both images are opaque.
func squaredError(_ one: RGBAImage, _ other: RGBAImage) -> Double {
  var sum = 0.0
  var count = 0.0
  for offset in stride(from: 0, to: one.samples.count, by: 4)
  where one.samples[offset + 3] == 255 && other.samples[offset + 3] == 255 {
    for channel in 0..<3 {
      let difference =
        Double(one.samples[offset + channel]) - Double(other.samples[offset + channel])
      sum += difference * difference
      count += 1
    }
  }
  return sum / max(1, count)
}

/// The bytes of a file.
func readAll(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}
