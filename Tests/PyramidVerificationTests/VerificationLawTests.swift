import Foundation
import PyramidVerification
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

/// Laws of verification over pyramids drawn by chance; `scripts/check-verification` draws more of them.
@Suite("Laws of verification")
struct VerificationLawTests {
  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TILEPYRAMID_VERIFICATION_BUILDS"].flatMap { UInt64($0) } ?? 40
    let first = environment["TILEPYRAMID_VERIFICATION_SEED"].flatMap { UInt64($0) } ?? 1
    return Array(first..<first + count)
  }()

  /// The damages that are planted into each build: in turn, so that some builds have all.
  private static let damagesPerBuild = 6

  @Test("Undamaged pyramids verify, with and without their image", arguments: seeds)
  func undamaged(seed: UInt64) throws {
    guard var build = try RandomBuild(seed: seed) else { return }
    for (againstSource, every) in [(false, false), (true, true), (true, false)] {
      let report = try build.verify(againstSource: againstSource, every: every)
      #expect(!report.fails(at: .warning), "\(build.description)\n\(report.text)")
      print("LAW sound \(report.fails(at: .warning) ? "reported" : "passes")")
    }
    // Nothing in stores of others, which state less, is an error.
    let sound = try build.verify(againstSource: false, isStated: false)
    #expect(!sound.fails(at: .error), "\(build.description)\n\(sound.text)")
    print("LAW others \(sound.fails(at: .error) ? "reported" : "passes")")
    var generator = SeededGenerator(seed: seed)
    // Few of the images are so large that a rectangle has room in some overview.
    var changed: TileCoordinate?
    for tile in build.addresses(isDeepest: false).shuffled(using: &generator)
    where changed == nil {
      let size = try RandomDamage.pasted.apply(&build, tile, &generator)
      if size?.most ?? 0 > 0 { changed = tile }
    }
    guard let changed else { return }
    let report = try build.verify(againstSource: false, isStated: false)
    let outcome =
      report.fails(at: .error) ? "error" : report.fails(at: .warning) ? "other" : "missed"
    print(
      "LAW pasted \(build.encoding.opaque.isLossless ? "lossless" : "lossy") \(outcome)"
        + " | \(build.description) | \(changed)")
  }

  /// The least change that is found for certain, in levels: of one sample without loss, and more along
  /// outlines, which are known to a sixteenth of a sample, and of a tile that is missing; and of a lossy
  /// tile the root of the mean square over the tile.
  private static let leastFound = (lossless: 8.0, cut: 24.0, lossy: 16.0)

  @Test("Planted damage is reported", arguments: seeds)
  func damaged(seed: UInt64) throws {
    guard let sound = try RandomBuild(seed: seed) else { return }
    let count = RandomDamage.all.count
    for step in 0..<Self.damagesPerBuild {
      let number = (Int(truncatingIfNeeded: seed) * Self.damagesPerBuild + step) % count
      let damage = RandomDamage.all[number]
      var build = sound
      var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(step))
      let tiles = build.addresses(isDeepest: damage.scope != .overview)
      guard let tile = tiles.randomElement(using: &generator),
        let size = try damage.apply(&build, tile, &generator), size.most > 0
      else { continue }
      build.redefine()
      let report = try build.verify(againstSource: true)
      let isFound = report.fails(at: .error)
      let isLossless = build.encoding.opaque.isLossless
      let amount = isLossless ? size.most : size.root
      let isFaint = !build.clips.isEmpty || damage.name.hasSuffix("missing")
      let lossless = isFaint ? Self.leastFound.cut : Self.leastFound.lossless
      let least = isLossless ? lossless : Self.leastFound.lossy
      print(
        "LAW \(isLossless ? "lossless" : "lossy") \(Int(amount)) \(isFound ? "found" : "missed")"
          + " \(damage.name) | \(build.description) | \(tile)")
      // The digest alone proves overviews that choose among samples.
      let isChosen =
        damage.scope == .overview
        && ["keep", "darken"].contains(build.definition.overviewResampling)
      if amount >= least, !isChosen {
        #expect(isFound, "\(damage.name), \(size): \(build.description) \(tile)\n\(report.text)")
      }
    }
  }
}
