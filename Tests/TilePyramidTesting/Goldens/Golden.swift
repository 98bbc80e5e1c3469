public import Foundation
public import TileImaging
import TileStorage

/// A file in which a test has recorded what it expects.
///
/// With the environment variable `RECORD_GOLDENS=1`, or ``Mode/record``, what is at hand is recorded
/// instead of compared, and the outcome is no match: a test that records fails, so that nobody takes
/// a recording for a check.
public struct Golden: Sendable {
  /// Whether a golden is compared or recorded.
  public enum Mode: Hashable, Sendable {
    case compare
    case record

    /// The mode that the environment requests.
    public static var current: Mode {
      ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" ? .record : .compare
    }
  }

  /// The outcome of a comparison.
  public enum Outcome: Hashable, Sendable, CustomStringConvertible {
    /// The current value equals the recorded one, within the tolerance.
    case match
    /// There is nothing to compare with.
    case missing(path: String)
    /// It was recorded now, which is no match.
    case recorded(path: String)
    /// It differs, in words.
    case different(path: String, String)

    /// Whether the test may pass.
    public var isMatch: Bool { self == .match }

    /// A sentence that says what came of it and what to do.
    public var description: String {
      switch self {
      case .match: "as recorded"
      case .missing(let path): "\(path) is missing; run with RECORD_GOLDENS=1 and look at it"
      case .recorded(let path): "\(path) was recorded; look at it and run again without recording"
      case .different(let path, let difference): "differs from \(path): \(difference)"
      }
    }
  }

  /// The file.
  public let url: URL
  /// Whether it is compared or recorded.
  public let mode: Mode

  /// Names a golden.
  public init(_ url: URL, mode: Mode = .current) {
    self.url = url
    self.mode = mode
  }

  /// Names a golden in the folder `Goldens` beside a source file.
  public init(_ name: String, beside file: String = #filePath, mode: Mode = .current) {
    self.init(
      URL(fileURLWithPath: file).deletingLastPathComponent()
        .appendingPathComponent("Goldens").appendingPathComponent(name), mode: mode)
  }

  /// Compares an image with the golden, a PNG file; colour under full transparency does not count.
  ///
  /// - Parameters:
  ///   - image: What is at hand.
  ///   - tolerance: The largest difference of a sample, in levels.
  /// - Returns: What came of it.
  /// - Throws: The file system's error, or `ImageCodecError` for a golden that is no image.
  public func check(_ image: RGBAImage, tolerance: Int = 0) throws -> Outcome {
    var image = image
    image.samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      TransparentColor.clear(base, count: samples.count / 4)
    }
    if let outcome = try beforeComparing({ try PNGTileEncoder(effort: .smallest).encode(image) }) {
      return outcome
    }
    let recorded = try PNGDecoder.decode([UInt8](try Data(contentsOf: url)))
    guard
      let comparison = ImageComparison(of: image, and: recorded, threshold: tolerance)
    else {
      return .different(
        path: url.path,
        "\(image.width) × \(image.height) pixels, recorded \(recorded.width) × \(recorded.height)")
    }
    return comparison.maximum <= tolerance
      ? .match : .different(path: url.path, comparison.description)
  }

  /// Compares a text with the golden, byte by byte.
  ///
  /// - Throws: The file system's error.
  public func check(_ text: String) throws -> Outcome {
    let bytes = Array(text.utf8)
    if let outcome = try beforeComparing({ bytes }) { return outcome }
    let recorded = [UInt8](try Data(contentsOf: url))
    if bytes == recorded { return .match }
    let offset = zip(bytes, recorded).prefix { $0 == $1 }.count
    let line = bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
    return .different(
      path: url.path, "first at line \(line); \(bytes.count) bytes, recorded \(recorded.count)")
  }

  /// Records, or finds that there is nothing to compare with.
  private func beforeComparing(_ bytes: () throws -> [UInt8]) throws -> Outcome? {
    switch mode {
    case .record:
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try AtomicFile.write(try bytes(), to: url.path, presence: .isReplaced)
      return .recorded(path: url.path)
    case .compare:
      return FileManager.default.fileExists(atPath: url.path) ? nil : .missing(path: url.path)
    }
  }
}
