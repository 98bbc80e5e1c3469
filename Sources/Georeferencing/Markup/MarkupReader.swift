import CLibExpat
import TileModel

/// A reason why an XML document cannot be read.
package struct MarkupFault: Error {
  /// From 1.
  package let line: Int
  package let found: String
  package let expected: String
}

/// A pull reader of XML on Expat, which holds a part of the document at a time.
///
/// Names are without their prefixes. External entities and document types are not read. Expansion of
/// entities is bounded.
package final class MarkupReader {
  /// The start tag of an element.
  package struct Tag {
    package let name: String
    /// The first attribute of a name counts.
    ///
    /// Attributes that cannot be compared safely (`StreamSafety`) are left out.
    package let attributes: [String: String]
    /// From 1.
    package let line: Int
    package let depth: Int
  }

  package enum Event {
    case start(Tag)
    case text(String)
    case end
  }

  /// Largest number of bytes given to Expat at once, and of a piece of text.
  private static let pieceLength = 1 << 16
  private static let deepest = 1 << 12

  private let parser: XML_Parser?
  private let bytes: [UInt8]
  private let longestTag: Int
  private let readsAttributes: (String, Int) -> Bool
  private var given = 0
  private var events: [Event] = []
  private var read = 0
  private var text: [UInt8] = []
  private var fault: MarkupFault?
  private var (parsedDepth, depth) = (0, 0)
  /// Line of the last tag, from 1.
  package private(set) var line = 1

  package init(
    _ document: [UInt8], longestTag: Int = 1 << 20,
    readingAttributes readsAttributes: @escaping (_ name: String, _ depth: Int) -> Bool = { _, _ in
      true
    }
  ) {
    // Expat takes nothing before a declaration, which many writers put behind a blank line.
    let blanks = document.prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.count
    bytes = blanks == 0 ? document : Array(document[blanks...])
    self.longestTag = longestTag
    self.readsAttributes = readsAttributes
    parser = XML_ParserCreate(Self.encoding(of: bytes))
    begin()
  }

  deinit { if let parser { XML_ParserFree(parser) } }

  private static func encoding(of bytes: [UInt8]) -> String {
    switch Array(bytes.prefix(2)) {
    case [0xFF, 0xFE], [0xFE, 0xFF]: "UTF-16"
    case [0x3C, 0]: "UTF-16LE"
    case [0, 0x3C]: "UTF-16BE"
    default:
      String(validating: bytes[(bytes.firstIndex { $0 >= 0x80 } ?? bytes.count)...], as: UTF8.self)
        == nil ? "ISO-8859-1" : "UTF-8"
    }
  }

  // SAFETY: Expat calls these while it parses alone, when this object is in use, which it does not keep.
  private func begin() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { context, name, attributes in MarkupReader.of(context)?.start(name, attributes) },
      { context, _ in MarkupReader.of(context)?.end() })
    XML_SetCharacterDataHandler(parser) { context, start, count in
      guard let reader = MarkupReader.of(context), let start else { return }
      start.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        reader.text += UnsafeBufferPointer(start: $0, count: Int(count))
      }
      if reader.text.count >= MarkupReader.pieceLength { reader.endText() }
    }
    XML_SetEntityDeclHandler(parser) { context, _, _, value, _, _, _, _, _ in
      if value == nil { MarkupReader.of(context)?.refuse("an entity that is a file") }
    }
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, 4)
    XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 1 << 20)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MarkupReader? {
    context.map { Unmanaged<MarkupReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func start(
    _ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    endText()
    let name = name.map { Self.localName(String(cString: $0)) } ?? ""
    var attributes: [String: String] = [:]
    if var next = list, readsAttributes(name, parsedDepth) {
      while let key = next[0], let value = next[1] {
        next += 2
        let (key, value) = (String(cString: key), String(cString: value))
        guard !key.utf8.starts(with: "xmlns".utf8), StreamSafety.holds(key),
          StreamSafety.holds(value)
        else { continue }
        let local = Self.localName(key)
        if attributes[local] == nil { attributes[local] = value }
      }
    }
    let line = Int(XML_GetCurrentLineNumber(parser))
    events.append(
      .start(
        Tag(
          name: StreamSafety.holds(name) ? name : "", attributes: attributes, line: line,
          depth: parsedDepth)))
    parsedDepth += 1
    if parsedDepth > Self.deepest { refuse("more than \(Self.deepest) levels of elements") }
  }

  private func end() {
    endText()
    parsedDepth -= 1
    events.append(.end)
  }

  private func endText() {
    defer { text.removeAll(keepingCapacity: true) }
    if text.allSatisfy({ $0 <= 0x20 }) || !StreamSafety.holds(utf8: text) { return }
    events.append(.text(String(decoding: text, as: UTF8.self)))
  }

  private func refuse(_ found: String) {
    fault = MarkupFault(
      line: Int(XML_GetCurrentLineNumber(parser)), found: found,
      expected: "a whole XML document of tags of at most \(longestTag) bytes")
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private static func localName(_ name: String) -> String {
    name.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(name[name.utf8.index(after: $0)...]) }
      ?? name
  }

  private func fill() throws(MarkupFault) {
    (events, read) = ([], 0)
    while events.isEmpty, given < bytes.count || given == 0 {
      if let fault { throw fault }
      guard let parser else {
        throw MarkupFault(line: 1, found: "too little memory", expected: "some to read XML with")
      }
      // An unfinished tag is parsed again with the bytes that follow, so these double.
      let waiting = max(0, given - max(0, Int(XML_GetCurrentByteIndex(parser))))
      let count = min(bytes.count - given, max(Self.pieceLength, waiting))
      let isLast = given + count == bytes.count
      let status = bytes[given..<given + count].withUnsafeBytes {
        XML_Parse(
          parser, $0.assumingMemoryBound(to: XML_Char.self).baseAddress, Int32(count),
          isLast ? 1 : 0)
      }
      given += max(count, 1)
      if status != XML_STATUS_OK, fault == nil {
        refuse(XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "a fault")
      } else if waiting > longestTag {
        refuse("a tag of more than \(longestTag) bytes")
      }
    }
    if events.isEmpty, let fault { throw fault }
  }

  package func next() throws(MarkupFault) -> Event? {
    if read == events.count { try fill() }
    guard read < events.count else { return nil }
    read += 1
    switch events[read - 1] {
    case .start(let tag): (depth, line) = (depth + 1, tag.line)
    case .end: depth -= 1
    case .text: break
    }
    return events[read - 1]
  }

  package func root() throws(MarkupFault) -> Tag {
    guard case .start(let tag)? = try next() else {
      throw MarkupFault(line: 1, found: "no element", expected: "an XML document")
    }
    return tag
  }

  package func child(of parent: Tag) throws(MarkupFault) -> Tag? {
    while depth > parent.depth, let event = try next() {
      if case .start(let tag) = event, tag.depth == parent.depth + 1 { return tag }
    }
    return nil
  }
}
