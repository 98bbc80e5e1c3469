import Foundation
import LayerCodegen
import Testing

/// The versions that the code of each client was run against: the lines of
/// `scripts/clients/runs.tsv`.
///
/// These tests state the compilers that they use, `scripts/check-clients --record` the libraries
/// and engines that it draws with, and a person the ones that were only read. With `RECORD_GOLDENS`
/// they write the versions of the installed compilers, and the table of the article on clients.
@Suite("What the code of clients was run against", .serialized)
struct ClientRunsTests {
  private struct Run: Equatable {
    var client: String
    var name: String
    var version: String
    var how: String
    var by: String

    init(_ fields: [String]) throws {
      try #require(fields.count == 5, "\(fields)")
      (client, name, version, how, by) = (fields[0], fields[1], fields[2], fields[3], fields[4])
    }

    var line: String { [client, name, version, how, by].joined(separator: "\t") }

    /// The row of the article's table.
    var row: String {
      "| `\(client)` | \(version.isEmpty ? name : "\(name) \(version)") | \(how) |"
    }
  }

  /// The programs that run the code of this target's tests, with their arguments.
  private static let programs:
    [(kinds: [ClientKind], name: String, program: Compiler?, how: String)] =
      [
        ([.swift, .swiftMapKit], "Swift", .swift, "run with stand-ins for the SDK"),
        ([.objc], "clang", .clang, "compiled with stand-ins for the SDK, not run"),
        ([.kotlin], "Kotlin", .kotlin, "run with stand-ins for the SDK"),
        ([.java], "Java", .java, "run with stand-ins for the SDK"),
        ([.javaScript, .openSeadragon], "Node.js", .node, "run with stand-ins for the library"),
        ([.reactNative], "TypeScript", .typeScript, "run with stand-ins for the libraries"),
      ]

  private static let file = Compiler.packageRoot.appendingPathComponent("scripts/clients/runs.tsv")
  private static let article = Compiler.packageRoot.appendingPathComponent(
    "Sources/TilePyramid/TilePyramid.docc/Clients.md")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"

  private func runs() throws -> [Run] {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    return try text.split(separator: "\n").dropFirst().map { line in
      try Run(line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
    }
  }

  @Test("Every client is listed, and what was not run is called so")
  func clients() throws {
    let runs = try runs()
    let kinds = Set(ClientKind.allCases.map(\.rawValue))
    #expect(Set(runs.map(\.client)) == kinds)
    for run in runs {
      #expect(["tests", "check-clients", "reading"].contains(run.by), "\(run.line)")
      #expect((run.how == "read only, not run") == (run.by == "reading"), "\(run.line)")
      #expect(!run.line.contains("|") && !run.name.isEmpty)
    }
  }

  @Test(
    "The compilers that the tests use are listed, with the versions of those that were recorded")
  func compilers() throws {
    var runs = try runs()
    for (kinds, name, program, how) in Self.programs {
      for kind in kinds {
        let index = try #require(
          runs.firstIndex { $0.client == kind.rawValue && $0.name == name && $0.by == "tests" },
          "add a line for \(kind.rawValue) and \(name)")
        #expect(runs[index].how == how)
        #expect(try #/[0-9]+(\.[0-9]+)+/#.wholeMatch(in: runs[index].version) != nil)
        if Self.isRecording, let version = try program?.version() { runs[index].version = version }
      }
    }
    let stated = runs.filter { $0.by == "tests" && $0.client != ClientKind.tileJSON.rawValue }
    #expect(stated.count == Self.programs.flatMap(\.kinds).count)
    guard Self.isRecording else { return }
    let head = "client\tname\tversion\thow\tby"
    try Data(([head] + runs.map(\.line)).map { $0 + "\n" }.joined().utf8).write(to: Self.file)
  }

  @Test("The article has the table of the file")
  func table() throws {
    let rows = try runs().map(\.row)
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    let head = "| `--client` | against | how |\n|---|---|---|\n"
    let parts = text.components(separatedBy: head)
    try #require(parts.count == 2, "the article lacks the head of the table")
    let lines = parts[1].components(separatedBy: "\n")
    let written = Array(lines.prefix { $0.hasPrefix("|") })
    if Self.isRecording {
      let rest = lines.dropFirst(written.count)
      try Data((parts[0] + head + (rows + rest).joined(separator: "\n")).utf8).write(
        to: Self.article)
      Issue.record("the table was recorded; run again without RECORD_GOLDENS")
    } else {
      #expect(written == rows, "record with RECORD_GOLDENS=1")
    }
  }
}
