import TileModel
import Yams

/// The text of a manifest: YAML, bounded before it is parsed.
enum ManifestText {
  /// In bytes.
  static let maximumByteCount = 1 << 20
  /// Values that aliases stand for multiply: a few dozen make more than any memory holds.
  static let maximumAliasCount = 20
  /// Those that aliases stand for count wherever they stand.
  static let maximumValueCount = 100_000
  static let maximumDepth = 32

  /// Reads a file that is too large only until that shows.
  static func read(_ path: String) throws(ManifestError) -> [UInt8] {
    do throws(RegularFileError) {
      return try RegularFile.leadingBytes(of: path, limit: maximumByteCount + 1)
    } catch {
      if case .notRegular(let kind) = error {
        throw ManifestError(
          .badInput, "the manifest is not a regular file", at: path, found: kind.rawValue,
          expected: "the path of a file", nextStep: "check that the right file is named")
      }
      throw ManifestError(
        .cannotAccess, "the manifest cannot be read", at: path, found: error.reason,
        nextStep: "check the path and its permissions")
    }
  }

  static func parse(_ bytes: [UInt8], path: String) throws(ManifestError) -> ManifestNode {
    guard bytes.count <= maximumByteCount else {
      throw ManifestError(
        .badInput, "the file is too large for a manifest", at: path,
        expected: "at most \(maximumByteCount) bytes",
        nextStep: "check that the right file is named")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    guard let text = String(validating: body, as: UTF8.self) else {
      throw ManifestError(
        .badInput, "the manifest is not text in UTF-8", at: path, expected: "YAML in UTF-8",
        nextStep: "save the file in UTF-8")
    }
    // The parser compares keys.
    guard StreamSafety.holds(unescaping: text) else {
      throw .notYAML(ManifestLocation(path: path, line: 1, column: 1), reason: StreamSafety.fault)
    }
    if let fault = aliasFault(text, path: path) { throw fault }
    if let fault = nestingFault(text, path: path) { throw fault }
    do {
      let parser = try Parser(yaml: text)
      var reader = NodeReader(path: path)
      guard let root = try parser.singleRoot() else {
        throw ManifestError(
          .badInput, "the manifest is empty", at: path, expected: "a mapping with name and floors",
          nextStep: "write one with tilepyramid building init FOLDER")
      }
      return try reader.node(root, depth: 0)
    } catch let error as ManifestError {
      throw error
    } catch let error as YamlError {
      throw ManifestError(error, path: path, text: text)
    } catch {
      throw .notYAML(ManifestLocation(path: path, line: 1, column: 1), reason: "\(error)")
    }
  }

  /// A fault when more positions could be aliases than are allowed: an asterisk where a value can begin,
  /// also inside quotes or a comment.
  private static func aliasFault(_ text: String, path: String) -> ManifestError? {
    var count = 0
    var line = 1
    var column = 0
    // Whether only blanks stand between here and a position where a value can begin.
    var canBegin = true
    for scalar in text.unicodeScalars {
      column += 1
      switch scalar {
      case "\n", "\r":
        line += scalar == "\n" ? 1 : 0
        (column, canBegin) = (0, true)
      case "*" where canBegin:
        count += 1
        if count > maximumAliasCount {
          return ManifestError(
            "the manifest has too many YAML aliases",
            at: ManifestLocation(path: path, line: line, column: column),
            expected:
              "at most \(maximumAliasCount) positions at which an alias such as *name can be",
            nextStep: "state what floors share once, at the top")
        }
        canBegin = false
      case " ", "\t": break
      case "-", ":", "?", ",", "[", "{": canBegin = true
      default: canBegin = false
      }
    }
    return nil
  }

  /// A fault when brackets nest so deep that the parser's recursion would take the stack.
  private static func nestingFault(_ text: String, path: String) -> ManifestError? {
    var depth = 0
    var line = 1
    var column = 0
    for scalar in text.unicodeScalars {
      column += 1
      switch scalar {
      case "\n": (line, column) = (line + 1, 0)
      case "[", "{": depth += 1
      case "]", "}": depth = max(0, depth - 1)
      default: break
      }
      // Brackets in texts and comments count too; hence the room.
      if depth > 8 * maximumDepth {
        return .tooDeep(
          ManifestLocation(path: path, line: line, column: column), limit: maximumDepth)
      }
    }
    return nil
  }
}

/// Copies the parser's values, with their positions, within bounds.
private struct NodeReader {
  let path: String
  private var count = 0

