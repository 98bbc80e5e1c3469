import TileModel

/// A remark for a person on how the samples of an image become colours, or on what is not drawn of it.
public enum RasterNotice: Hashable, Sendable, Codable {
  /// The samples that were found use little of what their type can hold, so that they are stretched:
  /// numbers of the `taken` range become 0 to 255.
  case stretched(
    found: ClosedRange<Double>, possible: ClosedRange<Double>, taken: ClosedRange<Double>)
  /// The alpha that was found uses little of what its type can hold, so that the greatest is opaque.
  case alphaStretched(found: ClosedRange<Double>, possible: ClosedRange<Double>)
  /// Half of the numbers that were found become one grey, since the `taken` range that becomes 0 to 255 is
  /// as wide as a value makes it that stands for nothing and is not `noData`.
  case oneGrey(half: ClosedRange<Double>, taken: ClosedRange<Double>, noData: Double?)
  /// The file does not say which colours its bands are; `names` has a name for each, empty where it has
  /// none, and `drawn` the numbers of those that are drawn, from 1.
  case bandsWithoutColor(names: [String], drawn: [Int])
  /// The file has a colour profile, by its description, that cannot be used for its samples, which are
  /// taken as sRGB.
  case profileNotApplied(name: String)
  /// The samples are amounts of inks, which become colours without a profile; `profile` is the one that
  /// the file has, and that is not used.
  case inksWithoutProfile(profile: String?)
  /// The file lacks its end marker.
  case endMissing
  /// The file states an orientation that viewers do not agree on, and that is not applied.
  case orientationNotApplied(Int)
  /// Colours exceed the alpha that they are multiplied with, as the file has it.
  case colorsExceedAlpha
  /// The file has a nodata value and lossy compression, after which samples are near the value.
  case lossyNoData(value: Double)
  /// A drawing takes something from so many other files, which are not read.
  case otherFiles(first: String, count: Int)
  /// A drawing brings fonts, in place of which those of the system are used.
  case fontsOfDrawing
  /// A drawing has HTML in it, which is not drawn; where it states a substitute, that is, such as the text.
  case foreignObjects(lost: Int, replaced: Int, substitute: String?)
  /// A PDF has layers that are not for screens, and that are drawn all the same.
  case printLayers([String])

  /// The samples are entries of a table, and lossy compression makes others of them.
  case lossyEntries
  /// A file beside the image, or a list, states something of its bands that is not used.
  case notUsed(statement: String, file: String, reason: String)

  /// The notice in words, without what can be done about it.
  public var text: String {
    switch self {
    case .stretched(let found, let possible, let taken):
      "the samples found are \(Self.text(found)) of \(Self.text(possible)), so "
        + "\(Self.text(taken)) become 0 to 255"
    case .alphaStretched(let found, let possible):
      "the alpha found is \(Self.text(found)) of \(Self.text(possible)), so "
        + "\(NumberText.shortest(found.upperBound)) is taken as opaque"
    case .oneGrey(let half, let taken, let noData):
      "half of the samples are \(Self.text(half)), which is one grey where \(Self.text(taken)) become 0 to 255; "
        + "a value that stands for nothing seems to be among them"
        + (noData.map { ", other than nodata \(NumberText.shortest($0))" } ?? "")
    case .bandsWithoutColor(let names, let drawn):
      "\(names.count) bands without a stated colour (\(Self.list(names))), of which "
        + (drawn.count == 1
          ? "band \(drawn.first ?? 1) is drawn as grey"
          : "bands \(drawn.map { "\($0)" }.joined(separator: ", ")) are drawn as red, green and blue")
    case .profileNotApplied(let name):
      "the colour profile \"\(name)\" cannot be used: samples are taken as sRGB"
    case .inksWithoutProfile(let profile):
      "CMYK becomes RGB by a plain formula"
        + (profile.map { ", without the colour profile \"\($0)\"" } ?? "")
        + ": colours differ from those of print"
    case .endMissing:
      "the file lacks its end marker; nothing is missing where a build reads all of it"
    case .orientationNotApplied(let orientation):
      "the file states the orientation \(orientation), by which some viewers turn the image; it is read as stored"
    case .colorsExceedAlpha:
      "the alpha is labelled associated, and colours exceed it as straight ones do; divided by it they come out"
        + " too light"
    case .lossyNoData(let value):
      "the compression is lossy, so that samples are near nodata \(NumberText.shortest(value)) where only those "
        + "of exactly that value are transparent"
    case .otherFiles(let first, let count):
      "\(first.displayLine.prefix(200)) "
        + (count == 1 ? "is another file" : "and \(count - 1) more are other files")
        + ", from which nothing is drawn"
    case .fontsOfDrawing: "fonts in the drawing (@font-face) are not used"
    case .foreignObjects(let lost, let replaced, let substitute):
      "HTML in the drawing (foreignObject) is "
        + [
          lost == 0 ? nil : "left out \(lost) times",
          replaced == 0
            ? nil
            : "replaced \(replaced) times by the drawing's own substitute"
              + (substitute.map { ", such as \"\($0.displayLine.prefix(80))\"" } ?? "")
              + ", which may be shortened",
        ].compactMap(\.self).joined(separator: ", and ")
    case .printLayers(let names):
      "layers that the PDF has for print alone are drawn: "
        + names.prefix(8).map { String($0.displayLine.prefix(80)) }.joined(separator: ", ")
        + (names.count > 8 ? ", ..." : "")
    case .lossyEntries:
      "the compression is lossy, so that samples are near entries of the colour table and may have the colours"
        + " of others"
    case .notUsed(let statement, let file, let reason):
      "\(file) states \(statement), which is not used: \(reason)"
    }
  }

  /// The first bands with their names.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).enumerated().map { index, name in
      name.isEmpty ? "\(index + 1)" : "\(index + 1) \(name)"
    }
    return shown.joined(separator: ", ") + (names.count > 8 ? ", ..." : "")
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(NumberText.shortest(range.lowerBound)) to \(NumberText.shortest(range.upperBound))"
  }
}
