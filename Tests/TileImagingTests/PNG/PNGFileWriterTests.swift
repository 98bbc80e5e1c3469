import Foundation
import Testing
import TileImaging
import TilePyramidTesting

@Suite("PNG file writer")
struct PNGFileWriterTests {
  private struct Layout: CustomTestStringConvertible {
    var layout: PNGLayout
    var testDescription: String {
      "color type \(layout.colorType.rawValue), \(layout.bitDepth) bits"
        + (layout.isInterlaced ? ", interlaced" : "")
    }
  }

  private static let layouts: [Layout] = PNGHeader.ColorType.allCases.flatMap { colorType in
    colorType.bitDepths.flatMap { depth in
      [false, true].map { interlaced in
        var layout = PNGLayout(colorType, bitDepth: depth, isInterlaced: interlaced, gamma: 0.45455)
        if colorType == .palette { layout.palette = palette(entries: 1 << depth) }
        return Layout(layout: layout)
      }
    }
  }

  private static func palette(entries: Int) -> [UInt8] {
    var palette: [UInt8] = []
    for index in 0..<entries {
      let alpha: UInt8 = index == 1 ? 90 : 255
      palette += [UInt8(index), UInt8(255 - index), UInt8(index / 2), alpha]
    }
    return palette
  }

  @Test(
    "Rows that PNG file writer writes in every form come back as stored and in RGBA8",
    arguments: layouts)
  private func everyForm(_ argument: Layout) throws {
    let layout = argument.layout
    let folder = try TemporaryDirectory()
    for (width, height) in [(1, 1), (2, 3), (5, 9), (37, 21), (256, 3)] {
      let path = folder.path("\(width).png")
      let stored = try write(layout, width, height, path)
      let bytes = try readAll(path)
      let raw = try decodeUntouched(bytes, mode: [.asStored, .deinterlaced])
      #expect(raw.rows == stored)
      #expect(raw.header.isInterlaced == layout.isInterlaced)
      let expected = expand(stored, layout, width, height)
      #expect(try decodeUntouched(bytes).rows == expected, "\(width) × \(height)")
    }
  }

  /// Writes pseudo-random rows whose unused bits are 0 and returns them.
  private func write(_ layout: PNGLayout, _ width: Int, _ height: Int, _ path: String) throws
    -> [UInt8]
  {
    var generator = SeededGenerator(seed: UInt64(width * 1000 + height))
    let writer = try PNGFileWriter(path: path, width: width, height: height, layout: layout)
    let usedBits = width * layout.colorType.channels * layout.bitDepth
    var stored: [UInt8] = []
    for _ in 0..<height {
      var row = generator.bytes(writer.rowBytes)
      let surplus = 8 * row.count - usedBits
      row[row.count - 1] &= UInt8(truncatingIfNeeded: 0xFF << surplus)
      stored += row
    }
    let rowBytes = writer.rowBytes
    try writer.writeRows { y, bytes in
      for index in 0..<rowBytes { bytes[index] = stored[y * rowBytes + index] }
    }
    try writer.finish()
    return stored
  }

  /// The RGBA8 samples of stored rows, straight from the definitions of the standard.
  private func expand(_ stored: [UInt8], _ layout: PNGLayout, _ width: Int, _ height: Int)
    -> [UInt8]
  {
    let channels = layout.colorType.channels
    let depth = layout.bitDepth
    let rowBytes = (width * channels * depth + 7) / 8
    func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
      let bit = (x * channels + channel) * depth
      let byte = Int(stored[y * rowBytes + bit / 8])
      if depth == 16 { return byte << 8 | Int(stored[y * rowBytes + bit / 8 + 1]) }
      return byte >> (8 - depth - bit % 8) & ((1 << depth) - 1)
    }
    func scaled(_ value: Int) -> UInt8 {
      UInt8((Double(value) * 255 / Double((1 << depth) - 1)).rounded())
    }
    return draw(width, height) { x, y in
      let values = (0..<channels).map { sample(x, y, $0) }
      switch layout.colorType {
      case .palette: return Array(layout.palette[4 * values[0]..<4 * values[0] + 4])
      case .grey: return [scaled(values[0]), scaled(values[0]), scaled(values[0]), 255]
      case .greyAlpha:
        return [scaled(values[0]), scaled(values[0]), scaled(values[0]), scaled(values[1])]
      case .rgb: return values.map(scaled) + [255]
      case .rgba: return values.map(scaled)
      }
    }.samples
  }
}
