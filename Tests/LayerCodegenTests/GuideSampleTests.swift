import Foundation
import Testing
import TilePyramidTesting

/// The Objective-C samples of the SDK's guides, which hold the stand-in headers to the SDK.
@Suite("Samples of the SDK's guides")
struct GuideSampleTests {
  private static let folder = URL(fileURLWithPath: TestData.root).deletingLastPathComponent()
    .appendingPathComponent("seeds")

  /// The guides that are beside the repository.
  private static let guides: [URL] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().map(folder.appendingPathComponent)
  }()

  /// The comments of the samples; since lines ran together, nothing else says where they end.
  private static let comments = [
    "// Create the GMSTileLayer", "// Display on the map at a specific zIndex",
    "// On every odd tile, render an image.", "// Zoom in one zoom level",
    "// Center the camera on Vancouver, Canada",
    "// Move the camera 200 points to the right, and 100 points downwards",
    "// Sets the zoom level to 4.",
    "// The current zoom, 4, is outside of the range. The zoom will change to 10.",
  ]

  @Test(
    "Objective-C samples of the guides are free of errors with the stand-in headers",
    .enabled(if: Compiler.clang != nil && !guides.isEmpty, "no clang or no guides"))
  func objectiveC() throws {
    var count = 0
    for guide in Self.guides {
      let lines = try String(contentsOf: guide, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      let samples = zip(lines, lines.dropFirst()).filter { $0.0 == "Objective-C" }.map { pair in
        Self.comments.reduce(String(pair.1)) { $0.replacingOccurrences(of: $1, with: "") }
      }
      guard !samples.isEmpty else { continue }
      count += samples.count
      let classes = samples.filter { $0.contains("@interface") }
      let statements = samples.filter { !$0.contains("@interface") }
      // The variables that the text around the samples has already made.
      let source = """
        #import <GoogleMaps/GoogleMaps.h>
        \(classes.joined(separator: "\n"))
        @interface Guide : UIViewController
        @end
        @implementation Guide
        - (void)showOn:(GMSMapView *)mapView layer:(GMSTileLayer *)layer
                bounds:(GMSCoordinateBounds *)bounds camera:(GMSCameraPosition *)camera {
        \(statements.map { "{ \($0) }" }.joined(separator: "\n"))
        }
        @end

        """
      let folder = try TemporaryDirectory()
      try folder.write(source.utf8, as: "Guide.m")
      try Compiler.clang?.compile([
        "-target", "arm64-apple-ios18.0", "-fsyntax-only", "-fobjc-arc", "-ffreestanding",
        "-Werror",
        "-I\(Compiler.standIn(""))", folder.path("Guide.m"),
      ])
    }
    #expect(count >= 20)
  }
}
