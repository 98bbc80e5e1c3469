import CTIFFShim
import Georeferencing

/// An open TIFF file with a current directory; belongs to one task.
final class TIFFHandle {
  /// The most memory that libtiff may take at once for tables and compressed blocks.
  static let maximumAllocation = 128 << 20
  /// How many directories of a file are looked at; no writer makes as many.
  static let maximumDirectories = 4096

  private let file: InputFile
  /// The bytes of the TIFF, which may be a part of the file.
  let byteCount: Int
  let pointer: OpaquePointer

  /// Reads the first directory of a file.
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

  /// What the last failed call means: when the file could not be read, that is the cause.
  func fault(_ detail: String) -> RasterError {
    let code = tp_tiff_read_failure(pointer)
    if code != 0 { return .cannotRead(path: path, code: code) }
    if tp_tiff_read_past_end(pointer) != 0 { return .truncated(path: path) }
    let message = String(cString: tp_tiff_message(pointer))
    return .corrupt(path: path, detail: message.isEmpty ? detail : message)
  }

  /// What the current directory says of its image.
  var image: tp_tiff_image {
    var image = tp_tiff_image()
    tp_tiff_describe(pointer, &image)
    return image
  }

  /// The largest number of a sample by the tags SMaxSampleValue and MaxSampleValue; `nil` without them.
  var statedLargest: Double? {
    let stated = image.largest_sample
    return stated > 0 ? stated : nil
  }

  /// How the stored samples become the picture.
  var orientation: ImageOrientation {
    ImageOrientation(rawValue: Int(image.orientation)) ?? .upright
  }

  /// The tags XResolution, YResolution and ResolutionUnit.
  var resolution: PaperResolution? {
    let image = image
    return PaperResolution(
      Double(image.x_resolution), Double(image.y_resolution), tiffUnit: Int(image.resolution_unit))
  }

  /// Makes the directory at a position in the file the current one.
  func setDirectory(at offset: UInt64) throws(RasterError) {
    tp_tiff_clear(pointer)
    if tp_tiff_set_directory_at(pointer, offset) == 0 { throw fault("a directory is damaged") }
  }

  /// Makes the full-resolution image of that number, from 1, the current directory.
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

  /// Makes the first directory the current one.
  func setFirstDirectory() throws(RasterError) {
    tp_tiff_clear(pointer)
    if tp_tiff_set_first_directory(pointer) == 0 { throw fault("the first directory is damaged") }
  }

  /// A tag of numbers; empty when the directory has none such.
  func numbers(_ tag: UInt32) -> [Double] {
    let count = tp_tiff_numbers(pointer, tag, nil, 0)
    if count == 0 { return [] }
    return [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = min(count, tp_tiff_numbers(pointer, tag, buffer.baseAddress, count))
    }
  }

  /// A tag of text without what follows its first NUL; `nil` when the directory has none such.
  func text(_ tag: UInt32) -> String? {
    let bytes = bytes(tag)
    return bytes.isEmpty ? nil : String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A tag of bytes; empty when the directory has none such.
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

/// What a directory holds, by its tag NewSubfileType.
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
