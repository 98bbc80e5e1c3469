import CTIFFShim
import Georeferencing

/// An open TIFF file with a current directory; belongs to one task.
final class TIFFHandle {
  /// In bytes, for tables and compressed blocks together.
  static let maximumAllocation = 128 << 20
  static let maximumDirectories = 4096

  private let file: InputFile
  let byteCount: Int
  let pointer: OpaquePointer

  init(_ source: SourceFile, in range: Range<Int>? = nil) throws(RasterError) {
    let file = try InputFile(source)
    let range = range ?? 0..<file.byteCount
    let start = file.bytes(
      at: range.lowerBound, count: min(RasterFormat.signatureLength, range.count))
    if file.failure != 0 { throw .cannotRead(path: source.path, code: file.failure) }
    guard RasterFormat(leadingBytes: start) == .tiff else { throw .notAnImage(path: source.path) }
    guard
      let pointer = tp_tiff_open(
        file.descriptor, UInt64(range.lowerBound), UInt64(range.count), Self.maximumAllocation)
    else { throw .outOfMemory(path: source.path) }
    self.file = file
    byteCount = range.count
    self.pointer = pointer
    // A class whose members are all set is released in full, also when its initializer throws.
    if tp_tiff_is_open(pointer) == 0 { throw fault("no directory") }
  }

  deinit { tp_tiff_close(pointer) }

  var path: String { file.path }

  func fault(_ detail: String) -> RasterError {
    let code = tp_tiff_read_failure(pointer)
    if code != 0 { return .cannotRead(path: path, code: code) }
    if tp_tiff_read_past_end(pointer) != 0 { return .truncated(path: path) }
    let message = String(cString: tp_tiff_message(pointer))
    if message.contains("lerc_") {
      return .samplesNotSupported(
        path: path, found: "LERC, damaged or newer than libtiff and its LERC: \(message)")
    }
    if message.contains("Unsupported JPEG data precision") {
      return .samplesNotSupported(path: path, found: "JPEG in a TIFF: \(message)")
    }
    return .corrupt(path: path, detail: message.isEmpty ? detail : message)
  }

  var image: tp_tiff_image {
    var image = tp_tiff_image()
    tp_tiff_describe(pointer, &image)
    return image
  }

  /// From SMaxSampleValue and MaxSampleValue.
  var statedLargest: Double? {
    let stated = image.largest_sample
    return stated > 0 ? stated : nil
  }

  var orientation: ImageOrientation {
    ImageOrientation(rawValue: Int(image.orientation)) ?? .upright
  }

  var resolution: PaperResolution? {
    let image = image
    return PaperResolution(
      Double(image.x_resolution), Double(image.y_resolution), tiffUnit: Int(image.resolution_unit))
  }

  func setDirectory(at offset: UInt64) throws(RasterError) {
    tp_tiff_clear(pointer)
    if tp_tiff_set_directory_at(pointer, offset) == 0 { throw fault("a directory is damaged") }
  }

  /// Counts full-resolution images from 1.
  func setPage(_ page: Int) throws(RasterError) {
    var seen = 0
    for _ in 0..<Self.maximumDirectories {
      if TIFFSubfile(image.subfile_type) == .image {
        seen += 1
        if seen == page { return }
      }
      tp_tiff_clear(pointer)
      if tp_tiff_next_directory(pointer) == 0 { break }
    }
    // A file whose only directory calls itself a part of another image is still a picture.
    if seen == 0, page == 1 {
      try setFirstDirectory()
      return
    }
    throw .noSuchPage(path: path, page: page, count: seen)
  }

  func setFirstDirectory() throws(RasterError) {
    tp_tiff_clear(pointer)
    if tp_tiff_set_first_directory(pointer) == 0 { throw fault("the first directory is damaged") }
  }

  func numbers(_ tag: UInt32) -> [Double] {
    let count = tp_tiff_numbers(pointer, tag, nil, 0)
    if count == 0 { return [] }
    return [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = min(count, tp_tiff_numbers(pointer, tag, buffer.baseAddress, count))
    }
  }

  func text(_ tag: UInt32) -> String? {
    let bytes = bytes(tag)
    return bytes.isEmpty ? nil : String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  func bytes(_ tag: UInt32) -> [UInt8] {
    // A count of 0 copies nothing.
    let count = tp_tiff_text(pointer, tag, nil, 0)
    if count == 0 { return [] }
    let bytes = [CChar](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = min(count, tp_tiff_text(pointer, tag, buffer.baseAddress, count))
    }
    return bytes.map { UInt8(bitPattern: $0) }
  }
}

/// Kind of a directory by its tag NewSubfileType.
enum TIFFSubfile: Hashable {
  case image
  case overview
  case mask
  case overviewMask

  init(_ type: UInt32) {
    switch (type & 1 != 0, type & 4 != 0) {
    case (false, false): self = .image
    case (true, false): self = .overview
    case (false, true): self = .mask
    case (true, true): self = .overviewMask
    }
  }
}
