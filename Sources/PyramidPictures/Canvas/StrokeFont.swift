import Georeferencing
import Platform

/// A font of straight pen strokes, so that drawings need no font file.
public enum StrokeFont {
  /// A width and strokes, each a run of points of two base-36 digits, x then y.
  ///
  /// y counts up: descenders end at 0, the baseline is 4, small letters reach 12, capitals 16.
  private static let glyphs: [Character: String] = [
    "A": "8 044G84 1777", "B": "8 040G5G7E7C5A0A 5A88866404", "C": "8 8D6G2G0D07246487",
    "D": "8 040G5G8D875404", "E": "7 7G0G0474 0A5A", "F": "7 7G0G04 0A5A",
    "G": "8 8D6G2G0D072464878A5A", "H": "8 040G 848G 0A8A", "I": "4 242G 0G4G 0444",
    "J": "6 6G67442407", "K": "8 040G 8G08 3B84", "L": "7 0G0474", "M": "8 040G4A8G84",
    "N": "8 040G848G", "O": "8 2G0D072464878D6G2G", "P": "8 040G6G8E8B6909",
    "Q": "8 2G0D072464878D6G2G 5784", "R": "8 040G6G8E8B6909 4984",
    "S": "8 8E6G2G0E0C2A6A8886642406", "T": "8 0G8G 4G44", "U": "8 0G072464878G",
    "V": "8 0G448G", "W": "8 0G244A648G", "X": "8 0G84 048G", "Y": "8 0G4A8G 4A44",
    "Z": "8 0G8G0484",
    "a": "6 6C64 6A4C2C0A06244466", "b": "6 0G04 0A2C4C6A66442406", "c": "6 6A4C2C0A06244466",
    "d": "6 6G64 6A4C2C0A06244466", "e": "6 08686A4C2C0A06244466", "f": "5 5G4G2E24 0C4C",
    "g": "6 6C62402002 6A4C2C0A06244466", "h": "6 0G04 0A2C4C6A64", "i": "2 1C14 1F1G",
    "j": "3 3C321000 3F3G", "k": "6 0G04 6C07 2864", "l": "2 1G14",
    "m": "8 0C04 0A2C3C4A44 4A6C7C8A84", "n": "6 0C04 0A2C4C6A64", "o": "6 2C0A062444666A4C2C",
    "p": "6 0C00 0A2C4C6A66442406", "q": "6 6C60 6A4C2C0A06244466", "r": "5 0C04 0A2C4C5B",
    "s": "6 6B4C2C0B0A28486665442405", "t": "5 2G263454 0C5C", "u": "6 0C06244466 6C64",
    "v": "6 0C346C", "w": "8 0C244A648C", "x": "6 0C64 046C", "y": "6 0C34 6C2000",
    "z": "6 0C6C0464",
    "0": "6 2G0D072444676D4G2G", "1": "6 1D3G34 1454", "2": "6 0D2G4G6D6B0464",
    "3": "6 0E2G4G6E6C4A2A 4A6866442406", "4": "6 4G0868 4G44", "5": "6 6G0G0A4A6866442406",
    "6": "6 5G2G0D06244466684A2A08", "7": "6 0G6G24",
    "8": "6 2A0C0E2G4G6E6C4A2A0806244466684A",
    "9": "6 1444676E4G2G0E0C2A4A6C",
    " ": "4", ".": "2 1415", ",": "2 1502", ":": "2 1415 1A1B", ";": "2 1502 1A1B",
    "-": "6 0969", "+": "6 0969 3C36", "/": "6 046G", "(": "3 3G1D1734", ")": "3 0G2D2704",
    "[": "3 3G0G0434", "]": "3 0G3G3404", "'": "2 1G1D", "\"": "4 1G1D 3G3D", "!": "2 1G18 1415",
    "?": "6 0E2G4G6E6C3A38 3435", "%": "8 048G 1G3G3E1E1G 5676745456", "=": "6 0B6B 0767",
    "#": "8 242G 646G 0C8C 0888", "&": "8 840D0F2G4F4D0706244488", "*": "6 3F37 0D69 6D09",
    "<": "6 6C0864", ">": "6 0C6804", "_": "6 0262", "|": "2 1G14", "~": "6 08294769",
    "°": "4 1G0F0E1D2D3E3F2G1G", "²": "4 0F1G2G3F0C3C", "×": "6 0B65 056B",
    "ü": "6 0C06244466 6C64 1E1F 5E5F", "ä": "6 6C64 6A4C2C0A06244466 1E1F 5E5F",
    "ö": "6 2C0A062444666A4C2C 1E1F 5E5F",
  ]

  /// The width of a line of text, for capitals of a height of 1.
  public static func width(of text: String) -> Double {
    let units = text.reduce(-2.0) { $0 + width(of: $1) + 2 }
    return max(units, 0) / 12
  }

  static func strokes(
    of text: String, at position: PixelPoint, height: Double, centered: Bool, angle: Double
  ) -> [[PixelPoint]] {
    let unit = height / 12
    let (c, s) = (cos(angle) * unit, sin(angle) * unit)
    var advance = centered ? -width(of: text) * 6 : 0
    var result: [[PixelPoint]] = []
    for character in text {
      for stroke in polylines(of: character) {
        result.append(
          stroke.map { point in
            let (x, y) = (advance + point.x, 4 - point.y)
            return PixelPoint(x: position.x + x * c - y * s, y: position.y + x * s + y * c)
          })
      }
      advance += width(of: character) + 2
    }
    return result
  }

  private static func width(of character: Character) -> Double {
    guard let digit = glyphs[character]?.first?.wholeNumberValue else { return 6 }
    return Double(digit)
  }

  private static func polylines(of character: Character) -> [[PixelPoint]] {
    let box = "6 040G6G6404"
    return (glyphs[character] ?? box).split(separator: " ").dropFirst().map { stroke in
      let digits = stroke.compactMap { $0.hexBeyond }
      return Swift.stride(from: 0, to: digits.count - 1, by: 2).map {
        PixelPoint(x: digits[$0], y: digits[$0 + 1])
      }
    }
  }
}

extension Character {
  fileprivate var hexBeyond: Double? { Int(String(self), radix: 36).map(Double.init) }
}
