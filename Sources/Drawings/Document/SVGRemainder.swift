import Georeferencing
import RasterSources

/// Parts of an SVG document that `rsvg-convert` draws otherwise than a browser.
///
/// The program reads standard input, so that it finds no other file. It supports neither HTML nor web
/// fonts.
struct SVGRemainder {
  /// Condition under which a branch of an element `switch` is drawn.
  private enum Condition {
    case always
    case byBrowsers
    case byNobody

    init(_ attributes: [String: String]) {
      let extensions = attributes["requiredExtensions"] ?? ""
      self =
        !extensions.isEmpty && !extensions.contains("xhtml")
        ? .byNobody
        : extensions.isEmpty && (attributes["requiredFeatures"] ?? "").isEmpty
          ? .always : .byBrowsers
    }
  }

  private static let (fileLimit, ruleLimit) = (1000, 2048)

  private var files: [String] = []
  private var bringsFonts = false
  private var lost = 0
  private var replaced = 0
  private var substitute: String?
  private var switches: [(depth: Int, condition: Condition)] = []
  private var element = ""

  init(_ bytes: [UInt8]) {
    let head = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    for instruction in Self.pieces(of: head, after: "<?xml-stylesheet") {
      guard let reference = Self.pieces(of: instruction, after: "href=").first else { continue }
      add(Self.name(reference))
    }
  }

  static func readsAttributes(of name: String) -> Bool {
    switch name {
    case "image", "feImage", "use", "include", "link", "textPath", "pattern", "linearGradient",
      "radialGradient", "foreignObject", "g":
      true
    default: false
    }
  }

  var readsText: Bool { element == "style" || element == "text" || element == "tspan" }

  mutating func begin(_ name: String, _ attributes: [String: String], depth: Int) {
    element = name
    while let last = switches.last, last.depth >= depth { switches.removeLast() }
    if let last = switches.last, last.depth == depth - 1 {
      switches[switches.count - 1].condition = Condition(attributes)
    }
    if let file = attributes["href"], Self.readsAttributes(of: name) { add(file) }
    switch name {
    case "switch": switches.append((depth, .always))
    case "foreignObject":
      switch switches.last(where: { $0.condition != .always })?.condition {
      case .byNobody: break
      case .byBrowsers: replaced += 1
      case .always, nil: lost += 1
      }
    default: break
    }
  }

  mutating func add(text: String) {
    if element == "style" {
      for rule in Self.pieces(of: text, after: "@import") { add(Self.name(rule)) }
      bringsFonts = bringsFonts || !Self.pieces(of: text, after: "@font-face").isEmpty
    } else if replaced > 0, substitute == nil, !switches.isEmpty {
      let words = text[...].trimmingBlanks()
      if !words.isEmpty { substitute = words }
    }
  }

  private mutating func add(_ file: String) {
    guard files.count < Self.fileLimit, let first = file.utf8.first, first != UInt8(ascii: "#"),
      !file.prefix(5).lowercased().hasPrefix("data:"), !files.contains(file)
    else { return }
    files.append(file)
  }

  private static func pieces(of text: String, after word: String) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: word) {
      rest = rest[start.upperBound...]
      pieces.append(String(rest.prefix(ruleLimit)))
    }
    return pieces
  }

  private static func name(_ text: String) -> String {
    var text = text[...].trimmingBlanks()
    if text.hasPrefix("url(") { text = text.dropFirst(4).trimmingBlanks() }
    return String(text.drop { "\"'".contains($0) }.prefix { !"\"'); \t\n\r".contains($0) })
  }

  var notices: [RasterNotice] {
    var notices: [RasterNotice] = []
    if let first = files.first { notices.append(.otherFiles(first: first, count: files.count)) }
    if bringsFonts { notices.append(.fontsOfDrawing) }
    if lost > 0 || replaced > 0 {
      notices.append(.foreignObjects(lost: lost, replaced: replaced, substitute: substitute))
    }
    return notices
  }
}
