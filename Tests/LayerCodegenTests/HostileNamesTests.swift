import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Layers with hostile names")
struct HostileNamesTests {
  @Test("Names of types, cases and files are unlike, also without regard to case")
  func uniqueNames() throws {
    for kind in ClientKind.ofTheWorld {
      let files = try ClientCode.generate(
        kind, for: HostileBuilding.floors(areHybrid: false), named: "Tour d'Eiffel \"*/\"")
      #expect(Set(files.map { $0.path.lowercased() }).count == files.count)
      for file in files {
        #expect(file.path.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "/") })
        #expect(file.path.lowercased().filter(\.isLetter).hasPrefix("tourdeiffel"))
        #expect(Identifier.beginsWithDigit(file.path) == false)
        #expect(file.contents.hasSuffix("\n"))
      }
      #expect(
        try ClientCode.generate(
          kind, for: HostileBuilding.floors(areHybrid: false), named: "Tour d'Eiffel \"*/\"")
          == files)
    }
  }

  @Test(
    "No client takes over markup of an attribution but links", arguments: ClientKind.ofTheWorld)
  func attributions(kind: ClientKind) throws {
    let layers = try SampleLayers.museum().map { layer in
      var layer = layer
      layer.attribution =
        "<img src=x onerror=alert(1)><a href='javascript:alert(2)'>Museum</a>"
        + "<a href='https://www.example.com' onclick='alert(3)'>M</a><script>alert(4)</script>"
      return layer
    }
    let code = try ClientCode.generate(kind, for: layers, named: "M").map(\.contents).joined()
    #expect(!code.contains("alert("))
    #expect(code.contains("Museum"))
  }

  @Test(
    "Swift compiles in both language modes and answers for exactly the tiles",
    .enabled(if: Compiler.swift != nil))
  func swiftAnswers() throws {
    let layers = try HostileBuilding.floors()
    let folder = try TemporaryDirectory()
    func write(_ layers: [LayerDefinition], as name: String) throws -> [String] {
      try folder.write(ClientCode.generate(.swift, for: layers, named: name))
    }
    let asked = try HostileBuilding.askedFloors()
    let main = """
      import Foundation
      let base = URL(string: "https://base.example/dir/layer.json")
      for floor in AskedFloor.allCases {
        print(floor.rawValue.utf8.map(String.init).joined(separator: " "))
        print(floor.name.utf8.map(String.init).joined(separator: " "))
        print(floor.level.map { "\\($0)" } ?? "nil")
        guard let base else { continue }
        for zoom in UInt(3)...6 {
          for y in UInt(0)..<36 {
            for x in UInt(0)..<36 {
              print(floor.tileURL(x: x, y: y, zoom: zoom, relativeTo: base)?.absoluteString ?? "nil")
            }
          }
        }
      }

      """
    try folder.write(main.utf8, as: "main.swift")
    let standIn = Compiler.packageRoot.appendingPathComponent(
      "Tests/LayerCodegenTests/StandIns/GoogleMaps/GoogleMaps.swift")
    try Compiler.swift?.compile(
      [
        "-parse-as-library", "-emit-library", "-static", "-emit-module", "-module-name",
        "GoogleMapsCompatibility", "-package-name", "compatibility", "-swift-version", "6", "-o",
        folder.path("libGoogleMapsCompatibility.a"), "-emit-module-path",
        folder.path("GoogleMapsCompatibility.swiftmodule"), standIn.path,
      ])
    try Compiler.swift?.compile(
      ["-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
        + ["-I", folder.path] + write(layers, as: "Hostile"))
    let generated = try write(asked, as: "Asked") + [folder.path("main.swift")]
    try Compiler.swift?.compile(
      ["-typecheck", "-wmo", "-swift-version", "5", "-warnings-as-errors", "-I", folder.path]
        + generated)
    try Compiler.swift?.compile(
      [
        "-Onone", "-wmo", "-swift-version", "6", "-warnings-as-errors", "-I", folder.path, "-L",
        folder.path,
        "-lGoogleMapsCompatibility", "-o", folder.path("main"),
      ] + generated)
    let outcome = try Compiler.run(folder.path("main"), [])
    #expect(outcome.status == 0)
    try HostileBuilding.check(outcome.output, of: asked)
  }

  @Test("Swift compiles against the SDK's own signatures", .enabled(if: Compiler.swift != nil))
  func sdkSignatures() throws {
    let folder = try TemporaryDirectory()
    let files = try Compiler.samples(.swift).flatMap(\.self)
    try folder.write(files)
    let standIn = Compiler.packageRoot.appendingPathComponent(
      "Tests/LayerCodegenTests/StandIns/GoogleMaps/GoogleMaps.swift")
    try Compiler.swift?.compile([
      "-parse-as-library", "-emit-module", "-module-name", "GoogleMaps", "-swift-version", "5",
      "-emit-module-path", folder.path("GoogleMaps.swiftmodule"), standIn.path,
    ])
    for mode in Compiler.swiftModes {
      try Compiler.swift?.compile(
        mode + [
          "-typecheck", "-wmo", "-parse-as-library", "-warnings-as-errors", "-I", folder.path,
        ] + files.map { folder.path($0.path) })
    }
  }

  @Test("Objective-C is free of warnings under ARC", .enabled(if: Compiler.clang != nil))
  func objectiveCSyntax() throws {
    let standIns = Compiler.packageRoot.appendingPathComponent("Tests/LayerCodegenTests/StandIns")
    let sets =
      try [ClientCode.generate(.objc, for: HostileBuilding.floors(), named: "Hostile")]
      + Compiler.samples(.objc)
    for files in sets {
      let folder = try TemporaryDirectory()
      try folder.write(files)
      try Compiler.clang?.compile(
        [
          "-target", "arm64-apple-ios18.0", "-fsyntax-only", "-fobjc-arc", "-ffreestanding",
          "-Wall", "-Wextra", "-Wformat", "-Wnullable-to-nonnull-conversion", "-Werror",
          "-I\(standIns.path)/Foundation/..", "-I\(standIns.path)",
        ] + files.filter { $0.path.hasSuffix(".m") }.map { folder.path($0.path) })
    }
  }

  @Test(
    "The C lookup of Objective-C answers for exactly the tiles", .enabled(if: Compiler.clang != nil)
  )
  func cAnswers() throws {
    for coverage in [SampleLayers.rectangles, SampleLayers.sparse(seed: 4)] {
      let folder = try TemporaryDirectory()
      var source = "#include <stdio.h>\ntypedef _Bool BOOL;\ntypedef unsigned long NSUInteger;\n"
      source += ObjectiveCCoverage.source(CoverageTable(coverage))
      source += """
        int main(void) {
          NSUInteger x, y, zoom;
          while (scanf("%lu %lu %lu", &zoom, &x, &y) == 3) putchar('0' + TileExists(x, y, zoom));
          return 0;
        }

        """
      try folder.write(source.utf8, as: "main.c")
      try Compiler.clang?.compile([
        "-Wall", "-Wextra", "-Werror", folder.path("main.c"), "-o", folder.path("main"),
      ])
      var questions = "20 18446744073709551615 0\n20 0 18446744073709551615\n99 0 0\n"
      var expected = "000"
      for level in coverage.levels {
        let box = level.boundingRange
        for y in max(0, box.y.lowerBound - 2)...(box.y.upperBound + 1) {
          for x in max(0, box.x.lowerBound - 2)...(box.x.upperBound + 1) {
            questions += "\(level.zoom) \(x) \(y)\n"
            expected += level.contains(x: x, y: y) ? "1" : "0"
          }
        }
      }
      let outcome = try Compiler.run(folder.path("main"), [], input: questions)
      #expect(outcome.output == expected)
    }
  }
}
