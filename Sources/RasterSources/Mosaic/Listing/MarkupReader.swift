import TileModel

/// Reads the elements of an XML document in order, each with what is in it.
struct MarkupReader {
  /// The deepest nesting that is read.
  private static let maximumDepth = 32

  private let bytes: [UInt8]
  private let path: String
  private var scanner: MarkupScanner
  /// Where the last tag began.
  private var start = 0

  init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
    scanner = MarkupScanner(bytes)
  }

  /// The line of the last tag, from 1.
  var line: Int { bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1 }

  /// An error at the last tag.
  func fault(_ found: String, expected: String) -> ImageListingError {
    .malformed(path: path, line: line, found: found, expected: expected)
  }

  /// An error for an element that is not understood.
  func refusal(of tag: MarkupScanner.Tag) -> ImageListingError {
    .notUnderstood(path: path, line: line, element: tag.name.excerpt)
  }

  private mutating func next() throws(ImageListingError) -> MarkupScanner.Tag {
    guard let tag = scanner.next(readingAttributes: { _ in true }) else {
      throw fault("an end within an element", expected: "a whole XML document")
    }
    start = tag.range.lowerBound
    return tag
  }

  /// The outermost element.
  mutating func root(_ name: String) throws(ImageListingError) -> MarkupScanner.Tag {
    let tag = try next()
    guard tag.name == name, tag.kind != .end else {
      throw fault(tag.name.excerpt, expected: name)
    }
    return tag
  }

  /// The next element in one whose former ones were read; `nil` at its end.
  mutating func child(
    of parent: MarkupScanner.Tag
  ) throws(ImageListingError) -> MarkupScanner.Tag? {
    if parent.kind == .empty { return nil }
    let tag = try next()
    guard tag.kind == .end else { return tag }
    guard tag.name == parent.name else {
      throw fault("the end of \(tag.name.excerpt)", expected: "the end of \(parent.name.excerpt)")
    }
    return nil
  }

  /// The text of an element that holds nothing else.
  mutating func text(of tag: MarkupScanner.Tag) throws(ImageListingError) -> String {
    if tag.kind == .empty { return "" }
    let end = try next()
    guard end.kind == .end, end.name == tag.name,
      let text = MarkupScanner.unescaped(bytes[tag.range.upperBound..<end.range.lowerBound])
    else { throw fault(end.name.excerpt, expected: "a text in \(tag.name.excerpt)") }
    return text
  }

  /// Reads on behind an element.
  mutating func skip(_ tag: MarkupScanner.Tag) throws(ImageListingError) {
    var depth = tag.kind == .start ? 1 : 0
    while depth > 0 {
      switch try next().kind {
      case .start: depth += 1
      case .end: depth -= 1
      case .empty: break
      }
      if depth > Self.maximumDepth {
        throw fault("more than \(Self.maximumDepth) levels of elements", expected: "fewer")
      }
    }
  }
}
