import CLibDeflate

/// The versions of libraries on which the bytes of encoded tiles depend.
package enum LibraryVersions {
  /// The library that compresses tiles.
  package static let deflate = "libdeflate \(LIBDEFLATE_VERSION_STRING)"
}
