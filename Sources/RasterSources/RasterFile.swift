package import Georeferencing
package import TileImaging

/// A raster as stored in a file: all that a format implements.
///
/// ``RasterFormat/open(_:limits:samples:)`` adds masks, nodata and colours for every format.
package protocol RasterFile: RasterSource {
  init(_ file: SourceFile, samples: SampleOptions, limits: DecodingLimits) throws(RasterError)
  var hasByteColors: Bool { get }
  var header: RasterHeader { get set }
  var layout: SampleLayout { get }
  func statement(_ samples: SampleOptions) -> BandStatement
  var remainingTransform: ColorTransform? { get }
  var reductions: [Self] { get }
}

extension RasterFile {
  package init(
    path: String, samples: SampleOptions = SampleOptions(), limits: DecodingLimits = .source
  ) throws(RasterError) {
    try self.init(SourceFile(path: path), samples: samples, limits: limits)
  }

  package var hasByteColors: Bool { true }
  package func statement(_ samples: SampleOptions) -> BandStatement {
    samples.statement(
      ofBands: layout.colorBands.map { $0 + 1 }, hasAlpha: !isOpaque, in: .jpeg)
  }
  package var reductions: [Self] { [] }

  package func resized(to size: PixelSize) throws -> any RasterSource {
    guard let smaller = reductions.first(where: { $0.size == size }) else {
      throw RasterError.sizeNotRead(path: path, size: size)
    }
    return smaller
  }
}

/// A raster whose file has blocks that threads decode in parallel.
protocol BlockFile: RasterFile {
  var used: BandStatement { get }
  var threads: Int { get set }
  var rule: SampleRule { get }
}

extension BlockFile {
  package func statement(_ samples: SampleOptions) -> BandStatement { used }

  package var hasByteColors: Bool {
    switch layout.color {
    case .grey, .rgb:
      layout.isPlain && layout.bitsPerSample == 8 && rule.palette == nil
        && rule.range == .unstretched(layout)
    case .palette, .inks, .converted: false
    }
  }

  package func decoded(byThreads threads: Int) -> any RasterSource {
    var source = self
    source.threads = threads
    return source
  }
}
