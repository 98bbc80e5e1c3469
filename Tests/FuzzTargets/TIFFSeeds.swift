import CZlib
import TilePyramidTesting

/// Small TIFF files of all layouts that are distinguished.
enum TIFFSeeds {
  private static func noise(_ count: Int, _ seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return generator.bytes(count)
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count + 200) { out, count in
      var length = UInt(out.count)
      _ = compress2(out.baseAddress, &length, bytes, UInt(bytes.count), 6)
      count = Int(length)
    }
  }

  /// Runs of literals, as PackBits writes noise.
  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 128).flatMap { start in
      let part = bytes[start..<min(bytes.count, start + 128)]
      return [UInt8(part.count - 1)] + part
    }
  }

  static var images: [[UInt8]] {
    [
      strips(isBig: false), strips(isBig: true), tiles, planar, palette, numbers, inks,
      bits, runs, jpeg,
    ]
  }

  private static func strips(isBig: Bool) -> [UInt8] {
    var sketch = TinyTIFF(isBig: isBig)
    sketch.addImage(
      width: 20, height: 17, blockHeight: 5,
      blocks: [5, 5, 5, 2].map { noise(20 * $0) })
    sketch.add(42113, text: "7 ")
    sketch.add(42112, text: "<GDALMetadata><Item name=\"a\">b</Item></GDALMetadata>")
    return sketch.file
  }

  /// Tiles with a mask, and an overview with its own; the last tile is left out.
  private static var tiles: [UInt8] {
    var sketch = TinyTIFF(isBig: false)
    let block = deflated(noise(16 * 16 * 3))
    sketch.addImage(
      width: 40, height: 24, bands: 3, photometric: 2, compression: 8, tileWidth: 16,
      blockHeight: 16, blocks: [block, block, block, block, block, []])
    sketch.addImage(
      width: 40, height: 24, bits: 1, photometric: 4, compression: 8, blockHeight: 24, subfile: 4,
      blocks: [deflated(noise(5 * 24))])
    sketch.addImage(
      width: 20, height: 12, bands: 3, photometric: 2, compression: 8, tileWidth: 16,
      blockHeight: 16, subfile: 1, blocks: [block, block])
    sketch.addImage(
      width: 20, height: 12, bits: 1, photometric: 4, blockHeight: 12, subfile: 5,
      blocks: [noise(3 * 12)])
    return sketch.file
  }

  private static var planar: [UInt8] {
    var sketch = TinyTIFF(isBig: false)
    sketch.addImage(
      width: 9, height: 8, bands: 4, photometric: 2, blockHeight: 4, isPlanar: true, extra: 2,
      blocks: (0..<8).map { noise(36, $0) })
    return sketch.file
  }

  private static var palette: [UInt8] {
    var sketch = TinyTIFF(isBig: false)
    sketch.addImage(
      width: 9, height: 8, bits: 4, photometric: 3, blockHeight: 8, blocks: [noise(40)])
    sketch.add(320, shorts: noise(48).map { Int($0) * 257 })
    return sketch.file
  }

  private static var numbers: [UInt8] {
    var sketch = TinyTIFF(isBig: false)
    sketch.addImage(
      width: 8, height: 8, bits: 32, format: 3, blockHeight: 8,
      blocks: [
        (0..<64).flatMap { index in
          withUnsafeBytes(of: index == 9 ? Float.nan : Float(index)) { Array($0) }
        }
      ])
    sketch.add(42113, text: "nan")
    sketch.addImage(
      width: 8, height: 8, bits: 16, compression: 8, format: 2, blockHeight: 8,
      blocks: [deflated(noise(128))])
    sketch.add(317, shorts: [2])
    return sketch.file
  }

  private static var inks: [UInt8] {
    var sketch = TinyTIFF(isBig: false)
    sketch.addImage(
      width: 6, height: 6, bands: 5, photometric: 5, blockHeight: 6, extra: 1,
      blocks: [noise(180)])
    sketch.addImage(
      width: 8, height: 8, bands: 3, photometric: 6, blockHeight: 8, blocks: [noise(96)])
    sketch.add(530, shorts: [2, 2])
    return sketch.file
  }

  /// Samples of odd depth, white first; a fax.
  private static var bits: [UInt8] {
    var sketch = TinyTIFF(isBig: false)
    sketch.addImage(
      width: 11, height: 7, bits: 12, photometric: 0, blockHeight: 7, blocks: [noise(119)])
    sketch.addImage(
      width: 16, height: 4, bits: 1, photometric: 0, compression: 4, blockHeight: 4,
      blocks: [noise(20)])
    return sketch.file
  }

  private static var runs: [UInt8] {
    var sketch = TinyTIFF(isBig: false)
    sketch.addImage(
      width: 20, height: 20, bands: 2, compression: 32773, blockHeight: 10, extra: 1,
      blocks: [packed(noise(400)), packed(noise(400))])
    sketch.addImage(
      width: 20, height: 20, compression: 5, blockHeight: 20, blocks: [[0x80] + noise(300)])
    return sketch.file
  }

  private static var jpeg: [UInt8] {
    var sketch = TinyTIFF(isBig: false)
    sketch.addImage(
      width: 24, height: 16, bands: 3, photometric: 6, compression: 7, blockHeight: 16,
      blocks: [SmallJPEG.baseline])
    return sketch.file
  }

  /// The contents of tags that place an image.
  static var locations: [[UInt8]] {
    let area: [UInt16] = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32611]
    return [
      TinyTIFF.tagBytes(
        scale: [60, 60, 0], tiepoints: [0, 0, 0, 440_720, 3_751_320, 0], keys: area,
        metadata: "<GDALMetadata/>", noData: "0"),
      TinyTIFF.tagBytes(
        matrix: [1.5, -5, 0, 441_000, -5, -1.5, 0, 3_744_000, 0, 0, 0, 0, 0, 0, 0, 1], keys: area),
      TinyTIFF.tagBytes(
        tiepoints: [
          0, 0, 0, 8, 47, 0, 20, 0, 0, 8.02, 47, 0, 20, 20, 0, 8.02, 46.98, 0, 0, 20, 0, 8, 46.98,
          0,
        ], keys: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]),
      TinyTIFF.tagBytes(
        scale: [100, 100, 0], tiepoints: [0, 0, 0, 4_000_000, 3_000_000, 0],
        keys: [
          1, 1, 0, 11, 1024, 0, 1, 1, 1025, 0, 1, 1, 1026, 34737, 17, 0, 2048, 0, 1, 4258, 3072, 0,
          1, 32767, 3074, 0, 1, 32767, 3075, 0, 1, 10, 3082, 34736, 1, 2, 3083, 34736, 1, 3, 3088,
          34736, 1, 1, 3089, 34736, 1, 0,
        ], doubles: [52, 10, 4_321_000, 3_210_000], text: "Grid of a survey|"),
      TinyTIFF.tagBytes(
        scale: [0.25, 0.25, 0], tiepoints: [0, 0, 0, 11_882_500, 7_011_250, 0],
        keys: [1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 2853, 3076, 0, 1, 9003]),
      TinyTIFF.tagBytes(
        scale: [60, 60, 0], tiepoints: [0, 0, 0, 440_720, 3_751_320, 0],
        keys: [
          1, 1, 0, 7, 1024, 0, 1, 1, 2048, 0, 1, 32767, 2050, 0, 1, 32767, 2057, 34736, 1, 0, 2059,
          34736, 1, 1, 3072, 0, 1, 32767, 3074, 0, 1, 16011,
        ], doubles: [6_378_137, 298.257]),
    ]
  }
}
