/// An element of an XML document with its children.
package struct MarkupElement {
  /// Limits of nesting, elements and bytes of text.
  private static let (maximumDepth, elementLimit, textLimit) = (64, 1 << 18, 4 << 20)

  package let name: String
  package let attributes: [String: String]
  /// From 1.
  package let line: Int
  /// Direct text without surrounding blanks.
  package private(set) var text = ""
  package private(set) var children: [MarkupElement] = []

  package init(document: [UInt8]) throws(MarkupFault) {
    let reader = MarkupReader(document)
    self = try reader.element(reader.root())
    while try reader.next() != nil {}
  }

  package func child(_ name: String) -> MarkupElement? { children.first { $0.name == name } }

  package func children(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

  package func descendants(_ name: String) -> [MarkupElement] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
  }

  package func descendant(_ name: String) -> MarkupElement? {
    for child in children {
      if let found = child.name == name ? child : child.descendant(name) { return found }
    }
    return nil
  }

  fileprivate init(
    _ tag: MarkupReader.Tag, of reader: MarkupReader, skipping skipped: Set<String>, depth: Int,
    _ counted: inout (elements: Int, bytes: Int)
  ) throws(MarkupFault) {
    (name, attributes, line) = (tag.name, tag.attributes, tag.line)
    func check(_ isWithin: Bool, _ found: String) throws(MarkupFault) {
      if !isWithin { throw MarkupFault(line: reader.line, found: found, expected: "fewer") }
    }
    try check(depth <= Self.maximumDepth, "more than \(Self.maximumDepth) levels of elements")
    counted.elements += 1
    try check(counted.elements <= Self.elementLimit, "more than \(Self.elementLimit) elements")
    var isOpen = true
    while isOpen, let event = try reader.next() {
      switch event {
      case .end: isOpen = false
      case .text(let piece):
        counted.bytes += piece.utf8.count
        try check(counted.bytes <= Self.textLimit, "more than \(Self.textLimit) bytes of text")
        text += piece
      case .start(let child):
        if skipped.contains(child.name) {
          while try reader.child(of: child) != nil {}
        } else {
          children.append(
            try MarkupElement(child, of: reader, skipping: skipped, depth: depth + 1, &counted))
        }
      }
    }
    text = text.trimmingBlanks()
  }
}

extension MarkupReader {
  package func element(
    _ tag: Tag, skipping names: Set<String> = []
  ) throws(MarkupFault) -> MarkupElement {
    var counted = (elements: 0, bytes: 0)
    return try MarkupElement(tag, of: self, skipping: names, depth: 1, &counted)
  }
}

extension GeoreferenceError {
  init(_ fault: MarkupFault, path: String) {
    self = .malformedFile(
      path: path, line: fault.line, column: nil, found: fault.found, expected: fault.expected)
  }
}
