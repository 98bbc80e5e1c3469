/// The bands of a raster that are drawn, by their numbers from 1.
public struct BandSelection: Hashable, Sendable {
  /// One band for grey, or those of red, green and blue.
  public let colors: [Int]
  /// The band of alpha.
  public let alpha: Int?
  /// True where no alpha means none, also of a file whose own tags name one.
  let ignoresTags: Bool

  /// Creates a selection of one or three colour bands and an optional alpha band.
  ///
  /// `nil` for other counts, numbers below 1, or alpha among the colours.
  public init?(colors: [Int], alpha: Int? = nil) {
    self.init(colors: colors, alpha: alpha, ignoresTags: false)
  }

  init?(colors: [Int], alpha: Int?, ignoresTags: Bool) {
    guard colors.count == 1 || colors.count == 3,
      (colors + (alpha.map { [$0] } ?? [])).allSatisfy({ $0 >= 1 }),
      alpha.map({ !colors.contains($0) }) ?? true
    else { return nil }
    self.colors = colors
    self.alpha = alpha
    self.ignoresTags = ignoresTags
  }

  /// Reads one, three or four numbers with commas, the fourth for alpha.
  ///
  /// `nil` for anything else.
  public init?(text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(part) else { return nil }
      numbers.append(number)
    }
    let alpha = numbers.count == 4 ? numbers.removeLast() : nil
    self.init(colors: numbers, alpha: alpha)
  }

  /// The numbers with commas, alpha last.
  public var text: String {
    (colors + (alpha.map { [$0] } ?? [])).map(String.init).joined(separator: ",")
  }

  var last: Int { max(colors.max() ?? 1, alpha ?? 1) }
}
