import Drawings
import Georeferencing
import RasterSources
import TileImaging
import TileModel
import TilePyramidTesting

/// Images, decoded whole, by rows and in windows.
extension FuzzTarget {
  func decode(_ bytes: [UInt8], _ decoder: ([UInt8]) throws -> RGBAImage) {
    answer {
      let image = try decoder(bytes)
      precondition(image.samples.count == 4 * image.width * image.height)
      for pixel in stride(from: 0, to: image.samples.count, by: 4)
      where image.samples[pixel + 3] == 0 {
        precondition(
          image.samples[pixel] | image.samples[pixel + 1] | image.samples[pixel + 2] == 0,
          "colour under no alpha")
      }
    }
  }

  func rows(_ bytes: [UInt8], _ open: (String) throws -> any RasterSource) {
    answer {
      let source = try open(try FuzzFile.write(bytes))
      try read(source)
      for smaller in source.capabilities.reductions {
        try read(source.resized(to: smaller.size))
      }
    }
  }

  /// Images of blocks, and where the file says that they are.
  func jpeg2000(_ bytes: [UInt8]) {
    blocks(bytes) { path in
      let source = try JPEG2000Source(path: path)
      answer { _ = try GeoreferenceResolver.resolve(nil, imagePath: path, size: source.size) }
      return source
    }
  }

  func blocks(_ bytes: [UInt8], _ open: (String) throws -> any RasterSource) {
    answer {
      let path = try FuzzFile.write(bytes)
      let source = try open(path)
      precondition(source.details.allSatisfy { !$0.name.isEmpty && !$0.value.isEmpty })
      try read(source)
      for smaller in source.capabilities.reductions {
        precondition(
          smaller.size.width <= source.size.width && smaller.size.height <= source.size.height)
        try read(source.resized(to: smaller.size))
      }
      try readWindows(source)
    }
  }

  /// Images of colours, inks and grey with a colour profile.
  func profiles(_ bytes: [UInt8]) {
    for (bands, photometric) in [(3, 2), (4, 5), (1, 1)] {
      answer {
        var sketch = TinyTIFF(isBig: false)
        sketch.addImage(
          width: 16, height: 16, bands: bands, photometric: photometric, blockHeight: 16,
          blocks: [(0..<256 * bands).map { UInt8(truncatingIfNeeded: $0 &* 37) }])
        sketch.add(34675, type: 7, count: bytes.count, bytes: bytes)
        try read(openRaster(path: try FuzzFile.write(sketch.file)))
      }
    }
  }

  /// Reads all rows, of images that take no longer than a moment.
  private func read(_ source: any RasterSource) throws {
    let size = source.size
    precondition(size.width > 0 && size.height > 0)
    guard size.width <= 1 << 16, size.height <= 2048, size.width * size.height <= 1 << 21 else {
      return
    }
    let reader = try source.makeRowReader(scratch: ScratchDirectory(path: FuzzFile.folder))
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { row.deallocate() }
    for _ in 0..<size.height {
      try reader.readRow(into: row)
      guard source.isOpaque else { continue }
      for pixel in 0..<size.width { precondition(row[4 * pixel + 3] == 255, "not opaque") }
    }
    try reader.finish()
  }

  /// Compares windows with the rows.
  private func readWindows(_ source: any RasterSource) throws {
    let size = source.size
    guard source.capabilities.windowBytes != nil, size.width * size.height <= 1 << 16 else {
      return
    }
    let windows = try source.makeWindows()
    let reader = try source.makeRowReader(scratch: ScratchDirectory(path: FuzzFile.folder))
    var row = [UInt8](repeating: 0, count: 4 * size.width)
    var part = row
    let (left, width) = (size.width / 3, size.width - size.width / 3)
    for y in 0..<size.height {
      try row.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { try reader.readRow(into: base) }
      }
      try part.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        try windows.read(
          x: left, y: y, width: width, height: 1, into: base, bytesPerRow: 4 * width)
      }
      precondition(
        part.prefix(4 * width).elementsEqual(row.suffix(4 * width)), "rows and windows differ")
    }
  }
}
