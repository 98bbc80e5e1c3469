import TileModel

/// Pixels of an image per inch of paper, as its file states it.
public struct PaperResolution: Hashable, Sendable {
  /// Along a row of samples.
  public let across: Double
  /// Along a column of samples.
  public let down: Double
  /// Whether no unit is stated, so that only the ratio of both counts.
  public let isRatio: Bool

  package init?(_ across: Double, _ down: Double, unitsPerInch: Double?) {
    guard across > 0, down > 0, across.isFinite, down.isFinite else { return nil }
    isRatio = unitsPerInch == nil
    self.across = across * (unitsPerInch ?? 1 / across)
    self.down = down * (unitsPerInch ?? 1 / across)
    let range = isRatio ? 0.01...100 : 1...9600
    guard range.contains(self.across), range.contains(self.down), !isRatio || !isSquare else {
      return nil
    }
  }

  /// ResolutionUnit is 1 without a unit, 2 for the inch and 3 for the centimetre.
  package init?(_ across: Double, _ down: Double, tiffUnit: Int) {
    self.init(across, down, unitsPerInch: tiffUnit == 2 ? 1 : tiffUnit == 3 ? 2.54 : nil)
  }

  private init(swapping other: PaperResolution) {
    (across, down, isRatio) = (other.down, other.across, other.isRatio)
  }

  package var withAxesSwapped: PaperResolution { PaperResolution(swapping: self) }

  /// Whether samples are as wide as high, but for rounding.
  public var isSquare: Bool { abs(across / down - 1) <= 0.005 }

  /// The resolution in words.
  public var text: String {
    let numbers = [across, down].map { NumberText.shortest(($0 * 100).rounded() / 100) }
    if isRatio { return numbers.joined(separator: " to ") + ", without a unit" }
    return isSquare ? numbers[0] : numbers.joined(separator: " × ")
  }
}
