/// How the rows and columns of a stored image become those of the picture (Exif 2.32, tag 0x0112).
public enum ImageOrientation: Int, Hashable, Sendable {
  /// The picture is the stored image.
  case upright = 1
  /// The picture is the stored image with each row in the opposite order.
  case mirrored = 2
  /// The picture is the stored image rotated by a half.
  case rotated180 = 3
  /// The picture is the stored image with its rows in the opposite order.
  case flipped = 4
  /// The picture's rows are the stored columns.
  case transposed = 5
  /// The picture is the stored image rotated clockwise by a quarter.
  case rotated90 = 6
  /// The picture's rows are the stored columns, and both are in the opposite order.
  case transversed = 7
  /// The picture is the stored image rotated anticlockwise by a quarter.
  case rotated270 = 8

  /// Whether stored rows become columns.
  var swapsAxes: Bool { rawValue >= 5 }
  /// Whether what is left in the stored image is right, or below, in the picture.
  var mirrorsColumns: Bool { [.mirrored, .rotated180, .transversed, .rotated270].contains(self) }
  /// Whether what is at the top of the stored image is at the bottom, or right, in the picture.
  var mirrorsRows: Bool { [.rotated180, .flipped, .rotated90, .transversed].contains(self) }
  /// Whether the picture's rows come in the order in which they are stored.
  var keepsRowOrder: Bool { rawValue <= 2 }

  /// Reads the orientation out of an Exif segment; upright where it has none that is valid.
  init(exif bytes: UnsafeBufferPointer<UInt8>) {
    self = .upright
    guard bytes.count >= 14 else { return }
    let isLittle = bytes[0] == 0x49
    func number(at offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - count else { return nil }
      return (0..<count).reduce(0) { sum, index in
        sum | Int(bytes[offset + index]) << (8 * (isLittle ? index : count - 1 - index))
      }
    }
    guard bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D, number(at: 2, 2) == 42,
      let directory = number(at: 4, 4), let entries = number(at: directory, 2)
    else { return }
    for entry in 0..<entries {
      let position = directory + 2 + 12 * entry
      guard let tag = number(at: position, 2) else { return }
      guard tag == 0x0112 else { continue }
      if number(at: position + 2, 2) == 3, let value = number(at: position + 8, 2),
        let orientation = ImageOrientation(rawValue: value)
      {
        self = orientation
      }
      return
    }
  }
}
