import Testing
import TileModel
import TilePyramidTesting

@Suite("Numbers as text")
struct NumberTextTests {
  @Test(
    "Decimal numbers are read",
    arguments: [("1", 1), ("-1.5", -1.5), ("+2e3", 2000), (".5", 0.5), ("1.", 1), ("-0", 0)])
  func reads(text: String, value: Double) { #expect(NumberText.double(text) == value) }

  @Test(
    "Everything else is not",
    arguments: [
      "", " 1", "1 ", "nan", "inf", "-inf", "infinity", "0x1p3", "1,5", "1_000", "1e400", "--1",
      "1e", "e5", "1.2.3", "١", "½",
    ])
  func refuses(text: String) { #expect(NumberText.double(text) == nil) }

  @Test("A decimal comma is read only where it is allowed")
  func comma() {
    #expect(NumberText.double("1,5", decimalComma: true) == 1.5)
    #expect(NumberText.double("1,5.0", decimalComma: true) == nil)
  }

  @Test("Plain decimals have no exponent and read back exactly")
  func plain() {
    #expect(NumberText.plain(1e-7) == "0.0000001")
    #expect(NumberText.plain(-2.5e-5) == "-0.000025")
    #expect(NumberText.plain(1.25e17) == "125000000000000000.0")
    #expect(NumberText.plain(.leastNonzeroMagnitude).hasSuffix("05"))
    #expect(NumberText.plain(0) == "0.0")
    var generator = SeededGenerator(seed: 50)
    for _ in 0..<2000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let text = NumberText.plain(value)
      #expect(!text.contains("e"))
      #expect(NumberText.double(text) == value)
    }
  }

  @Test("Rounded decimals")
  func rounded() {
    #expect(NumberText.fixed(1.005, 1) == "1.0")
    #expect(NumberText.fixed(-0.04, 1) == "0.0")
    #expect(NumberText.fixed(-12.345, 2) == "-12.35")
    #expect(NumberText.fixed(2.5, 0) == "3")
    #expect(NumberText.fixed(0.007, 2) == "0.01")
    #expect(NumberText.fixed(1e300, 2) == "1e+300")
    #expect(NumberText.fixed(.infinity, 1) == "infinite")
    #expect(NumberText.trimmed(2.50, 2) == "2.5")
    #expect(NumberText.trimmed(-100, 2) == "-100")
    #expect(NumberText.trimmed(100, 0) == "100")
    #expect(NumberText.trimmed(-0.0001, 2) == "0")
    #expect(NumberText.shortest(3) == "3")
    #expect(NumberText.shortest(-0.25) == "-0.25")
    #expect(NumberText.brief(1234.56) == "1235")
    #expect(NumberText.brief(12.345) == "12.3")
    #expect(NumberText.brief(0.012345) == "0.0123")
    #expect(NumberText.brief(0) == "0.0")
    #expect(NumberText.brief(1e-9) == "1e-09")
  }
}
