import Georeferencing
/// Decodes blocks whose stored values can be surveyed before they become colours.
protocol SurveyedBlockDecoder: BlockDecoder {
  func survey(column: Int, row: Int, step: Int, into survey: inout SampleSurvey) throws(RasterError)
}

extension SampleSurvey {
  static let blockLimit = 64

  init(
    of grid: BlockGrid, bandCount: Int, blocks limit: Int = blockLimit,
    by decoder: some SurveyedBlockDecoder, isEnough: (SampleSurvey) -> Bool
  ) throws(RasterError) {
    self.init()
    let blocks = grid.blocksAcross * grid.blocksDown
    let count = min(blocks, limit)
    let pixels = count * grid.blockSize.width * grid.blockSize.height
    let step = max(1, pixels * bandCount / Self.sampleCount)
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
