/// Percent-encodes UTF-8 bytes, except the unreserved characters of RFC 3986 and those of `kept`,
/// in upper-case hexadecimal.
package func percentEncoded(_ text: String, keeping kept: String = "") -> String {
  var encoded: [UInt8] = []
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      encoded.append(byte)
    default:
      if kept.utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
  }
  return String(decoding: encoded, as: UTF8.self)
}

package func percentDecoded(_ text: String) -> String? {
  var decoded: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      decoded.append(byte)
      continue
    }
    guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue)
    else { return nil }
    decoded.append(high << 4 | low)
  }
  return String(validating: decoded, as: UTF8.self)
}

func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

private let hexDigits = Array("0123456789ABCDEF".utf8)
