import CJPEGShim
import CLibDeflate
import CLibWebP

/// The versions of libraries on which the bytes of encoded tiles depend.
package enum LibraryVersions {
  /// The library that compresses PNG tiles.
  package static let deflate = "libdeflate \(LIBDEFLATE_VERSION_STRING)"
  /// The library that encodes JPEG tiles.
  package static let jpeg = "libjpeg-turbo \(String(cString: tp_jpeg_library_version()))"
  /// The library that encodes WebP tiles.
  package static let webP: String = {
    let version = WebPGetEncoderVersion()
    return "libwebp \(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }()
  /// All of them.
  package static let all = [deflate, jpeg, webP]
}
