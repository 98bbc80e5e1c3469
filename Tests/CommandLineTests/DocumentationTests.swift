import Foundation
import Testing
import TilePyramidTesting

@Suite("README and the articles")
struct DocumentationTests {
  /// Tells commands that serve until they are ended, or that write for a shell.
  private static func isLeftOut(_ command: String) -> Bool {
    command.contains(#/ (serve|--edit|building edit|--generate-completion-script|help) /#)
      || (command.contains(".pdf") && !VectorPlanFile.isInstalled("pdftocairo"))
  }

  @Test("Every command that stands in a document runs")
  func commands() throws {
    let files = try DocumentedWorkspace()
    for document in DocumentedText.all {
      let workspace = try files.copy()
      for command in document.commands where !Self.isLeftOut(command) {
        let result = try workspace.run(command)
        // `diff` exits with 1 where there are differences.
        let ends: [CommandProbe.End] =
          command.contains(" diff ") ? [.exit(0), .exit(1)] : [.exit(0)]
        #expect(
          ends.contains(result.end),
          "\(document.path): \(command): \(result.errors)\(result.output)")
      }
    }
  }

  @Test("There are commands in the documents, by any of which the test above can fail")
  func commandsAreFound() {
    #expect(DocumentedText.all.count > 20)
    #expect(DocumentedText.all.flatMap(\.commands).count > 60)
  }

  @Test("No paragraph has more than six lines of 100 characters", arguments: DocumentedText.all)
  func paragraphs(document: DocumentedText) {
    // The program's own help may have longer sentences.
    guard !document.path.hasSuffix("Commands.md") else { return }
    #expect(!document.paragraphs.isEmpty)
    for paragraph in document.paragraphs {
      #expect(paragraph.count <= 600, "\(paragraph)")
    }
  }

  @Test("README has at most 150 lines")
  func length() throws {
    let readme = try #require(DocumentedText(path: "README.md"))
    #expect(readme.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  @Test("README quotes the speed that the article on performance has, of a commit that came before")
  func speed() throws {
    let article = try #require(
      DocumentedText(path: "Sources/TilePyramid/TilePyramid.docc/Performance.md"))
    let readme = try #require(DocumentedText(path: "README.md"))
    let measured = try Self.rows(of: article, below: "## Against other builders").map {
      $0.dropFirst().dropLast()
    }
    let quoted = try Self.rows(of: readme, below: "## Speed").map { $0.dropFirst(2) }
    #expect(quoted.count > 3)
    for figures in quoted { #expect(measured.contains(figures), "\(figures)") }
    let commit = try #require(article.text.firstMatch(of: /Commit `([0-9a-f]{10})`/)).1
    let git = CommandProbe(
      executable: URL(fileURLWithPath: "/usr/bin/env"), directory: Workspace.packageRoot)
    // A clone of the last commits alone, and sources without one, do not know.
    let clone = try git.run(["git", "rev-parse", "--is-shallow-repository"])
    guard clone.output == "false\n" else { return }
    let order = try git.run(["git", "merge-base", "--is-ancestor", String(commit), "HEAD"])
    #expect(order.status == 0, "\(order.errors)")
  }

  /// The cells of the rows of the first table below a heading, without its head.
  private static func rows(of document: DocumentedText, below heading: String) throws -> [[String]]
  {
    let section = try #require(document.text.split(separator: "\n\(heading)\n").last)
    let lines = section.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix {
      $0.hasPrefix("|")
    }
    return lines.dropFirst(2).map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test("Every article and every picture that README links to is there")
  func links() throws {
    let readme = try #require(DocumentedText(path: "README.md"))
    let targets = readme.text.matches(of: /\]\(([^)#]+)(?:#[^)]*)?\)/).map { String($0.1) }
    #expect(targets.count > 20)
    for target in targets where !target.hasPrefix("http") {
      let url = Workspace.packageRoot.appendingPathComponent(target)
      #expect(FileManager.default.fileExists(atPath: url.path), "\(target)")
    }
  }

  /// The lines of the article on commands, by the heading above them.
  private func reference() throws -> [String: [String]] {
    let article = try #require(
      DocumentedText(path: "Sources/TilePyramid/TilePyramid.docc/Commands.md"))
    var heading = ""
    var sections: [String: [String]] = [:]
    for line in article.text.split(separator: "\n") {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      sections[heading, default: []].append(String(line.filter { $0 != "\\" }))
    }
    return sections
  }

  @Test(
    "The article on commands says of every command and argument what the help says: scripts/write-reference"
  )
  func commandReference() throws {
    let sections = try reference()
    let commands = try ProgramHelp.commands(in: Workspace())
    #expect(commands.count > 10)
    let help = try Workspace().run(["--help"]).output.split(whereSeparator: \.isWhitespace)
    for paragraph in try #require(sections[""]).suffix(2) {
      #expect(help.joined(separator: " ").contains(paragraph))
    }
    for command in commands {
      let name = command.words.joined(separator: " ")
      var rows = try #require(sections[name], "\(name)")
      for line in command.texts {
        #expect(
          rows.contains { row in
            let row = row.trimmingCharacters(in: .whitespaces)
            return row == line || row.hasPrefix(line + ":")
          }, "\(name): \(line)")
      }
      // A group that another command has, too, stands there alone.
      for reference in rows.compactMap({ $0.firstMatch(of: /as for \[([a-z ]+)\]/)?.1 }) {
        rows += try #require(sections[String(reference)])
      }
      for argument in command.arguments {
        let names = (argument.names ?? []).map(\.text)
        guard !names.contains("--help"), !names.contains("--version") else { continue }
        let value = argument.kind == "flag" ? nil : "<\(argument.valueName ?? "")>"
        let title = ([names.joined(separator: ", ")] + [value].compactMap(\.self))
          .filter { !$0.isEmpty }.joined(separator: " ")
        var effect = argument.abstract ?? ""
        if let stated = argument.defaultValue, !effect.contains("(default") {
          effect += " (default: \(stated))"
        }
        let row = "| `\(title)` | \(effect) |"
        #expect(rows.contains(row), "\(name) lacks \(row)")
      }
    }
    // Nothing else is said, such as an option of earlier.
    let known = Set(commands.flatMap(\.arguments).flatMap { $0.names ?? [] }.map(\.text))
    for row in sections.filter({ $0.key != "Rules of verify" }).values.joined() {
      for option in row.prefix(while: { $0 != "<" }).matches(of: /`(-[-a-z]+)/) {
        #expect(known.contains(String(option.1)), "\(row)")
      }
    }
  }

  @Test("The article on commands lists the rules of verify")
  func ruleReference() throws {
    let rows = try #require(try reference()["Rules of verify"]).filter { $0.hasPrefix("| `") }
    let listed = try Workspace().run("verify --list-rules").output.split(separator: "\n")
    #expect(rows.count == listed.count && listed.count > 80)
    for (row, rule) in zip(rows, listed) {
      let cells = row.matches(of: /\| ([^|]+?) (?=\|)/).map { String($0.1) }
      #expect(cells.count == 3)
      #expect("\(cells[0].filter { $0 != "`" }) (\(cells[1])): \(cells[2])" == rule)
    }
  }
}
