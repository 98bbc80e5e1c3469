import TileModel

/// A notice for users on the colours of an image, or on parts that are not drawn.
package enum RasterNotice: Hashable, Sendable, Codable {
  /// Samples use little of their type's range and are stretched.
  ///
  /// Numbers of the `taken` range become 0 to 255.
  case stretched(
    found: ClosedRange<Double>, possible: ClosedRange<Double>, taken: ClosedRange<Double>)
  /// The alpha that was found uses little of what its type can hold, so that the greatest is opaque.
  case alphaStretched(found: ClosedRange<Double>, possible: ClosedRange<Double>)
  /// Half of the numbers become one grey, since an outlier widens the `taken` range.
  ///
  /// The outlier is probably a nodata value other than `noData`.
  case oneGrey(half: ClosedRange<Double>, taken: ClosedRange<Double>, noData: Double?)
  /// The file does not state the colours of its bands.
  ///
  /// `names` has a name for each band or an empty one, and `drawn` the band numbers from 1.
  case bandsWithoutColor(names: [String], drawn: [Int])
  case profileNotApplied(name: String)
  /// Samples are amounts of inks (CMYK), converted without a profile.
  ///
  /// `profile` is the file's own, which is not used.
  case inksWithoutProfile(profile: String?)
  case endMissing
  case blocksMissing(Int, of: Int)
  case orientationNotApplied(Int)
  case colorsExceedAlpha
  case lossyNoData(value: Double)
  case otherFiles(first: String, count: Int)
  case fontsOfDrawing
  /// A drawing has HTML in it, which is not drawn.
  ///
  /// A stated substitute is drawn instead.
  case foreignObjects(lost: Int, replaced: Int, substitute: String?)
  case printLayers([String])
  case lossyEntries
  case notUsed(statement: String, file: String, reason: String)

  package var text: String {
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
    case .blocksMissing(let missing, let count):
      "the last \(missing) of its \(count) blocks are not in the file, and are transparent"
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
