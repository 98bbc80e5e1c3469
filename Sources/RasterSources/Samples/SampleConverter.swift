/// Position of a stored row's samples in memory.
struct StoredRow {
  let start: UnsafePointer<UInt8>
  /// Distance between planes in bytes; unused for interleaved bands.
  var planeBytes = 0
}

/// Converts stored rows of samples to straight RGBA8; belongs to one thread.
final class SampleConverter {
  private enum Kind {
    /// 8-bit grey, grey and alpha, RGB or RGBA, copied unchanged.
    case bytes
    case words
    case numbers
  }

  private let layout: SampleLayout
  private let color: SampleLayout.Color
  private let rule: SampleRule
  private let kind: Kind
  private let capacity: Int
  private let bands: [Int]
  private let words: UnsafeMutablePointer<UInt16>
  private let numbers: UnsafeMutablePointer<Double>
  private let colorTable: [UInt8]
  private let alphaTable: [UInt8]
  private let heightTable: [UInt32]
  private let noDataWord: UInt16?
  private let alphaRange: SampleRange
  private let dividesSamples: Bool

  init(layout: SampleLayout, rule: SampleRule, capacity: Int) {
    self.layout = layout
    self.rule = rule
    self.capacity = capacity
    bands = layout.colorBands + (layout.alphaBand.map { [$0] } ?? [])
    alphaRange = rule.alpha ?? .alpha(layout)
    let isWord = layout.format != .floating && layout.bitsPerSample <= 16
    let isCopied =
      isWord && layout.bitsPerSample == 8 && layout.format == .unsigned && rule.noData == nil
      && rule.range == .unstretched(layout) && rule.alpha == nil && !layout.isPlanar
      && (layout.color == .rgb || layout.color == .grey(isInverted: false))
      && layout.colorBands == Array(0..<layout.color.bandCount) && rule.heights == nil
      && rule.palette == nil
    color =
      isWord
      ? rule.palette.map { palette in
        let count = 1 << layout.bitsPerSample
        return .palette(
          palette.prefix(count) + Array(repeating: 0, count: max(0, count - palette.count)))
      } ?? layout.color : layout.color
    kind = isCopied ? .bytes : isWord ? .words : .numbers
    // A survey takes the samples of bytes apart, too, band by band.
    let wordBands =
      kind == .words ? bands.count : kind == .bytes ? layout.isPremultiplied ? 2 : 1 : 0
    let isPlain = [.grey(isInverted: false), .rgb, .inks].contains(layout.color)
    dividesSamples = layout.isPremultiplied && kind != .bytes && layout.format != .signed && isPlain
    words = .allocate(capacity: wordBands * capacity)
    numbers = .allocate(capacity: kind == .numbers ? bands.count * capacity : 0)
    if kind == .words {
      let values = (0..<(1 << layout.bitsPerSample)).map { Self.value(of: $0, layout) }
      colorTable = values.map { rule.range.byte($0) }
      let alphaRange = alphaRange
      alphaTable = layout.alphaBand == nil ? [] : values.map { alphaRange.byte($0) }
      noDataWord = rule.noData.flatMap { value in
        values.firstIndex(of: value).map { UInt16(truncatingIfNeeded: $0) }
      }
      heightTable =
        rule.heights.map { heights in values.map { $0 == rule.noData ? 0 : heights.sample($0) } }
        ?? []
    } else {
      colorTable = []
      alphaTable = []
      heightTable = []
      noDataWord = nil
    }
  }

  deinit {
    words.deallocate()
    numbers.deallocate()
  }

  private static func value(of pattern: Int, _ layout: SampleLayout) -> Double {
    let isNegative = layout.format == .signed && pattern >> (layout.bitsPerSample - 1) == 1
    return Double(isNegative ? pattern - 1 << layout.bitsPerSample : pattern)
  }

