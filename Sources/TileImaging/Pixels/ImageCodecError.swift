public import TileModel

/// A reason that an image could not be decoded or encoded.
public enum ImageCodecError: ReportableError, Hashable {
  /// The bytes do not begin as `format` does.
  case notAnImage(format: String)
  /// The bytes end before the image does.
  case truncated(format: String)
  /// The bytes break a rule of the format, which `detail` names.
  case corrupt(format: String, detail: String)
  /// The image is `width` × `height`; `limit` states the allowed size.
  case tooLarge(width: Int, height: Int, limit: String)
  /// The compressor could not be created or refused its input.
  case compressorFailed
  /// A library was built without the codec that the text names.
  case missingCodec(String)
  /// The work was cancelled before the image was encoded.
  case cancelled

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .notAnImage(let format):
      FailureReport(
        .badInput, "the data is not \(format)", found: "other leading bytes",
        expected: "the signature of \(format)")
    case .truncated(let format):
      FailureReport(
        .badInput, "the \(format) data ends too early",
        nextStep: "obtain the complete file; this one is damaged")
    case .corrupt(let format, let detail):
      FailureReport(
        .badInput, "the \(format) data is damaged", found: detail,
        nextStep: "obtain an intact file; this one is damaged")
    case .tooLarge(let width, let height, let limit):
      FailureReport(
        .badInput, "the image is too large", found: "\(width) × \(height)", expected: limit)
    case .compressorFailed:
      FailureReport(
        .internalFault, "the compressor failed", nextStep: "check that enough memory is free")
    case .missingCodec(let name):
      FailureReport(
        .cannotAccess, "a codec is missing", expected: name,
        nextStep: "install it, or build with another `format`")
    case .cancelled: FailureReport(.internalFault, "the encoding of an image was cancelled")
    }
  }
}
