import TileModel

/// An element of an XML document with all that is in it.
package struct MarkupElement {
  /// The deepest nesting, and the most elements and bytes of text, that are held.
  private static let (maximumDepth, elementLimit, textLimit) = (64, 1 << 18, 4 << 20)

  /// The name without its prefix.
  package let name: String
  /// The attributes by name without prefix.
  package let attributes: [String: String]
  /// The line on which it begins, from 1.
  package let line: Int
  /// The text that is directly in it, without blanks around it.
  package private(set) var text = ""
  package private(set) var children: [MarkupElement] = []

  /// Reads the only element of a document.
  package init(document: [UInt8]) throws(MarkupFault) {
    let reader = MarkupReader(document)
    self = try reader.element(reader.root())
    while try reader.next() != nil {}
  }

  /// The first element of a name directly in it.
  package func child(_ name: String) -> MarkupElement? { children.first { $0.name == name } }

  package func children(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

  /// The elements of a name anywhere in it, in the order of the document.
  package func descendants(_ name: String) -> [MarkupElement] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
  }

  /// The first of these.
  package func descendant(_ name: String) -> MarkupElement? {
    for child in children {
      if let found = child.name == name ? child : child.descendant(name) { return found }
    }
    return nil
  }

  /// Begins an element, and counts what is read of it.
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
  /// All of an element that was begun.
  package func element(
    _ tag: Tag, skipping names: Set<String> = []
  ) throws(MarkupFault) -> MarkupElement {
    var counted = (elements: 0, bytes: 0)
    return try MarkupElement(tag, of: self, skipping: names, depth: 1, &counted)
  }
}

extension GeoreferenceError {
  /// Failure of a file whose XML cannot be read.
  init(_ fault: MarkupFault, path: String) {
    self = .malformedFile(
      path: path, line: fault.line, column: nil, found: fault.found, expected: fault.expected)
  }
}
