/// Delivers the compressed bytes of a stream, a piece a call.
package protocol InflaterInput: AnyObject {
  /// The next bytes, valid until the next call; none at the end.
  func next() throws(InflaterError) -> UnsafeBufferPointer<UInt8>
}

/// A reason that a stream cannot be inflated.
package enum InflaterError: Error, Hashable {
  case ended
  case corrupt(String)
}
