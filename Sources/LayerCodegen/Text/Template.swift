/// Values of a template by name.
package typealias TemplateValues = [String: any TemplateValue]

/// A value in a template.
package protocol TemplateValue {
  var templateText: String { get }
  var isPresent: Bool { get }
  var templateElements: [TemplateValues]? { get }
}

extension TemplateValue {
  package var templateText: String { "\(self)" }
  package var isPresent: Bool { !templateText.isEmpty }
  package var templateElements: [TemplateValues]? { nil }
}

extension String: TemplateValue {
  package var templateText: String { self }
}

extension Int: TemplateValue {}
extension Double: TemplateValue {}
extension Float: TemplateValue {}

extension Bool: TemplateValue {
  package var isPresent: Bool { self }
}

extension Optional: TemplateValue where Wrapped: TemplateValue {
  package var templateText: String { map(\.templateText) ?? "" }
}

extension Array: TemplateValue where Element == TemplateValues {
  package var isPresent: Bool { !isEmpty }
  package var templateElements: [TemplateValues]? { self }
}

/// Source code in the language of a client, with marks that are identifiers and comments there.
///
/// - `__name__` is a value, or another template filled with the same values. Its lines after the
///   first are indented as the line of the mark.
/// - `/*?name*/`, `/*:*/` and `/*.*/` enclose the text for a value that is neither empty nor false,
///   and the text otherwise. `/*!name*/` begins the latter alone.
/// - `/*@name*/` and `/*.*/` enclose a text that is repeated for each element of a list, whose
///   values hide outer ones. `last` is true for the last element.
///
/// A line of nothing but marks that are comments is left out.
package struct Template: TemplateValue, Sendable {
  private indirect enum Part {
    case text(String)
    case value(String, indentation: String)
    case choice(String, [Part], else: [Part])
    case list(String, [Part])
  }

  private let parts: [Part]

  package init(_ text: some Collection<UInt8>) {
    var open: [(kind: Substring, name: String, body: [Part], then: [Part]?)] = [("", "", [], nil)]
    func append(_ part: Part) { open[open.count - 1].body.append(part) }
    func apply(_ kind: Substring, _ name: String) {
      switch kind {
      case ":":
        open[open.count - 1].then = open[open.count - 1].body
        open[open.count - 1].body = []
      case ".":
        let closed = open.removeLast()
        switch (closed.kind, closed.then) {
        case ("@", _): append(.list(closed.name, closed.body))
        case ("!", _): append(.choice(closed.name, [], else: closed.body))
        case (_, let then?): append(.choice(closed.name, then, else: closed.body))
        case (_, nil): append(.choice(closed.name, closed.body, else: []))
        }
      default: open.append((kind, name, [], nil))
      }
    }
    let lines = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let indentation = String(line.prefix { $0 == " " })
      let marks = line.matches(
        of: /__([A-Za-z]+)__|\/\*([:.](?=\*)|[?!@](?=[A-Za-z]))([A-Za-z]*)\*\//)
      let others = line.replacing(/\/\*([:.]|[?!@][A-Za-z]+)\*\//, with: "")
      let isLeftOut = !marks.isEmpty && others.allSatisfy { $0 == " " }
      var rest = line.startIndex
      for mark in marks {
        if !isLeftOut { append(.text(String(line[rest..<mark.range.lowerBound]))) }
        rest = mark.range.upperBound
        if let name = mark.output.1 {
          append(.value(String(name), indentation: indentation))
        } else if let kind = mark.output.2, let name = mark.output.3 {
          apply(kind, String(name))
        }
      }
      if !isLeftOut { append(.text(line[rest...] + (index == lines.count - 1 ? "" : "\n"))) }
    }
    precondition(open.count == 1, "a part of a template, `\(open.last?.name ?? "")`, has no end")
    parts = open[0].body
  }

  /// Requires a value for every name.
  package func filled(_ values: TemplateValues) -> String { Self.text(of: parts, [values]) }

  private static func text(of parts: [Part], _ scopes: [TemplateValues]) -> String {
    func value(_ name: String) -> any TemplateValue {
      for scope in scopes.reversed() { if let value = scope[name] { return value } }
      preconditionFailure("a template names `\(name)`, for which there is no value")
    }
    var output = ""
    for part in parts {
      switch part {
      case .text(let text): output += text
      case .value(let name, let indentation):
        let value = value(name)
        let inner = (value as? Template).map { text(of: $0.parts, scopes).dropLast() }
        output += indented(inner.map(String.init) ?? value.templateText, indentation)
      case .choice(let name, let body, let other):
        // Discarded text is filled too, so that one use of a template reveals all of its missing
        // names.
        let texts = (text(of: body, scopes), text(of: other, scopes))
        output += value(name).isPresent ? texts.0 : texts.1
      case .list(let name, let body):
        guard let elements = value(name).templateElements else {
          preconditionFailure("a template repeats a part for `\(name)`, which is no list")
        }
        for (index, element) in elements.enumerated() {
          output += text(of: body, scopes + [element, ["last": index == elements.count - 1]])
        }
      }
    }
    return output
  }

  private static func indented(_ text: String, _ indentation: String) -> String {
    if indentation.isEmpty || !text.contains("\n") { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated()
      .map { $0 == 0 || $1.isEmpty ? String($1) : indentation + $1 }.joined(separator: "\n")
  }
}
