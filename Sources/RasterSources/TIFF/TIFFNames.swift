/// Names of TIFF tag values (TIFF 6.0 and libtiff's registry).
enum TIFFNames {
  enum Photometric {
    static let minIsWhite = 0
    static let minIsBlack = 1
    static let rgb = 2
    static let palette = 3
    static let mask = 4
    static let separated = 5
    static let ycbcr = 6
    static let lab = 8
  }

  static let noCompression = 1
  static let fax: Set<Int> = [2, 3, 4, 32771]
  static let oldJPEG: UInt16 = 6
  static let jpeg: UInt16 = 7

  static func isJPEG(_ compression: Int) -> Bool { compression == oldJPEG || compression == jpeg }

  static func mayBeLossy(_ compression: Int) -> Bool {
    isJPEG(compression) || [34887, 50001, 50002, 52546].contains(compression)
  }

  static func compression(_ number: Int) -> String {
    switch number {
    case 1: "none"
    case 2: "CCITT RLE"
    case 3: "CCITT fax 3"
    case 4: "CCITT fax 4"
    case 5: "LZW"
    case 6: "old JPEG"
    case 7: "JPEG"
    case 8, 32946: "Deflate"
    case 32766: "NeXT"
    case 32771: "CCITT RLE/W"
    case 32773: "PackBits"
    case 32809: "ThunderScan"
    case 34661: "JBIG"
    case 34676, 34677: "SGI log"
    case 34712: "JPEG 2000"
    case 34887: "LERC"
    case 34925: "LZMA"
    case 50000: "Zstandard"
    case 50001: "WebP"
    case 50002: "JPEG XL"
    default: "number \(number)"
    }
  }

  static func photometric(_ number: Int) -> String {
    switch number {
    case 0: "grey, least is white"
    case 1: "grey"
    case 2: "RGB"
    case 3: "palette"
    case 4: "mask"
    case 5: "CMYK"
    case 6: "YCbCr"
    case 8, 9, 10: "CIE Lab"
    case 32844, 32845: "SGI log"
    default: "number \(number)"
    }
  }
}
