/// Delivers the compressed bytes of a stream, a piece a call.
package protocol InflaterInput: AnyObject {
  /// The next bytes, valid until the next call; none at the end.
  ///
  /// - Throws: ``InflaterError``.
  func next() throws(InflaterError) -> UnsafeBufferPointer<UInt8>
}

/// Why a stream cannot be inflated.
package enum InflaterError: Error, Hashable {
  /// The input delivered less than its own format states.
  case ended
  /// The stream, or the format that contains it, breaks the rule that the text names.
  case corrupt(String)
}
