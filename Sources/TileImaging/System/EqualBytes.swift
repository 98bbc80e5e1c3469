import Platform

extension UnsafeRawPointer {
  /// Compares `count` bytes with `memcmp`, which is vectorised.
  @inline(__always)
  package func equals(_ other: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(self, other, count) == 0
  }
}
