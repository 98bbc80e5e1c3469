import Georeferencing

/// Decodes blocks whose stored values can be surveyed before they become colours.
protocol SurveyedBlockDecoder: BlockDecoder {
  func survey(column: Int, row: Int, step: Int, into survey: inout SampleSurvey) throws(RasterError)
}

extension SampleSurvey {
  /// The least number of blocks to look at.
  static let blockCount = 64

  /// Looks at blocks at equal distances, at least `least` and as many as hold the samples that are wanted.
  init(
    of grid: BlockGrid, bandCount: Int, blocks least: Int = blockCount,
    by decoder: some SurveyedBlockDecoder, isEnough: (SampleSurvey) -> Bool
  ) throws(RasterError) {
    self.init()
    let blocks = grid.blocksAcross * grid.blocksDown
    let blockSamples = grid.blockSize.width * grid.blockSize.height * bandCount
    let count = min(blocks, max(least, (Self.wantedCount + blockSamples - 1) / blockSamples))
    let step = max(1, count * blockSamples / Self.wantedCount)
    for index in 0..<count where !isEnough(self) {
      let block = blocks / count * index + blocks % count * index / count
      try decoder.survey(
        column: block % grid.blocksAcross, row: block / grid.blocksAcross, step: step, into: &self)
    }
  }
}

extension SampleConverter {
  func survey(
    rows: Int, columns: Int, step: Int, into survey: inout SampleSurvey, row: (Int) -> StoredRow
  ) {
    var start = 0
    for y in 0..<rows {
      self.survey(row(y), count: columns, start: start, step: step, into: &survey)
      // The lattice continues from row to row, so that columns do not repeat.
      if start < columns { start += (columns - start + step - 1) / step * step }
      start -= columns
    }
  }
}
