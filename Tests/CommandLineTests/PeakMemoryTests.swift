import Georeferencing

#if os(Linux)
  import Foundation
  import RasterSources
  import Testing
  import TileModel
  import TilePyramidTesting

  /// The system tells the most memory that a program had so far (`VmHWM`); it is asked at each line of progress.
  @Suite("The memory that a build takes")
  struct PeakMemoryTests {
    /// A rotated image is copied into a scratch file, AVIF takes most memory to encode, and the rows of a wide one
    /// are too long for the lower limit.
    private static let shapes: [(size: PixelSize, options: [String], access: String)] = [
      (PixelSize(width: 3600, height: 3000), rotated, "scratch"),
      (PixelSize(width: 900, height: 700), rotated + ["--format", "avif"], "scratch"),
      (PixelSize(width: 60_000, height: 200), wide + ["--memory-limit", "1G"], "rows"),
      (PixelSize(width: 60_000, height: 200), wide + ["--memory-limit", "180M"], "columns"),
    ]
    private static let rotated = [
      "--anchor", "47.36,8.54", "--metres-per-pixel", "0.1", "--bearing", "23",
    ]
    private static let wide = ["--bounds", "8.54,47.36,8.62,47.36017", "--max-zoom", "20"]

    @Test("A build takes no more than the plan says, and not much less", arguments: shapes.indices)
    func peak(shape: Int) throws {
      let workspace = try Workspace()
      let (size, options, access) = Self.shapes[shape]
      // Noise, so that no tile is of one colour.
      try workspace.write(.noise(seed: 3, opaque: false, size: size), as: "plan.png")
      let arguments =
        ["build", "plan.png", "-o", "out", "--threads", "2", "--effort", "fast"] + options
      let plan = try workspace.succeed(arguments + ["--dry-run", "--json"])
      let value = try plan.json()
      let running = try #require(value["running"] as? [String: Any])
      let steps = (value["layer"] as? [String: Any])?["steps"] as? [[String: Any]]
      #expect(steps?.map { $0["access"] as? String } == [access])
      let estimate = try #require(running["memoryBytes"] as? Int)
      let peak = Guarded(0)
      let built = try workspace.run(arguments + ["--progress", "json"]) { _, command in
        guard let found = Self.peak(of: command.identifier) else { return }
        peak.withLock { $0 = max($0, found) }
      }
      #expect(built.end == .exit(0), "\(built.errors)")
      let found = peak.withLock { $0 }
      #expect(found <= estimate, "\(found) bytes of \(estimate)")
      // Memory that is taken after the last line is not seen.
      #expect(found > estimate / 2, "\(found) bytes of \(estimate)")
    }

    /// The most memory that a running process had, in bytes; `nil` when it has ended.
    private static func peak(of process: Int32) -> Int? {
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      guard let match = status?.firstMatch(of: /VmHWM:\s+([0-9]+) kB/) else { return nil }
      return Int(match.1).map { $0 << 10 }
    }
  }
#endif
