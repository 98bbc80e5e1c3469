import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

/// The samples of SwiftUI and Compose in Clients, as an app would copy them.
@Suite("Samples of user interfaces")
struct InterfaceSampleTests {
  /// The code of a language in the section on them.
  private func sample(_ language: String) throws -> String {
    let guide = Compiler.packageRoot.appendingPathComponent(
      "Sources/TilePyramid/TilePyramid.docc/Clients.md")
    let sections = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("SwiftUI and Compose\n") })
    let parts = section.components(separatedBy: "```\(language)\n")
    try #require(parts.count == 2)
    return try #require(parts[1].components(separatedBy: "```").first)
  }

  @Test(
    "A view of SwiftUI shows the floor that it is given, in both language modes",
    .enabled(if: Compiler.swift != nil, "swiftc is not installed"))
  func swiftUI() throws {
    let folder = try TemporaryDirectory()
    let main = """
      import GoogleMaps
      import SwiftUI

      @main struct Main {
        @MainActor static func main() {
          var view = MuseumMap(floor: .basement)
          let context = MuseumMap.Context(coordinator: view.makeCoordinator())
          let map = view.makeUIView(context: context)
          for floor in [MuseumFloor.basement, .groundFloor, nil] {
            view.floor = floor
            view.updateUIView(map, context: context)
            print(context.coordinator.floor?.rawValue ?? "none", context.coordinator.map === map)
          }
        }
      }

      """
    let files = try folder.write(
      ClientCode.generate(.swift, for: SampleLayers.museum(), named: "Museum") + [
        GeneratedFile(path: "MuseumMap.swift", contents: try sample("swift")),
        GeneratedFile(path: "Main.swift", contents: main),
      ])
    for sdk in ["GoogleMaps", "SwiftUI"] {
      try Compiler.swift?.compile([
        "-parse-as-library", "-emit-library", "-static", "-emit-module", "-module-name", sdk,
        "-swift-version", "5", "-o", folder.path("lib\(sdk).a"), "-emit-module-path",
        folder.path("\(sdk).swiftmodule"), "\(Compiler.standIn(sdk))/\(sdk).swift",
      ])
    }
    for mode in Compiler.swiftModes {
      try Compiler.swift?.compile(
        mode + [
          "-typecheck", "-wmo", "-parse-as-library", "-warnings-as-errors", "-I", folder.path,
        ] + files)
    }
    try Compiler.swift?.compile(
      [
        "-Onone", "-wmo", "-parse-as-library", "-swift-version", "6", "-I", folder.path, "-L",
        folder.path, "-lGoogleMaps", "-lSwiftUI", "-o", folder.path("main"),
      ] + files)
    let outcome = try Compiler.run(folder.path("main"), [])
    #expect(outcome.output == "-1 true\n0 true\nnone true\n", "\(outcome.errors)")
  }

  @Test(
    "A composable shows the floor that it is given, with the order and opacity of its layer",
    .enabled(
      if: Compiler.kotlin != nil && Compiler.java != nil && Compiler.javaMachine != nil,
      "kotlinc is not installed"))
  func compose() throws {
    let folder = try TemporaryDirectory()
    let sdk = try AndroidStandIns.classes.get()
    var layers = try SampleLayers.annex()
    layers[1].opacity = 0.75
    layers[1].zIndex = 3
    let main = """
      fun main() {
        for (floor in MuseumFloor.values()) MuseumTiles(floor)
        MuseumTiles(MuseumFloor.A)
      }

      """
    let files = try folder.write(
      ClientCode.generate(.kotlin, for: layers, named: "Museum") + [
        GeneratedFile(path: "MuseumTiles.kt", contents: try sample("kotlin")),
        GeneratedFile(path: "Main.kt", contents: main),
      ])
    let standIns = ["runtime", "maps"].map { "\(Compiler.standIn("Compose"))/\($0).kt" }
    _ = try Compiler.kotlin?.output(
      ["-Werror", "-cp", sdk.path, "-include-runtime", "-d", folder.path("main.jar")] + standIns
        + files)
    let output = try Compiler.javaMachine?.output(
      ["-cp", "\(sdk.path):\(folder.path("main.jar"))", "MainKt"])
    #expect(
      output == """
        /A/1/1/0.png true 0.0 true 0.0
        /B/1/1/0.png true 0.25 true 3.0
        /A/1/1/0.png true 0.0 true 0.0

        """)
  }
}
