import Foundation
import Testing
import TilePyramidTesting

/// Compiles the Swift samples of the SDK's guides, which are beside the test data when present.
@Suite("Samples of the guides")
struct GuideSampleTests {
  private static let guides = URL(fileURLWithPath: TestData.root).deletingLastPathComponent()
    .appendingPathComponent("seeds")
  private static let modules = BuiltModules(with: "GoogleMapsCompatibility")
  private static let isPossible =
    modules != nil && FileManager.default.fileExists(atPath: guides.path)

  /// Puts the line breaks back that the samples lost: one before each statement and comment.
  private func restored(_ sample: String) -> String {
    sample.replacing(
      #/ (?=// |let |class |override func |if \(|return |mapView2?\.|layer\.|options\.|\})/#,
      with: "\n")
  }

  /// The Swift samples of all guides, each once.
  private func samples() throws -> [String] {
    var found: [String] = []
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.guides.path).sorted()
    for file in files {
      let text = try String(
        contentsOf: Self.guides.appendingPathComponent(file), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (title, sample) in zip(lines, lines.dropFirst()) where title == "Swift" {
        let sample = restored(String(sample))
        if !found.contains(sample) { found.append(sample) }
      }
    }
    return found
  }

  @Test("Every Swift sample of the guides compiles as it stands", .enabled(if: isPossible))
  func samplesCompile() throws {
    let samples = try samples()
    // The guides to tile layers and to the camera have 20 different ones.
    #expect(samples.count >= 20)
    let directory = try TemporaryDirectory()
    let bounded = "let bounds = GMSCoordinateBounds()\n"
    var program = """
      import Foundation
      import GoogleMapsCompatibility

      @MainActor struct Screen { var bounds = CGRect.zero }
      """
    for (index, sample) in samples.enumerated() {
      // Variables of earlier samples; a sample's own declarations stand in an inner scope.
      let needsBounds = sample.contains("= bounds") && !sample.contains("let bounds")
      let isDeclaration = sample.hasPrefix("class ")
      program += "\n" + (isDeclaration ? sample : "")
      if isDeclaration { continue }
      program += """

        @MainActor struct Sample\(index) {
          let view = Screen()
          func show(_ mapView: GMSMapView, _ layer: GMSTileLayer, _ camera: GMSCameraPosition) {
            \(needsBounds ? bounded : "")do {
        \(sample)
            }
          }
        }
        """
    }
    let file = directory.url.appendingPathComponent("Samples.swift")
    try Data(program.utf8).write(to: file)
    let modules = try #require(Self.modules)
    let outcome = try CommandProbe(executable: modules.compiler, directory: directory.url).run(
      ["-typecheck", "-parse-as-library", "-swift-version", "6", file.path]
        + (try modules.importArguments()))
    #expect(outcome.end == .exit(0), "\(outcome.errors)\n\(program)")
  }
}
