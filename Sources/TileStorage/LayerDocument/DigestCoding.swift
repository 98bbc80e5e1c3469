import TileModel

/// Digests in documents: an object of `algorithm` and `value`, 32 hexadecimal digits.
extension ContentDigest {
  var documentValue: JSONValue {
    .object([
      .init("algorithm", .string(Self.algorithm)), .init("value", .string(hexadecimal)),
    ])
  }

  /// Reads a digest's object.
  init(_ field: DocumentField) throws(LayerDocumentError) {
    let digest = try field.object()
    guard try digest.member("algorithm").string() == Self.algorithm else {
      throw digest.member("algorithm").invalid(Self.algorithm)
    }
    guard let result = ContentDigest(hexadecimal: try digest.member("value").string()) else {
      throw digest.member("value").invalid("32 hexadecimal digits")
    }
    self = result
  }
}
