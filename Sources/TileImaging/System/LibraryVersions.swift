import CJPEGShim
import CLibAVIF
import CLibDeflate
import CLibWebP

/// Library versions that the bytes of encoded tiles depend on.
package enum LibraryVersions {
  package static let deflate = "libdeflate \(LIBDEFLATE_VERSION_STRING)"
  package static let jpeg = "libjpeg-turbo \(String(cString: tp_jpeg_library_version()))"
  package static let webP: String = {
    let version = WebPGetEncoderVersion()
    return "libwebp \(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }()
  /// libavif with libaom, the one of its libraries that makes the bytes.
  package static let avif: String = {
    let versions = [CChar](unsafeUninitializedCapacity: 256) { buffer, count in
      buffer.initialize(repeating: 0)
      count = 256
      if let base = buffer.baseAddress { avifCodecVersions(base) }
    }
    let codecs = String(
      decoding: versions.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let aom = codecs.split(separator: ", ").first { $0.hasPrefix("aom ") }
    let version = aom?.split(separator: ":").last.map { " with libaom \($0.trimmingPrefix("v"))" }
    return "libavif \(String(cString: avifVersion()))\(version ?? "")"
  }()
  package static let all = [deflate, jpeg, webP, avif]
}
