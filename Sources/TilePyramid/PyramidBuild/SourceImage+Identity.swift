import RasterSources
import TileImaging
import TileStorage

extension SourceImage {
  /// How samples are read.
  var readingIdentity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("the page", "\(samples.page ?? vector.page ?? 1)")
    identity.add("how its samples are read", samples.identityText)
    return identity
  }
}

extension SampleOptions {
  /// Everything that the samples depend on, in words.
  fileprivate var identityText: String {
    "bands \(bands?.text ?? "the file's"), "
      + "stretch \(stretch.map { "\($0)" } ?? "by kind"), nodata \(noData.map { "\($0)" } ?? "the file's") "
      + "within \(noDataTolerance), transparent \(transparent?.description ?? "none"), "
      + "background \(background?.description ?? "none"), "
      + (kind == .colors
        ? "colours \(colors.rawValue)"
        : "heights in \(verticalUnit?.rawValue ?? "the file's unit")")
  }
}
