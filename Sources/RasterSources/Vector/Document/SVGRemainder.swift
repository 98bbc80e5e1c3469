import Georeferencing
import TileModel

/// The parts of an SVG document that `rsvg-convert` does not draw as a browser does.
///
/// The program reads the document on its standard input, so that no other file is found. It knows neither HTML
/// nor fonts that a style sheet brings.
struct SVGRemainder {
  /// When the branch of an element `switch` is drawn.
  private enum Condition {
    case always
    /// Read by programs that can show HTML, which this one cannot.
    case byBrowsers
    /// Read by the program that wrote the document.
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

  /// The most files that are listed, and characters of a style sheet's rule that names one.
  private static let (fileLimit, ruleLimit) = (1000, 2048)

  private var files: [String] = []
  private var bringsFonts = false
  private var lost = 0
  private var replaced = 0
  private var substitute: String?
  /// The open elements `switch` by depth, each with the condition of the branch at hand.
  private var switches: [(depth: Int, condition: Condition)] = []
  private var element = ""

  /// Reads what stands before the elements of a document.
  init(_ bytes: [UInt8]) {
    let head = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    for instruction in Self.pieces(of: head, after: "<?xml-stylesheet") {
      guard let reference = Self.pieces(of: instruction, after: "href=").first else { continue }
      add(Self.name(reference))
    }
  }

  /// Whether attributes of elements of a name decide what is drawn.
  static func readsAttributes(of name: String) -> Bool {
    switch name {
    case "image", "feImage", "use", "include", "link", "textPath", "pattern", "linearGradient",
      "radialGradient", "foreignObject", "g":
      true
    default: false
    }
  }

  /// Whether the text of the element at hand is of interest.
  var readsText: Bool { element == "style" || element == "text" || element == "tspan" }

  /// Takes the tag that begins an element in so many others.
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

  /// Takes a text in the element that was begun last.
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

  /// Texts after each occurrence of a word, up to the next one.
  private static func pieces(of text: String, after word: String) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: word) {
      rest = rest[start.upperBound...]
      pieces.append(String(rest.prefix(ruleLimit)))
    }
    return pieces
  }

  /// The name in quotes, or in `url(…)`, at the start of a text.
  private static func name(_ text: String) -> String {
    var text = text[...].trimmingBlanks()
    if text.hasPrefix("url(") { text = text.dropFirst(4).trimmingBlanks() }
    return String(text.drop { "\"'".contains($0) }.prefix { !"\"'); \t\n\r".contains($0) })
  }

  /// Remarks on all that was found.
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
