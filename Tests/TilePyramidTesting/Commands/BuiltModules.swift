package import Foundation

/// The compiler of the machine and the modules that the running tests were built from, so that tests
/// can compile programs against them.
package struct BuiltModules: Sendable {
  /// A reason that the objects of a target are unknown.
  package enum Failure: Error, Hashable {
    /// The build does not list an object of the target.
    case noObjects(target: String)
  }

  /// The program `swiftc`.
  package let compiler: URL
  /// The folder of everything built.
  private let products: URL

  /// Finds the compiler and the modules; `nil` when `PATH` holds no compiler, or when the modules do not
  /// are beside the tests.
  package init?(with module: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let files = FileManager.default
    guard
      let compiler = folders.map({ URL(fileURLWithPath: "\($0)/swiftc") })
        .first(where: { files.isExecutableFile(atPath: $0.path) }),
      let program = CommandLine.arguments.first
    else { return nil }
    self.compiler = compiler
    products = URL(fileURLWithPath: program).deletingLastPathComponent()
    let interface = modules.appendingPathComponent("\(module).swiftmodule")
    guard files.fileExists(atPath: interface.path) else { return nil }
  }

  private var modules: URL { products.appendingPathComponent("Modules") }

  /// The compiler arguments that locate the modules and the C modules below them.
  package func importArguments() throws -> [String] {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    let systems = package.appendingPathComponent("Sources/System")
    let files = FileManager.default
    let headers = try files.contentsOfDirectory(atPath: systems.path).flatMap {
      ["-I", systems.appendingPathComponent($0).path]
    }
    // The programs of plugins are built beside the rest, from the same modules.
    let maps = try files.contentsOfDirectory(atPath: products.path)
      .filter { !$0.hasSuffix("-tool.build") }
      .map { products.appendingPathComponent("\($0)/module.modulemap").path }
      .filter(files.fileExists)
      .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    return ["-I", modules.path] + headers + maps
  }

  /// The targets that every stand-in for an SDK is made of.
  private static let runtime = [
    "UIKitCompatibility", "CoreLocationCompatibility", "TileLayers", "TileStorage",
    "LayerDocuments", "TileImaging", "TileModel", "Deflate", "Hashing", "Platform", "CFileShim",
    "CPNGShim", "CJPEGShim",
  ]

  /// The arguments that link a program with stand-ins and the runtime below them.
  ///
  /// Swift's objects name the libraries that they call; those of shims in C do not. The sanitizer is
  /// that which the objects were compiled for.
  ///
  /// The files are those that the running tests were linked from: folders may hold older ones.
  package func linkArguments(of targets: [String]) throws -> [String] {
    let lists = try FileManager.default.contentsOfDirectory(atPath: products.path)
      .filter { $0.hasSuffix("PackageTests.product") }
      .map { products.appendingPathComponent("\($0)/Objects.LinkFileList") }
    let objects = try lists.flatMap {
      try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map { line in
        line.trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
      }
    }
    return try (targets + Self.runtime).flatMap { target in
      let own = objects.filter { $0.contains("/\(target).build/") }
      guard !own.isEmpty else { throw Failure.noObjects(target: target) }
      return own
    } + ["-lpng", "-ljpeg"] + sanitizerArguments
  }

  /// The sanitizer that the running tests, and so the objects, were compiled for.
  private var sanitizerArguments: [String] {
    let program = dlopen(nil, RTLD_NOW)
    return [("thread", "__tsan_init"), ("address", "__asan_init")]
      .filter { dlsym(program, $0.1) != nil }
      .map { "-sanitize=\($0.0)" }
  }
}