  init(path: String) { self.path = path }

  mutating func node(_ node: Node, depth: Int) throws(ManifestError) -> ManifestNode {
    let location = location(of: node)
    count += 1
    guard count <= ManifestText.maximumValueCount else {
      throw ManifestError(
        "the manifest has too many values", at: location,
        expected: "at most \(ManifestText.maximumValueCount), with aliases followed",
        nextStep: "move long lists of points into files")
    }
    guard depth <= ManifestText.maximumDepth else {
      throw .tooDeep(location, limit: ManifestText.maximumDepth)
    }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      let isNothing = isPlain && ["", "~", "null"].contains(scalar.string.lowercased())
      return ManifestNode(content: isNothing ? .nothing : .text(scalar.string), location: location)
    case .sequence(let sequence):
      var items: [ManifestNode] = []
      for item in sequence { items.append(try self.node(item, depth: depth + 1)) }
      return ManifestNode(content: .list(items), location: location)
    case .mapping(let mapping):
      var entries: [ManifestNode.Entry] = []
      for (key, value) in mapping {
        guard case .scalar(let name) = key else {
          throw .wrongValue(
            "a key", at: self.location(of: key), found: "a list or mapping", expected: "a word")
        }
        entries.append(
          ManifestNode.Entry(
            key: name.string, location: self.location(of: key),
            value: try self.node(value, depth: depth + 1)))
      }
      return ManifestNode(content: .mapping(entries), location: location)
    case .alias: return ManifestNode(content: .nothing, location: location)
    }
  }

  private func location(of node: Node) -> ManifestLocation {
    ManifestLocation(path: path, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }
}

extension ManifestError {
  /// The slips that people who write YAML by hand make most, by the parser's words and the line.
  private static func slip(
    _ problem: String, in line: Substring, at location: ManifestLocation
  ) -> ManifestError? {
    let slip: (found: String, expected: String, nextStep: String)
    if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
      slip = (
        "a tab at the beginning of the line", "blanks, two for each level",
        "put blanks in place of the tabs at the beginnings of lines"
      )
    } else if problem.hasPrefix("mapping values") {
      slip = (
        "a colon where none can be", "`name: \"Museum: new wing\"`, and keys below each other",
        "put a value that has a colon in quotes, or begin the key in the column of the others"
      )
    } else if line.contains("\\"), problem.contains("escape") || problem.contains("hex") {
      slip = (
        "a backslash in double quotes", "'C:\\plans\\L0.png', or C:/plans/L0.png",
        "put the value in single quotes, or write / in it"
      )
    } else {
      return nil
    }
    return ManifestError(
      "the manifest is not YAML", at: location, found: slip.found, expected: slip.expected,
      nextStep: slip.nextStep)
  }

  fileprivate init(_ error: YamlError, path: String, text: String) {
    func location(_ mark: Mark) -> ManifestLocation {
      ManifestLocation(path: path, line: mark.line, column: mark.column)
    }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let line = lines.indices.contains(mark.line - 1) ? lines[mark.line - 1] : ""
      self =
        Self.slip(problem, in: line, at: location(mark))
        ?? .notYAML(location(mark), reason: problem)
    case .duplicatedKeysInMapping(let keys, let context):
      self.init(
        "a key is given twice", at: location(context.mark),
        found: (keys.first ?? "").manifestExcerpt, expected: "each key once",
        nextStep: "remove one of the two")
    case .reader(let problem, let offset, _, _):
      var (line, column) = (1, 1)
      for scalar in text.unicodeScalars.prefix(offset ?? 0) {
        (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
      }
      self = .notYAML(ManifestLocation(path: path, line: line, column: column), reason: problem)
    default: self = .notYAML(ManifestLocation(path: path, line: 1, column: 1), reason: "\(error)")
    }
  }
}
