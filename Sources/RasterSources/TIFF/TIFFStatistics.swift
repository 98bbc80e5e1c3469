import Georeferencing
import TileImaging

/// Surveys some of an image's samples.
///
/// The choice depends on the image alone: every n-th pixel of blocks at equal distances, about a million in
/// all. Rows of larger strips are read from the first on, up to a number of bytes.
enum TIFFStatistics {
  private static let blockLimit = 32 << 20

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
    let step = max(1, pixels * image.colorBandCount / SampleSurvey.wantedCount)
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
