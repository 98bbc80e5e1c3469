import Platform

extension UnsafeRawPointer {
  /// Whether `count` bytes from here on are those from `other` on.
  ///
  /// The C library compares whole vectors of the processor at hand.
  @inline(__always)
  package func equals(_ other: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(self, other, count) == 0
  }
}
