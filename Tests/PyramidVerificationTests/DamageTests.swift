import PyramidVerification
import Testing
import TileImaging
import TileModel

/// Every kind of damage on a plan and photographs, by the tiles alone and against the image; single tiles
/// against the image are in ``PixelDamageTests``.
@Suite("Damage to a store")
struct DamageTests {
  typealias Case = PixelDamageTests.Case

  static let cases = [
    Case(.plan, .png, side: 700),
    Case(.photograph, .jpeg(quality: 80, background: .white), side: 700),
    Case(.photograph, .webp(quality: 80), side: 700),
  ]

  @Test(
    "Damage to a store is found and named by the tiles alone", arguments: cases, StoreDamage.all)
  func alone(_ sample: Case, _ damage: StoreDamage) throws {
    var store = try sample.store.get()
    guard try damage.apply(&store) else { return }
    let report = try store.verify(againstPicture: false)
    let isHidden = damage.hidden.contains(sample.encoding.format)
    #expect(Self.names(damage, in: report) || isHidden, "\(report.text)")
  }

  @Test(
    "Damage to a store is found and named against the image", arguments: cases, StoreDamage.others)
  func againstSource(_ sample: Case, _ damage: StoreDamage) throws {
    var store = try sample.store.get()
    guard try damage.apply(&store) else { return }
    let report = try store.verify(againstPicture: true)
    #expect(Self.names(damage, in: report), "\(report.text)")
    if damage.name.hasPrefix("a tile"), damage.name.contains("missing") {
      #expect(report.findings("source.missing").map(\.tile) == [damage.tile], "\(report.text)")
    }
  }

  /// True where a warning or an error names the damaged tile; any, where the damage is not to one tile.
  private static func names(_ damage: StoreDamage, in report: VerificationReport) -> Bool {
    report.results.filter { $0.rule.severity >= .warning }.flatMap(\.findings).contains {
      damage.tile == nil || $0.tile == damage.tile
    }
  }
}