  func convert(_ row: StoredRow, count: Int, into target: UnsafeMutablePointer<UInt8>) {
    switch kind {
    case .bytes: copyBytes(row.start, count: count, into: target)
    case .words:
      for (index, band) in bands.enumerated() {
        unpackWords(row, band: band, count: count, into: words + index * capacity)
      }
      if rule.heights != nil { return convertHeights(count: count, into: target) }
      if dividesSamples { divideWords(count: count) }
      let isConverted = convertWords(count: count, into: target)
      finish(target, count: count)
      if isConverted { return }
    case .numbers:
      unpackNumbers(row, count: count)
      if rule.heights != nil { return convertHeights(count: count, into: target) }
      if dividesSamples { divideNumbers(count: count) }
      convertNumbers(count: count, into: target)
      finish(target, count: count)
    }
    rule.transform?.convert(target, count: count)
  }

  /// Converts inks, and unstretched 16-bit samples; `false` where division by alpha comes first.
  private func transformWords(count: Int, into target: UnsafeMutablePointer<UInt8>) -> Bool {
    guard let transform = rule.transform else { return false }
    if color == .inks {
      colorTable.withUnsafeBufferPointer { colors in
        for x in 0..<count {
          for ink in 0..<4 { target[4 &* x &+ ink] = colors[Int(words[ink &* capacity &+ x])] }
        }
      }
      transform.convert(target, count: count)
      return true
    }
    guard layout.bitsPerSample == 16, dividesSamples || !layout.isPremultiplied,
      color == .rgb || color == .grey(isInverted: false), rule.range == .unstretched(layout)
    else { return false }
    let step = color == .rgb ? capacity : 0
    transform.convertWords(
      red: words, green: words + step, blue: words + 2 * step, count: count, into: target)
    return true
  }

  /// Surveys every `step`-th pixel from `start`, without nodata, and notes colours that exceed their alpha.
  func survey(
    _ row: StoredRow, count: Int, start: Int, step: Int, into survey: inout SampleSurvey
  ) {
    if kind == .numbers { unpackNumbers(row, count: count) }
    let alphaWords = words + capacity
    let comparesAlpha = layout.isPremultiplied && kind != .numbers && layout.format == .unsigned
    if comparesAlpha, let alpha = layout.alphaBand {
      unpackWords(row, band: alpha, count: count, into: alphaWords)
    }
    for (index, band) in bands.enumerated() {
      let isAlpha = index >= layout.colorBands.count
      if kind != .numbers { unpackWords(row, band: band, count: count, into: words) }
      for x in stride(from: start, to: count, by: step) {
        let number =
          kind == .numbers ? numbers[index * capacity + x] : Self.value(of: Int(words[x]), layout)
        if isAlpha {
          survey.addAlpha(number)
        } else {
          let isNoData = isNoData(number)
          survey.addColor(number, isNoData: isNoData)
          if comparesAlpha, !isNoData, words[x] > alphaWords[x] { survey.exceedsAlpha = true }
        }
      }
    }
  }

  // MARK: - Bytes

  private func copyBytes(
    _ row: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    let stride = layout.samplesPerPixel
    let colors = layout.colorBands.count
    var source = row
    var pixel = target
    let alpha = layout.alphaBand
    if colors == 3 {
      for _ in 0..<count {
        pixel[0] = source[0]
        pixel[1] = source[1]
        pixel[2] = source[2]
        pixel[3] = 255
        source += stride
        pixel += 4
      }
    } else {
      for _ in 0..<count {
        let grey = source[0]
        pixel[0] = grey
        pixel[1] = grey
        pixel[2] = grey
        pixel[3] = 255
        source += stride
        pixel += 4
      }
    }
    if let alpha {
      source = row + alpha
      pixel = target + 3
      for _ in 0..<count {
        pixel.pointee = source.pointee
        source += stride
        pixel += 4
      }
      finish(target, count: count)
    }
  }

  // MARK: - Words

  private func unpackWords(
    _ row: StoredRow, band: Int, count: Int, into target: UnsafeMutablePointer<UInt16>
  ) {
    SampleUnpacking.words(
      layout.isPlanar ? row.start + band * row.planeBytes : row.start, bits: layout.storedBits,
      band: layout.isPlanar ? 0 : band, stride: layout.isPlanar ? 1 : layout.samplesPerPixel,
      count: count, into: target)
  }

