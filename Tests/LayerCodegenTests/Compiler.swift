import Foundation
import LayerCodegen
import Testing
import TilePyramidTesting

/// A compiler of the machine, run as a user would run it.
struct Compiler {
  /// The output and exit status of a program.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  static let swift = Compiler(named: "swiftc")
  /// The ways that apps compile Swift: either language mode, and unannotated code on the main
  /// actor, as in new projects of Xcode 26.
  static let swiftModes = [
    ["-swift-version", "5"], ["-swift-version", "6"],
    ["-swift-version", "6", "-default-isolation", "MainActor"],
  ]
  static let clang = Compiler(named: "clang")
  // Programs of a second: the optimising compiler of Java's machine takes more time than it saves.
  static let java = Compiler(
    named: "javac", options: ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"])
  static let kotlin = Compiler(named: "kotlinc")
  static let javaMachine = Compiler(
    named: "java", options: ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"])
  static let node = Compiler(named: "node")
  static let typeScript = Compiler(named: "tsc")

  /// The folder of the headers for C that Java calls, where they are installed beside the compiler.
  static let javaHeaders: String? = java.flatMap { java in
    let home = URL(fileURLWithPath: java.path).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
    let headers = home.appendingPathComponent("include").path
    return FileManager.default.fileExists(atPath: headers + "/jni.h") ? headers : nil
  }

  private let path: String
  /// The options that precede all others.
  private let options: [String]

  private init?(named name: String, options: [String] = []) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let path = folders.map({ "\($0)/\(name)" })
        .first(where: FileManager.default.isExecutableFile)
    else { return nil }
    (self.path, self.options) = (path, options)
  }

  /// Runs the compiler and records its messages when it fails or warns.
  func compile(_ arguments: [String]) throws {
    let outcome = try Self.run(path, options + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    #expect(outcome.errors.isEmpty)
  }

  /// Runs the program of the machine itself and returns what it printed.
  func output(_ arguments: [String]) throws -> String {
    let outcome = try Self.run(path, options + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  /// The first number with a point that the program prints of itself.
  func version() throws -> String? {
    let outcome = try Self.run(path, [path.hasSuffix("kotlinc") ? "-version" : "--version"])
    return (outcome.output + outcome.errors).replacing(/OpenJDK.*/, with: "")
      .firstMatch(of: #/[0-9]+(\.[0-9]+)+/#).map { String($0.0) }
  }

  /// Runs a program; its output goes through files, so that no pipe can fill.
  static func run(_ program: String, _ arguments: [String], input: String = "") throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["in", "out", "err"].map(folder.appendingPathComponent)
    for file in files {
      try Data((file.lastPathComponent == "in" ? input : "").utf8).write(to: file)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOf: files[1], encoding: .utf8),
      errors: try String(contentsOf: files[2], encoding: .utf8))
  }

  /// The code of each of the samples, with switches that follow the map's own floors, hide them or leave them.
  static func samples(_ kind: ClientKind) throws -> [[GeneratedFile]] {
    try [
      ClientCode.generate(kind, for: SampleLayers.museum(), named: "Museum"),
      ClientCode.generate(kind, for: [SampleLayers.sitePlan()]),
      ClientCode.generate(
        kind, forLocated: SampleLayers.gallery().map { LocatedLayer($0) }, named: "Gallery",
        indoor: .follow),
      ClientCode.generate(
        kind, forLocated: SampleLayers.annex().map { LocatedLayer($0) }, named: "Annex",
        indoor: .off),
    ]
  }

  /// The path of a stand-in for an SDK.
  static func standIn(_ name: String) -> String {
    packageRoot.appendingPathComponent("Tests/LayerCodegenTests/StandIns/\(name)").path
  }

  /// The root of the package.
  static let packageRoot: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()
}

extension TemporaryDirectory {
  /// Writes code into the folder, and returns its paths.
  @discardableResult
  func write(_ files: [GeneratedFile]) throws -> [String] {
    try files.map { file in
      try Data(file.contents.utf8).write(to: url.appendingPathComponent(file.path))
      return path(file.path)
    }
  }
}
