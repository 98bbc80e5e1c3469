import CLibOpenJPEG

/// A decoder of areas of one tile through OpenJPEG; belongs to one thread.
final class JPEG2000Codec {
  private let path: String
  private let stream: JPEG2000TileStream
  private let log = Log()
  private let codec: UnsafeMutablePointer<opj_codec_t?>
  private let input: UnsafeMutablePointer<opj_stream_t?>
  private var image: UnsafeMutablePointer<opj_image_t>?

  /// The first error message of the library.
  private final class Log {
    var message = ""
  }

  init(
    _ stream: JPEG2000TileStream, components: [Int]?, halvings: Int, path: String
  ) throws(RasterError) {
    self.path = path
    self.stream = stream
    guard let codec = opj_create_decompress(OPJ_CODEC_J2K) else { throw .outOfMemory(path: path) }
    guard let input = opj_stream_create(1 << 16, 1) else {
      opj_destroy_codec(codec)
      throw .outOfMemory(path: path)
    }
    self.codec = codec
    self.input = input
    connect()
    var parameters = opj_dparameters_t()
    opj_set_default_decoder_parameters(&parameters)
    guard opj_setup_decoder(codec, &parameters) != 0, opj_read_header(input, codec, &image) != 0,
      image != nil
    else { throw fault("the header of a tile is damaged") }
    guard opj_set_decoded_resolution_factor(codec, UInt32(halvings)) != 0 else {
      throw fault("a tile of fewer resolutions")
    }
    if let components {
      let numbers = components.map { UInt32($0) }
      guard opj_set_decoded_components(codec, UInt32(numbers.count), numbers, 0) != 0 else {
        throw fault("a component is missing")
      }
    }
  }

  deinit {
    opj_stream_destroy(input)
    opj_destroy_codec(codec)
    if let image { opj_image_destroy(image) }
  }

  /// SAFETY: the library keeps unretained pointers to the log and the stream, which live until `deinit` has
  /// destroyed its handles.
  private func connect() {
    opj_set_error_handler(
      codec,
      { text, data in
        guard let text, let data else { return }
        let log = Unmanaged<Log>.fromOpaque(data).takeUnretainedValue()
        if log.message.isEmpty { log.message = String(cString: text) }
      }, Unmanaged.passUnretained(log).toOpaque())
    opj_stream_set_user_data(input, Unmanaged.passUnretained(stream).toOpaque(), nil)
    opj_stream_set_user_data_length(input, UInt64(stream.byteCount))
    opj_stream_set_read_function(input) { target, count, data in
      guard let target, let data else { return -1 }
      let stream = Unmanaged<JPEG2000TileStream>.fromOpaque(data).takeUnretainedValue()
      let read = stream.read(into: target.assumingMemoryBound(to: UInt8.self), count: count)
      return read == 0 ? -1 : read
    }
    opj_stream_set_skip_function(input) { count, data in
      guard let data, count >= 0 else { return -1 }
      let stream = Unmanaged<JPEG2000TileStream>.fromOpaque(data).takeUnretainedValue()
      let skipped = stream.skip(Int(count))
      return skipped == 0 ? -1 : OPJ_OFF_T(skipped)
    }
  }

  /// Ranges are on the reference grid; the samples belong to the codec.
  func decode(
    columns: Range<Int>, rows: Range<Int>
  ) throws(RasterError) -> UnsafeBufferPointer<opj_image_comp_t> {
    guard let image,
      opj_set_decode_area(
        codec, image, Int32(truncatingIfNeeded: columns.lowerBound),
        Int32(truncatingIfNeeded: rows.lowerBound), Int32(truncatingIfNeeded: columns.upperBound),
        Int32(truncatingIfNeeded: rows.upperBound)) != 0, opj_decode(codec, input, image) != 0
    else { throw fault("a tile is damaged") }
    return UnsafeBufferPointer(start: image.pointee.comps, count: Int(image.pointee.numcomps))
  }

  private func fault(_ detail: String) -> RasterError {
    if stream.failure != 0 { return .cannotRead(path: path, code: stream.failure) }
    let message = log.message.prefix { $0 != "\n" }
    return .corrupt(path: path, detail: message.isEmpty ? detail : String(message))
  }
}
