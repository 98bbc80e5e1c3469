import TileImaging

/// The samples of an encoded tile.
enum PNGSamples {
  /// Straight RGBA8, row-major.
  static func decode(_ bytes: [UInt8]) throws -> [UInt8] { try PNGDecoder.decode(bytes).samples }
}
