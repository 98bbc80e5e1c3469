import Foundation
import TilePyramidTesting

/// A map of one vector tile: a building from a quarter to three quarters of its sides, water along an eighth of the
/// left, and a street with a name.
enum VectorFixture {
  /// The tile's address.
  static let tile = (zoom: 14, x: 8580, y: 5737)

  /// The file, written with mapbox-vector-tile 2.2.0 and pmtiles 3.8.1 of PyPI.
  private static let text = """
    UE1UaWxlcwN/AAAAAAAAAB4AAAAAAAAAnQAAAAAAAAB5AAAAAAAAABYBAAAAAAAAAAAAAAAAAAAWAQAAAAAAAKgAAAAA
    AAAAAQAAAAAAAAABAAAAAAAAAAEAAAAAAAAAAQICAQ4OEt8UBbffOxxgORgF8iQ+HA4AAAAAAAAAAB+LCAAAAAAAAgNj
    PHF9y3RGxhWMjACP033rCgAAAB+LCAAAAAAAAgMdyjEOgzAMBdCrRJ4rwlpEuUHVoWsWgwzJQGKZjyJU9e60rE/vQ5lX
    oc7RlHDQzREDlsYdqeQ/9+yiyfwIFAHdOu9rrU1RyRtMBCtrU2zxU9HD0hIRaAh72/LdvX7pfaUna+95oO8JgukeHW8A
    AAAfiwgAAAAAAAIDJY09DoIwFIAfFZQ2KE1dSBebTp7AODh4AD2DqaGBRilJC9Hx3RxR9+9HKpa9zGCDENVCbyiAxBwA
    z9MKyj2qN5EXloXe1FFsRQqQJBXRlGKOJ4ZHkOnD+Vqm3nRWF4x1zvfh9uV1ydbXMdqxi0MwMdp/7cDofXTP2vkmikoQ
    gPnLKXLkEtV8VtMOSrlsrWvaQRNV/LwPkMCKoqgAAAA=
    """

  /// Writes the file into a folder, and returns its path.
  static func write(into folder: TemporaryDirectory) throws -> String {
    let path = folder.path("city.pmtiles")
    let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }
}
