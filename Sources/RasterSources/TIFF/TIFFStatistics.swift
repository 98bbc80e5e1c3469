import Georeferencing
import TileImaging

/// Looks at some of an image's samples.
///
/// Which ones depends on the image alone: up to 64 blocks at equal distances, and of each every n-th
/// pixel, so that there are about a million in all. Of strips that are too large to be held, rows are
/// read from the first on, up to a number of bytes.
enum TIFFStatistics {
  /// The largest strip that is decoded whole.
  private static let blockLimit = 32 << 20

  /// Surveys an image until `isEnough` is true, or nothing is left to look at.
  static func survey(
    of picture: TIFFDirectories.Picture, file: SourceFile, noData: Double?, limits: DecodingLimits,
    isEnough: (SampleSurvey) -> Bool
  ) throws(RasterError) -> SampleSurvey {
    let image = picture.image
    let rule = SampleRule(range: .unstretched(image.layout), noData: noData)
    if !image.canReadRows || image.pixelBytes <= blockLimit {
      let decoder = try TIFFBlockDecoder(file: file, image: image, rule: rule, limits: limits)
      return try SampleSurvey(
        of: image.grid, bandCount: image.colorBandCount, by: decoder, isEnough: isEnough)
    }
    var survey = SampleSurvey()
    let rows = try TIFFScanlines(file: file, image: image, rule: rule, limits: limits)
    let height = min(
      image.size.height, max(1, SampleSurvey.rowLimit / (image.rowBytes * image.planeCount)))
    let pixels = image.size.width * height
    let step = max(1, pixels * image.colorBandCount / SampleSurvey.sampleCount)
    var row = 0
    while row < height, !isEnough(survey) {
      let missing = try rows.skipMissingStrip()
      if missing == 0 {
        try rows.survey(start: row * 7919 % step, step: step, into: &survey)
      }
      row += max(missing, 1)
    }
    return survey
  }
}
