/// Transform from stored rows and columns to those of the picture (Exif 2.32, tag 0x0112).
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

  package var swapsAxes: Bool { rawValue >= 5 }
  /// Whether what is left in the stored image is right, or below, in the picture.
  package var mirrorsColumns: Bool {
    [.mirrored, .rotated180, .transversed, .rotated270].contains(self)
  }
  /// Whether what is at the top of the stored image is at the bottom, or right, in the picture.
  package var mirrorsRows: Bool {
    [.rotated180, .flipped, .rotated90, .transversed].contains(self)
  }
  package var keepsRowOrder: Bool { rawValue <= 2 }

  package func size(of size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }
}