  private func convertWords(count: Int, into target: UnsafeMutablePointer<UInt8>) -> Bool {
    let isConverted = transformWords(count: count, into: target)
    if !isConverted { convertColors(count: count, into: target) }
    if let noDataWord, !dividesSamples {
      clear(target, count: count) { words[$0 &* capacity &+ $1] == noDataWord }
    }
    if layout.alphaBand != nil {
      let alpha = words + (bands.count - 1) * capacity
      alphaTable.withUnsafeBufferPointer { table in
        guard let table = table.baseAddress else { return }
        setAlpha(target, count: count) { table[Int(alpha[$0])] }
      }
    }
    return isConverted
  }

  private func convertColors(count: Int, into target: UnsafeMutablePointer<UInt8>) {
    colorTable.withUnsafeBufferPointer { colors in
      guard let colors = colors.baseAddress else { return }
      let first = words
      var pixel = target
      switch color {
      case .grey(let isInverted):
        let mask: UInt8 = isInverted ? 255 : 0
        for x in 0..<count {
          let grey = colors[Int(first[x])] ^ mask
          pixel[0] = grey
          pixel[1] = grey
          pixel[2] = grey
          pixel[3] = 255
          pixel += 4
        }
      case .palette(let entries):
        entries.withUnsafeBufferPointer { entries in
          guard let entries = entries.baseAddress else { return }
          for x in 0..<count {
            UnsafeMutableRawPointer(pixel).storeBytes(
              of: entries[Int(first[x])].littleEndian, as: UInt32.self)
            pixel += 4
          }
        }
      case .rgb:
        let second = words + capacity
        let third = words + 2 * capacity
        for x in 0..<count {
          pixel[0] = colors[Int(first[x])]
          pixel[1] = colors[Int(second[x])]
          pixel[2] = colors[Int(third[x])]
          pixel[3] = 255
          pixel += 4
        }
      case .inks:
        for x in 0..<count {
          let black = colors[Int(words[3 * capacity + x])]
          for channel in 0..<3 {
            pixel[channel] = Self.light(colors[Int(words[channel * capacity + x])], black)
          }
          pixel[3] = 255
          pixel += 4
        }
      case .converted: return
      }
    }
  }

  /// Remaining white light under an ink and black.
  private static func light(_ ink: UInt8, _ black: UInt8) -> UInt8 {
    let product = UInt32(255 &- ink) &* UInt32(255 &- black) &+ 127
    return UInt8(truncatingIfNeeded: product / 255)
  }

  // MARK: - Numbers

  private func unpackNumbers(_ row: StoredRow, count: Int) {
    for (index, band) in bands.enumerated() {
      SampleUnpacking.numbers(
        layout.isPlanar ? row.start + band * row.planeBytes : row.start, format: layout.format,
        bits: layout.bitsPerSample, band: layout.isPlanar ? 0 : band,
        stride: layout.isPlanar ? 1 : layout.samplesPerPixel, count: count,
        into: numbers + index * capacity)
    }
  }

  private func convertNumbers(count: Int, into target: UnsafeMutablePointer<UInt8>) {
    var pixel = target
    let range = rule.range
    let colors = layout.colorBands.count
    for x in 0..<count {
      for channel in 0..<3 {
        let band = colors == 1 ? 0 : channel
        pixel[channel] = range.byte(numbers[band &* capacity &+ x])
      }
      if case .grey(true) = layout.color {
        for channel in 0..<3 { pixel[channel] = 255 &- pixel[channel] }
      }
      if case .inks = layout.color {
        let black = range.byte(numbers[3 &* capacity &+ x])
        for channel in 0..<3 { pixel[channel] = Self.light(pixel[channel], black) }
      }
      pixel[3] = 255
      pixel += 4
    }
    if !dividesSamples {
      clear(target, count: count) { isNoData(numbers[$0 &* capacity &+ $1]) }
    }
    if layout.alphaBand != nil {
      let alpha = numbers + (bands.count - 1) * capacity
      let range = alphaRange
      setAlpha(target, count: count) { range.byte(alpha[$0]) }
    }
  }

  private func isNoData(_ number: Double) -> Bool {
    if number.isNaN { return true }
    guard let noData = rule.noData else { return false }
    // The text of a tag is seldom exact in the 32 bits of a sample.
    return number == noData
      || (layout.format == .floating && layout.bitsPerSample == 32
        && number == Double(Float(noData)))
  }

