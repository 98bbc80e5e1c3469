package import Georeferencing
package import TileImaging

/// A raster as a file of some format has it: all that a format implements.
///
/// What `openRaster` does with every format, such as masks, nodata and colours, is done to it.
package protocol RasterFile: RasterSource {
  /// Reads the header of an open file, and some of its samples where their stretch depends on them.
  init(_ file: SourceFile, samples: SampleOptions, limits: DecodingLimits) throws(RasterError)
  /// Whether its colours are samples of 8 bits as they are stored, which are not stretched.
  var hasByteColors: Bool { get }
  /// Header, which `openRaster` completes.
  var header: RasterHeader { get set }
  /// How its samples are stored.
  var layout: SampleLayout { get }
  /// Statement that counts for the drawn bands; of bytes none of it is applied yet.
  func statement(_ samples: SampleOptions) -> BandStatement
  /// What its rows are still to be converted by.
  var remainingTransform: ColorTransform? { get }
  /// The same file at its smaller sizes.
  var reductions: [Self] { get }
}

extension RasterFile {
  /// Reads the header of a file.
  package init(
    path: String, samples: SampleOptions = SampleOptions(), limits: DecodingLimits = .source
  ) throws(RasterError) {
    try self.init(SourceFile(path: path), samples: samples, limits: limits)
  }

  package var hasByteColors: Bool { true }
  package func statement(_ samples: SampleOptions) -> BandStatement {
    samples.statement(ofBands: layout.colorBands.map { $0 + 1 }, in: .jpeg)
  }
  package var reductions: [Self] { [] }

  package func resized(to size: PixelSize) throws -> any RasterSource {
    guard let smaller = reductions.first(where: { $0.size == size }) else {
      throw RasterError.sizeNotRead(path: path, size: size)
    }
    return smaller
  }
}

/// A raster whose file has blocks of samples, which threads decode beside each other.
protocol BlockFile: RasterFile {
  /// Statement about its bands that is applied.
  var used: BandStatement { get }
  /// How many threads decode at the same time.
  var threads: Int { get set }
  /// How its samples become 8 bits.
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
