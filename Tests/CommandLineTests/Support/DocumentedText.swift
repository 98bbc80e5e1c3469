import Foundation
import Testing

/// A document of this package: README or an article.
struct DocumentedText: CustomTestStringConvertible {
  /// Its path in the package.
  let path: String
  let text: String

  var testDescription: String { path }

  /// The documents that a user reads.
  static let all: [DocumentedText] = {
    let catalogue = "Sources/TilePyramid/TilePyramid.docc"
    let folder = Workspace.packageRoot.appendingPathComponent(catalogue).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let articles = names.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalogue)/\($0)" }
    return (["README.md"] + articles).compactMap { DocumentedText(path: $0) }
  }()

  init?(path: String) {
    let url = Workspace.packageRoot.appendingPathComponent(path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    self.path = path
    self.text = text
  }

  /// The lines that call the program, as a shell takes them, with continued lines joined.
  var commands: [String] {
    text.matches(of: /```sh\n((?:.|\n)*?)```/).flatMap { block in
      block.1.replacing(/\\\n */, with: "").split(separator: "\n").map(String.init)
    }.filter { $0.hasPrefix("tilepyramid ") }
  }

  /// Paragraphs and items of lists, each without its line ends; neither tables nor code.
  var paragraphs: [String] {
    var paragraphs: [String] = []
    var isCode = false
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      let words = line.drop { $0 == " " }
      let isText =
        !isCode && !words.isEmpty && !words.hasPrefix("|") && !words.hasPrefix("#")
        && !words.hasPrefix("```") && !line.hasPrefix("    ")
      let isItem = words.hasPrefix("* ") || words.prefix { $0.isNumber }.count == 1
      if isText, isOpen, !isItem {
        paragraphs[paragraphs.count - 1] += " " + words
      } else if isText {
        paragraphs.append(String(words))
      }
      isOpen = isText
    }
    return paragraphs
  }
}