  // MARK: - Heights

  private func convertHeights(count: Int, into target: UnsafeMutablePointer<UInt8>) {
    guard let heights = rule.heights else { return }
    let out = UnsafeMutableRawPointer(target)
    let second = (bands.count - 1) * capacity
    let hasAlpha = layout.alphaBand != nil
    if kind == .words {
      heightTable.withUnsafeBufferPointer { table in
        for x in 0..<count {
          out.storeBytes(
            of: table[Int(words[x])].littleEndian, toByteOffset: 4 &* x, as: UInt32.self)
        }
      }
      guard hasAlpha else { return }
      for x in 0..<count where alphaTable[Int(words[second &+ x])] < 128 {
        out.storeBytes(of: 0, toByteOffset: 4 &* x, as: UInt32.self)
      }
      return
    }
    for x in 0..<count {
      let number = numbers[x]
      let isMissing = isNoData(number) || hasAlpha && alphaRange.byte(numbers[second &+ x]) < 128
      let sample = isMissing ? 0 : heights.sample(number)
      out.storeBytes(of: sample.littleEndian, toByteOffset: 4 &* x, as: UInt32.self)
    }
  }

  // MARK: - Alpha

  private func divideWords(count: Int) {
    let (colors, largest) = (
      layout.colorBands.count, UInt32(1) &<< UInt32(layout.bitsPerSample) &- 1
    )
    let alpha = words + colors * capacity
    let full = UInt32(alphaRange.high)
    for x in 0..<count {
      let isNothing = noDataWord.map { word in
        (0..<colors).allSatisfy { words[$0 &* capacity &+ x] == word }
      }
      if isNothing == true { alpha[x] = 0 }
      let part = UInt32(alpha[x])
      guard part > 0, part < full else { continue }
      for band in 0..<colors {
        let index = band &* capacity &+ x
        let straight = (UInt32(words[index]) &* full &+ part / 2) / part
        words[index] = UInt16(truncatingIfNeeded: min(straight, largest))
      }
    }
  }

  private func divideNumbers(count: Int) {
    let colors = layout.colorBands.count
    let alpha = numbers + colors * capacity
    for x in 0..<count {
      if (0..<colors).allSatisfy({ isNoData(numbers[$0 &* capacity &+ x]) }) { alpha[x] = 0 }
      guard alpha[x] > 0, alpha[x] < alphaRange.high else { continue }
      for band in 0..<colors { numbers[band &* capacity &+ x] *= alphaRange.high / alpha[x] }
    }
  }

  @inline(__always)
  private func clear(
    _ target: UnsafeMutablePointer<UInt8>, count: Int, _ isNothing: (_ band: Int, _ x: Int) -> Bool
  ) {
    let colors = layout.colorBands.count
    for x in 0..<count {
      var band = 0
      while band < colors, isNothing(band, x) { band &+= 1 }
      if band == colors {
        let pixel = target + 4 &* x
        (pixel[0], pixel[1], pixel[2], pixel[3]) = (0, 0, 0, 0)
      }
    }
  }

  @inline(__always)
  private func setAlpha(
    _ target: UnsafeMutablePointer<UInt8>, count: Int, _ alpha: (Int) -> UInt8
  ) {
    for x in 0..<count where target[4 &* x &+ 3] != 0 { target[4 &* x &+ 3] = alpha(x) }
  }

  private func finish(_ target: UnsafeMutablePointer<UInt8>, count: Int) {
    if layout.alphaBand == nil { return }
    var pixel = target
    for _ in 0..<count {
      let alpha = UInt32(pixel[3])
      if alpha == 0 {
        (pixel[0], pixel[1], pixel[2]) = (0, 0, 0)
      } else if layout.isPremultiplied, !dividesSamples, alpha < 255 {
        for channel in 0..<3 {
          let straight = (UInt32(pixel[channel]) &* 255 &+ alpha / 2) / alpha
          pixel[channel] = UInt8(truncatingIfNeeded: min(straight, 255))
        }
      }
      pixel += 4
    }
  }
}
